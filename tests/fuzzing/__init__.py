"""Fuzzing: made-up and damaged inputs for all that domlint reads, judges and writes; CONTRIBUTING.md tells how to run it."""
