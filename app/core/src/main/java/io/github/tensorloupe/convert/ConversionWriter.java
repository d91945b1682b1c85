package io.github.tensorloupe.convert;

import module java.base;

import io.github.tensorloupe.convert.ConversionException.Reason;
import io.github.tensorloupe.convert.ConversionPlan.PlannedFile;
import io.github.tensorloupe.convert.ConversionPlan.PlannedTensor;
import io.github.tensorloupe.export.Draft;
import io.github.tensorloupe.export.ExportTarget;
import io.github.tensorloupe.export.ExportTarget.Replaceable;
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

  /// A published file of this conversion.
  private record Published(Path path, Optional<Object> key) {}

  private final FileOperations files;
  private final ConversionPlan plan;
  private final int threadCount;
  private final Cancellation cancellation;
  private final Progress progress;
  private final List<ExportTarget> targets;
  private final List<Published> published = new ArrayList<>();
  private final Map<String, CastCounts> casts = new TreeMap<>();
  private final List<Sentence> warnings = new ArrayList<>();
  private long doneBytes;
  private boolean isPublishing;

  private ConversionWriter(
      FileOperations files,
      ConversionPlan plan,
      List<ExportTarget> targets,
      int threadCount,
      Cancellation cancellation,
      Progress progress) {
    this.files = files;
    this.plan = plan;
    this.targets = List.copyOf(targets);
    this.threadCount = threadCount;
    this.cancellation = cancellation;
    this.progress = progress;
  }

  /// Checks whether the files of a plan can be written. Creates the folder of an adapter for PEFT,
  /// and writes nothing else.
  ///
  /// @param sources the paths of the sources and of all their files
  /// @param replaces true to replace existing files, but never a source
  /// @return the targets, in the order of [ConversionPlan#paths]
  /// @throws ConversionException if a file exists, is a source, or does not fit on the disk
  /// @throws IOException if a file cannot be written
  public static List<ExportTarget> check(
      FileOperations files, ConversionPlan plan, Collection<Path> sources, boolean replaces)
      throws IOException {
    for (Path path : plan.paths()) {
      requireNoSource(path, sources);
    }
    boolean isNewFolder = plan.isFolder() && !Files.isDirectory(plan.out());
    if (isNewFolder) {
      files.createFolder(plan.out());
    }
    try {
      return targets(files, plan, sources, replaces);
    } catch (IOException e) {
      if (isNewFolder) {
        deleteFolder(files, plan.out(), e);
      }
      throw e;
    }
  }

  private static List<ExportTarget> targets(
      FileOperations files, ConversionPlan plan, Collection<Path> sources, boolean replaces)
      throws IOException {
    List<ExportTarget> targets = new ArrayList<>();
    for (Path path : plan.paths()) {
      try {
        Replaceable replaceable = replaces ? Replaceable.CHECKPOINTS : Replaceable.NOTHING;
        targets.add(ExportTarget.of(path, replaceable, sources));
      } catch (FileAlreadyExistsException e) {
        throw new ConversionException(
            Reason.OUT_EXISTS,
            Sentence.of(
                "{0} already exists and was not changed; --force replaces it.", PathText.of(path)));
      }
    }
    long byteCount = plan.files().stream().mapToLong(PlannedFile::byteCount).sum();
    long free = files.freeByteCount(targets.getFirst().path().getParent());
    if (byteCount > free) {
      throw new ConversionException(
          Reason.NO_SPACE,
          Sentence.of(
              "The new files need {0} {0#byte|bytes}, but only {1} {1#is|are} free. Nothing was"
                  + " written.",
              byteCount, free));
    }
    return targets;
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

  /// Writes, verifies and publishes the files of a plan. Blocks the calling thread.
  ///
  /// @param targets the result of [#check]
  /// @param cancellation checked after each block until the first file gets its name
  /// @param progress reported in bytes: twice the size of the tensors
  /// @throws ConversionException if a source has changed
  /// @throws IOException if writing fails; no new file is left
  /// @throws CancellationException if cancelled; no new file is left
  public static Result write(
      FileOperations files,
      ConversionPlan plan,
      List<ExportTarget> targets,
      int threadCount,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    return new ConversionWriter(files, plan, targets, threadCount, cancellation, progress).write();
  }

  private Result write() throws IOException {
    try {
      writeUpTo(targets.size() - 1);
    } catch (FileChangedException e) {
      deletePublished(e);
      throw new ConversionException(
          Reason.SOURCE_CHANGED, Sentence.of("{0} Nothing was written.", e.sentence()));
    } catch (IOException | RuntimeException | Error e) {
      deletePublished(e);
      throw e;
    }
    return new Result(casts, warnings);
  }

  /// Writes the files up to an index. Each file is published after all earlier files.
  private void writeUpTo(int last) throws IOException {
    if (last < 0) {
      requireUnchanged();
      isPublishing = true;
      return;
    }
    Cancellation untilPublishing = () -> !isPublishing && cancellation.isRequested();
    ExportTarget target = targets.get(last);
    Draft.Written<Optional<Object>> written =
        Draft.write(
            files,
            target,
            untilPublishing,
            draft -> {
              fill(draft, last, untilPublishing);
              writeUpTo(last - 1);
              return draft.key();
            });
    published.add(new Published(target.path(), written.result()));
    written.warning().ifPresent(warnings::add);
  }

  private void fill(Draft draft, int number, Cancellation untilPublishing) throws IOException {
    if (number == plan.files().size()) {
      draft.write(ByteBuffer.wrap(plan.text().orElseThrow().content()));
      draft.finish();
      return;
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
        new FileWriter(draft, file, threadCount, untilPublishing, progressOfFile).write();
    for (PlannedTensor tensor : file.tensors()) {
      String name = tensor.info().name();
      CastCounts ofTensor = counts.get(name);
      if (ofTensor != null) {
        casts.put(name, tensor.isCast() ? ofTensor : ofTensor.withoutRounding());
      }
    }
  }

  /// Checks that the sources had one state while they were read, and that no link to them belongs
  /// to another user.
  private void requireUnchanged() throws IOException {
    for (ByteSource source : plan.sources()) {
      source.requireUnchanged();
      for (ExportTarget target : targets) {
        target.requireTrusted(source);
      }
    }
  }

  /// Deletes the published files, and the folder if it is empty.
  private void deletePublished(Throwable cause) {
    for (Published file : published.reversed()) {
      try {
        if (file.key().isPresent() && files.fileKey(file.path()).equals(file.key())) {
          files.delete(file.path());
        }
      } catch (IOException e) {
        cause.addSuppressed(e);
      }
    }
    if (plan.isFolder()) {
      deleteFolder(files, plan.out(), cause);
    }
  }

  /// Deletes a folder unless files are in it.
  private static void deleteFolder(FileOperations files, Path folder, Throwable cause) {
    try {
      files.deleteFolder(folder);
    } catch (DirectoryNotEmptyException e) {
      // Files of other programs remain.
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
  }
}
