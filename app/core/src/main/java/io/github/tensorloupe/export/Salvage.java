package io.github.tensorloupe.export;

import module java.base;

import io.github.tensorloupe.export.SalvagePlan.Doubt;
import io.github.tensorloupe.export.SalvagePlan.Fate;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.text.Quantities;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Writes the intact tensors of a damaged file into a new one, which the reference library loads.
/// Thread-safe; blocks the calling thread. The damaged file is never written to.
public final class Salvage {

  private final TensorExport export;

  /// @param files every step on the disk
  public Salvage(FileOperations files) {
    this.export = new TensorExport(files);
  }

  /// Writes the new file, with the metadata of the damaged one as far as they can be read.
  ///
  /// @param out the new file
  /// @param replaces true if a file that is there gives way
  /// @param sources files that are open: none of them is ever written to
  /// @param progress reported in bytes, of twice what the tensors have, for they are read back
  /// @throws java.nio.file.FileAlreadyExistsException if there is something and it does not give
  ///   way
  /// @throws IOException if no tensor is intact, or reading or writing fails
  /// @throws java.util.concurrent.CancellationException if cancelled; nothing is left then
  public Exported write(
      SalvagePlan plan,
      Path out,
      boolean replaces,
      Collection<Path> sources,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    if (plan.kept().isEmpty()) {
      throw new IOException(summary(plan) + " Nothing was written.");
    }
    ExportOptions options = ExportOptions.of(ExportFormat.SAFETENSORS).withReplaces(replaces);
    List<Path> kept = new ArrayList<>(sources);
    kept.add(plan.file().path());
    return export.writeSubset(plan.kept(), options, out, kept, cancellation, progress);
  }

  /// Sentences that say what of a file can be kept and what cannot.
  public static String summary(SalvagePlan plan) {
    int keptCount = plan.kept().size();
    int count = keptCount + plan.left().size();
    String name = PathText.of(String.valueOf(plan.file().path().getFileName()));
    String doubt = plan.doubt().map(each -> " " + sentence(each)).orElse("");
    if (count == 0) {
      return "No tensor of %s can be read.%s".formatted(name, doubt);
    }
    return keptCount == 0
        ? "%s of %s is intact%s.%s"
            .formatted(
                count == 1 ? "No tensor" : "None of the " + tensors(count),
                name,
                others(plan),
                doubt)
        : "%s of the %s of %s %s intact, %s%s.%s"
            .formatted(
                Quantities.count(keptCount),
                tensors(count),
                name,
                keptCount == 1 ? "is" : "are",
                Quantities.bytes(plan.keptByteCount()),
                others(plan),
                doubt);
  }

  private static String others(SalvagePlan plan) {
    List<String> parts = new ArrayList<>();
    for (Fate fate : Fate.values()) {
      int count = plan.count(fate);
      if (count > 0) {
        parts.add(Quantities.count(count) + (count == 1 ? " is " : " are ") + words(fate));
      }
    }
    return parts.isEmpty() ? "" : "; " + String.join(", ", parts);
  }

  /// The fate of a tensor, as the end of a sentence.
  public static String words(Fate fate) {
    return switch (fate) {
      case CUT -> "cut";
      case LOST -> "lost";
      case WRONG_OFFSETS -> "of another size than shape and dtype say";
      case OVERLAPS -> "in the place of another";
    };
  }

  private static String sentence(Doubt doubt) {
    return switch (doubt) {
      case NO_HEADER -> "There is no header that can be read.";
      case ENDS_IN_HEADER -> "The file ends inside its header, so the data are not in it.";
      case NO_DATA_START ->
          "The header breaks off and has no closing brace where it should end, so nobody knows"
              + " where the data begin.";
      case BREAKS_OFF -> "The header breaks off: tensors and metadata behind the break are lost.";
    };
  }

  private static String tensors(int count) {
    return Quantities.count(count) + (count == 1 ? " tensor" : " tensors");
  }
}
