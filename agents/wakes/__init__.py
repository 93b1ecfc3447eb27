"""What wakes coaches, and when: rows that wait, one run at a time, none twice."""
