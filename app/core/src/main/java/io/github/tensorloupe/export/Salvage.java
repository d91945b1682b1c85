package io.github.tensorloupe.export;

import module java.base;

import io.github.tensorloupe.export.SalvagePlan.Doubt;
import io.github.tensorloupe.export.SalvagePlan.Fate;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.text.ByteSize;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Writes the intact tensors of a damaged file into a new one, which the reference library loads.
/// Thread-safe. The damaged file is never written to.
///
/// @param files every step on the disk
public record Salvage(FileOperations files) {

  /// Writes the new file, with the metadata of the damaged one as far as they can be read.
  ///
  /// @param progress reported in bytes, of twice what the tensors have, for they are read back
  /// @throws IOException if no tensor is intact, or reading or writing fails
  public Exported write(
      SalvagePlan plan,
      Path out,
      boolean replaces,
      Collection<Path> sources,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    if (plan.kept().isEmpty()) {
      throw new SentenceException(summary(plan).then(Sentence.of("Nothing was written.")));
    }
    ExportOptions options = ExportOptions.of(ExportFormat.SAFETENSORS).withReplaces(replaces);
    List<Path> kept = new ArrayList<>(sources);
    kept.add(plan.file().path());
    return new TensorExport(files)
        .writeSubset(plan.kept(), options, out, kept, cancellation, progress);
  }

  /// Sentences that say what of a file can be kept and what cannot.
  public static Sentence summary(SalvagePlan plan) {
    Sentence kept = kept(plan, PathText.of(String.valueOf(plan.file().path().getFileName())));
    return plan.doubt().map(Salvage::sentence).map(kept::then).orElse(kept);
  }

  private static Sentence kept(SalvagePlan plan, String name) {
    int keptCount = plan.kept().size();
    int count = keptCount + plan.left().size();
    if (count == 0) {
      return Sentence.of("No tensor of {0} can be read.", name);
    }
    if (keptCount == 0) {
      return count == 1
          ? Sentence.of("No tensor of {0} is intact; {1}.", name, others(plan))
          : Sentence.of(
              "None of the {0} tensors of {1} is intact; {2}.", count, name, others(plan));
    }
    ByteSize keptSize = new ByteSize(plan.keptByteCount());
    return Sentence.of(
        "{0} of the {1} {1#tensor|tensors} of {2} {0#is|are} intact, {3}.",
        keptCount,
        count,
        name,
        plan.left().isEmpty() ? keptSize : Sentence.joined("; ", List.of(keptSize, others(plan))));
  }

  private static Sentence others(SalvagePlan plan) {
    return Sentence.joined(
        ", ",
        Stream.of(Fate.values())
            .filter(fate -> plan.count(fate) > 0)
            .map(fate -> Sentence.of("{0} {0#is|are} {1}", plan.count(fate), words(fate)))
            .toList());
  }

  /// The fate of a tensor, as the end of a sentence.
  public static Sentence words(Fate fate) {
    return switch (fate) {
      case CUT -> Sentence.of("cut");
      case LOST -> Sentence.of("lost");
      case WRONG_OFFSETS -> Sentence.of("of a different size than shape and dtype say");
      case OVERLAPS -> Sentence.of("in the place of another");
    };
  }

  private static Sentence sentence(Doubt doubt) {
    return switch (doubt) {
      case NO_HEADER -> Sentence.of("There is no header that can be read.");
      case ENDS_IN_HEADER -> Sentence.of("The file ends inside its header, so it has no data.");
      case NO_DATA_START ->
          Sentence.of(
              "The header breaks off and has no closing brace where it should end, so the beginning"
                  + " of the data is unknown.");
      case BREAKS_OFF ->
          Sentence.of("The header breaks off: tensors and metadata after the break are lost.");
    };
  }
}
