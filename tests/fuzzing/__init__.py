"""Fuzzing: made-up and damaged inputs for all that domlint reads, judges and writes; README.md describes how to run it."""
