"""The core: any turn-based game as frozen states, typed actions and rules that carry their paragraph."""

from stellwerk.engine.action import CHANCE, ENTRIES, Action, EndGame, Redo, Undo
from stellwerk.engine.game import Game
from stellwerk.engine.hashing import state_hash
from stellwerk.engine.play import Transition, chance, considered, decode, legal, play, sample, to_act, view
from stellwerk.engine.refusal import FormatError, Refusal, SaveError
from stellwerk.engine.registry import title, titles
from stellwerk.engine.rule import Fault, Rule, refuse, rule
from stellwerk.engine.state import Event, Frame, Setup, State
from stellwerk.engine.step import Activity, Move, Pass
from stellwerk.engine.text import msg
from stellwerk.engine.title import AnyTitle, Title

__all__ = [
    "CHANCE",
    "ENTRIES",
    "Action",
    "Activity",
    "AnyTitle",
    "EndGame",
    "Event",
    "Fault",
    "FormatError",
    "Frame",
    "Game",
    "Move",
    "Pass",
    "Redo",
    "Refusal",
    "Rule",
    "SaveError",
    "Setup",
    "State",
    "Title",
    "Transition",
    "Undo",
    "chance",
    "considered",
    "decode",
    "legal",
    "msg",
    "play",
    "refuse",
    "rule",
    "sample",
    "state_hash",
    "title",
    "titles",
    "to_act",
    "view",
]
