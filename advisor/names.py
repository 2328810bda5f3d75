"""Names: a server's hierarchical name in, the way administrators write it out."""

import re


def abbreviated(name: str) -> str:
    """`CN=Mail01/O=Acme` as `Mail01/Acme`."""
    return "/".join(re.sub(r"^\s*(?:CN|OU\d?|O|C)=", "", part, flags=re.IGNORECASE).strip() for part in name.split("/"))
