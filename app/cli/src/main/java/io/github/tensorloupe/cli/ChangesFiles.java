package io.github.tensorloupe.cli;

/// A marker for commands that write files. Such a command completes its work if standard output
/// cannot be written, and fails afterwards. If the reader of the output has exited, it returns the
/// exit code of its work; other commands stop with 2, because their result is unknown.
interface ChangesFiles {}
