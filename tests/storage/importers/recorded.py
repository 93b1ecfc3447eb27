"""Activities as devices write them, made up: GPX, TCX and FIT."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

MORNING = datetime(2026, 3, 2, 6, 30, tzinfo=UTC)
_FIT_EPOCH = datetime(1989, 12, 31, tzinfo=UTC)
_SPORTS = {"generic": 0, "running": 1, "cycling": 2, "swimming": 5, "rowing": 15}
_STEP = 0.00003
"""Degrees of latitude a second: 3.3 metres, a run of 5 minutes a kilometre."""
_GPX = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="made up" '
    'xmlns="http://www.topografix.com/GPX/1/1" xmlns:g="http://www.garmin.com/xmlschemas/TrackPointExtension/v1">'
    "<metadata><name>not this</name></metadata>"
)


def gpx_parts(
    seconds: int = 1500, start: datetime = MORNING, sport: str = "running", name: str = "Morning Run"
) -> Iterator[str]:
    """A point a second, northwards."""
    kind = f"<type>{sport}</type>" if sport else ""
    yield f"{_GPX}<trk><name>{name}</name>{kind}<trkseg>\n"
    for second in range(seconds + 1):
        at = (start + timedelta(seconds=second)).strftime("%Y-%m-%dT%H:%M:%SZ")
        yield (
            f'<trkpt lat="{52 + second * _STEP % 30:.6f}" lon="13.4"><ele>34</ele><time>{at}</time>'
            "<extensions><g:TrackPointExtension><g:hr>150</g:hr></g:TrackPointExtension></extensions></trkpt>\n"
        )
    yield "</trkseg></trk></gpx>\n"


def gpx(
    seconds: int = 1500, start: datetime = MORNING, sport: str = "running", name: str = "Morning Run"
) -> bytes:
    """A run of 5 km in 25 minutes, unless something else is asked for."""
    return "".join(gpx_parts(seconds, start, sport, name)).encode()


def tcx(sport: str = "Biking", start: datetime = MORNING) -> bytes:
    """Two laps of 10 km in 20 minutes, the first at 130 beats, the second at 150."""
    laps: list[str] = []
    for number, pulse in enumerate((130, 150)):
        at = (start + timedelta(minutes=20 * number)).strftime("%Y-%m-%dT%H:%M:%SZ")
        laps.append(
            f'<Lap StartTime="{at}"><TotalTimeSeconds>1200.0</TotalTimeSeconds>'
            f"<DistanceMeters>10000</DistanceMeters><AverageHeartRateBpm><Value>{pulse}</Value></AverageHeartRateBpm>"
            f"<MaximumHeartRateBpm><Value>177</Value></MaximumHeartRateBpm><Track><Trackpoint><Time>{at}</Time><DistanceMeters>7</DistanceMeters>"
            "<HeartRateBpm><Value>99</Value></HeartRateBpm></Trackpoint></Track></Lap>"
        )
    begun = start.strftime("%Y-%m-%dT%H:%M:%SZ")
    return (
        '<?xml version="1.0"?><TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase'
        f'/v2"><Activities><Activity Sport="{sport}"><Id>{begun}</Id>{"".join(laps)}</Activity></Activities>'
        "</TrainingCenterDatabase>"
    ).encode()


def fit(
    sport: str = "running",
    start: datetime = MORNING,
    metres: float = 5000,
    seconds: float = 1500,
    pulse: int = 150,
) -> bytes:
    """A file with what it is, a record a minute, and one session that sums up."""
    began = int((start - _FIT_EPOCH).total_seconds())
    body = _definition(0, 0, ((0, 1, 0x00), (4, 4, 0x86))) + b"\x00" + struct.pack("<BI", 4, began)
    body += _definition(1, 20, ((253, 4, 0x86), (3, 1, 0x02)))
    for minute in range(int(seconds) // 60):
        body += b"\x01" + struct.pack("<IB", began + 60 * minute, pulse)
    body += _definition(2, 18, ((2, 4, 0x86), (5, 1, 0x00), (8, 4, 0x86), (9, 4, 0x86), (16, 1, 0x02)))
    summed = (began, _SPORTS[sport], int(seconds * 1000), int(metres * 100), pulse)
    body += b"\x02" + struct.pack("<IBIIB", *summed)
    header = struct.pack("<BBHI4s", 14, 0x10, 2132, len(body), b".FIT")
    header += struct.pack("<H", _crc(header))
    return header + body + struct.pack("<H", _crc(header + body))


def _definition(local: int, message: int, fields: tuple[tuple[int, int, int], ...]) -> bytes:
    told = b"".join(bytes(field) for field in fields)
    return bytes([0x40 | local, 0, 0]) + struct.pack("<HB", message, len(fields)) + told


def _crc(content: bytes) -> int:
    """CRC-16 as FIT has it (polynomial 0xA001)."""
    crc = 0
    for byte in content:
        crc ^= byte
        for _ in range(8):
            crc = (crc >> 1) ^ 0xA001 if crc & 1 else crc >> 1
    return crc


_HEALTH = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE HealthData [
<!ELEMENT HealthData (ExportDate,Me,(Record|Workout)*)>
<!ATTLIST HealthData locale CDATA #REQUIRED>
]>
<HealthData locale="en_GB">
 <ExportDate value="2026-03-04 10:00:00 +0100"/>
 <Me HKCharacteristicTypeIdentifierBiologicalSex="HKBiologicalSexNotSet"/>
"""
HEALTH_NAME = "apple_health_export/export.xml"


def record(kind: str, value: str, start: str, *, end: str = "", unit: str = "", source: str = "Watch") -> str:
    """One of Apple's; `kind` with its prefix."""
    told = f'unit="{unit}" ' if unit else ""
    return (
        f' <Record type="HK{kind}" sourceName="{source}" {told}creationDate="{start} +0100" '
        f'startDate="{start} +0100" endDate="{end or start} +0100" value="{value}"/>\n'
    )


def quantity(kind: str, value: str, start: str, unit: str, source: str = "Watch") -> str:
    """A record of something measured."""
    return record(f"QuantityTypeIdentifier{kind}", value, start, unit=unit, source=source)


def slept(stage: str, start: str, end: str, source: str = "Watch") -> str:
    """A stretch of sleep, or of lying in bed."""
    kind = "CategoryTypeIdentifierSleepAnalysis"
    return record(kind, f"HKCategoryValueSleepAnalysis{stage}", start, end=end, source=source)


HEALTH_RECORDS = (
    quantity("BodyMass", "76.4", "2026-03-02 07:00:00", "kg", "Scale"),
    quantity("BodyFatPercentage", "0.182", "2026-03-02 07:00:00", "%", "Scale"),
    quantity("StepCount", "4000", "2026-03-02 09:00:00", "count"),
    quantity("StepCount", "5000", "2026-03-02 18:00:00", "count"),
    quantity("StepCount", "8000", "2026-03-02 09:00:00", "count", "Phone"),
    quantity("StepCount", "123", "2026-03-04 09:00:00", "count"),
    quantity("RestingHeartRate", "52", "2026-03-02 09:00:00", "count/min"),
    quantity("HeartRateVariabilitySDNN", "60", "2026-03-02 03:00:00", "ms"),
    quantity("HeartRateVariabilitySDNN", "70", "2026-03-02 05:00:00", "ms"),
    quantity("DietaryWater", "0.5", "2026-03-02 12:00:00", "L", "Drinks"),
    quantity("DietaryWater", "250", "2026-03-02 15:00:00", "mL", "Drinks"),
    quantity("HeartRate", "61", "2026-03-02 12:00:00", "count/min"),
    quantity("HeartRate", "62", "2026-03-02 12:01:00", "count/min"),
    quantity("Height", "178", "2026-03-02 12:00:00", "cm"),
    slept("InBed", "2026-03-01 22:40:00", "2026-03-02 06:40:00", "Phone"),
    slept("AsleepCore", "2026-03-01 23:00:00", "2026-03-02 02:00:00"),
    slept("AsleepDeep", "2026-03-02 02:00:00", "2026-03-02 04:00:00"),
    slept("AsleepREM", "2026-03-02 04:30:00", "2026-03-02 06:30:00"),
    slept("AsleepUnspecified", "2026-03-01 23:10:00", "2026-03-02 04:00:00", "Other watch"),
    slept("AsleepCore", "2026-03-02 14:00:00", "2026-03-02 14:40:00"),
    (
        ' <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="25" durationUnit="min" '
        'sourceName="Watch" startDate="2026-03-02 07:30:00 +0100" endDate="2026-03-02 07:56:00 +0100">\n'
        '  <WorkoutStatistics type="HKQuantityTypeIdentifierDistanceWalkingRunning" sum="5.0" unit="km"/>\n'
        '  <WorkoutStatistics type="HKQuantityTypeIdentifierHeartRate" average="150.2" unit="count/min"/>\n'
        " </Workout>\n"
    ),
    (
        ' <Workout workoutActivityType="HKWorkoutActivityTypeTraditionalStrengthTraining" duration="45" '
        'durationUnit="min" sourceName="Watch" startDate="2026-03-02 18:00:00 +0100" '
        'endDate="2026-03-02 18:45:00 +0100"/>\n'
    ),
)


def health(records: tuple[str, ...] = HEALTH_RECORDS) -> bytes:
    """The export itself, as it lies in the zip under HEALTH_NAME."""
    return f"{_HEALTH}{''.join(records)}</HealthData>\n".encode()
