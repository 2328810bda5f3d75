"""Steps: the tables of all derive steps, one a matter, in the order in which they run.

A step is a module of `derive` with `derive(facts, context)`, which yields facts. What only some kinds of input call for
is imported when such input was given: a check of NOTES.INI alone does without. A new step is a row in the table of its
matter, behind the steps that give what it needs.
"""

from advisor.derive.steps import counted, directory, machine, server, storage
from advisor.derive.steps.step import Step

_LAST = (
    Step(
        "assumptions.derive",
        (
            "transaction_log.own_file_system",
            "view_rebuild.own_file_system",
            "daos.own_file_system",
            "transaction_log.virtual",
            "view_rebuild.off_spindles",
            "view_rebuild.held",
            "health.printed",
            "blacklist.printed",
            "semaphores.printed",
            "counters.settled",
            "machine.container",
            "machine.memory",
            "server.partitioned",
            "server.criticality",
        ),
        needs=(
            "platform",
            "volume.array",
            "volume.mount",
            "transaction_log.",
            "view_rebuild.",
            "daos.",
            "counters.settled",
            "machine.container",
            "machine.memory",
            "server.partitioned",
            "server.criticality",
        ),
    ),
)
STEPS = machine.STEPS + directory.STEPS + server.STEPS + counted.STEPS + storage.STEPS + _LAST
