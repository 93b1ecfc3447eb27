"""The commands: the one home of their names and of what they do in a few words."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Literal

from bot.texts import Html, Wording
from storage.entities import Frozen


class Command(Frozen):
    """A line of Telegram's command menu, in each language."""

    name: str
    en: str
    ko: str

    def describe(self, language: str) -> str:
        """What it does, in that language."""
        return self.ko if language == "ko" else self.en


COMMANDS = (
    Command(name="start", en="Say hello and how this works", ko="인사와 사용법"),
    Command(name="help", en="What I can do", ko="할 수 있는 일"),
    Command(name="context", en="What I remember about you", ko="제가 기억하는 것"),
    Command(name="undo", en="Take back the last change", ko="마지막 변경 되돌리기"),
    Command(name="today", en="What you logged today", ko="오늘의 기록"),
    Command(name="week", en="What you logged this week", ko="이번 주의 기록"),
    Command(name="goal", en="Your goals, and how far they are", ko="목표와 진행 상황"),
    Command(
        name="coaches", en="Coaches that watch a goal and keep a report", ko="목표를 지켜보고 알려 주는 코치"
    ),
    Command(name="chart", en="A chart, such as /chart bench 3m", ko="그래프, 예: /chart 벤치 3개월"),
    Command(name="next", en="What to train next", ko="다음에 할 운동"),
    Command(
        name="programme",
        en="Training programmes: start, show, stop",
        ko="운동 프로그램: 시작, 보기, 그만하기",
    ),
    Command(name="job", en="A long job: a review, a clean-up …", ko="긴 작업: 돌아보기, 정리 등"),
    Command(name="jobs", en="Your jobs: how far they are", ko="작업 목록과 진행 상황"),
    Command(name="plates", en="Plates for a weight", ko="무게에 맞는 원판"),
    Command(name="warmup", en="Warm-up sets up to a weight", ko="무게까지 웜업 세트"),
    Command(name="proposals", en="What waits for your yes or no", ko="결정을 기다리는 제안"),
    Command(name="evolve", en="Talk about how a coach works", ko="코치가 일하는 방식 바꾸기"),
    Command(name="quick", en="Answer a question at once", ko="질문에 바로 답하기"),
    Command(name="deep", en="Answer a question thoroughly, with a model", ko="모델로 꼼꼼하게 답하기"),
    Command(name="tools", en="Tools of other services: list, call", ko="다른 서비스의 도구: 목록, 실행"),
    Command(name="cost", en="What models have cost you", ko="모델에 든 비용"),
    Command(name="reminders", en="Your reminders: see, change, delete", ko="알림 보기, 바꾸기, 지우기"),
    Command(name="timer", en="A timer: /timer 2m", ko="타이머: /timer 2분"),
    Command(
        name="settings", en="Units, bar and plates, time zone, language", ko="단위, 바와 원판, 시간대, 언어"
    ),
    Command(
        name="cases",
        en="What you corrected: see, export, delete",
        ko="고치신 기록: 보기, 내보내기, 지우기",
    ),
    Command(name="export", en="All your data as a file", ko="모든 기록을 파일로"),
    Command(name="import", en="How to bring data from other apps", ko="다른 앱의 기록 가져오기"),
    Command(name="forget", en="Delete everything about you", ko="모든 기록 삭제"),
    Command(name="cancel", en="Drop the question I asked", ko="제가 드린 질문 취소"),
)

_OF_COACHES = ("coaches", "evolve")

OWNER_COMMANDS = (
    Command(name="invite", en="Let somebody in: a link and a code", ko="초대 링크와 코드 만들기"),
    Command(name="people", en="Who may use me, and removing them", ko="사용할 수 있는 사람 보기와 삭제"),
    Command(name="allow", en="In a group: let its members use me", ko="그룹에서: 모두가 쓸 수 있게 하기"),
    Command(name="disallow", en="In a group: take that back", ko="그룹에서: 다시 막기"),
)
"""What only owners see."""


def offered(*, owner: bool = False, coaches: bool = True) -> tuple[Command, ...]:
    """What somebody is shown; nothing of coaches where they are switched off."""
    every = (*COMMANDS, *OWNER_COMMANDS) if owner else COMMANDS
    return tuple(one for one in every if coaches or one.name not in _OF_COACHES)


MENU_LANGUAGES: tuple[Literal["en", "ko"], ...] = ("en", "ko")


def unknown(name: str, say: Wording) -> Html:
    """What is said to a command that there is not, with the one whose name is nearest to it."""
    typed = f"/{name}"[:40]
    nearest = get_close_matches(name, [one.name for one in COMMANDS], 1, _ALIKE)
    if not nearest:
        return say("unknown_command", command=typed)
    return say("mistyped_command", command=typed, meant=f"/{nearest[0]}")


_ALIKE = 0.75
"""Of 1: `programmes` and `programme` have .95, `plan` and `plates` .6."""
