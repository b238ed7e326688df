"""The error that stops an import."""

from stellwerk.engine.refusal import RecordFault
from stellwerk.engine.rule import Fault, refuse


class ImportProblem(RecordFault):
    """The record cannot be followed any further than `action`; 0 if it is not about an action."""

    def __init__(self, action: int, fault: Fault) -> None:
        told = refuse("action {action}: {fault}", action=action, fault=fault) if action else fault
        super().__init__(told)
        self.action = action
