package io.github.tensorloupe.compare;

import module java.base;

/// The differences between two checkpoints, counted.
///
/// @param equal pairs that are equal; with headers only, those that may be
/// @param renamed pairs under two names
/// @param unreadable pairs of which bytes are missing
/// @param pending pairs that are not compared yet
/// @param tolerated pairs whose difference does not count, though there is one
/// @param identical true if every pair is equal and by name and the metadata agree, whatever the
///   options; empty where that is not known
/// @param differs true if anything counts
public record Totals(
    long equal,
    long sameHeader,
    long values,
    long dtype,
    long shape,
    long added,
    long removed,
    long unreadable,
    long pending,
    long renamed,
    long metadataChanges,
    long tolerated,
    Optional<Boolean> identical,
    boolean differs) {

  public static Totals of(Comparison comparison) {
    throw new UnsupportedOperationException();
  }
}
