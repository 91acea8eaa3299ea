"""Configurations of a transition system, move by move in plain Python."""

from nonproj.systems import configuration as conf
from nonproj.systems import dispatch
from nonproj.systems.moves import NO_LABEL, Move, has_label


def legal_moves(system, config):
    mask = dispatch.legal(system.code, config)
    assert mask >> len(Move) == 0
    return [move for move in Move if mask >> move & 1]


def after(system, config, move, label=0):
    """A copy of the configuration after a move."""
    config = conf.Configuration(*(array.copy() for array in config))
    dispatch.apply(system.code, config, int(move), label if has_label(move) else NO_LABEL)
    return config


def begun(system, n, root_mode=conf.MULTIPLE, capacity=0):
    config = conf.new_configuration(max(n, capacity))
    conf.initial(config, n, system.degree, root_mode)
    return config


def listed(config, row):
    """The nodes of a list, bottom first."""
    return tuple(config.lists[row, : config.state[row]].tolist())


def arcs(config):
    heads = config.nodes[: config.state[conf.LENGTH] + 1, conf.HEAD].tolist()
    return frozenset((h, d) for d, h in enumerate(heads) if h != conf.NONE)


def triple(config):
    return listed(config, conf.STACK), listed(config, conf.BUFFER)[::-1], arcs(config)


def stacks(config):
    """The triple of the 2-planar system, in which both stacks end in 0."""
    stack, *rest = triple(config)
    return (stack, (0, *listed(config, conf.CONTEXT))), *rest


def pair(config):
    """Covington's (i, j, arcs)."""
    i = int(conf.node_at(config, conf.STACK, 0))
    j = int(conf.node_at(config, conf.BUFFER, 0))
    return i, int(config.state[conf.LENGTH]) + 1 if j == conf.NONE else j, arcs(config)
