package io.github.tensorloupe.desktop.pane.overview;

import module java.base;

import io.github.tensorloupe.desktop.selection.DocumentVerdict;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.FileDocument.LocatedFinding;
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

/// The verdict on the structure of a document, with reason and advice. Immutable.
///
/// @param variant the reference library's name for the error, if a single file is refused
/// @param firstFinding the cause of the first error, or the error itself, or the first warning; in
///   a folder prefixed with the file
/// @param more further errors of a set, or of other files of a folder, in the order of the problems
/// @param advice the recommended action, if there is one
/// @param excerpt the text around the error in a broken header
record Verdict(
    DocumentVerdict outcome,
    Optional<LoadError> variant,
    int refusedCount,
    Optional<Finding> firstFinding,
    List<Finding> more,
    Optional<Advice> advice,
    Optional<HeaderExcerpt> excerpt) {

  static Verdict of(FileDocument document) {
    List<TensorFile> refused =
        document.checkpoint().files().stream().filter(file -> !file.isIntact()).toList();
    Optional<LocatedFinding> located =
        staleIndex(document)
            .or(() -> with(document, Severity.ERROR).findFirst())
            .or(() -> with(document, Severity.WARNING).findFirst());
    Optional<Finding> first = located.map(it -> named(it, document.checkpoint()));
    Optional<TensorFile> firstFile = located.flatMap(LocatedFinding::file);
    return new Verdict(
        DocumentVerdict.ofStructure(document),
        Optional.of(refused)
            .filter(files -> files.size() == 1)
            .map(List::getFirst)
            .filter(file -> firstFile.map(file::equals).orElse(true))
            .filter(file -> file.foreign().isEmpty())
            .flatMap(file -> file.reading().loadError()),
        refused.size(),
        first,
        more(document, first),
        Advice.of(document),
        HeaderExcerpt.of(document));
  }

  /// Returns the cause of missing shards: an index of another save than the files.
  private static Optional<LocatedFinding> staleIndex(FileDocument document) {
    return with(document, Severity.WARNING)
        .filter(located -> located.finding().code() == FindingCode.INDEX_STALE)
        .findFirst();
  }

  private static Stream<LocatedFinding> with(FileDocument document, Severity severity) {
    return document.findings().stream().filter(located -> located.finding().concern() == severity);
  }

  /// Prefixes a finding in a folder with its file.
  private static Finding named(LocatedFinding located, Checkpoint checkpoint) {
    Finding finding = located.finding();
    if (checkpoint.kind() != FileKind.DIRECTORY || located.file().isEmpty()) {
      return finding;
    }
    Path file = checkpoint.path().relativize(located.file().get().path());
    Sentence sentence = Sentence.of("{0}: {1}", PathText.of(file), finding.sentence());
    return finding.withSentence(sentence);
  }

  /// Returns the further errors. For a set, only errors of the set itself, because an error that
  /// names the shard covers the errors within it. For a folder, the first error of each file.
  private static List<Finding> more(FileDocument document, Optional<Finding> first) {
    Set<TensorFile> files = new HashSet<>();
    Predicate<LocatedFinding> isIncluded =
        switch (document.checkpoint().kind()) {
          case SET -> located -> located.file().isEmpty();
          case DIRECTORY -> located -> located.file().map(files::add).orElse(true);
          default -> _ -> false;
        };
    return with(document, Severity.ERROR)
        .filter(isIncluded)
        .map(located -> named(located, document.checkpoint()))
        .filter(finding -> !first.equals(Optional.of(finding)))
        .toList();
  }

  /// The recommended action for a file that does not load. Its text is the message with the key
  /// [#messageKey()].
  enum Advice {
    HTML,
    ZIP,
    PICKLE,
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

    /// Returns the advice for the first error of a document; empty if there are no errors.
    static Optional<Advice> of(FileDocument document) {
      if (staleIndex(document).isPresent()) {
        return Optional.empty();
      }
      Optional<LocatedFinding> error = with(document, Severity.ERROR).findFirst();
      Optional<Finding> ofSet = error.filter(it -> it.file().isEmpty()).map(it -> it.finding());
      if (ofSet.isPresent() && ofSet.get().code() != FindingCode.SHARD_REFUSED) {
        return forFinding(ofSet.get());
      }
      List<TensorFile> files = document.checkpoint().files();
      return error
          .flatMap(
              it -> it.file().or(() -> files.stream().filter(file -> !file.isIntact()).findFirst()))
          .flatMap(Advice::forFile);
    }

    private static Optional<Advice> forFile(TensorFile file) {
      return switch (file.kind()) {
        // The message about the file includes the advice.
        case GIT_LFS_POINTER -> Optional.empty();
        case HTML, PICKLE, EMPTY, ZEROS, INDEX -> Optional.of(valueOf(file.kind().name()));
        case ZIP -> Optional.of(has(file, FindingCode.WRONG_KIND) ? ZIP : NOT_SAFETENSORS);
        case PYTORCH_ZIP, PYTORCH_LEGACY, NPY, NPZ, GGUF, HDF5, FLAX_MSGPACK ->
            Optional.of(has(file, FindingCode.PICKLE_DANGEROUS_GLOBAL) ? PICKLE : NOT_SAFETENSORS);
        case TEXT, UNKNOWN, SET, DIRECTORY -> Optional.of(NOT_SAFETENSORS);
        case SAFETENSORS -> forSafetensors(file);
      };
    }

    private static boolean has(TensorFile file, FindingCode code) {
      return file.findings().stream().anyMatch(finding -> finding.code() == code);
    }

    // A header beyond the limit of other readers is complete here, unless its length is
    // implausible.
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

  /// The text around the error in a broken header, safe to display. Immutable.
  ///
  /// @param marked the erroneous text; empty if the text ends too early
  /// @param isCutBefore true if the header has more text before the excerpt
  /// @param isCutAfter true if the header has more text after the excerpt
  record HeaderExcerpt(
      String before, String marked, String after, boolean isCutBefore, boolean isCutAfter) {

    private static final int BYTES_BEFORE = 400;
    private static final int MARKED_BYTES = 80;
    private static final int BYTES_AFTER = 200;
    private static final int BEGINNING_BYTES = 600;

    /// Reads the excerpt of the first broken header of a document; empty if no header is broken.
    static Optional<HeaderExcerpt> of(FileDocument document) {
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
        // The finding itself is reported, and the hex view reports why the bytes cannot be read.
        return Optional.empty();
      }
    }

    /// Reads the first lines of a text; empty if it cannot be read.
    static Optional<String> beginning(ByteSource bytes) {
      try {
        String text = text(bytes, 0, Math.min(bytes.length(), BEGINNING_BYTES));
        return Optional.of(bytes.length() > BEGINNING_BYTES ? text + "…" : text);
      } catch (IOException e) {
        // See above.
        return Optional.empty();
      }
    }

    // A character that is cut at the end of the range becomes a replacement character.
    private static String text(ByteSource bytes, long begin, long end) throws IOException {
      String text = new String(bytes.read(begin, (int) (end - begin)), StandardCharsets.UTF_8);
      return text.lines()
              .map(line -> line.isEmpty() ? "" : DisplayText.of(line, line.length()))
              .collect(Collectors.joining("\n"))
          + (text.endsWith("\n") ? "\n" : "");
    }
  }
}
