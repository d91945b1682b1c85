package io.github.tensorloupe.desktop.pane.weight;

import module java.base;

import io.github.tensorloupe.text.Decimal;
import io.github.tensorloupe.text.Sentence;

/// The frequencies of the codes of a quantized weight.
///
/// @param counts the frequency of each code
record CodeUsage(long[] counts) {

  long used() {
    return Arrays.stream(counts).filter(count -> count > 0).count();
  }

  /// Returns the entropy of the codes in bits.
  double entropy() {
    double total = Arrays.stream(counts).sum();
    return Arrays.stream(counts)
        .filter(count -> count > 0)
        .mapToDouble(count -> count / total * (Math.log(total / count) / Math.log(2)))
        .sum();
  }

  Sentence sentence() {
    return Sentence.of(
        "{0} of {1} codes, entropy {2} bits", used(), counts.length, new Decimal(entropy(), 2));
  }
}
