"""Bare: of many servers of which hardly a line is told, those that are judged. Each takes its time, however little."""

from advisor.servers.gathered import Which
from advisor.servers.server import Server
from advisor.servers.walk import NOT_READ, Unread
from advisor.values.printing import brief

MOST = 300  # servers of which as little may be told as anybody likes
LEAST = 2 * 1024  # bytes of all files for each of more; a NOTES.INI that a server wrote has three times that
_TOO_BARE = (
    f"the files tell of more than {MOST} servers in less than {LEAST // 1024} KB for each; {{:,}} of {{:,}} were"
    f" not judged, the first of them {{}}: check them in several runs, of no more than {MOST} servers each"
)


def judged(servers: list[Server]) -> tuple[list[Server], list[Unread]]:
    """The first so many, and a word on the first of the others."""
    told, counted = 0, set[Which]()
    for number, server in enumerate(servers):
        for file in server.given.group.files:
            if file.input.which not in counted:
                counted.add(file.input.which)
                told += file.size
        if number >= MOST and told < (number + 1) * LEAST:
            reason = _TOO_BARE.format(len(servers) - number, len(servers), brief(server.name))
            return servers[:number], [Unread(server.files[0].path, None, reason, True, NOT_READ)]
    return servers, []
