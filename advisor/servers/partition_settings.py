"""Name the settings that a server reads from the other servers on its machine."""

DAOS_OF_PARTITIONS = ("daosenable", "daosbasepath")  # by NOTES.INI, else by its server document
OF_PARTITIONS = (  # of NOTES.INI
    "directory", "partitionnumber", "translog_path", "translog_status", "view_rebuild_dir", *DAOS_OF_PARTITIONS,
)  # fmt: skip
PORT_OF_PARTITIONS = (  # handed on where it surely or presumably is one
    "ports", "tcpip_tcpipaddress", "servertasks", "httpihsenabled",
)  # fmt: skip
WEB_OF_PARTITIONS = (  # of its server document
    "http_normalmode", "http_port", "http_sslmode", "http_sslport", "http_bindtohostname", "http_hostname",
)  # fmt: skip
