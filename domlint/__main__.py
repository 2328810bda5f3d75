"""`python -m domlint`, for where no `domlint` is on the path: the program as its command runs it."""

from advisor.__main__ import program

if __name__ == "__main__":
    program()
