"""Which whole messages ask for a job, or about jobs, without a command."""

from __future__ import annotations

import pytest

from agents.jobs.signs import job_wish


@pytest.mark.parametrize(
    "text",
    [
        "Write my training year in review",
        "please make me a recap of the last 3 months",
        "clean up my log",
        "can you tidy up my entries?",
        "make me a 12 week plan to bench 100kg",
        "do some research on why my sleep got worse",
        "go through last month and tell me what stands out",
        "look back over my last 3 months and write up what changed",
        "go through my log and clean it up",
        "올해 훈련 리뷰 써줘",
        "11월 리포트 써줘",
        "write my november in review",
        "지난달 기록 훑어보고 정리해 줘",
        "내 기록 정리해 줘",
        "12주 벤치 계획 짜줘",
        "make me a review of this year",
        "write a report about my training since October",
        "give me a review of my training this year",
        "I'd like a review of October",
        "can you review my year?",
        "review my training since september",
        "find duplicates in my log",
        "check my diary for typos",
        "build me a training plan for a half marathon",
        "지난 3개월 운동 돌아보기 보고서 써 줘",
        "내 기록에서 중복 찾아줘",
        "하프마라톤 훈련 계획 세워줘",
        "왜 잠을 못 자는지 조사해줘",
    ],
)
def test_these_do(text: str) -> None:
    assert job_wish(text, "en" if text.isascii() else "ko") == "begin"


@pytest.mark.parametrize(
    "text",
    [
        "clean 60kg 5x3",
        "power clean up to 80kg",
        "give me a plan for next week",
        "made a 5k plan with my coach, ran 5k in 26:00",
        "what was my training year like?",
        "went through last month and ate too much",
        "go through the motions and finish",
        "wrote my review at work, slept 6h",
        "오늘 방 정리했어",
        "12주차 벤치 80kg 5x5",
        "give me a summary of this week",
        "long day at the job, slept 6h",
        "paused the treadmill job, ran 5k",
        "make me a training plan for next week",
        "review at work went badly, slept 5h",
        "i want a review",
        "found duplicates in my log at work",
        "다음 주 운동 계획 짜줘",
        "계획대로 훈련 5km 달림",
    ],
)
def test_these_do_not(text: str) -> None:
    assert job_wish(text, "en" if text.isascii() else "ko") is None


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("how far is my job?", "list"),
        ("What jobs are running?", "list"),
        ("please pause the job", "pause"),
        ("resume my review job", "resume"),
        ("stop the job!", "stop"),
        ("is the review ready?", "list"),
        ("stop job", "stop"),
        ("cancel the review", "stop"),
        ("accept the review", "accept"),
        ("보고서 받을게요", "accept"),
        ("pause my report", "pause"),
        ("작업 어디까지 됐어?", "list"),
        ("작업 목록 보여줘", "list"),
        ("돌아보기 다 됐어?", "list"),
        ("돌아보기 그만", "stop"),
        ("작업 잠깐 멈춰줘", "pause"),
        ("작업 취소해줘", "stop"),
    ],
)
def test_these_are_about_jobs_that_there_are(text: str, wish: str) -> None:
    assert job_wish(text, "en" if text.isascii() else "ko") == wish
