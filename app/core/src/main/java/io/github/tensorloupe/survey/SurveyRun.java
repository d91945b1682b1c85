package io.github.tensorloupe.survey;

import module java.base;

import io.github.tensorloupe.analysis.chunk.ChunkedScan;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.model.FileStamp;
import io.github.tensorloupe.model.NotEnoughMemoryException;
import io.github.tensorloupe.model.ReadFailures;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.survey.KnownFiles.Count;
import io.github.tensorloupe.survey.SurveyOutput.Block;
import io.github.tensorloupe.survey.SurveyRecord.Kind;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.BackgroundWork;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Surveys all files below some paths. Small files are read side by side, each by one thread; a
/// large one by all threads, and no other large one beside it. Holds neither the files that are
/// found nor the lines that are written, but for files that have the bytes of one that has not been
/// found yet. Used once.
public final class SurveyRun {

  private static final long LARGE_BYTES = 64L << 20;

  /// The extent of a survey.
  ///
  /// @param paths by their texts in lines, as typed
  /// @param threadCount how many threads read, at least 1
  public record Plan(
      SequencedMap<String, Path> paths, Part part, ValueDepth depth, int threadCount) {}

  /// What a survey holds at its end, with what it held when this run began.
  ///
  /// @param files how many files it tells of
  /// @param tensors of them
  /// @param sameFiles files that were not read, since another path had led to the same bytes
  /// @param badFiles files with findings of severity error; of each its last line counts
  /// @param errors errors that were met in this run
  /// @param unread those of them for which something could not be read
  /// @param filesBefore files that were there when this run began
  public record Summary(
      long files,
      long tensors,
      long sameFiles,
      long badFiles,
      long errors,
      long unread,
      long filesBefore) {

    private Summary plus(int fileCount, Count count, int sign) {
      return new Summary(
          files + fileCount,
          tensors + sign * count.tensors(),
          sameFiles + (count.isSame() ? sign : 0),
          badFiles + (count.isBad() ? sign : 0),
          errors,
          unread,
          filesBefore);
    }

    private Summary withError(boolean isUnread) {
      return new Summary(
          files,
          tensors,
          sameFiles,
          badFiles,
          errors + 1,
          unread + (isUnread ? 1 : 0),
          filesBefore);
    }

    private Summary begunWith() {
      return new Summary(files, tensors, sameFiles, badFiles, errors, unread, files);
    }
  }

  private final Plan plan;
  private final SequencedMap<String, Path> arguments;
  private final SurveyOutput output;
  private final FileSurvey ofSmall;
  private final FileSurvey ofLarge;
  private final Cancellation cancellation;
  private final Progress progress;
  private final ReentrantLock large = new ReentrantLock();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private final AtomicLong doneBytes = new AtomicLong();
  private volatile long totalBytes;
  private Summary summary = new Summary(0, 0, 0, 0, 0, 0, 0);

  /// @param output stays open
  /// @param cancellation asked often; then what is written is whole
  /// @param progress reported in bytes once all files have been counted, which takes a second walk;
  ///   [Progress#NONE] where nobody looks
  public SurveyRun(Plan plan, SurveyOutput output, Cancellation cancellation, Progress progress) {
    this.plan = plan;
    this.arguments = SurveyWalk.outermost(plan.paths());
    this.output = output;
    this.ofSmall = new FileSurvey(plan.depth(), new ChunkedScan(1));
    this.ofLarge = new FileSurvey(plan.depth(), new ChunkedScan(plan.threadCount()));
    this.cancellation = () -> cancellation.isRequested() || failure.get() != null;
    this.progress = progress;
  }

  /// Goes on with what is in the output, to its end. Blocks the calling thread.
  ///
  /// @throws IOException if the output cannot be written, or is no such survey
  /// @throws CancellationException if cancelled; [#summary()] tells how far it is
  public Summary run() throws IOException {
    AtomicBoolean isOver = new AtomicBoolean();
    try (KnownFiles known = new KnownFiles()) {
      output.recover(record -> recovered(record, known));
      synchronized (this) {
        summary = summary.begunWith();
      }
      try (BackgroundWork<Void> _ = counting(() -> isOver.get() || cancellation.isRequested())) {
        read(known);
      } finally {
        isOver.set(true);
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    return summary();
  }

  private void recovered(SurveyRecord record, KnownFiles known) {
    Optional<String> values = record.text(SurveyColumn.VALUES);
    if (values.isPresent() && !values.get().equals(plan.depth().spelling())) {
      throw new UncheckedIOException(
          new SentenceException(
              Sentence.of(
                  "This survey was started with --values {0}, and only that can continue it.",
                  values.get())));
    }
    if (record.kind() == Kind.FILE) {
      count(record, known);
    } else {
      known.tell(record);
    }
  }

  private BackgroundWork<Void> counting(Cancellation stop) {
    return new BackgroundWork<>(
        () -> {
          if (progress != Progress.NONE) {
            long[] bytes = {0};
            try {
              walk(
                  each -> bytes[0] += FileStamp.lengthOf(each.path()).orElse(0),
                  (_, _) -> {},
                  stop);
              totalBytes = bytes[0];
            } catch (CancellationException e) {
              // Nobody looks any more.
            }
          }
          return null;
        });
  }

  private void walk(
      Consumer<SurveyedFile> files, BiConsumer<String, List<Finding>> places, Cancellation stop) {
    SurveyWalk walk = new SurveyWalk(plan.part(), files, places, stop);
    arguments.forEach((text, path) -> walk.walk(path, text));
  }

  private void read(KnownFiles known) {
    Semaphore window = new Semaphore(2 * plan.threadCount());
    try (ExecutorService threads =
        Executors.newFixedThreadPool(
            plan.threadCount(),
            Thread.ofPlatform().daemon().name("tensorloupe-survey-", 1).factory())) {
      Consumer<SurveyedFile> reading =
          file -> {
            if (isToBeRead(file, known)) {
              window.acquireUninterruptibly();
              threads.execute(
                  () -> {
                    try {
                      read(file, known);
                    } catch (CancellationException e) {
                      // The walk ends in the same way.
                    } catch (Throwable e) {
                      failure.compareAndSet(null, e);
                    } finally {
                      window.release();
                    }
                  });
            }
          };
      List<SurveyedFile> waiting = new ArrayList<>();
      walk(
          file -> {
            if (mayWait(file, known)) {
              waiting.add(file);
            } else {
              reading.accept(file);
            }
          },
          (text, why) -> tellPlace(text, why, known),
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

  private static boolean mayWait(SurveyedFile file, KnownFiles known) {
    synchronized (known) {
      return known.mayWait(file);
    }
  }

  /// False if the file, or another one with the same bytes, has been told of.
  private boolean isToBeRead(SurveyedFile file, KnownFiles known) {
    Optional<FileStamp> stamp = FileStamp.of(file.path());
    if (stamp.isEmpty()) {
      // Opening it tells why.
      return true;
    }
    boolean isToBeTold;
    Optional<String> other;
    synchronized (known) {
      boolean isNew = known.begin(file, stamp.get());
      other = known.see(file, stamp.get());
      isToBeTold = isNew || !known.holds(file, other);
    }
    if (isToBeTold && other.isEmpty()) {
      return true;
    }
    if (isToBeTold) {
      SurveyRecord same = FileSurvey.same(file, stamp.get(), other.get());
      output.append(same);
      count(same, known);
    }
    new FileProgress(stamp.get().byteLength()).end();
    return false;
  }

  private void read(SurveyedFile file, KnownFiles known) {
    long length = FileStamp.lengthOf(file.path()).orElse(0);
    boolean isLarge = length >= LARGE_BYTES && plan.depth() != ValueDepth.NONE;
    FileProgress ofFile = new FileProgress(length);
    if (isLarge) {
      large.lock();
    }
    try {
      Optional<IOException> why = attempt(file, isLarge ? ofLarge : ofSmall, known, ofFile);
      why.ifPresent(
          it -> tell(FileSurvey.error(file.text(), file.set(), ReadFailures.finding(it)), known));
      ofFile.end();
    } finally {
      if (isLarge) {
        large.unlock();
      }
    }
  }

  /// Surveys a file.
  ///
  /// @return why it could not be read, if so; then nothing is written
  private Optional<IOException> attempt(
      SurveyedFile file, FileSurvey survey, KnownFiles known, Progress ofFile) {
    try (Block block = output.begin()) {
      SurveyRecord[] last = new SurveyRecord[1];
      survey.run(
          file,
          record -> {
            last[0] = record;
            block.accept(record);
          },
          cancellation,
          ofFile);
      block.commit();
      count(last[0], known);
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(e);
    } catch (OutOfMemoryError e) {
      return Optional.of(
          new NotEnoughMemoryException(file.path(), FileStamp.lengthOf(file.path()).orElse(0)));
    }
  }

  /// Tells what is wrong with a folder or a set, or that what was told before is so no more.
  private void tellPlace(String text, List<Finding> why, KnownFiles known) {
    SurveyRecord mended = FileSurvey.mended(text);
    boolean isMended;
    synchronized (known) {
      isMended = why.isEmpty() && known.endsInErrors(text) && known.tell(mended);
    }
    if (isMended) {
      output.append(mended);
    }
    why.forEach(each -> tell(FileSurvey.error(text, Optional.empty(), each), known));
  }

  /// Tells of an error, once however often it is met.
  private void tell(SurveyRecord error, KnownFiles known) {
    boolean isNew;
    synchronized (known) {
      isNew = known.tell(error);
    }
    if (isNew) {
      output.append(error);
    }
    boolean isUnread =
        error.text(SurveyColumn.VERDICT).filter("unreadable"::equals).isPresent()
            && !error.texts(SurveyColumn.FINDINGS).contains(FindingCode.FILE_CHANGED.spelling());
    synchronized (this) {
      summary = summary.withError(isUnread);
    }
  }

  private void count(SurveyRecord file, KnownFiles known) {
    Optional<Count> before;
    synchronized (known) {
      known.tell(file);
      before = known.count(file);
    }
    synchronized (this) {
      summary =
          summary
              .plus(before.isEmpty() ? 1 : 0, Count.of(file), 1)
              .plus(0, before.orElse(Count.NOTHING), -1);
    }
  }

  /// What the output holds now.
  public synchronized Summary summary() {
    return summary;
  }

  /// Adds the progress of one file to that of all. Its values take fewer bytes than it.
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
