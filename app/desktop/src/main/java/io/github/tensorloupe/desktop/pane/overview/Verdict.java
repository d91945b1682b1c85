package io.github.tensorloupe.desktop.pane.overview;

import module java.base;

import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.desktop.selection.OpenDocument.LocatedFinding;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.LoadError;
import io.github.tensorloupe.format.Preface;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.text.Sentence;

/// The verdict on a document: loads or not, with reason and advice. Immutable.
///
/// @param variant the reference library's word for the error, where a single file is refused
/// @param told the first error, or else the first warning; in a folder with the file it is about
/// @param more further errors of a set, or of other files of a folder, in the order of the problems
/// @param advice the recommended action, where one is known
/// @param excerpt the text of a broken header around the place
record Verdict(
    Outcome outcome,
    Optional<LoadError> variant,
    int refusedCount,
    int errorCount,
    int warningCount,
    int infoCount,
    Optional<Finding> told,
    List<Finding> more,
    Optional<Advice> advice,
    Optional<HeaderExcerpt> excerpt) {

  enum Outcome {
    /// It loads, and there is nothing to warn of.
    LOADS,
    /// It loads, but something is not as it should be.
    WARNINGS,
    /// A set whose files all load, but that has errors, such as an index that does not fit.
    SET_ERRORS,
    REFUSED,
    /// A set with a shard that is missing or refused, or with an unusable index.
    SET_REFUSED,
    /// A folder with files that are refused or cannot be read, or without any file.
    FOLDER_PROBLEMS
  }

  static Verdict of(OpenDocument document) {
    List<TensorFile> refused =
        document.checkpoint().files().stream().filter(TensorFile::isRefused).toList();
    Optional<Finding> told =
        with(document, Severity.ERROR)
            .findFirst()
            .or(() -> with(document, Severity.WARNING).findFirst())
            .map(located -> named(located, document.checkpoint()));
    return new Verdict(
        outcome(document, !refused.isEmpty()),
        refused.stream().findFirst().flatMap(file -> file.reading().loadError()),
        refused.size(),
        (int) with(document, Severity.ERROR).count(),
        (int) with(document, Severity.WARNING).count(),
        (int) with(document, Severity.INFO).count(),
        told,
        more(document, told),
        Advice.of(document),
        HeaderExcerpt.of(document));
  }

  /// True where it loads, with or without warnings.
  boolean loads() {
    return outcome == Outcome.LOADS || outcome == Outcome.WARNINGS;
  }

  private static Outcome outcome(OpenDocument document, boolean anyRefused) {
    Checkpoint checkpoint = document.checkpoint();
    boolean isSet = checkpoint.kind() == FileKind.SET;
    if (anyRefused || (isSet ? checkpoint.isRefused() : checkpoint.isBroken())) {
      return switch (checkpoint.kind()) {
        case SET -> Outcome.SET_REFUSED;
        case DIRECTORY -> Outcome.FOLDER_PROBLEMS;
        default -> Outcome.REFUSED;
      };
    }
    boolean hasErrors = with(document, Severity.ERROR).findAny().isPresent();
    if (hasErrors && isSet) {
      return Outcome.SET_ERRORS;
    }
    return hasErrors || with(document, Severity.WARNING).findAny().isPresent()
        ? Outcome.WARNINGS
        : Outcome.LOADS;
  }

  private static Stream<LocatedFinding> with(OpenDocument document, Severity severity) {
    return document.findings().stream().filter(located -> located.finding().concern() == severity);
  }

  /// In a folder it must be said which file it is.
  private static Finding named(LocatedFinding located, Checkpoint checkpoint) {
    Finding finding = located.finding();
    if (checkpoint.kind() != FileKind.DIRECTORY || located.file().isEmpty()) {
      return finding;
    }
    Path file = checkpoint.path().relativize(located.file().get().path());
    Sentence sentence = Sentence.of("{0}: {1}", PathText.of(file), finding.sentence());
    return new Finding(finding.code(), sentence, finding.tensor(), finding.range());
  }

  /// Of a set its errors as such: what is wrong within a shard, the error that names it tells. Of a
  /// folder the first error of each file.
  private static List<Finding> more(OpenDocument document, Optional<Finding> told) {
    Set<TensorFile> files = new HashSet<>();
    Predicate<LocatedFinding> isTold =
        switch (document.checkpoint().kind()) {
          case SET -> located -> located.file().isEmpty();
          case DIRECTORY -> located -> located.file().map(files::add).orElse(true);
          default -> _ -> false;
        };
    return with(document, Severity.ERROR)
        .filter(isTold)
        .map(located -> named(located, document.checkpoint()))
        .filter(finding -> !told.equals(Optional.of(finding)))
        .toList();
  }

  /// The recommended action for a file that does not load, with its text under [#messageKey()].
  enum Advice {
    HTML,
    ZIP,
    PICKLE,
    GGUF,
    NUMPY,
    EMPTY,
    ZEROS,
    INDEX,
    NOT_SAFETENSORS,
    UNFINISHED_SAVE,
    HEADER_LIMIT,
    HEADER_LENGTH,
    HEADER_TEXT,
    OFFSETS,
    TRUNCATED,
    TRUNCATED_IN_HEADER,
    TRAILING_BYTES,
    SHARD_MISSING,
    NO_SAFETENSORS;

    String messageKey() {
      return "overview.advice." + Messages.word(this);
    }

    /// The advice that belongs to the first error of a document; empty where there is no error.
    static Optional<Advice> of(OpenDocument document) {
      Optional<LocatedFinding> error = with(document, Severity.ERROR).findFirst();
      Optional<Finding> ofSet = error.filter(it -> it.file().isEmpty()).map(it -> it.finding());
      if (ofSet.isPresent() && ofSet.get().code() != FindingCode.SHARD_REFUSED) {
        return forFinding(ofSet.get());
      }
      List<TensorFile> files = document.checkpoint().files();
      return error
          .flatMap(
              it -> it.file().or(() -> files.stream().filter(TensorFile::isRefused).findFirst()))
          .flatMap(Advice::forFile);
    }

    private static Optional<Advice> forFile(TensorFile file) {
      return switch (file.kind()) {
        // The sentence about the file includes the advice.
        case GIT_LFS_POINTER -> Optional.empty();
        case HTML, ZIP, PICKLE, GGUF, NUMPY, EMPTY, ZEROS, INDEX ->
            Optional.of(valueOf(file.kind().name()));
        case TEXT, UNKNOWN, SET, DIRECTORY -> Optional.of(NOT_SAFETENSORS);
        case SAFETENSORS -> forSafetensors(file);
      };
    }

    /// A header that is too long for others is whole here, unless the length makes no sense.
    private static Optional<Advice> forSafetensors(TensorFile file) {
      if (file.isUnfinished()) {
        return Optional.of(UNFINISHED_SAVE);
      }
      if (file.reading().loadError().equals(Optional.of(LoadError.HEADER_TOO_LARGE))) {
        return Optional.of(file.reading().headerParsed() ? HEADER_LIMIT : HEADER_LENGTH);
      }
      return file.findings().stream().map(Advice::forFinding).flatMap(Optional::stream).findFirst();
    }

    private static Optional<Advice> forFinding(Finding finding) {
      return switch (finding.code()) {
        case TRUNCATED, TRAILING_BYTES, SHARD_MISSING, NO_SAFETENSORS ->
            Optional.of(valueOf(finding.code().name()));
        case INVALID_HEADER_LENGTH -> Optional.of(TRUNCATED_IN_HEADER);
        case INVALID_JSON, INVALID_UTF8 -> Optional.of(HEADER_TEXT);
        case INVALID_OFFSET, SIZE_MISMATCH, SIZE_OVERFLOW, MISALIGNED_SLICE -> Optional.of(OFFSETS);
        default -> Optional.empty();
      };
    }
  }

  /// The text of a broken header around the place where it breaks, fit for display. Immutable.
  ///
  /// @param marked the erroneous text; empty where the text ends too early
  /// @param isCutBefore true where the header has more text before it
  /// @param isCutAfter true where the header goes on after it
  record HeaderExcerpt(
      String before, String marked, String after, boolean isCutBefore, boolean isCutAfter) {

    private static final int BYTES_BEFORE = 400;
    private static final int MARKED_BYTES = 80;
    private static final int BYTES_AFTER = 200;
    private static final int BEGINNING_BYTES = 600;

    /// The excerpt of the first broken header of a document; empty where none is. Reads it.
    static Optional<HeaderExcerpt> of(OpenDocument document) {
      Set<FindingCode> ofText = Set.of(FindingCode.INVALID_JSON, FindingCode.INVALID_UTF8);
      return document.findings().stream()
          .filter(it -> it.file().isPresent() && it.finding().range().isPresent())
          .filter(located -> ofText.contains(located.finding().code()))
          .findFirst()
          .flatMap(HeaderExcerpt::read);
    }

    private static Optional<HeaderExcerpt> read(LocatedFinding located) {
      TensorFile file = located.file().orElseThrow();
      ByteRange range = located.finding().range().orElseThrow();
      ByteSource bytes = file.bytes();
      long headerEnd = file.reading().dataStart().orElse(bytes.length());
      long from = Math.max(Preface.BYTE_COUNT, range.begin() - BYTES_BEFORE);
      long markedEnd = Math.min(range.end(), range.begin() + MARKED_BYTES);
      long to = Math.min(headerEnd, markedEnd + BYTES_AFTER);
      try {
        String before = text(bytes, from, range.begin());
        String marked = text(bytes, range.begin(), markedEnd);
        String after = text(bytes, markedEnd, Math.max(markedEnd, to));
        boolean isCutBefore = from > Preface.BYTE_COUNT;
        return Optional.of(new HeaderExcerpt(before, marked, after, isCutBefore, to < headerEnd));
      } catch (IOException e) {
        // The finding itself is told; whoever looks at the bytes learns why they cannot be read.
        return Optional.empty();
      }
    }

    /// The first lines of a text; empty where it cannot be read.
    static Optional<String> beginning(ByteSource bytes) {
      try {
        String text = text(bytes, 0, Math.min(bytes.length(), BEGINNING_BYTES));
        return Optional.of(bytes.length() > BEGINNING_BYTES ? text + "…" : text);
      } catch (IOException e) {
        // As above.
        return Optional.empty();
      }
    }

    /// A cut character at an end is shown as one that cannot be read.
    private static String text(ByteSource bytes, long begin, long end) throws IOException {
      String text = new String(bytes.read(begin, (int) (end - begin)), StandardCharsets.UTF_8);
      return text.lines()
              .map(line -> line.isEmpty() ? "" : DisplayText.of(line, line.length()))
              .collect(Collectors.joining("\n"))
          + (text.endsWith("\n") ? "\n" : "");
    }
  }
}
