package io.github.tensorloupe.model;

import io.github.tensorloupe.format.Preface;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/// Tells from a few bytes of a file what it really is.
final class FileSniffer {

  /// How many bytes from the start are looked at.
  static final int HEAD_BYTES = 4096;

  private static final int ZERO_SAMPLES = 64;

  private FileSniffer() {}

  /// What the file looks like.
  ///
  /// @param file the open file
  /// @param head its first bytes, [#HEAD_BYTES] or all of them
  /// @throws IOException if reading samples fails
  static FileKind kindOf(FileBytes file, byte[] head) throws IOException {
    if (head.length == 0) {
      return FileKind.EMPTY;
    }
    FileKind kind = kindByLongMagic(head);
    if (kind == FileKind.UNKNOWN && looksLikeSafetensors(head)) {
      kind = FileKind.SAFETENSORS;
    }
    if (kind == FileKind.UNKNOWN) {
      kind = kindByShortMagic(head);
    }
    if (kind == FileKind.UNKNOWN && isZero(head) && samplesAreZero(file)) {
      kind = FileKind.ZEROS;
    }
    return kind == FileKind.UNKNOWN ? kindOfText(head) : kind;
  }

  /// Whether an opening brace stands where a header begins and what is before it is not text.
  static boolean looksLikeSafetensors(byte[] head) {
    int at = Preface.BYTE_COUNT;
    while (at < head.length && isJsonSpace(head[at])) {
      at++;
    }
    boolean braceOrOnlySpace = at < head.length ? head[at] == '{' : head.length == HEAD_BYTES;
    return braceOrOnlySpace && textOf(head).isEmpty();
  }

  /// The kind by a beginning that no header length of a file that loads could have. Asked first,
  /// because further bytes of these kinds may look like the brace of a header.
  private static FileKind kindByLongMagic(byte[] head) {
    if (startsWith(head, "\u0093NUMPY")) {
      return FileKind.NUMPY;
    }
    boolean hasVersion = head.length >= 8 && (head[4] | head[5] | head[6] | head[7]) != 0;
    return startsWith(head, "GGUF") && hasVersion ? FileKind.GGUF : FileKind.UNKNOWN;
  }

  private static FileKind kindByShortMagic(byte[] head) {
    if (startsWith(head, "PK\u0003\u0004") || startsWith(head, "PK\u0005\u0006")) {
      return FileKind.ZIP;
    }
    boolean pickle = head.length > 2 && head[0] == (byte) 0x80 && head[1] >= 2 && head[1] <= 5;
    return pickle && head[2] != 0 ? FileKind.PICKLE : FileKind.UNKNOWN;
  }

  private static FileKind kindOfText(byte[] head) {
    String text = textOf(head);
    if (text.isEmpty()) {
      return FileKind.UNKNOWN;
    }
    String start = withoutMark(text).stripLeading().toLowerCase(Locale.ROOT);
    if (GitLfsPointer.isStartOfPointer(text)) {
      return FileKind.GIT_LFS_POINTER;
    }
    if (start.startsWith("<!doctype html") || start.startsWith("<") && start.contains("<html")) {
      return FileKind.HTML;
    }
    if (start.startsWith("{") && text.contains("\"weight_map\"")) {
      return FileKind.INDEX;
    }
    return FileKind.TEXT;
  }

  /// The text behind a byte order mark, which some web servers send.
  private static String withoutMark(String text) {
    return text.startsWith("\uFEFF") ? text.substring(1) : text;
  }

  /// The bytes as text, or an empty string where they are none.
  private static String textOf(byte[] head) {
    // The cut after the last byte may fall inside a character.
    for (int cut = 0; cut < 4 && cut < head.length; cut++) {
      try {
        ByteBuffer bytes = ByteBuffer.wrap(head, 0, head.length - cut);
        String text = StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
        return text.chars().allMatch(FileSniffer::isTextCharacter) ? text : "";
      } catch (CharacterCodingException e) {
        if (head.length < HEAD_BYTES) {
          return "";
        }
      }
    }
    return "";
  }

  private static boolean isTextCharacter(int character) {
    return character >= ' ' || character == '\n' || character == '\r' || character == '\t';
  }

  private static boolean samplesAreZero(FileBytes file) throws IOException {
    long step = Math.max(HEAD_BYTES, file.length() / ZERO_SAMPLES);
    for (long at = 0; at < file.length(); at += step) {
      if (!isZero(file.read(at, (int) Math.min(HEAD_BYTES, file.length() - at)))) {
        return false;
      }
    }
    int tailBytes = (int) Math.min(HEAD_BYTES, file.length());
    return isZero(file.read(file.length() - tailBytes, tailBytes));
  }

  private static boolean isZero(byte[] bytes) {
    for (byte b : bytes) {
      if (b != 0) {
        return false;
      }
    }
    return true;
  }

  private static boolean isJsonSpace(byte b) {
    return b == ' ' || b == '\t' || b == '\n' || b == '\r';
  }

  private static boolean startsWith(byte[] head, String latin1) {
    byte[] magic = latin1.getBytes(StandardCharsets.ISO_8859_1);
    return head.length >= magic.length
        && Arrays.equals(head, 0, magic.length, magic, 0, magic.length);
  }
}
