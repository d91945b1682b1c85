package io.github.tensorloupe.save;

import java.util.Objects;

/// Who is saving, or was.
///
/// @param processId the number of the process
/// @param host the name of its computer
record SaveOwner(long processId, String host) {

  SaveOwner {
    Objects.requireNonNull(host);
  }

  static SaveOwner ofThisProcess(FileOperations operations) {
    return new SaveOwner(operations.processId(), operations.hostName());
  }

  /// For a sentence.
  String shown() {
    return "process %d on %s".formatted(processId, SaveSentences.name(host));
  }
}
