package io.github.tensorloupe.convert;

import module java.base;

import io.github.tensorloupe.convert.ConversionException.Reason;
import io.github.tensorloupe.convert.ConversionPlan.PlannedFile;
import io.github.tensorloupe.convert.ConversionPlan.PlannedTensor;
import io.github.tensorloupe.export.Draft;
import io.github.tensorloupe.export.DraftGroup;
import io.github.tensorloupe.export.ExportTarget;
import io.github.tensorloupe.export.ExportTarget.Replaceable;
import io.github.tensorloupe.export.OutFolder;
import io.github.tensorloupe.export.WrittenException;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.FileChangedException;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Writes the files of a conversion. All files are written and read back before the first one gets
/// its name; the index gets its name last. Not thread-safe.
public final class ConversionWriter {

  /// The written files.
  ///
  /// @param casts the effects of the casts, by new name
  /// @param warnings remarks about attributes of replaced files
  public record Result(Map<String, CastCounts> casts, List<Sentence> warnings) {

    /// Returns the effects of all casts.
    public CastCounts total() {
      return casts.values().stream().reduce(CastCounts.NONE, CastCounts::plus);
    }
  }

  private final ConversionPlan plan;
  private final int threadCount;
  private final Cancellation cancellation;
  private final Progress progress;
  private long doneBytes;

  private ConversionWriter(
      ConversionPlan plan, int threadCount, Cancellation cancellation, Progress progress) {
    this.plan = plan;
    this.threadCount = threadCount;
    this.cancellation = cancellation;
    this.progress = progress;
  }

  /// Checks whether the files of a plan can be written. Writes nothing.
  ///
  /// @param sources the paths of the sources and of all their files
  /// @param replaces true to replace existing files, but never a source
  /// @throws ConversionException if a file exists, is a source, or does not fit on the disk
  /// @throws IOException if a file cannot be written
  public static void check(
      FileOperations files, ConversionPlan plan, Collection<Path> sources, boolean replaces)
      throws IOException {
    for (Path path : plan.paths()) {
      requireNoSource(path, sources);
    }
    if (plan.isFolder() && !Files.isDirectory(plan.out())) {
      requireSpace(files, plan, plan.out().toAbsolutePath().getParent());
      return;
    }
    try (OutFolder folder = open(files, plan, sources)) {
      targets(files, plan, folder, replaces);
    }
  }

  private static OutFolder open(FileOperations files, ConversionPlan plan, Collection<Path> sources)
      throws IOException {
    return plan.isFolder()
        ? OutFolder.open(files, plan.out(), sources)
        : OutFolder.of(plan.paths().getFirst(), sources);
  }

  private static List<ExportTarget> targets(
      FileOperations files, ConversionPlan plan, OutFolder folder, boolean replaces)
      throws IOException {
    List<ExportTarget> targets = new ArrayList<>();
    for (Path path : plan.paths()) {
      try {
        Replaceable replaceable = replaces ? Replaceable.CHECKPOINTS : Replaceable.NOTHING;
        targets.add(folder.target(path, replaceable));
      } catch (FileAlreadyExistsException e) {
        throw new ConversionException(
            Reason.OUT_EXISTS,
            Sentence.of(
                "{0} already exists and was not changed; --force replaces it.", PathText.of(path)));
      }
    }
    requireSpace(files, plan, targets.getFirst().path().getParent());
    return targets;
  }

  private static void requireSpace(FileOperations files, ConversionPlan plan, Path folder)
      throws IOException {
    long byteCount = plan.files().stream().mapToLong(PlannedFile::byteCount).sum();
    long free = files.freeByteCount(folder);
    if (byteCount > free) {
      throw new ConversionException(
          Reason.NO_SPACE,
          Sentence.of(
              "The new files need {0} {0#byte|bytes}, but only {1} {1#is|are} free. Nothing was"
                  + " written.",
              byteCount, free));
    }
  }

  private static void requireNoSource(Path path, Collection<Path> sources) throws IOException {
    for (Path source : Files.exists(path) ? sources : List.<Path>of()) {
      if (Files.exists(source) && Files.isSameFile(path, source)) {
        throw new ConversionException(
            Reason.OUT_IS_INPUT,
            Sentence.of(
                "{0} is the source {1}. Sources are never changed; choose another name.",
                PathText.of(path), PathText.of(source)));
      }
    }
  }

  /// Checks, writes, verifies and publishes the files of a plan. Blocks the calling thread.
  ///
  /// @param sources see [#check]
  /// @param replaces see [#check]
  /// @param cancellation checked after each block until the first file gets its name
  /// @param progress reported in bytes: twice the size of the tensors
  /// @throws ConversionException as for [#check], or if a source has changed
  /// @throws WrittenException if the files were written, but a later step failed
  /// @throws IOException if writing fails; no new file is left, unless the message names it, and
  ///   replaced files are restored
  /// @throws CancellationException if cancelled; no new file is left
  public static Result write(
      FileOperations files,
      ConversionPlan plan,
      Collection<Path> sources,
      boolean replaces,
      int threadCount,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    for (Path path : plan.paths()) {
      requireNoSource(path, sources);
    }
    try (OutFolder folder = open(files, plan, sources)) {
      List<ExportTarget> targets = targets(files, plan, folder, replaces);
      ConversionWriter writer = new ConversionWriter(plan, threadCount, cancellation, progress);
      List<Draft.Written<Map<String, CastCounts>>> written =
          DraftGroup.write(
              files, targets, cancellation, writer::fill, () -> writer.requireUnchanged(targets));
      folder.keep();
      List<Sentence> warnings = written.stream().flatMap(each -> each.warning().stream()).toList();
      Map<String, CastCounts> casts = new TreeMap<>();
      written.forEach(each -> casts.putAll(each.result()));
      return new Result(casts, warnings);
    } catch (FileChangedException e) {
      throw new ConversionException(
          Reason.SOURCE_CHANGED, Sentence.of("{0} Nothing was written.", e.sentence()));
    }
  }

  /// Writes a file, and returns the effects of its casts by new name.
  private Map<String, CastCounts> fill(Draft draft, int number) throws IOException {
    if (number == plan.files().size()) {
      draft.write(ByteBuffer.wrap(plan.text().orElseThrow().content()));
      return Map.of();
    }
    PlannedFile file = plan.files().get(number);
    long total = 2 * plan.dataByteCount();
    LongConsumer progressOfFile =
        bytes -> {
          synchronized (this) {
            doneBytes += bytes;
            progress.report(Math.min(doneBytes, total), total);
          }
        };
    Map<String, CastCounts> counts =
        new FileWriter(draft, file, threadCount, cancellation, progressOfFile).write();
    Map<String, CastCounts> casts = new HashMap<>();
    for (PlannedTensor tensor : file.tensors()) {
      String name = tensor.info().name();
      CastCounts ofTensor = counts.get(name);
      if (ofTensor != null) {
        casts.put(name, tensor.isCast() ? ofTensor : ofTensor.withoutRounding());
      }
    }
    return casts;
  }

  /// Checks that the sources had one state while they were read, and that no link to them belongs
  /// to another user.
  private void requireUnchanged(List<ExportTarget> targets) throws IOException {
    for (ByteSource source : plan.sources()) {
      source.requireUnchanged();
      for (ExportTarget target : targets) {
        target.requireTrusted(source);
      }
    }
  }
}
