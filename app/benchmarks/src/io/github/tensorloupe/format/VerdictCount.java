package io.github.tensorloupe.format;

import io.github.tensorloupe.testing.FuzzInput;
import java.util.Locale;
import java.util.Optional;

/// Compares the verdicts of the header reader and of a second reader, which shares no code with it
/// and follows the rules of the reference library. Both read the same files, half of which are
/// valid.
public final class VerdictCount {

  private VerdictCount() {}

  /// @param options the number of files, each of which is generated from its number
  /// @throws AssertionError if a verdict, a tensor or a metadata entry differs
  /// @throws UnwritableHeaderException never
  public static void main(String[] options) throws UnwritableHeaderException {
    int count = Integer.parseInt(options[0]);
    int loaded = 0;
    int refused = 0;
    for (int seed = 0; seed < count; seed++) {
      FuzzInput input = FuzzInput.ofSeed(seed);
      byte[] file = seed % 2 == 0 ? HeaderFuzzTest.written(input) : HeaderFuzzTest.file(input);
      Optional<HeaderReading> reading = HeaderFuzzTest.compare(file);
      if (reading.isPresent()) {
        if (reading.get().loadError().isEmpty()) {
          loaded++;
        } else {
          refused++;
        }
      }
    }
    System.out.printf(
        Locale.ROOT,
        "%,d files: both load %,d and refuse %,d; %,d are left out, because the second reader is"
            + " not sure; 0 differ%n",
        count,
        loaded,
        refused,
        count - loaded - refused);
  }
}
