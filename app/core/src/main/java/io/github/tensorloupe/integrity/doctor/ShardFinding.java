package io.github.tensorloupe.integrity.doctor;

import module java.base;

import io.github.tensorloupe.format.Finding;

/// A finding on a set of shards.
///
/// @param shard the file name of the shard; empty if the finding is about the index or several
///   shards
public record ShardFinding(Optional<String> shard, Finding finding) {}
