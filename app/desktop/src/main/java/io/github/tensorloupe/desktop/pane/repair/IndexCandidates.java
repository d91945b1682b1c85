package io.github.tensorloupe.desktop.pane.repair;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Remedies;
import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.integrity.doctor.IndexPlaces;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.FileKind;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Which indexes of a document may be wrong or missing. Looks at no file.
final class IndexCandidates {

  private IndexCandidates() {}

  /// Where the indexes are, or would be for shards without one; none where the indexes that are
  /// there have nothing against them.
  static List<Path> of(OpenDocument document) {
    Checkpoint checkpoint = document.checkpoint();
    if (checkpoint.kind() == FileKind.SAFETENSORS) {
      return List.of();
    }
    boolean curable =
        document.findings().stream()
            .map(located -> located.finding().code())
            .anyMatch(IndexCandidates::isCurable);
    Set<Path> places = new LinkedHashSet<>();
    for (CheckpointPart part : checkpoint.parts()) {
      Optional<Path> place = IndexPlaces.of(part.path());
      boolean isUnindexed = part.index().isEmpty() && !part.files().isEmpty();
      place.filter(_ -> curable || isUnindexed).ifPresent(places::add);
    }
    return List.copyOf(places);
  }

  private static boolean isCurable(FindingCode code) {
    return Remedies.of(code).filter(Command.WRITE_INDEX::equals).isPresent();
  }
}
