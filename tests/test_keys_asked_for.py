"""facts --key: a beginning of keys in whatever case; a setting's name will do; one that no key has is wrong use."""

import pytest

INI = "[Notes]\nKitType=2\nServerName=Mail01/Acme\nNSF_BUFFER_POOL_SIZE=402653184\nServer_Session_Timeout=480\n"

KEYS = [
    ("ini.nsf", {"ini.nsf_buffer_pool_size"}),
    ("INI.NSF_", {"ini.nsf_buffer_pool_size"}),
    ("NSF_BUFFER_POOL_SIZE", {"ini.nsf_buffer_pool_size"}),
    ("server_session", {"ini.server_session_timeout"}),
    ("ini.server_session,ini.nsf", {"ini.server_session_timeout", "ini.nsf_buffer_pool_size"}),
    ("array.", set()),
    ("ini.translog_", set()),
]
WRONG = [
    ("ini.nfs", 'no key begins with "ini.nfs"; did you mean "ini.nsf"?'),
    ("Server_Sesion_Timeout", 'no key begins with "Server_Sesion_Timeout"; did you mean "server_session_timeout"?'),
    ("aray", 'no key begins with "aray"; did you mean "array"?'),
    ("qqqqqq", 'no key begins with "qqqqqq"'),
]


@pytest.mark.parametrize(("key", "shown"), KEYS)
def test_keys_that_begin_so_are_shown(key, shown, domlint, tmp_path):
    (tmp_path / "notes.ini").write_text(INI)
    done = domlint("facts", "notes.ini", "--key", key)
    assert (done.returncode, done.err) == (0, "")
    assert {line.split()[0] for line in done.out.splitlines() if line.startswith("  ")} == shown


@pytest.mark.parametrize(("key", "said"), WRONG)
def test_a_key_that_there_is_not_is_wrong_use(key, said, domlint, tmp_path):
    (tmp_path / "notes.ini").write_text(INI)
    done = domlint("facts", "notes.ini", "--key", key)
    assert (done.returncode, done.out, done.err) == (2, "", f"domlint: --key: {said}\n")
