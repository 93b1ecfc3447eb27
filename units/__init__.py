"""What units are worth: the only place where these figures stand. Every room may import it.

Exact by definition: pound and yard (agreement of 1959), the stone of 14 lb, the mile of 1760 yd, the
thermochemical calorie of 4.184 J, the cup of 240 ml on US food labels (21 CFR 101.9). The US
fluid ounce is rounded; months and years are those of the Julian calendar, on average.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

KG_PER_LB: Final = 0.45359237
LB_PER_STONE: Final = 14
KJ_PER_KCAL: Final = 4.184
KMH_PER_MS: Final = 3.6
"""Kilometres an hour in a metre a second."""
HOUR_S: Final = 3600
DAY_S: Final = 24 * HOUR_S

KILOGRAMS: Mapping[str, float] = MappingProxyType({"kg": 1.0, "lb": KG_PER_LB})
METRES: Mapping[str, float] = MappingProxyType({"m": 1.0, "km": 1000.0, "mi": 1609.344, "yd": 0.9144})
SECONDS: Mapping[str, float] = MappingProxyType({"s": 1.0, "min": 60.0, "h": 3600.0})
MILLILITRES: Mapping[str, float] = MappingProxyType({"ml": 1.0, "l": 1000.0, "cup": 240.0, "oz": 29.5735})
CENTIMETRES: Mapping[str, float] = MappingProxyType({"cm": 1.0, "in": 2.54})
DAYS: Mapping[str, float] = MappingProxyType({"day": 1.0, "week": 7.0, "month": 30.4375, "year": 365.25})
