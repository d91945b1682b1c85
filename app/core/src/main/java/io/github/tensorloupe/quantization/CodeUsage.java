package io.github.tensorloupe.quantization;

import module java.base;

import io.github.tensorloupe.text.Decimal;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// The frequencies of the codes of a quantized weight.
///
/// @param bits the width of a code in bits
/// @param counts the frequency of each code
public record CodeUsage(int bits, List<Long> counts) {

  private static final int TILE = 1 << 12;

  public CodeUsage {
    counts = List.copyOf(counts);
  }

  /// Counts the codes of a weight. Blocks.
  ///
  /// @param progress in rows
  /// @return empty if the layout of the codes is unknown
  /// @throws IOException if reading fails or a file changed since it was opened
  public static Optional<CodeUsage> of(
      QuantizedWeight weight, Cancellation cancellation, Progress progress) throws IOException {
    if (weight.decoding().isEmpty()) {
      return Optional.empty();
    }
    Decoding decoding = weight.decoding().get();
    Codes codes = decoding.codes;
    PartBytes bytes = new PartBytes(weight.codes());
    long[] counts = new long[1 << codes.bits()];
    int[] read = new int[TILE];
    for (long row = 0; row < decoding.rows; row++) {
      cancellation.check();
      long columns = decoding.columnsIn(row);
      for (long first = 0; first < columns; first += TILE) {
        int length = (int) Math.min(TILE, columns - first);
        codes.read(bytes, row, first, length, read);
        for (int i = 0; i < length; i++) {
          counts[read[i]]++;
        }
      }
      progress.report(row + 1, decoding.rows);
    }
    weight.codes().file().bytes().requireUnchanged();
    return Optional.of(new CodeUsage(codes.bits(), Arrays.stream(counts).boxed().toList()));
  }

  public long used() {
    return counts.stream().filter(count -> count > 0).count();
  }

  /// Returns the entropy of the codes in bits.
  public double entropy() {
    double total = counts.stream().mapToLong(Long::longValue).sum();
    return counts.stream()
        .filter(count -> count > 0)
        .mapToDouble(count -> count / total * (Math.log(total / count) / Math.log(2)))
        .sum();
  }

  public Sentence sentence() {
    return Sentence.of(
        "{0} of {1} codes, entropy {2} bits", used(), counts.size(), new Decimal(entropy(), 2));
  }
}
