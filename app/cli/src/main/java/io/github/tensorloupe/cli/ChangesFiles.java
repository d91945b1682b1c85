package io.github.tensorloupe.cli;

/// A marker for commands that change files. Such a command completes its work if standard output
/// cannot be written, and fails afterwards.
interface ChangesFiles {}
