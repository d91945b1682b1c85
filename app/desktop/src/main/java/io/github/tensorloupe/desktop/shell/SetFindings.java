package io.github.tensorloupe.desktop.shell;

import module java.base;

import io.github.tensorloupe.desktop.selection.LocatedFinding;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.integrity.doctor.IndexDoctor;
import io.github.tensorloupe.integrity.doctor.ShardFinding;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;

/// What the index doctor finds in the sets of a checkpoint.
final class SetFindings {

  private SetFindings() {}

  /// Examines every set. Takes time in proportion to the number of tensors.
  ///
  /// @throws java.util.concurrent.CancellationException if cancelled
  static List<LocatedFinding> of(Checkpoint checkpoint, Cancellation cancellation) {
    List<LocatedFinding> located = new ArrayList<>();
    for (CheckpointPart part : checkpoint.parts()) {
      for (ShardFinding each : IndexDoctor.examine(part, cancellation)) {
        located.add(locate(each, part, checkpoint));
      }
    }
    return located;
  }

  private static LocatedFinding locate(
      ShardFinding each, CheckpointPart part, Checkpoint checkpoint) {
    Optional<TensorFile> file =
        each.shard().map(part.path()::resolveSibling).flatMap(path -> fileAt(path, checkpoint));
    return new LocatedFinding(
        file, file.isPresent() ? each.finding() : labelled(part.label(), each.finding()));
  }

  private static Optional<TensorFile> fileAt(Path path, Checkpoint checkpoint) {
    return checkpoint.files().stream().filter(file -> file.path().equals(path)).findFirst();
  }

  /// Several sets may have shards of the same names.
  private static Finding labelled(String label, Finding finding) {
    return label.isEmpty()
        ? finding
        : new Finding(
            finding.code(),
            Sentence.of("{0}: {1}", DisplayText.of(label), finding.sentence()),
            finding.tensor(),
            finding.range());
  }
}
