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
# Sections without a table → their figures above 8, besides the 100 users of most tests.
WITHOUT_TABLE = {
    "Scenario 3: Concurrency in updating replicas": "50",  # users of a test whose results are charts
    "Scenario 4: Solving a cluster performance problem, from-the-field, "
    "Recommended settings to optimize this configuration": "10 16 45 550 7000 360000000",  # settings
    "sidebar Concurrence in updating replicas results": "1999",  # copyright
    "ABOUT HARRY": "1987 1998 1999",
    "ABOUT THE AUTHOR": "1998 1999",
    "Server test configurations": "2000",  # Windows
    "Performance test results, Windows 2000": "2000",
    "Conclusion": "31 12841 1022003",  # the page's own form
}

R46, FIELD, R5, R6 = DOCUMENTS
TEST, S4 = (
    "Test methodology for Domino R4.6 clusters",
    "Scenario 4: Solving a cluster performance problem, from-the-field",
)
CPU, MULTI = "sidebar Cluster replication test results", "sidebar Multiple Cluster Replicator test results"
CASE, RAID = (
    "sidebar Cluster performance results, from-the-field",
    "sidebar Configuring RAID levels for I/O performance",
)
LEFT = {
    (R46, f"{TEST}, System configurations"): "4.0",  # Windows NT
    (R46, f"{TEST}, About the workloads"): "4 100",  # a scenario; users that all rows are for
    (R46, "Scenario 1: Cluster replication with mail workloads, About the tests"): "4.6 5 100",  # releases; as before
    (R46, "Recommendations from our R4.6 clustering tests"): "0 4 4.6 5 6 7 8 9 10",  # numbers of the list; a setting
    (R46, f"{CPU}, CPU utilization for 100 users"): "1 2 3 4",  # configurations
    (R46, f"{CPU}, Light user workload for varying numbers of users (using Config 4)"): "2 3 4",
    (R46, f"{CPU}, Medium user workload for varying numbers of users (using Config 4)"): "4",
    (R46, f"{CPU}, Heavy user workload for varying numbers of users (using Config 4)"): "1 4 1999",  # copyright
    (R46, f"{MULTI}, CPU utilization"): "1 100",  # users and tasks that all rows are for
    (R46, f"{MULTI}, Disk utilization"): "1 100 1999",
    (FIELD, S4): "2.27 2.40 10 100",  # releases of firmware; the network
    (FIELD, f"{CASE}, Server 1: Load statistics"): "4 5 300 1450",  # releases; KB for each database; users, as before
    (FIELD, f"{CASE}, Server 3: Load statistics"): "1 2 2600",  # servers; mail files, as before
    (FIELD, f"{CASE}, Server 1: Clustering statistics"): "30 1999",  # minutes, which cluster-field-statistics corrects
    (R5, "Test methodology and test data, System 1 (Windows NT)"): "1 40",  # MB of cache, MB/s of a controller
    (R5, "Test methodology and test data, System 2 (AIX)"): "0.1 2 4.3 4.5 18",  # AIX 4.3.1; disks, as in io-arrays
    (R5, "Test methodology and test data, System 3 (Sun Solaris)"): "2.6 3 4 8.4 11 180 3500",
    (R5, "Scenario 1: Windows NT, R5 mail"): "15 22",  # an enclosure; the drives' sum
    (R5, "Scenario 1: Windows NT, Webmail"): "5 10 15",  # release, speed of drives in K RPM, enclosure
    (R5, "Scenario 1: Windows NT, SMTP/POP3"): "10 15 22 5000",  # users, as in io-results
    (R5, "Scenario 2: AIX"): "12 18 20 80 6000 7133 10000",  # models, MB/s; results, as in io-results
    (R5, "Scenario 3: Sun Solaris"): "6 10 20 25 40 180 2000 3000 3500",  # results, as in io-results; GB, MB/s
    (R5, "Recommended I/O configurations, Domino databases"): "1 5 50",  # levels, as in io-raid-levels
    (R5, f"{RAID}, About the hardware RAID levels"): "6",
    (R5, f"{RAID}, Read/write access test results"): "1",
    (R6, "Server test configurations, Windows 2000"): "2 9 64 200 400 2000 5050",  # settings that were changed
    (R6, "Server test configurations, Solaris 8"): "8 9 1000",
    (R6, "Server test configurations, AIX 5.1"): "5.1 9",
    (R6, "Performance test results, Drive selection"): "0 1 4 6",  # figures, levels
    (R6, "Performance test results, New lock manager and flushing algorithm performance"): "2000",  # Windows
    (R6, "Performance test results, R6Mail on Windows 2000"): "2000",
    (R6, "Performance test results, R6iNotes on Windows 2000"): "2000",
    (R6, "Performance test results, R6Mail on AIX"): "2000",
}
