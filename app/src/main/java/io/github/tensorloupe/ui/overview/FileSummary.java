package io.github.tensorloupe.ui.overview;

import io.github.tensorloupe.model.TensorFile;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;

/// One file of a set or folder.
///
/// @param refused whether the reference library refuses it
record FileSummary(Path path, long byteCount, int tensorCount, boolean refused) {

  /// The files in their order, but those that are refused first.
  static List<FileSummary> of(List<TensorFile> files) {
    return files.stream()
        .map(
            file ->
                new FileSummary(
                    file.path(),
                    file.bytes().length(),
                    file.header().tensors().size(),
                    file.isRefused()))
        .sorted(Comparator.comparing(FileSummary::refused).reversed())
        .toList();
  }
}
