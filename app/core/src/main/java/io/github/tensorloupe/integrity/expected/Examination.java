package io.github.tensorloupe.integrity.expected;

import module java.base;

import io.github.tensorloupe.integrity.hash.FileHashes;

/// The result of one pass over a file.
///
/// @param checks the comparisons with all expected hashes
public record Examination(FileHashes hashes, List<Check> checks) {}
