package io.github.tensorloupe.survey;

import module java.base;

import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.model.FileStamp;
import io.github.tensorloupe.survey.SurveyRecord.ErrorLine;
import io.github.tensorloupe.survey.SurveyRecord.FileLine;
import io.github.tensorloupe.survey.SurveyRecord.Verdict;
import io.github.tensorloupe.survey.SurveyRun.Summary;

/// An index of the lines in the output of a survey and of the files found by the current run, with
/// the totals of the last lines. Uses a few hundred bytes of memory per file. Thread-safe.
final class ScannedFileIndex {

  /// The last line for a path. Consecutive error lines count as one line.
  private static final class LastLine {
    private final String path;

    /// The hashes of the reported states of the path: one, or one per error.
    private Set<Long> states = Set.of();

    private boolean isError;
    private boolean isVisited;
    private boolean hasFile;
    private boolean isBadFile;
    private long tensorCount;

    /// The path of another file with equal bytes, or null.
    private String sameAs;

    LastLine(String path) {
      this.path = path;
    }

    /// Returns false if the state is already reported.
    private boolean add(boolean isErrorState, long state) {
      if (states.contains(state)) {
        return false;
      }
      if (!isErrorState) {
        states = Set.of(state);
      } else {
        states = isError ? states : new HashSet<>();
        states.add(state);
      }
      isError = isErrorState;
      return true;
    }
  }

  private final Map<String, LastLine> lines = new HashMap<>();
  private final Map<Long, LastLine> filesByIdentity = new HashMap<>();
  private long errorCount;
  private long unreadCount;
  private long fileCountBefore;

  private LastLine line(String path) {
    return lines.computeIfAbsent(path, LastLine::new);
  }

  /// Adds an error, or the revocation of errors, of an earlier run. Returns false if the last line
  /// for the path already reports this state.
  synchronized boolean add(ErrorLine error) {
    return error.endsErrors()
        ? line(error.path()).add(false, state(0, ""))
        : line(error.path()).add(true, Part.hash(Objects.toString(error.message(), "")));
  }

  /// Adds and counts an error of this run. Returns false if it is already reported.
  synchronized boolean count(ErrorLine error) {
    errorCount++;
    if (error.verdict() == Verdict.UNREADABLE
        && !error.findings().contains(FindingCode.FILE_CHANGED.spelling())) {
      unreadCount++;
    }
    return add(error);
  }

  /// Revokes the errors of a path. Returns false if its last line is not an error.
  synchronized boolean revokeErrors(ErrorLine revocation) {
    return line(revocation.path()).isError && add(revocation);
  }

  synchronized void add(FileLine file) {
    LastLine line = line(file.path());
    long size = file.size() == null ? 0 : file.size();
    line.add(false, state(size, Objects.toString(file.modified(), "")));
    line.hasFile = true;
    line.isBadFile = file.severity() == Severity.ERROR;
    line.tensorCount = file.tensors() == null ? 0 : file.tensors();
    line.sameAs = file.sameAs();
  }

  synchronized void beginRun() {
    fileCountBefore = summary().files();
  }

  synchronized Summary summary() {
    return new Summary(
        count(line -> line.hasFile),
        lines.values().stream().mapToLong(line -> line.tensorCount).sum(),
        count(line -> line.sameAs != null),
        count(line -> line.isBadFile),
        errorCount,
        unreadCount,
        fileCountBefore);
  }

  private long count(Predicate<LastLine> filter) {
    return lines.values().stream().filter(filter).count();
  }

  private static long state(long byteLength, String modified) {
    return Part.hash(byteLength, modified);
  }

  private static long state(FileStamp stamp) {
    return state(stamp.byteLength(), text(stamp));
  }

  /// A visited file. Its line is reported again if the last line does not report its current state.
  /// `sameAs` is the path of a file with equal bytes that was visited earlier, if any.
  record Visit(boolean mustReport, Optional<String> sameAs) {}

  /// Marks a file as visited by the current run. Only the first visit of a file can require a line.
  synchronized Visit visit(SurveyedFile file, FileStamp stamp) {
    LastLine line = line(file.text());
    boolean isNew = !line.isVisited && !line.states.contains(state(stamp));
    line.isVisited = true;
    String sameAs = addIdentity(line, identities(file, stamp));
    // A line that refers to another file with equal bytes is outdated if that file has changed.
    boolean isOutdated = line.sameAs != null && !line.sameAs.equals(sameAs);
    return new Visit(isNew || isOutdated, Optional.ofNullable(sameAs));
  }

  /// Returns the path of an earlier file with one of the identities, or null.
  private String addIdentity(LastLine line, List<Long> identities) {
    for (Long identity : identities) {
      LastLine other = filesByIdentity.get(identity);
      if (other != null) {
        return other == line ? null : other.path;
      }
    }
    identities.forEach(identity -> filesByIdentity.put(identity, line));
    return null;
  }

  /// Returns true if the current line of a file refers to another file with equal bytes that this
  /// run has not found yet. If the run finds the other file later, this file need not be read.
  synchronized boolean canDefer(SurveyedFile file) {
    LastLine line = line(file.text());
    // Accesses only the few files whose line refers to another file.
    Optional<FileStamp> stamp = line.sameAs == null ? Optional.empty() : FileStamp.of(file.path());
    return stamp.isPresent()
        && line.states.contains(state(stamp.get()))
        && identities(file, stamp.get()).stream().noneMatch(filesByIdentity::containsKey);
  }

  private static List<Long> identities(SurveyedFile file, FileStamp stamp) {
    Optional<Long> key =
        stamp.fileKey().map(fileKey -> Part.hash(fileKey, stamp.byteLength(), text(stamp)));
    Optional<Long> hash =
        file.expectedSha256().map(sha256 -> Part.hash(sha256, stamp.byteLength()));
    return Stream.of(key, hash).flatMap(Optional::stream).toList();
  }

  private static String text(FileStamp stamp) {
    return FileSurvey.text(stamp.modified());
  }
}
