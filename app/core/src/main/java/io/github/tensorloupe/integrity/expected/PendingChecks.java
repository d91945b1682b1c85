package io.github.tensorloupe.integrity.expected;

import module java.base;

/// The checks of a file that are known before it is hashed.
///
/// @param checks those that could be compared
/// @param waiting those that need hashing
public record PendingChecks(List<Check> checks, List<ExpectedHash> waiting) {}
