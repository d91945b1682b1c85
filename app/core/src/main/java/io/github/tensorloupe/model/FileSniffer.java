package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.format.Preface;
import io.github.tensorloupe.model.filetype.Disguises;
import io.github.tensorloupe.model.filetype.Recognised;
import io.github.tensorloupe.model.filetype.Recognised.Form;
import io.github.tensorloupe.model.filetype.Sample;
import io.github.tensorloupe.text.Sentence;

/// Tells from a few bytes of a file what it really is.
final class FileSniffer {

  /// The number of bytes from the start that are looked at.
  static final int HEAD_BYTES = Sample.HEAD_BYTES;

  /// The kind of a file, and what it is.
  ///
  /// @param what a phrase for a person, with its article and all particulars
  /// @param isDisguise true if it is known to be another kind of file, so that it has no header
  record Finding(FileKind kind, Sentence what, boolean isDisguise) {

    static Finding disguise(FileKind kind, Sentence what) {
      return new Finding(kind, what, true);
    }

    static Finding plain(FileKind kind) {
      return new Finding(kind, kind.description(), false);
    }
  }

  private FileSniffer() {}

  /// Finds the kind of a file.
  ///
  /// @param file the open file
  /// @param head its first bytes, [#HEAD_BYTES] or all of them
  /// @throws IOException if reading samples fails
  static Finding look(FileBytes file, byte[] head) throws IOException {
    if (head.length == 0) {
      return Finding.disguise(FileKind.EMPTY, FileKind.EMPTY.description());
    }
    Sample sample = new Sample(file, head);
    Optional<Recognised> found = Disguises.certain(sample);
    if (found.isEmpty() && looksLikeSafetensors(sample, head)) {
      return Finding.plain(FileKind.SAFETENSORS);
    }
    if (found.isEmpty()) {
      found = pointer(sample);
    }
    if (found.isEmpty()) {
      found = Disguises.other(sample);
    }
    return found
        .map(recognised -> Finding.disguise(kindOf(recognised.form()), recognised.what()))
        .orElse(Finding.plain(FileKind.UNKNOWN));
  }

  /// True if an opening brace stands where a header begins and what is before it is not text.
  static boolean looksLikeSafetensors(FileBytes file, byte[] head) {
    return looksLikeSafetensors(new Sample(file, head), head);
  }

  private static boolean looksLikeSafetensors(Sample sample, byte[] head) {
    int at = Preface.BYTE_COUNT;
    while (at < head.length && isJsonSpace(head[at])) {
      at++;
    }
    boolean braceOrOnlySpace = at < head.length ? head[at] == '{' : head.length == HEAD_BYTES;
    return braceOrOnlySpace && sample.text().isEmpty();
  }

  private static Optional<Recognised> pointer(Sample sample) {
    if (!GitLfsPointer.isStartOfPointer(sample.text())) {
      return Optional.empty();
    }
    GitLfsPointer pointer = GitLfsPointer.of(sample.text());
    Sentence kind = FileKind.GIT_LFS_POINTER.description();
    Sentence known = kind;
    if (pointer.byteCount().isPresent()) {
      long byteCount = pointer.byteCount().getAsLong();
      known =
          pointer
              .oid()
              .map(
                  oid ->
                      Sentence.of(
                          "{0}: the real file has {1} bytes and the SHA-256 {2}",
                          kind, byteCount, oid))
              .orElse(Sentence.of("{0}: the real file has {1} bytes", kind, byteCount));
    }
    return Recognised.of(
        Form.GIT_LFS_POINTER,
        Sentence.of(
            "{0}; in its clone, run \"git lfs install\" and \"git lfs pull\", or download it"
                + " again",
            known));
  }

  private static FileKind kindOf(Form form) {
    return switch (form) {
      case INDEX -> FileKind.INDEX;
      case GIT_LFS_POINTER -> FileKind.GIT_LFS_POINTER;
      case HTML -> FileKind.HTML;
      case ZIP -> FileKind.ZIP;
      case PICKLE -> FileKind.PICKLE;
      case GGUF -> FileKind.GGUF;
      case NUMPY -> FileKind.NUMPY;
      case ZEROS -> FileKind.ZEROS;
      case TEXT -> FileKind.TEXT;
      case OTHER -> FileKind.UNKNOWN;
    };
  }

  private static boolean isJsonSpace(byte b) {
    return b == ' ' || b == '\t' || b == '\n' || b == '\r';
  }
}
