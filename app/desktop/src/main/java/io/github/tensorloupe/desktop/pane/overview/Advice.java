package io.github.tensorloupe.desktop.pane.overview;

import io.github.tensorloupe.desktop.selection.LocatedFinding;
import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.LoadError;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorFile;
import java.util.Locale;
import java.util.Optional;

/// What to do about a file that does not load. The texts stand in the message bundle under
/// [#messageKey()].
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
    return "overview.advice." + name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /// The advice that belongs to the first error of a document; empty where there is no error.
  static Optional<Advice> of(OpenDocument document) {
    return document.findings().stream()
        .filter(located -> located.finding().concern() == Severity.ERROR)
        .findFirst()
        .flatMap(located -> forError(located, document.checkpoint()));
  }

  private static Optional<Advice> forError(LocatedFinding located, Checkpoint checkpoint) {
    if (located.file().isPresent()) {
      return forFile(located.file().get());
    }
    return located.finding().code() == FindingCode.SHARD_REFUSED
        ? checkpoint.files().stream()
            .filter(TensorFile::isRefused)
            .findFirst()
            .flatMap(Advice::forFile)
        : forFinding(located.finding());
  }

  private static Optional<Advice> forFile(TensorFile file) {
    return switch (file.kind()) {
      // What it is and what helps are one sentence.
      case GIT_LFS_POINTER -> Optional.empty();
      case HTML -> Optional.of(HTML);
      case ZIP -> Optional.of(ZIP);
      case PICKLE -> Optional.of(PICKLE);
      case GGUF -> Optional.of(GGUF);
      case NUMPY -> Optional.of(NUMPY);
      case EMPTY -> Optional.of(EMPTY);
      case ZEROS -> Optional.of(ZEROS);
      case INDEX -> Optional.of(INDEX);
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
      case FindingCode.TRUNCATED -> Optional.of(TRUNCATED);
      case FindingCode.INVALID_HEADER_LENGTH -> Optional.of(TRUNCATED_IN_HEADER);
      case FindingCode.INVALID_JSON, FindingCode.INVALID_UTF8 -> Optional.of(HEADER_TEXT);
      case FindingCode.INVALID_OFFSET,
          FindingCode.SIZE_MISMATCH,
          FindingCode.SIZE_OVERFLOW,
          FindingCode.MISALIGNED_SLICE ->
          Optional.of(OFFSETS);
      case FindingCode.TRAILING_BYTES -> Optional.of(TRAILING_BYTES);
      case FindingCode.SHARD_MISSING -> Optional.of(SHARD_MISSING);
      case FindingCode.NO_SAFETENSORS -> Optional.of(NO_SAFETENSORS);
      default -> Optional.empty();
    };
  }
}
