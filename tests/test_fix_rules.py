"""The edit of every rule is proven on one of its failing examples."""

import json

import test_rule_gates
from test_fix_written import EDITING

TOLD = ("release", "platform", "bits", "role", "workload", "criticality")  # what no file of an example says


def failing(name):
    """The failing examples of a rule with a NOTES.INI alone: what other files tell was so before an edit, and stays."""
    examples = map(test_rule_gates.whole, test_rule_gates.RULES[name].examples)
    fails = [one for one in examples if one.expect == "fail" and not any(getattr(one, field) for field in TOLD)]
    return [one.files for one in fails if [*one.files] == ["notes.ini"]]


def test_each_edit_is_proven_somewhere(domlint, tmp_path):
    asked = {name: failing(name) for name in sorted(EDITING)}
    for name, examples in asked.items():
        for number, files in enumerate(examples):
            for file, text in files.items():
                path = tmp_path / f"{name}-{number}" / file
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(text.encode())
    done = domlint("fix", ".", "--unsafe", "--isolated", "--format", "json", "--select", ",".join(asked))
    steps = [step for server in json.loads(done.out)["servers"] for step in server.get("steps", ())]
    proven = {step["name"] for step in steps if step.get("included")}
    assert {name for name, examples in asked.items() if examples} - proven == set()
