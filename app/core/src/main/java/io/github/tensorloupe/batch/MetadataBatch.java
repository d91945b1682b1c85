package io.github.tensorloupe.batch;

import module java.base;

import io.github.tensorloupe.batch.FileReport.Status;
import io.github.tensorloupe.model.AbsolutePaths;
import io.github.tensorloupe.model.FileStamp;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.save.Recovery;
import io.github.tensorloupe.save.SaveOptions;
import io.github.tensorloupe.save.SavePlan;
import io.github.tensorloupe.save.Saver;
import io.github.tensorloupe.save.TrustedPaths;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Edits the metadata of many files, each in its own transaction. Thread-safe; blocks the calling
/// thread.
public record MetadataBatch(Saver saver, Recovery recovery) {

  /// The requested edit.
  ///
  /// @param isTensorElsewhere tests whether any shard of the set has a tensor of the given name
  public record Order(
      FileMetadataChange change,
      Predicate<String> isTensorElsewhere,
      SaveOptions options,
      boolean isDryRun) {}

  /// Edits the files. Continues after failures. Recovers interrupted saves first; in a dry run,
  /// reports these files as failed. Edits a file with several paths only once, and refers to the
  /// first path in the reports on the others.
  ///
  /// @param cancellation checked between files; the remaining files are left unchanged
  /// @param progress reported in bytes of the files
  /// @param onReport called with each report as soon as it is available, on the calling thread
  /// @return the reports in the order of the files, without the remaining files after a
  ///   cancellation
  public List<FileReport> run(
      List<Path> files,
      Order order,
      Cancellation cancellation,
      Progress progress,
      Consumer<FileReport> onReport) {
    long[] lengths = files.stream().mapToLong(file -> FileStamp.lengthOf(file).orElse(0)).toArray();
    long total = LongStream.of(lengths).sum();
    long begin = 0;
    Map<Path, FileReport> done = new TreeMap<>();
    List<FileReport> reports = new ArrayList<>();
    for (int i = 0; i < files.size() && !cancellation.isRequested(); i++) {
      Path file = files.get(i);
      Path target = realPath(file);
      FileReport earlier = done.get(target);
      long end = begin + lengths[i];
      Progress part = part(progress, begin, end, total);
      begin = end;
      FileReport report =
          earlier == null
              ? new FileEdit(this, order, file, Optional.empty(), cancellation, part).run()
              : repeatedReport(file, earlier);
      done.putIfAbsent(target, report);
      reports.add(report);
      onReport.accept(report);
    }
    return reports;
  }

  /// Saves an edited copy of one file. Does not change the file itself, except to recover an
  /// interrupted save.
  ///
  /// @param copy the path of the copy, which must not exist
  /// @param progress reported in bytes of the file
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
    long length = FileStamp.lengthOf(file).orElse(0);
    Progress whole = part(progress, 0, length, length);
    return new FileEdit(this, order, file, Optional.of(copy), cancellation, whole).run();
  }

  /// Returns the progress of one file as its share of a batch. Files are weighted by length,
  /// because the amount of data to save is unknown in advance.
  private static Progress part(Progress ofAll, long begin, long end, long total) {
    return (done, of) -> {
      double share = of == 0 ? 0 : (double) done / of;
      ofAll.report(begin + (long) (share * (end - begin)), total);
    };
  }

  private static Path realPath(Path file) {
    try {
      Path target = file.toRealPath();
      TrustedPaths.requireTrustedLinks(file, target);
      return target;
    } catch (IOException e) {
      // The edit will report a missing file, or a link that it does not follow.
      return AbsolutePaths.of(file);
    }
  }

  private static FileReport repeatedReport(Path file, FileReport earlier) {
    boolean hasFailed = earlier.status() == Status.FAILED;
    Sentence message =
        Sentence.of(
            "This is the same file as {0}, which comes before it in the list. {1}",
            PathText.of(earlier.path()), earlier.message());
    Optional<SavePlan> plan = hasFailed ? earlier.plan() : earlier.plan().map(SavePlan::repeated);
    Status status = hasFailed ? Status.FAILED : Status.UNCHANGED;
    return FileReport.withoutChanges(file, plan, status, message);
  }
}
