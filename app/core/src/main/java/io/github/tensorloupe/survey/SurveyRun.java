package io.github.tensorloupe.survey;

import module java.base;

import io.github.tensorloupe.analysis.chunk.ChunkedScan;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.FileStamp;
import io.github.tensorloupe.model.NotEnoughMemoryException;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.save.TrustedPaths;
import io.github.tensorloupe.survey.ScannedFileIndex.Visit;
import io.github.tensorloupe.survey.SurveyOutput.Block;
import io.github.tensorloupe.survey.SurveyRecord.ErrorLine;
import io.github.tensorloupe.survey.SurveyRecord.FileLine;
import io.github.tensorloupe.survey.SurveyRecord.TensorLine;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.BackgroundWork;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// A run of a survey over all files at and below some paths. Small files are read in parallel, each
/// by one thread; large files are read one at a time, by all threads. Uses a few hundred bytes of
/// memory per file and does not keep the written lines. Not reusable.
public final class SurveyRun {

  private static final long LARGE_BYTES = 64L << 20;

  /// The parameters of a survey.
  ///
  /// @param paths the paths, by the text that the user typed
  /// @param threadCount the number of reading threads, at least 1
  public record Plan(
      SequencedMap<String, Path> paths, Part part, ValueDepth depth, int threadCount) {}

  /// The totals of a survey, including earlier runs. Only the last line of each file counts.
  ///
  /// @param sameFiles the number of files that were not read because another path has equal bytes
  /// @param badFiles the number of files with findings of severity error
  /// @param errors the number of errors in this run
  /// @param unread the number of errors in this run that are read failures
  /// @param filesBefore the number of files when this run began
  public record Summary(
      long files,
      long tensors,
      long sameFiles,
      long badFiles,
      long errors,
      long unread,
      long filesBefore) {}

  private final Plan plan;
  private final SequencedMap<String, Path> arguments;
  private final ScannedFileIndex known = new ScannedFileIndex();
  private final SurveyOutput output;
  private final FileSurvey smallFileSurvey;
  private final FileSurvey largeFileSurvey;
  private final Cancellation cancellation;
  private final Progress progress;
  private final ReentrantLock largeFileLock = new ReentrantLock();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private final AtomicLong doneBytes = new AtomicLong();
  private volatile long totalBytes;
  private volatile List<Path> sharedFolders = List.of();

  /// @param output the output, which the run does not close
  /// @param cancellation checked frequently; after cancellation, the output has only complete
  ///   blocks
  /// @param progress reported in bytes; the total is determined by a second walk, which
  ///   [Progress#NONE] avoids
  public SurveyRun(Plan plan, SurveyOutput output, Cancellation cancellation, Progress progress) {
    this.plan = plan;
    this.arguments = SurveyWalk.outermost(plan.paths());
    this.output = output;
    this.smallFileSurvey = new FileSurvey(plan.depth(), new ChunkedScan(1));
    this.largeFileSurvey = new FileSurvey(plan.depth(), new ChunkedScan(plan.threadCount()));
    this.cancellation = () -> cancellation.isRequested() || failure.get() != null;
    this.progress = progress;
  }

  /// Starts the survey, or continues the survey in the output. Blocks until it is complete.
  ///
  /// @throws IOException if the output cannot be written, is not a survey, or has another depth
  /// @throws CancellationException if canceled; [#summary()] returns the totals so far
  public Summary run() throws IOException {
    AtomicBoolean isOver = new AtomicBoolean();
    try {
      sharedFolders = output.sharedFolders(arguments.values());
      output.recover(this::restore);
      known.beginRun();
      try (BackgroundWork<Void> _ = counting(() -> isOver.get() || cancellation.isRequested())) {
        readFiles();
      } finally {
        isOver.set(true);
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    return summary();
  }

  private void restore(SurveyRecord record) {
    switch (record) {
      case FileLine file when file.values() != null && file.values() != plan.depth() ->
          throw new UncheckedIOException(
              new SentenceException(
                  Sentence.of(
                      "This survey was started with --values {0}, and only that can continue it.",
                      file.values().spelling())));
      case FileLine file -> known.add(file);
      case ErrorLine error -> known.add(error);
      case TensorLine _ -> {}
    }
  }

  private BackgroundWork<Void> counting(Cancellation stop) {
    return new BackgroundWork<>(
        () -> {
          if (progress != Progress.NONE) {
            AtomicLong bytes = new AtomicLong();
            walk(
                each -> bytes.addAndGet(FileStamp.lengthOf(each.path()).orElse(0)),
                (_, _) -> {},
                stop);
            totalBytes = bytes.get();
          }
          return null;
        });
  }

  private void walk(
      Consumer<SurveyedFile> files, BiConsumer<String, List<Finding>> places, Cancellation stop) {
    SurveyWalk walk = new SurveyWalk(plan.part(), files, places, this::requireTrusted, stop);
    arguments.forEach((text, path) -> walk.walk(path, text));
  }

  private void requireTrusted(ByteSource open) throws IOException {
    requireTrusted(open.path(), open.stamp().fileKey());
  }

  private void requireTrusted(Path path, Optional<Object> fileKey) throws IOException {
    TrustedPaths.requireTrustedSource(path, fileKey, sharedFolders);
  }

  private void readFiles() {
    Semaphore window = new Semaphore(2 * plan.threadCount());
    ThreadFactory factory = Thread.ofPlatform().daemon().name("tensorloupe-survey-", 1).factory();
    try (ExecutorService threads = Executors.newFixedThreadPool(plan.threadCount(), factory)) {
      Consumer<SurveyedFile> reading =
          file -> {
            if (!completesUnread(file)) {
              window.acquireUninterruptibly();
              threads.execute(() -> attempt(file, window));
            }
          };
      List<SurveyedFile> waiting = new ArrayList<>();
      walk(
          file -> {
            if (known.canDefer(file)) {
              waiting.add(file);
            } else {
              reading.accept(file);
            }
          },
          this::reportErrors,
          cancellation);
      waiting.forEach(reading);
    } catch (CancellationException e) {
      if (failure.get() == null) {
        throw e;
      }
    }
    switch (failure.get()) {
      case null -> cancellation.check();
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      case Throwable e -> throw new IllegalStateException(e);
    }
  }

  private void attempt(SurveyedFile file, Semaphore window) {
    try {
      read(file);
    } catch (CancellationException e) {
      // The cancellation also ends the walk.
    } catch (Throwable e) {
      failure.compareAndSet(null, e);
    } finally {
      window.release();
    }
  }

  /// Completes a file if its line is up to date or another file has equal bytes. Returns false if
  /// the file must be read.
  private boolean completesUnread(SurveyedFile file) {
    Optional<FileStamp> stamp = FileStamp.of(file.path());
    if (stamp.isEmpty()) {
      // Opening the file will report the reason.
      return false;
    }
    Visit visit = known.visit(file, stamp.get());
    if (visit.mustReport() && visit.sameAs().isEmpty()) {
      return false;
    }
    if (visit.mustReport()) {
      FileLine same = FileSurvey.duplicate(file, stamp.get(), visit.sameAs().get());
      output.append(same);
      known.add(same);
    }
    new FileProgress(stamp.get().byteLength()).end();
    return true;
  }

  private void read(SurveyedFile file) {
    long length = FileStamp.lengthOf(file.path()).orElse(0);
    boolean isLarge = length >= LARGE_BYTES && plan.depth() != ValueDepth.NONE;
    FileSurvey survey = isLarge ? largeFileSurvey : smallFileSurvey;
    FileProgress ofFile = new FileProgress(length);
    if (isLarge) {
      largeFileLock.lock();
    }
    try (Block block = output.begin()) {
      FileLine line = survey.run(file, this::requireTrusted, block, cancellation, ofFile);
      block.commit();
      known.add(line);
    } catch (IOException e) {
      reportError(FileSurvey.error(file, e));
    } catch (OutOfMemoryError e) {
      long now = FileStamp.lengthOf(file.path()).orElse(0);
      reportError(FileSurvey.error(file, new NotEnoughMemoryException(file.path(), now)));
    } finally {
      if (isLarge) {
        largeFileLock.unlock();
      }
    }
    ofFile.end();
  }

  private void reportErrors(String text, List<Finding> findings) {
    ErrorLine revocation = FileSurvey.revocation(text);
    if (findings.isEmpty() && known.revokeErrors(revocation)) {
      output.append(revocation);
    }
    findings.forEach(each -> reportError(FileSurvey.error(text, Optional.empty(), each)));
  }

  private void reportError(ErrorLine error) {
    if (known.count(error)) {
      output.append(error);
    }
  }

  /// Returns the current totals of the output.
  public Summary summary() {
    return known.summary();
  }

  /// The progress of one file. The values have fewer bytes than the file; `end` adds the
  /// difference.
  private final class FileProgress implements Progress {

    private final long length;
    private long reported;

    FileProgress(long length) {
      this.length = length;
    }

    @Override
    public synchronized void report(long done, long total) {
      long sum = doneBytes.addAndGet(done - reported);
      reported = done;
      if (totalBytes > 0) {
        progress.report(Math.min(sum, totalBytes), totalBytes);
      }
    }

    void end() {
      report(length, length);
    }
  }
}
