package io.github.tensorloupe.integrity.duplicates;

import module java.base;

/// The tensors of a checkpoint with the same bytes. Immutable.
///
/// @param groups by wasted bytes, then by length, both descending
/// @param sharedNames tensors that were omitted as equal when the files were written
/// @param unreadableCount number of tensors that could not be compared because they could not be
///   read
public record Duplicates(
    List<DuplicateGroup> groups, List<SharedName> sharedNames, long unreadableCount) {

  public Duplicates {
    groups = List.copyOf(groups);
    sharedNames = List.copyOf(sharedNames);
  }

  /// Returns the bytes that storing each content once would save.
  public long wastedBytes() {
    return groups.stream().mapToLong(DuplicateGroup::wastedBytes).sum();
  }
}
