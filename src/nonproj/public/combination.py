"""Several parsers: how they vote on a tree, and which of them vote."""

from typing import TYPE_CHECKING

from nonproj.public import on_demand

if TYPE_CHECKING:
    from nonproj.combination.blending import blend
    from nonproj.combination.confidence import with_confidence_of_blend
    from nonproj.combination.schemes import Weights
    from nonproj.combination.selection import Candidates, Order
    from nonproj.parsers.voting.committees import SCHEMES, committee_name
    from nonproj.parsers.voting.family import members_of
    from nonproj.parsers.voting.model import voting_model

__getattr__ = on_demand(__name__)
