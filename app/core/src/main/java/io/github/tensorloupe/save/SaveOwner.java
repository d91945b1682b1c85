package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// The process that is saving, or was.
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
  Sentence shown() {
    return Sentence.of("process {0} on {1}", String.valueOf(processId), SaveSentences.name(host));
  }
}
