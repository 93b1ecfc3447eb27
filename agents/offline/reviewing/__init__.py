"""The parts of a review of a diary: pure functions of its entries, their numbers as slots."""
