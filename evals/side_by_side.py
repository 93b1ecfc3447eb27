"""dev: the new reader beside the old one on the training two thirds."""
from __future__ import annotations
import sys, collections, time, traceback
from pathlib import Path
from evals.loading import read
from evals.cases import Parsing
from evals import rows
from agents.profile import Profile
from evals.playing import everything
from datetime import UTC
from agents.language.reading import read_message
from agents.offline.reading.units import fill_units
def main() -> None:
    import argparse
    p=argparse.ArgumentParser(); p.add_argument("--misses",type=int,default=0); p.add_argument("--lang"); p.add_argument("--only"); p.add_argument("--kind",default="all"); p.add_argument("--sealed",action="store_true"); p.add_argument("--skip",type=int,default=0); p.add_argument("--family",default="")
    a=p.parse_args()
    ex=[e for e in read(Path("evals/data"),"parsing",Parsing) if not e.example.after and e.example.held_out==a.sealed]
    R=W=M=n=ok=inv=sil=0; bad=[]; per=collections.Counter(); tot=collections.Counter(); t=0.0; err=0
    for e in ex:
        x=e.example
        if a.lang and e.slices.language!=a.lang: continue
        if a.only and a.only not in e.slices.phenomenon: continue
        now=(x.at or rows.NOW).replace(tzinfo=UTC)
        profile=Profile(user_id=1, weight_unit=x.units, date_order=x.order)
        t0=time.process_time()
        try: measures=list(fill_units(read_message(x.text,now,profile,everything()).measures,profile,(),'')[0])
        except Exception:
            err+=1; measures=[]; 
            if err == 1: traceback.print_exc(limit=-4)
        t+=time.process_time()-t0
        if a.family=="sets":
            lift=set(everything().vocabulary.values()); strength={n for d in everything().domains if d.name=="strength" for n in d.vocabulary.values()}; known=lift-strength
            x=x.model_copy(update={"holds":tuple(h for h in x.holds if dict(rows.expected_rows(h)[0])["name"] not in known)}); measures=[m for m in measures if m.name not in known]
        r,w,m=rows.judge(x.holds,measures,now.date())
        R+=r;W+=len(w);M+=len(m);n+=1
        if not x.holds: sil+=1; inv+=bool(w)
        good=not w and not m; ok+=good; tot[e.slices.phenomenon]+=1; per[e.slices.phenomenon]+=good
        if not good and (a.kind=="all" or (a.kind=="missed" and m and not w) or (a.kind=="extra" and w and not m) or (a.kind=="invented" and not x.holds) or (a.kind=="log" and x.holds)): bad.append((e.slices.phenomenon,x.text,w,m))
    f1=2*R/(2*R+W+M) if R else 0
    print(f"{n} messages, right {ok/n:.3f}, F1 {f1:.3f} (right {R} wrong {W} missed {M}), invented in {inv}/{sil} silent, {t/n*1000:.2f} ms each, {err} errors")
    if not a.sealed:
        import random
        random.Random(7).shuffle(bad)
        for b in bad[a.skip:a.skip+a.misses]: 
            c=lambda l: "; ".join(f"{k} x{v}" if v>1 else k for k,v in collections.Counter(l).items()).replace("name=","")
            print("-",b[0],"|",repr(b[1])[:300],"\n     +",c(b[2]),"\n     -",c(b[3]))
main()
