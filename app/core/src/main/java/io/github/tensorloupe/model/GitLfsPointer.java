package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// A text file that Git LFS stores in place of a large file that was not fetched.
///
/// @param oid the SHA-256 of the large file in lowercase hex, or empty if absent or malformed
/// @param byteCount the length of the large file, or empty if absent or malformed
public record GitLfsPointer(Optional<String> oid, OptionalLong byteCount) {

  public static final int MAX_BYTES = 1024;

  private static final String FIRST_LINE = "version https://git-lfs.github.com/spec/";

  public static boolean isStartOfPointer(String text) {
    return text.startsWith(FIRST_LINE);
  }

  /// Reads a pointer file.
  ///
  /// @throws IOException if the file cannot be read
  public static GitLfsPointer read(ByteSource bytes) throws IOException {
    int count = (int) Math.min(MAX_BYTES, bytes.length());
    return of(new String(bytes.read(0, count), StandardCharsets.UTF_8));
  }

  /// Parses the text of a pointer file. Missing and malformed fields are empty.
  public static GitLfsPointer of(String text) {
    Optional<String> oid = Optional.empty();
    OptionalLong byteCount = OptionalLong.empty();
    for (String line : text.lines().toList()) {
      if (line.matches("oid sha256:[0-9a-f]{64}")) {
        oid = Optional.of(line.substring("oid sha256:".length()));
      } else if (line.matches("size [0-9]{1,18}")) {
        byteCount = OptionalLong.of(Long.parseLong(line.substring("size ".length())));
      }
    }
    return new GitLfsPointer(oid, byteCount);
  }

  Sentence advice() {
    Sentence known = FileKind.GIT_LFS_POINTER.description();
    if (byteCount.isPresent()) {
      long count = byteCount.getAsLong();
      known =
          oid.isPresent()
              ? Sentence.of(
                  "{0}: the real file has {1} bytes and the SHA-256 {2}", known, count, oid.get())
              : Sentence.of("{0}: the real file has {1} bytes", known, count);
    }
    return Sentence.of(
        "{0}; in its clone, run \"git lfs install\" and \"git lfs pull\", or download it again",
        known);
  }
}
