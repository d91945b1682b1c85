package io.github.tensorloupe.batch;

import module java.base;

import io.github.tensorloupe.batch.FileReport.Status;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.save.Recovery;
import io.github.tensorloupe.save.SaveOptions;
import io.github.tensorloupe.save.SavePlan;
import io.github.tensorloupe.save.Saver;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Makes one change to the metadata of many files, each a transaction of its own. Thread-safe;
/// blocks the calling thread.
public record MetadataBatch(Saver saver, Recovery recovery) {

  /// An order for each file.
  ///
  /// @param isTensorElsewhere whether a tensor has this name in a shard of the files' set, be it
  ///   among the files or not
  /// @param isDryRun true if it is planned only; what the change reads is read all the same
  public record Order(
      FileMetadataChange change,
      Predicate<String> isTensorElsewhere,
      SaveOptions options,
      boolean isDryRun) {}

  /// Goes through the files. A file that fails does not keep the others from being done; an
  /// interrupted save is recovered first, unless this is a dry run: then the file is reported as
  /// failed. A file that several paths lead to is done once, and the later ones say so.
  ///
  /// @param cancellation files that are not yet done stay as they are
  /// @param progress in bytes of the files, of which a file counts as far as it is done
  /// @param onReport receives each report as soon as it is there, on the calling thread
  /// @return the reports of the files that were reached, in the order of the files
  public List<FileReport> run(
      List<Path> files,
      Order order,
      Cancellation cancellation,
      Progress progress,
      Consumer<FileReport> onReport) {
    long[] lengths = files.stream().mapToLong(MetadataBatch::length).toArray();
    long total = LongStream.of(lengths).sum();
    long begin = 0;
    Map<Path, FileReport> done = new HashMap<>();
    List<FileReport> reports = new ArrayList<>();
    for (int i = 0; i < files.size() && !cancellation.isRequested(); i++) {
      Path file = files.get(i);
      Path target = realPath(file);
      FileReport earlier = done.get(target);
      long end = begin + lengths[i];
      FileProgress part = new FileProgress(progress, begin, end, total);
      begin = end;
      FileReport report =
          earlier == null
              ? new FileEdit(this, order, file, Optional.empty(), cancellation, part).run()
              : again(file, earlier);
      done.putIfAbsent(target, report);
      reports.add(report);
      onReport.accept(report);
    }
    return reports;
  }

  /// Saves a copy of one file with the change made. The file itself is not changed, but for
  /// recovering from an interrupted save of it.
  ///
  /// @param copy its path; refused if there is a file
  /// @param progress in bytes of the file
  public FileReport copy(
      Path file, Path copy, Order order, Cancellation cancellation, Progress progress) {
    if (realPath(copy).equals(realPath(file))) {
      return FileReport.withoutPlan(
          file,
          Status.FAILED,
          Sentence.of(
              "{0} is the file itself; a copy needs another path. Nothing was changed.",
              PathText.of(copy)));
    }
    long length = length(file);
    FileProgress whole = new FileProgress(progress, 0, length, length);
    return new FileEdit(this, order, file, Optional.of(copy), cancellation, whole).run();
  }

  /// A file that cannot be asked counts nothing.
  private static long length(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      return 0;
    }
  }

  private static Path realPath(Path file) {
    try {
      return file.toRealPath();
    } catch (IOException e) {
      // There is nothing at the path, which the edit itself will tell.
      return file.toAbsolutePath().normalize();
    }
  }

  private static FileReport again(Path file, FileReport earlier) {
    boolean hasFailed = earlier.status() == Status.FAILED;
    Sentence message =
        Sentence.of(
            "This is the same file as {0}, which stands before it in the list. {1}",
            PathText.of(earlier.path()), earlier.message());
    Optional<SavePlan> plan = hasFailed ? earlier.plan() : earlier.plan().map(SavePlan::repeated);
    Status status = hasFailed ? Status.FAILED : Status.UNCHANGED;
    return new FileReport(file, plan, List.of(), List.of(), status, message, List.of());
  }
}
