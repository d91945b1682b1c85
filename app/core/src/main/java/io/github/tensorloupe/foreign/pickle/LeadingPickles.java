package io.github.tensorloupe.foreign.pickle;

import module java.base;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.Pickle;
import io.github.tensorloupe.work.Cancellation;

/// The pickles at the beginning of a file of another format. Python reads them from there and
/// ignores the bytes after them.
public final class LeadingPickles {

  /// PyTorch reads five pickles from a file.
  private static final int MAX_PICKLES = 5;

  private static final int HEAD_BYTES = 4096;

  private LeadingPickles() {}

  /// Returns the findings about the pickles. Empty if the file does not begin with a pickle.
  public static List<Finding> findings(ByteSource file, Cancellation cancellation)
      throws IOException {
    byte[] head = file.read(0, (int) Math.min(HEAD_BYTES, file.length()));
    boolean isPickle = Pickle.protocol(file, head).isPresent();
    List<Finding> findings = new ArrayList<>();
    long position = 0;
    for (int count = 0; count < MAX_PICKLES; count++) {
      PickleBytes bytes = PickleBytes.of(file, position, file.length());
      PickleReading reading = PickleReading.read(bytes, PickleLoader.UNKNOWN, cancellation);
      // Other bytes are malformed pickles too, and may begin with an extension, which has no
      // module.
      boolean isMalformed =
          reading.globals().stream().allMatch(global -> global.module().isEmpty())
              && reading.findings().stream()
                  .anyMatch(finding -> finding.code() == FindingCode.PICKLE_MALFORMED);
      if (!isMalformed || count == 0 && isPickle) {
        findings.addAll(reading.findings());
      }
      if (reading.root().isEmpty()) {
        break;
      }
      position += reading.end();
    }
    return findings;
  }
}
