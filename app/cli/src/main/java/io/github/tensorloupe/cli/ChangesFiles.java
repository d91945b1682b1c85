package io.github.tensorloupe.cli;

/// A command that changes files. If standard output cannot be written, it completes its work and
/// then fails.
interface ChangesFiles {}
