"""Made-up files as the apps write them, each telling of the same kind of training."""

from __future__ import annotations

STRONG_CLASSIC = '''\
Date,Workout Name,Exercise Name,Set Order,Weight,Weight Unit,Reps,RPE,Distance,Distance Unit,Seconds,Notes,Workout Notes,Workout Duration
2023-03-06 18:02:11,"Push, heavy",Bench Press (Barbell),W,60,kg,5,,,,0,,,1h 5m
2023-03-06 18:02:11,"Push, heavy",Bench Press (Barbell),1,100,kg,5,8,,,0,"felt good, ""snappy""",slept badly,1h 5m
2023-03-06 18:02:11,"Push, heavy",Bench Press (Barbell),2,100,kg,5,8.5,,,0,,,1h 5m
2023-03-06 18:02:11,"Push, heavy",Plank,1,0,kg,0,,,,60,,,1h 5m
2023-03-08 07:30:00,Run,Running,1,0,kg,0,,5,km,1500,,,25m
'''

STRONG_IOS = '''\
Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,RPE
2024-01-02 17:00:05,Evening Workout,58m,Squat (Barbell),W,135,5,0,0,
2024-01-02 17:00:05,Evening Workout,58m,Squat (Barbell),1,225,5,0,0,8
2024-01-02 17:00:05,Evening Workout,58m,Squat (Barbell),Rest Timer,0,0,0,180,
2024-01-02 17:00:05,Evening Workout,58m,Squat (Barbell),2,225,5,0,0,9
2024-01-02 17:00:05,Evening Workout,58m,Squat (Barbell),D,185,8,0,0,
2024-01-02 17:00:05,Evening Workout,58m,Squat (Barbell),F,185,6,0,0,10
'''

STRONG_ANDROID = '''\
"Workout #";"Date";"Workout Name";"Duration (sec)";"Exercise Name";"Set Order";"Weight (kg)";"Reps";"RPE";"Distance (meters)";"Seconds";"Notes";"Workout Notes"
"1";"2024-02-05 06:45:00";"Morgen; früh";"3600";"Deadlift (Barbell)";"1";"142,5";"3";"9,5";"";"0";"";""
"1";"2024-02-05 06:45:00";"Morgen; früh";"3600";"Deadlift (Barbell)";"Rest Timer";"";"";"";"";"120,0";"";""
"1";"2024-02-05 06:45:00";"Morgen; früh";"3600";"Deadlift (Barbell)";"Note";"";"";"";"";"";"Gürtel";""
"1";"2024-02-05 06:45:00";"Morgen; früh";"3600";"Rowing (Machine)";"1";"";"";"";"2000";"480";"";""
'''

HEVY_KG = '''\
"title","start_time","end_time","description","exercise_title","superset_id","exercise_notes","set_index","set_type","weight_kg","reps","distance_km","duration_seconds","rpe"
"Leg Day 🔥","22 Mar 2024, 18:04","22 Mar 2024, 19:10","","Squat (Barbell)","","","0","warmup",60,5,,,
"Leg Day 🔥","22 Mar 2024, 18:04","22 Mar 2024, 19:10","","Squat (Barbell)","","","1","normal",120,5,,,8
"Leg Day 🔥","22 Mar 2024, 18:04","22 Mar 2024, 19:10","","Squat (Barbell)","","","2","failure",120,4,,,10
"Leg Day 🔥","22 Mar 2024, 18:04","22 Mar 2024, 19:10","","Leg Press (Machine)","","","0","dropset",180,12,,,
"Cardio","24 Mar 2024, 09:00","24 Mar 2024, 09:40","","Running","","","0","normal",,,6.2,2100,
'''

HEVY_LB = '''\
"exercise_title","weight_lbs","reps","set_type","start_time","title","distance_miles","duration_seconds","rpe","set_index"
"Bench Press (Barbell)",185,5,"normal","4 déc. 2023, 18:04","Push","","","",0
"Pull Up","",12,"normal","4 déc. 2023, 18:04","Push","","","",0
'''

FITNOTES_ANDROID = '''\
Date,Exercise,Category,Weight (kgs),Reps,Distance,Distance Unit,Time,Comment
2022-11-01,Flat Barbell Bench Press,Chest,80.0,8,,,,
2022-11-01,Flat Barbell Bench Press,Chest,80.0,8,,,,paused
2022-11-01,Running (Treadmill),Cardio,,,3.0,km,0:18:30,
2022-11-03,Barbell Squat,Legs,100.0,5,,,,
'''

FITNOTES_IOS = '''\
Date,Exercise,Category,Weight,Weight Unit,Reps,Distance,Distance Unit,Time,Notes
2023-05-09,Deadlift,Back,315,lbs,5,,,,"top set, belt"
2023-05-09,Plank,Abs,,,,,,00:01:30,
'''

STRONGLIFTS = '''\
Date (yyyy/mm/dd),Workout,Workout Name,Program Name,Body Weight (KG),Exercise,Sets & Reps,Top Set (KG),Set 1 (Reps),Set 1 (KG),Set 2 (Reps),Set 2 (KG),Set 3 (Reps),Set 3 (KG),Notes
2023/01/09,1,Workout A,StrongLifts 5×5,80,Squat,3x5 60kg,60,5,60,5,60,4,60,
2023/01/09,1,Workout A,StrongLifts 5×5,80,Overhead Press,3x5 30kg,30,5,30,0,30,,,easy
2023/01/11,2,Workout B,StrongLifts 5×5,80,Deadlift,1x5 80kg,80,5,80,,,,,
'''

STRONGLIFTS_OLD = '''\
Date,Workout,Exercise,Weight KG,Weight LB,Set 1,Set 2,Set 3,Set 4,Set 5,Note
09/28/2019,A,Squat,,135,5,5,5,5,5,
10/01/2019,B,Squat,,140,5,5,5,5,4,knees
'''

ALL = {
    name: text
    for name, text in globals().items()
    if isinstance(text, str) and name.split("_")[0] in {"STRONG", "HEVY", "FITNOTES", "STRONGLIFTS"}
}
