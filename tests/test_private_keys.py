"""Nothing of a private key is shown, in whichever file it stands and however it is written. One line a way."""

import base64
import json
import re
from itertools import pairwise, product

import pytest
from at_once import at_once

from advisor import pack
from advisor.report import masking
from advisor.source import Source
from advisor.values import key_signs
from advisor.values.private_keys import hide, hide_in

SECRET = "hunter2"
BEGIN, END = "-----BEGIN RSA PRIVATE KEY-----", "-----END RSA PRIVATE KEY-----"
CATALOGUE = pack.builtin().catalogue
HEAD, TAIL = "[Notes]\nKitType=2\nDirectory=/local/notesdata\n", "TRANSLOG_Status=0\nServer_Session_Timeout=480\n"
BODY = "MIIE\nBBBBhunter2\nCCCChunter2\n"
BROKEN = "MIIE\n  key=abc hunter2\nBBBBhunter2\n"
BLOCKS = {
    "whole": f"{BEGIN}\n{BODY}{END}\n",
    "a setting's value": f"SSLPrivateKey={BEGIN}\n{BODY}{END}\n",
    "broken by a setting": f"SSLPrivateKey={BEGIN}\n{BROKEN}{END}\n",
    "broken by a setting, without END": f"SSLPrivateKey={BEGIN}\n{BROKEN}",
    "broken by words": f"{BEGIN}\nMIIE\nabc hunter2 def\nBBBBhunter2\n",
    "broken by many settings": f"{BEGIN}\nMIIE\n" + "Acme=hunter2\n" * 30 + f"BBBBhunter2\n{END}\n",
    "broken by a comment and a blank line": f"{BEGIN}\nMIIE\n\n; hunter2\n\nBBBBhunter2\n",
    "broken by a certificate's BEGIN": f"{BEGIN}\nMIIE\n-----BEGIN CERTIFICATE-----\nBBBBhunter2\n{END}\n",
    "another block's END": f"{BEGIN}\nMIIE\n-----END CERTIFICATE-----\nBBBBhunter2\n{END}\n",
    "without END": f"{BEGIN}\n{BODY}",
    "without BEGIN": f"{BODY}{END}\n",
    "without BEGIN, broken": "AAAAhunter2AAAAAAAAAA\nkey=abc hunter2\nBBBBhunter2\n" + END + "\n",
    "two": f"{BEGIN}\n{BODY}{END}\n{BEGIN}\n{BODY}{END}\n",
    "two, of the first no END": f"{BEGIN}\n{BROKEN}{BEGIN}\n{BODY}{END}\n",
    "set in": f"  {BEGIN}\n  {BROKEN}  {END}\n",
    "below tabs": f"\t{BEGIN}\n\tMIIE\n\tBBBBhunter2\n",
    "BEGIN in a comment": f"; {BEGIN}\n{BROKEN}{END}\n",
    "all of it in comments": f";{BEGIN}\n;MIIE\n;key=abc hunter2\n;BBBBhunter2\n;{END}\n",
    "in comments, without END": f"# {BEGIN}\n# MIIE\n# BBBBhunter2\n",
    "OPENSSH": BEGIN.replace("RSA", "OPENSSH") + f"\n{BROKEN}" + END.replace("RSA", "OPENSSH") + "\n",
    "EC": BEGIN.replace("RSA", "EC") + f"\n{BROKEN}" + END.replace("RSA", "EC") + "\n",
    "ENCRYPTED": BEGIN.replace("RSA", "ENCRYPTED") + f"\n{BROKEN}" + END.replace("RSA", "ENCRYPTED") + "\n",
    "of no kind": BEGIN.replace("RSA ", "") + f"\n{BROKEN}" + END.replace("RSA ", "") + "\n",
    "PGP": "-----BEGIN PGP PRIVATE KEY BLOCK-----\nVersion: hunter2\n\n"
    f"{BROKEN}=ab2c\n-----END PGP PRIVATE KEY BLOCK-----\n",
    "SSH2": f"---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\n{BROKEN}---- END SSH2 ENCRYPTED PRIVATE KEY ----\n",
    "small letters": f"{BEGIN.lower()}\n{BROKEN}{END.lower()}\n",
    "a header": f"{BEGIN}\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,hunter2\n\nBBBBhunter2\n",
    "on one line, escaped": f"Cert={BEGIN}\\nMIIE\\nBBBBhunter2\\n{END}\n",
    "on one line, escaped, without END": f"Cert={BEGIN}\\nMIIE\\nBBBBhunter2\n",
    "on one line": f"Cert={BEGIN} MIIE BBBBhunter2 {END}\n",
    "the end of one on one line": f"Cert=MIIE\\nBBBBhunter2\\n{END}\n",
    "in quotes": f'Cert="{BEGIN}" \\\n "MIIE" \\\n "BBBBhunter2" \\\n "{END}"\n',
    "in quotes, without END": f'Cert="{BEGIN}\\n" +\n "MIIE\\n" +\n "BBBBhunter2"\n',
    "four dashes": f"{BEGIN[1:-1]}\n{BROKEN}{END[1:-1]}\n",
    "a word processor's dashes": f"{BEGIN}\n{BROKEN}{END}\n".replace("-----", "\u2013" * 5),
    "two long dashes, without END": f"Cert={BEGIN}\n{BODY}".replace("-----", "\u2014" * 2),
    "PuTTY": "PuTTY-User-Key-File-2: ssh-rsa\nEncryption: none\nPublic-Lines: 1\nAAAA\n"
    f"Private-Lines: 3\n{BODY}Private-MAC:\n",
    "PuTTY, cut": f"PuTTY-User-Key-File-3: ssh-rsa\nPrivate-Lines: 3\n{BODY}",
    "END with another word": f"{BEGIN}\n{BROKEN}-----END PRIVATE KEY-----\n",
}
LINES = "hunter2AqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBqhkiG9w0BAQEFAASCBKcwgg\n"
BY_NAME = {  # keys that no BEGIN tells of
    "lines of SEC1": f"MHcCAQEEIOE0CNl4JTMFQLVKiRl+4vfI+24UGpQKEf3gAgEAAoIBqhkiG9w0BAQE\n{LINES}hunter2A\n",
    "enciphered lines": f"MIIFHDBOBgkqhkiG9w0BBQ0wQTApBgkqhkiG9w0BBQ0wQTApBgkqhkiG9w0BBQ0w\n{LINES}hunter2A==\n",
    "enciphered lines of an elliptic curve": f"MIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAc\n{LINES}",
    "lines enciphered as in PKCS#12": f"MIIE6jAcBgoqhkiG9w0BDAEDMA4ECG1mHAEPbDubAgII\n{LINES}",
    "OpenSSH's lines": f"b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAA\n{LINES}",
    "a block that is encoded as a whole": "LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVktLS0tLQpNSUlFMIIEvQIBADANBgkq\n" + LINES,
    "lines in quotes": f'Cert="MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSj" \\\n "{LINES[:-1]}"\n',
    "lines in comments": f"; MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSj\n; {LINES}; hunter2A==\n",
    "lines on one, escaped": f"Cert=MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSj\\n{LINES[:-1]}\\nhunter2A==\n",
    "a JWK in YAML": f"kty: RSA\nd: {LINES}p: '{LINES[:-1]}'\n",
    "a JWK in YAML on one line": f"X={{kty: oct, k: {LINES[:-1]}}}\n",
    "a JWK, all of it in quotes": f"X={{'kty':'oct','k':'{LINES[:-1]}'}}\n",
    ".NET's parameters": f"<RSAParameters><D>{LINES[:-1]}</D></RSAParameters>\n",
    ".NET's DSA": f"<DSAKeyValue><X>{LINES[:-1]}</X></DSAKeyValue>\n",
    "lines without BEGIN and END": "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIB\n"
    "hunter2AMIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSj\nhunter2A==\n",
    "lines of a key of P-384": "MIGkAgEBBDCqhkiG9w0BAQEFAASCBKcwggSjqhkiG9w0BAQE\n"
    "hunter2AqhkiG9w0BAQEFAASCBKcwggSj\nhunter2A==\n",
    "a JWK": '{"kty":"RSA",\n"n":"x","d" : "MIIEMIIEMIIEMIIEhunter2",\n"p":\n"MIIEMIIEMIIEMIIEhunter2"}\n',
    "a JWK in JSON": r"X={\"kty\":\"oct\",\"k\":\"MIIEMIIEMIIEMIIEhunter2\"}" + "\n",
    ".NET's XML": "<RSAKeyValue><Modulus>x</Modulus><P>MIIEMIIEMIIEMIIEhunter2=</P><D>\n  MIIEMIIEMIIEMIIEhunter2\n"
    "  MIIEMIIEMIIEMIIEhunter2\n</D></RSAKeyValue>\n",
}
ENCODED = {
    "LF": lambda text: text.encode(),
    "CRLF": lambda text: text.replace("\n", "\r\n").encode(),
    "CR": lambda text: text.replace("\n", "\r").encode(),
    "UTF-16": lambda text: text.encode("utf-16"),
    "UTF-16 without a mark": lambda text: text.encode("utf-16-be"),
    "UTF-8": lambda text: b"\xef\xbb\xbf" + text.replace("Notes]\n", "Notes]\nAcme=\xfc\n").encode(),
    "cp1252": lambda text: text.replace("Notes]\n", "Notes]\nAcme=\xfc\n").encode("cp1252"),
}


@at_once(
    ("block", "encoded"),
    product((BLOCKS | BY_NAME).values(), ENCODED.values()),
    [f"{one}, {way}" for one in BLOCKS | BY_NAME for way in ENCODED],
)
def test_no_text_of_a_file_holds_a_key_and_all_else_stays(block, encoded):
    source = Source.of("notes.ini", encoded(HEAD + block + TAIL))
    text = source.text(0, len(source.data))
    assert SECRET not in text
    assert "KitType=2" in text
    assert TAIL.split(maxsplit=1)[0] in text
    assert TAIL.split()[1] in text
    plain = Source.of(
        "notes.ini", encoded((HEAD + block + TAIL).replace("PRIVATE", "PUBLICS").replace("private", "publics"))
    )
    assert source.line_starts == plain.line_starts
    assert Source.of("notes.ini", source.data).data == source.data  # masked before


def _letters(sign):
    """Base64 that begins as a pattern of it says; all that follows tells of nothing."""
    begin, behind = sign
    return re.sub(r"\[(.)[^]]*\]", r"\1", begin).replace(".", "C") + behind + "A" * 20 + SECRET


SIGNS = [(begin, sign) for begin, signs in key_signs.ENCODED.items() for sign in signs]


@at_once("sign", SIGNS)
def test_no_key_that_is_known_is_passed_by(sign):
    first = _letters(sign)
    source = Source.of("x.txt", f"a\n{first}\n{LINES}b\n".encode())
    assert SECRET.encode() not in source.data
    assert source.data.startswith(f"a\n{''.join(first[: -20 - len(SECRET)])}*".encode())
    assert masking.masked(CATALOGUE, f"Acme={first}AAAAA") == "Acme=***"


NOTHING_HIDDEN = [
    "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSj",  # a line alone is a word, and masked as such
    "MIIDdzCCAl2gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBaMQswCQYDVQQGEwJJRTES\nQIBADANBgkqhkiG9w0BAQUFADBaMQ==",
    "MHcCAQEEIO\nMHcCAQEEIO",
    "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tLS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0t\nLS0tLS1CRUdJTiBDRVJU",
    "kty=RSA\nd: abcdefghijklmnopqrstuvwxyz1",
    "<RSAKeyValue><Modulus>abcdefghijklmnopqrstuvwxyz1</Modulus></RSAKeyValue>",
]


@at_once("text", NOTHING_HIDDEN)
def test_what_is_no_key_is_not_hidden(text):
    source = Source.of("x.txt", text.encode())
    assert (source.data, source.keys) == (text.encode(), ())


def test_behind_the_lines_of_a_key_settings_stay():
    first = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSj"
    for behind in ("Ports=TCPIP", "ServerTasksAtMidnight=", "AcmeSetting=1", "Directory", "a line in words", "[Notes]"):
        text = Source.of("notes.ini", f"{first}\n{LINES}{behind}\n".encode()).data.decode()
        assert text.splitlines()[2] == behind


def found(domlint, folder, texts):
    """The findings of each text, as a NOTES.INI of a server of its own."""
    for number, text in enumerate(texts):
        (folder / str(number)).mkdir(exist_ok=True)
        (folder / str(number) / "notes.ini").write_text(HEAD + text + TAIL)
    done = domlint("check", ".", "--isolated", "--format", "json")
    assert "none of a private key" not in done.err
    of_all = [one for one in json.loads(done.out)["findings"] if one["name"] in TOLD]
    told = [(one["location"]["path"], one["name"], one["subject"], one["location"]["line"]) for one in of_all]
    return [[row[1:] for row in told if row[0] == f"{number}/notes.ini"] for number in range(len(texts))]


TOLD = {"password-in-clear", "line-without-setting"}
BARE = [text for name, text in BY_NAME.items() if "\n" in text.strip() and "YAML" not in name]


def test_a_key_without_begin_is_told_of_at_its_line_and_is_no_fault_of_form(domlint, tmp_path):
    for text, told in zip(BARE, found(domlint, tmp_path, BARE), strict=True):
        assert told == [("password-in-clear", "file NOTES.INI", 4)], text
    masked = [re.sub(r"\*{4,}", "***", Source.of("notes.ini", text.encode()).data.decode()) for text in BARE]
    assert found(domlint, tmp_path, masked) == [[] for _ in BARE]


def test_a_key_within_a_value_is_told_of_by_the_setting_s_name(domlint, tmp_path):
    texts = [text for text in BY_NAME.values() if text.startswith(("X=", "Cert=M")) and text.count("\n") == 1]
    assert len(texts) == 4
    for text, told in zip(texts, found(domlint, tmp_path, texts), strict=True):
        assert told == [("password-in-clear", "file NOTES.INI", 4)], text


BESIDE = [  # what stands under a JWK's names and is none of its numbers
    '{"kty": "x", "k": "/local/notesdata/archive", "d": "C:\\\\Domino\\\\Data\\\\archive"}',
    '{"note": "a kty", "d": "names_of_all_databases"}',
    'kty=1\n{"p": "a_folder_of_sixteen_letters"}',
]


@at_once("text", BESIDE)
def test_what_is_no_number_of_a_key_stays(text):
    assert Source.of("x.json", text.encode()).data == text.encode()


def test_no_command_shows_a_key(domlint, tmp_path):
    for number, text in enumerate(BLOCKS.values()):
        (tmp_path / str(number)).mkdir()
        (tmp_path / str(number) / "notes.ini").write_text(HEAD + text + TAIL)
    for command in (
        ("check", ".", "--isolated", "--format", "json"),
        ("facts", "."),
        ("fix", ".", "--isolated", "--release", "14.5"),
    ):
        done = domlint(*command)
        assert [line for line in (done.out + done.err).splitlines() if SECRET in line] == [], command


def test_no_format_shows_a_broken_key(domlint, tmp_path):
    from advisor import writers

    (tmp_path / "notes.ini").write_text(HEAD + BLOCKS["broken by a setting, without END"] + "Acmee=1\n" + TAIL)
    forms = [("check", "--format", form) for form in writers.FORMATS]
    plans = [("fix", "--format", form) for form in ("text", "markdown", "json")]
    others = [("fix", "--script", "console"), ("facts", "--format", "json"), ("explain", "LOG001", "--for")]
    for command, *options in (*forms, *plans, *others):
        done = domlint(command, *options, "notes.ini")
        assert done.returncode in (0, 1), done.err
        assert SECRET not in done.out + done.err, (command, options)
        assert command != "check" or options[1] != "text" or "line-without-setting" not in done.out


SET_UP = {"serverSetup": {"server": {"name": "mail1", "type": "first"}, "org": {"orgName": "Acme"}}}


def _set_up(key: str) -> str:
    whole = {**SET_UP, "notesINI": {"Acme": key, "Behind": "17"}}
    return json.dumps({"serverSetup": {**SET_UP["serverSetup"], "notesINI": whole["notesINI"]}}, indent=1)


def _config_map(text: str) -> str:
    lines = "".join(f"    {line}\n" for line in text.splitlines())
    return f"apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  notes.ini: |\n{lines}"


def _encoded_map(text: str) -> str:
    told = base64.b64encode(text.encode()).decode()
    return f"apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\nbinaryData:\n  notes.ini: {told}\n"


DXL = """<?xml version='1.0'?>
<database xmlns='http://www.lotus.com/dxl'><document form='Server'><item name='ServerName'><text>CN=Mail01/O=Acme</text>
</item><item name='Key'><text>{}</text></item><item name='ServerTitle'><text>x</text></item></document></database>
"""
FILES = {
    "setup.json": _set_up(f"{BEGIN}\n{BROKEN}{END}"),
    "cut/setup.json": _set_up(f"{BEGIN}\n{BROKEN}"),
    "map.yaml": _config_map(HEAD + BLOCKS["broken by a setting"] + TAIL),
    "cut/map.yaml": _config_map(HEAD + BLOCKS["broken by a setting, without END"] + TAIL),
    "encoded/map.yaml": _encoded_map(HEAD + BLOCKS["broken by a setting"] + TAIL),
    "names.dxl": DXL.format(f"{BEGIN}\nMIIE<break/>hunter2 key=hunter2<break/>hunter2\n{END}"),
    "cut/names.dxl": DXL.format(f"{BEGIN}\nMIIE<break/>hunter2 key=hunter2<break/>hunter2\n"),
    "env.txt": f"HOME=/home/notes\nLOGNAME=notes\nCERT={BEGIN}\n{BROKEN}{END}\nUSER=notes\n",
    "setup.env": f"SERVERSETUP_SERVER_NAME=mail1\nSERVERSETUP_ORG_ORGNAME=Acme\nACME_KEY={BEGIN}\\nhunter2\\n{END}\n",
    "console.log": f"[0001:0002-0003] > set config Cert={BEGIN}\n[0001:0002-0003] MIIE\n"
    f"[0001:0002-0003]   key=abc hunter2\n[0001:0002-0003] BBBBhunter2\n[0001:0002-0003] {END}\n",
    "a.properties": f"key={BEGIN}\\\n{BROKEN}{END}\n",
    "bare/names.dxl": DXL.format(BY_NAME["lines of SEC1"].replace("\n", "<break/>")),
    "a/names.dxl": DXL.format(BY_NAME["a JWK"]),
    "quoted/names.dxl": DXL.format(BY_NAME["a JWK"].replace('"', "&quot;")),
    "net/names.dxl": DXL.format(BY_NAME[".NET's XML"].replace("<", "&lt;").replace(">", "&gt;")),
    "bare/nsd.log": f"<@@ ------ System Data -> INI -> notes.ini (Time 12:23:01) ------ @@>\n{HEAD}{BY_NAME['a JWK']}"
    f"{BY_NAME['lines of SEC1']}{TAIL}<@@ ------ System Data -> x (Time 12:23:01) ------ @@>\n",
    "nsd.log": f"<@@ ------ System Data -> INI -> notes.ini (Time 12:23:01) ------ @@>\n{HEAD}Acme={BEGIN}\n{BROKEN}{TAIL}"
    "<@@ ------ System Data -> x (Time 12:23:01) ------ @@>\n",
}


@pytest.mark.parametrize("name", FILES)
def test_no_other_file_s_key_is_shown(name, domlint, tmp_path):
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text(FILES[name])
    (tmp_path / "notes.ini").write_text(HEAD)
    for command in (("check", ".", "--isolated", "--format", "json"), ("facts", "."), ("fix", ".", "--isolated")):
        done = domlint(*command)
        assert SECRET not in done.out + done.err, command


def test_json_is_still_read_around_a_key(domlint, tmp_path):
    for name in ("setup.json", "cut/setup.json"):
        (tmp_path / "setup.json").write_text(FILES[name])
        shown = domlint("facts", "setup.json").out
        assert "Acme" in shown
        assert "17" in shown


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=repr)
def test_what_came_into_a_key_begins_behind_the_line_of_begin(end, domlint, tmp_path):
    (tmp_path / "notes.ini").write_bytes((HEAD + BLOCKS["broken by a setting"] + TAIL).replace("\n", end).encode())
    assert "notes.ini:5" in next(
        line for line in domlint("check", "notes.ini", "--isolated").err.splitlines() if "none of a private key" in line
    )


def test_where_something_came_into_a_key_no_setting_is_absent(domlint, tmp_path):
    (tmp_path / "notes.ini").write_text(HEAD + BLOCKS["broken by a setting"] + TAIL)
    done = domlint("check", "notes.ini", "--isolated", "--format", "json")
    assert "lines that are none of a private key stand within one" in done.out + done.err
    (tmp_path / "notes.ini").write_text(HEAD + BLOCKS["whole"] + TAIL)
    assert "none of a private key" not in domlint("check", "notes.ini", "--isolated").err


@at_once(("text", "before"), product(BY_NAME.values(), (100, 16_300, 32_700)))
def test_in_pieces_keys_without_begin_are_hidden_too(text, before):
    data, length = f"<item>{'x' * before}\n{text}</item><c>z</c>{'y ' * 9000}".encode(), 1000
    shown = b"".join(hide_in(data[at : at + length] for at in range(0, len(data), length)))
    assert len(shown) == len(data)
    assert SECRET.encode() not in shown
    assert b"</item><c>z</c>y" in shown


@at_once("length", [1, 7, 40, 1000])
def test_in_pieces_it_is_hidden_too(length):
    data = f"<a>x</a>{BEGIN}\n{BROKEN}{END}<b>y</b>{BEGIN}hunter2</item><c>z</c>".encode()
    shown = b"".join(hide_in(data[at : at + length] for at in range(0, len(data), length)))
    assert len(shown) == len(data)
    assert SECRET.encode() not in shown
    assert b"<b>y</b>" in shown
    assert shown.endswith(b"</item><c>z</c>")


GROWING = [
    BEGIN + "\n",
    END + "\n",
    BEGIN,
    END,
    BEGIN + "x\n",
    "-----BEGIN ",
    "-----BEGIN A PRIVATE KEY",
    "A\n",
    "a=b\n",
    f"MIIEvQIBA{'A' * 40}\n",
    f'{{"kty":"oct","k":"{SECRET}{SECRET}{SECRET}"\n}}',
    f"<RSAKeyValue>\n<D>{SECRET}{SECRET}{SECRET}</D></RSAKeyValue>",
]


@at_once("piece", GROWING)
def test_what_is_hidden_is_so_byte_for_byte(piece):
    data = (BEGIN + "\n" + piece * 300).encode()
    shown, keys = hide(data)
    assert len(shown) == len(data)
    assert all(one.end <= other.begin for one, other in pairwise(keys))
