package io.github.tensorloupe.integrity.duplicates;

import module java.base;

/// The tensors of a checkpoint that hold the same bytes. Immutable.
///
/// @param groups those that waste most first, then the longest
/// @param sharedNames tensors that were left out as equal when the files were written
/// @param unreadableCount tensors that could not be compared, because they could not be read
public record Duplicates(
    List<DuplicateGroup> groups, List<SharedName> sharedNames, long unreadableCount) {

  public Duplicates {
    groups = List.copyOf(groups);
    sharedNames = List.copyOf(sharedNames);
  }

  /// Bytes that would not be needed if every content were stored once.
  public long wastedBytes() {
    return groups.stream().mapToLong(DuplicateGroup::wastedBytes).sum();
  }
}
