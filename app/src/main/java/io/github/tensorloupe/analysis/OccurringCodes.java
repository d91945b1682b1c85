package io.github.tensorloupe.analysis;

/// The codes that occur in a tensor, in the order of their ranks, and how often each does.
///
/// @param codes each once; not copied
/// @param counts as many, each at least 1; not copied
record OccurringCodes(int[] codes, long[] counts) {

  OccurringCodes {
    if (codes.length != counts.length) {
      throw new IllegalArgumentException(counts.length + " counts of " + codes.length + " codes");
    }
  }

  /// How many different codes occur.
  int size() {
    return codes.length;
  }
}
