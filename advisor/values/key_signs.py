"""Check by a few words whether a file may contain a private key. Most files do not.

`private_keys` and `secret_forms` build their patterns from these words, so no file with a key is missed.
"""

KEY, LINES, MAC = PRIVATE = ("private key", "private-lines:", "private-mac:")  # in BEGIN and END; PuTTY's
# How base64 begins that is a private key: its first bytes hold its length, and behind that its version, 0, 1 or 3, or
# how it is enciphered; OpenSSH's own form; and a block that is encoded as a whole, with BEGIN. `.` is any letter of it.
_BEGIN = "LS0tLS1CRUdJTi"
ENCODED = {
    "MII..[AQgw]": ("IBA",),
    "MI[E-H].": ("AgEA", "AgEB"),
    "M[A-P].": ("CAQA", "CAQE"),
    "MII.....": ("BgkqhkiG9w0BBQ", "BgoqhkiG9w0BDAE"),
    "MI[E-H].M[A-H].": ("GCSqGSIb3DQEF", "GCiqGSIb3DQEM"),
    "M[A-P].w..": ("YKKoZIhvcNAQwB",),
    "b3BlbnNzaC": ("1rZXktdj",),
    f"{_BEGIN}B": (
        *("QUklWQVRFIEtFW", "SU0EgUFJJVkFURSBLRV", "EU0EgUFJJVkFURSBLRV", "FQyBQUklWQVRFIEtFW"),
        *("PUEVOU1NIIFBSSVZBVEUgS0VZ", "FTkNSWVBURUQgUFJJVkFURSBLRV", "QR1AgUFJJVkFURSBLRV"),
    ),
}
JWK = "kty"
OF_NET = ("RSAKeyValue", "RSAParameters", "DSAKeyValue")
# Tables as those of `secrets`, but that case counts: that a text holds a JWK, up to where a number of one begins whose
# letters are none of a path, the same in YAML without quotes, and in .NET's XML.
QUOTE = "\\\\?\\\\?\\\\?([\"']|&quot;)"
_BLANKS = "[ \t\r\n]*"
_NAMES = "(d|p|q|r|t|d[pq]|qi|k)"
OF_JWK = f"({QUOTE})?{JWK}({QUOTE})?{_BLANKS}:"
JWK_NAME = f"{QUOTE}{_NAMES}{QUOTE}{_BLANKS}:{_BLANKS}"
JWK_LETTER = "[A-Za-z0-9_*-]"
YAML_NAME = f"(^|[\r\n{{,])[ \t-]*{_NAMES}[ \t]*:[ \t]+[\"']?"
NET = "|".join(OF_NET)
NET_NAME = f"(<|&lt;)(D|P|Q|DP|DQ|InverseQ|X)(>|&gt;){_BLANKS}"
NET_LETTER = "[A-Za-z0-9+/_=*-]"
IN_ENCODED = (*(sign for begin, signs in ENCODED.items() for sign in signs if _BEGIN not in begin), _BEGIN)
_TELLING = tuple(sign.encode() for sign in (*IN_ENCODED, JWK, *OF_NET))
_IN_CAPITALS = tuple(word.upper().encode() for word in PRIVATE)


def encoded(any_letter: str) -> str:
    """Return a pattern for the beginning of a private key in base64. any_letter: the pattern of a letter."""
    begins = (f"{begin.replace('.', any_letter)}({'|'.join(signs)})" for begin, signs in ENCODED.items())
    return f"({'|'.join(begins)})"


def may_hold_key(data: bytes) -> bool:
    """Return whether a file may contain a private key in any form."""
    if any(sign in data for sign in _TELLING):
        return True
    capitals = data.upper()
    return any(word in capitals for word in _IN_CAPITALS)
