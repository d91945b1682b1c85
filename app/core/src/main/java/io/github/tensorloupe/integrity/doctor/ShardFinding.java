package io.github.tensorloupe.integrity.doctor;

import module java.base;

import io.github.tensorloupe.format.Finding;

/// A finding on a set of shards.
///
/// @param shard the file name of the shard that it is about; empty where it is about the index, or
///   about several shards at once
public record ShardFinding(Optional<String> shard, Finding finding) {}
