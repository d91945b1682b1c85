package io.github.tensorloupe.integrity.expected;

import module java.base;

/// The state of the checks of a file before it is hashed.
///
/// @param checks the completed checks
/// @param waiting the expected hashes that require hashing
public record PendingChecks(List<Check> checks, List<ExpectedHash> waiting) {}
