"""The projective arc-hybrid system, with LEFT_ARC b0 -> s0, RIGHT_ARC s1 -> s0 and SHIFT.

See Kuhlmann, Gómez-Rodríguez & Satta (2011), and MH3 in Gómez-Rodríguez, Shi & Lee (2018), 3.2.
Their derivations begin with a SHIFT of node 0; here, node 0 is on the stack from the start. A
derivation has 2n moves."""

from numba import njit

from nonproj.systems.configuration import BUFFER, NONE, STACK, attach, may_take_root, node_at, shift
from nonproj.systems.dynamic_oracle import is_within_reach, n_waiting, write_cost
from nonproj.systems.gold import GOLD_HEAD, is_due, shift_or_stop
from nonproj.systems.moves import LEFT_ARC, NO_MOVE, RIGHT_ARC, SHIFT


@njit(cache=True)
def legal(config):
    """Return the bit mask of moves that are legal in this configuration."""
    mask = 0
    if config.state[BUFFER] > 0:
        mask |= 1 << SHIFT
        if config.state[STACK] > 1:
            mask |= 1 << LEFT_ARC
    if config.state[STACK] > 2 or (config.state[STACK] == 2 and may_take_root(config)):
        mask |= 1 << RIGHT_ARC
    return mask


@njit(cache=True)
def apply(config, move, label):
    """Perform a legal move."""
    if move == SHIFT:
        shift(config)
    else:
        head = node_at(config, BUFFER, 0) if move == LEFT_ARC else node_at(config, STACK, 1)
        attach(config, head, 0, label)


@njit(cache=True)
def due_arc(config, gold):
    """Return (move, dependent) for a gold arc from b0 or s1 to a complete s0, else NO_MOVE."""
    s0 = node_at(config, STACK, 0)
    if is_due(config, gold, node_at(config, BUFFER, 0), s0):
        return LEFT_ARC, s0
    if is_due(config, gold, node_at(config, STACK, 1), s0):
        return RIGHT_ARC, s0
    return NO_MOVE, 0


@njit(cache=True)
def oracle(config, gold):
    """Return (move, dependent): the result of `due_arc` unless it is NO_MOVE, else SHIFT.

    The oracle is complete for projective trees."""
    move, dependent = due_arc(config, gold)
    return (move, dependent) if move != NO_MOVE else shift_or_stop(config)


@njit(cache=True)
def costs(config, gold, out):
    """For each legal move, write its cost and the dependent that it attaches.

    The tree must be projective. See Goldberg & Nivre (2013). After LEFT_ARC or RIGHT_ARC, s0 loses
    its gold children in the buffer, and its gold head in the buffer or below s0. After SHIFT, b0
    loses its gold children on the stack, and its gold head on the stack unless this head is s0."""
    state, lists = config.state, config.lists
    s0, s1, b0 = node_at(config, STACK, 0), node_at(config, STACK, 1), node_at(config, BUFFER, 0)
    after_s0 = n_waiting(config, gold, BUFFER, s0)
    head = gold[s0, GOLD_HEAD]
    write_cost(out, RIGHT_ARC, after_s0 + (b0 != NONE and head >= b0), s0)
    if b0 == NONE:
        return
    roots = n_waiting(config, gold, BUFFER, 0)
    if state[STACK] > 1 and gold[lists[STACK, 1], GOLD_HEAD] == 0:
        roots += 1
    from_s1 = head == s1 and is_within_reach(config, s1, roots)
    write_cost(out, LEFT_ARC, after_s0 + (head > b0 or from_s1), s0)
    head = gold[b0, GOLD_HEAD]
    left = head < b0 and head != s0 and is_within_reach(config, head, roots)
    write_cost(out, SHIFT, n_waiting(config, gold, STACK, b0) + left, 0)
