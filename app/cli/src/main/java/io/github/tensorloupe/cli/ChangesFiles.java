package io.github.tensorloupe.cli;

/// A command that changes files: when standard output takes no more, it goes on with its work and
/// fails at the end.
interface ChangesFiles {}
