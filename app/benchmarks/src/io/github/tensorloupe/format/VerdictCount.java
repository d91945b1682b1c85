package io.github.tensorloupe.format;

import io.github.tensorloupe.testing.FuzzInput;
import java.util.Locale;
import java.util.Optional;

/// Lets the reader of headers and a second one, which shares no code with it and follows the rules
/// of the reference library, read the same files, half of them right, and counts their verdicts.
public final class VerdictCount {

  private VerdictCount() {}

  /// @param options how many files, which follow from their numbers
  /// @throws AssertionError if a verdict, a tensor or an entry of the metadata differs
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
