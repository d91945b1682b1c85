package io.github.tensorloupe.desktop.pane.overview;

import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.TensorFile;
import java.util.List;

/// One set or lone file of a folder that holds several.
///
/// @param isSet whether it is a set of shards
/// @param fileCount the files that are there
/// @param broken whether a file is refused or missing, or something else is wrong with the set
record PartSummary(
    String label, boolean isSet, int fileCount, long tensorCount, long byteCount, boolean broken) {

  /// The parts in their order; empty where there is only one.
  static List<PartSummary> of(Checkpoint checkpoint) {
    return checkpoint.parts().size() > 1
        ? checkpoint.parts().stream().map(PartSummary::of).toList()
        : List.of();
  }

  private static PartSummary of(CheckpointPart part) {
    List<TensorFile> files = part.files();
    return new PartSummary(
        part.label(),
        part.isSet(),
        files.size(),
        files.stream().mapToLong(file -> file.header().tensors().size()).sum(),
        files.stream().mapToLong(file -> file.bytes().length()).sum(),
        files.stream().anyMatch(TensorFile::isRefused)
            || part.findings().stream().anyMatch(finding -> finding.concern() == Severity.ERROR));
  }
}
