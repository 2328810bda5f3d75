"""The three papers of Iris: their headings in order, and what tables of them do not say in the words of the print."""

CLUSTERS = {
    "Test methodology for Domino R4.6 clusters": (
        "System configurations",
        "About the workloads",
        "About the evaluation scenarios",
    ),
    "Scenario 1: Cluster replication with mail workloads": ("Domino configurations", "About the tests"),
    "Scenario 2: Multiple Cluster Replicators": ("Domino configurations", "About the tests"),
    "Scenario 3: Concurrency in updating replicas": (),
    "Scenario 4: Solving a cluster performance problem, from-the-field": (
        "About our analysis",
        "Recommended settings to optimize this configuration",
    ),
    "Recommendations from our R4.6 clustering tests": (),
    "ABOUT HARRY": (),
    "Cluster replication test results (sidebar)": (
        "CPU utilization for 100 users",
        "Light user workload for varying numbers of users (using Config 4)",
        "Medium user workload for varying numbers of users (using Config 4)",
        "Heavy user workload for varying numbers of users (using Config 4)",
    ),
    "Multiple Cluster Replicator test results (sidebar)": ("CPU utilization", "Disk utilization"),
    "Concurrence in updating replicas results (sidebar)": (),
    "Cluster performance results, from-the-field (sidebar)": (
        "Server 1: Load statistics",
        "Server 3: Load statistics",
        "Server 1: Clustering statistics",
    ),
}
IO = {
    "Test methodology and test data": (
        "System configurations",
        "System 1 (Windows NT)",
        "System 2 (AIX)",
        "System 3 (Sun Solaris)",
        "About the workloads",
        "About the results",
    ),
    "Scenario 1: Windows NT": ("R5 mail", "Webmail", "SMTP/POP3"),
    "Scenario 2: AIX": (),
    "Scenario 3: Sun Solaris": (),
    "Recommended I/O configurations": ("Domino databases", "Transaction logs", "Other storage"),
    "ABOUT THE AUTHOR": (),
    "Configuring RAID levels for I/O performance (sidebar)": (
        "Read/write access test results",
        "About the hardware RAID levels",
    ),
}
LOGGING = {
    "A quick review of Domino 6 transaction logging": (),
    "Server test configurations": ("Windows 2000", "Solaris 8", "AIX 5.1"),
    "Performance test results": (
        "New lock manager and flushing algorithm performance",
        "Drive selection",
        "Windows 2000",
        "R6Mail on Windows 2000",
        "R6iNotes on Windows 2000",
        "Solaris",
        "R6Mail on Solaris",
        "R6iNotes on Solaris",
        "AIX",
        "R6Mail on AIX",
        "R6iNotes on AIX",
    ),
    "Conclusion": (),
}
DOCUMENTS = {
    "iris-clustering": ("000", CLUSTERS),
    "iris-clustering-field": ("000", CLUSTERS),
    "iris-io-r5": ("003", IO),
    "ldd-domino6-logging": ("004", LOGGING),
}


# As in test_seed_tables, which takes them in.
IN_OTHER_WORDS = {
    ("io-raid-levels", "level", "10"): ("RAID0+1", "domlint's own spelling"),
    ("cluster-field-servers", "memory_mb", "1024"): ("1GB RAM", "in MB like that of the other server"),
}
UNSAID = {
    ("cluster-configurations", "standby", "0"),  # all servers of the picture are active
}
IN_LINES = {"cluster-users", "cluster-replicators-cpu", "cluster-replicators-disk", "io-read-write"}
