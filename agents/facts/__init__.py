"""Every figure in an answer is computed here, from entries, by code."""

# pyright: reportUnusedImport=false

from agents.facts.bodyweight import body_e1rm, body_volume, weight_on
from agents.facts.breaks import Break, break_in, unbroken
from agents.facts.courses import Edge, band, gaps, moving_average, records
from agents.facts.effects import Correlation, TooFew, correlate
from agents.facts.load import LoadRatio, load_ratio
from agents.facts.muscles import MuscleWork, Worked, by_muscle, hard_sets
from agents.facts.records import records_broken
from agents.facts.registry import STATISTICS, KnownStatistic, meanings, statistic
from agents.facts.samples import (
    CLIMBS,
    RATED_DOMAINS,
    SUMMED_BY_DAY,
    Point,
    Sample,
    Series,
    Units,
    brzycki,
    by_day,
    counted_in,
    epley,
    has_open_unit,
    in_weight_unit,
    is_guessed,
    is_helped,
    is_training,
    load_of,
    pace_step,
    readings,
    samples,
    series,
    unit_of,
    units_of,
    value_of,
)
from agents.facts.statistics import (
    Streak,
    average,
    best,
    beyond,
    by_period,
    count_days,
    current_streak,
    days_of,
    figure,
    first,
    frequency,
    highest,
    last,
    longest_streak,
    lowest,
    period_of,
    point_figure,
    rest_days,
    single,
    streaks,
    total,
    working,
)
from agents.facts.trends import MIN_GROUP, MIN_TREND_DAYS, Comparison, Split, Trend, split, trend
from agents.shown import TIME_OF_DAY, clock, number, show
