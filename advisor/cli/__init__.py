"""The commands: arguments in, one call, printing, exit code. `commands` declares them all, one module each."""
