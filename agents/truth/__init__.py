"""Numbers by reference: who writes an answer writes slots; code renders them and holds words against them."""

# pyright: reportUnusedImport=false

from agents.truth.material import sheet_of
from agents.truth.moments import days_named, moments_in
from agents.truth.sentences import sentence_bounds
from agents.truth.sheet import Sheet
from agents.truth.telling import Refusal, Told, denies, slot_bounds, slotted, tell
from agents.truth.values import SlotError
