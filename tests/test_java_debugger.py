"""The addresses on which JavaDebugOptions lets a debugger attach."""

import pytest

from advisor.derive.settings import reach

REACH = {
    "transport=dt_socket,server=y,suspend=n,address=8000": "port alone",
    "transport=dt_socket,server=y,suspend=n": "port alone",
    "transport=dt_socket,server=y,suspend=n,address=*:8000": "anywhere",
    "transport=dt_socket,server=y,suspend=n,address=0.0.0.0:8000": "anywhere",
    "transport=dt_socket, server=y, suspend=n, address=[::]:8000": "anywhere",
    "address=*:8000,suspend=n,server=y,transport=dt_socket": "anywhere",
    "TRANSPORT=DT_SOCKET,SERVER=Y,SUSPEND=N,ADDRESS=0.0.0.0:8000": "anywhere",
    "transport=dt_socket,server=y,suspend=n,address=localhost:8000": "this machine",
    "transport=dt_socket,server=y,suspend=n,address=127.0.0.1:8000": "this machine",
    "transport=dt_socket,server=y,suspend=n,address=[::1]:8000": "this machine",
    "transport=dt_shmem,server=y,suspend=n,address=domino": "this machine",
    "transport=dt_socket,server=y,suspend=n,address=10.1.2.3:8000": "one address",
    "transport=dt_socket,server=y,suspend=n,address=mail01.example.com:8000": "one address",
    "transport=dt_socket,server=n,address=ide.example.com:8000": "nowhere",
    "transport=dt_socket,suspend=n,address=8000": "nowhere",
    "8000": "nowhere",
    ",,=,": "nowhere",
}


@pytest.mark.parametrize("options", REACH)
def test_from_where_a_debugger_can_attach(options):
    assert reach(options) == REACH[options]
