"""Steps on what a running server counted and logged."""

from advisor.derive.steps.step import Step, given
from advisor.known import Facts


def _counts_mail(facts: Facts) -> bool:
    counted = ("stat.mail.", "stat.smtp.dnsbl.", "console.mail_dead", "console.mail_waiting")
    return any(facts.each(prefix) for prefix in counted)


def _runs_traveler(facts: Facts) -> bool:
    tasks = any("traveler" in fact.text.lower() for fact in facts.each("ini.servertasks"))
    return tasks or bool(facts.each("stat.traveler.push."))


STEPS = (
    Step(
        "statistics.derive_statistics",
        (
            "mail_boxes.conflict_percent",
            "replication.failed_percent",
            "cluster_replication.failed_percent",
            "buffer_pool.peak_percent",
            "database_cache.most",
            "counters.hours",
            "counters.settled",
            "mail.in_use",
            "protocols.idle",
        ),
        completes=("protocols.",),
        needs=("tasks.names",),
        where=given("stat"),
    ),
    Step(
        "trouble.derive",
        (
            "trouble.kind",
            "trouble.count",
            "trouble.times",
            "trouble.standing",
            "trouble.of_data",
            "trouble.first",
            "trouble.last",
        ),
        where=given("logged"),
    ),
    Step(
        "mail.derive_mail_queues",
        ("mail.dead", "mail.waiting", "blacklist.dead", "blacklist.refuses_all"),
        where=_counts_mail,
    ),
    Step(
        "statistics.derive_users_memory",
        ("users_memory.of_people", "users_memory.least_mb", "users_memory.for_users", "users_memory.fitted_mb"),
        needs=("server.role", "release", "platform", "machine.memory"),
        where=lambda facts: bool(facts.first("stat.server.users.peak")),
    ),
    Step("statistics.derive_health", ("health.critical_from",), where=lambda facts: bool(facts.each("stat.health."))),
    Step(
        "statistics.derive_semaphores",
        ("semaphores.timeouts", "semaphores.counted", "semaphores.a_day", "semaphores.told"),
        needs=("counters.hours",),
        where=lambda facts: bool(facts.each("stat.sem.timeouts")),
    ),
    Step(
        "statistics.derive_traveler",
        ("traveler.http_threads", "traveler.http_threads_wanted", "traveler.devices_counted", "traveler.heap_mb"),
        needs=("bits", "doc.server.http_maxactivethreads"),
        where=_runs_traveler,
    ),
)
