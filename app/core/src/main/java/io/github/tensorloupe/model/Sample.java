package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.format.Preface;

/// The beginning of a file, with access to the remaining bytes. Not thread-safe.
final class Sample {

  static final int HEAD_BYTES = 4096;

  /// The maximum length of a character in bytes. The last character of a sample may be incomplete.
  private static final int MAX_CHARACTER_BYTES = 4;

  private static final Pattern DECLARED =
      Pattern.compile("(?:charset|encoding)\\s*=\\s*[\"']?([A-Za-z0-9][\\w-]{1,40})");

  private final ByteSource source;

  /// The first bytes of the file; must not be modified.
  final byte[] head;

  private final String text;

  /// @param head the result of [#headOf]; retained, not modified
  Sample(ByteSource source, byte[] head) {
    this.source = source;
    this.head = head;
    this.text = textOf(head);
  }

  /// Reads the first [#HEAD_BYTES] bytes, or all bytes of a shorter file.
  static byte[] headOf(ByteSource source) throws IOException {
    return source.read(0, (int) Math.min(HEAD_BYTES, source.length()));
  }

  long length() {
    return source.length();
  }

  /// Returns the beginning as text without a byte order mark, decoded from UTF-8, UTF-16 with a
  /// byte order mark, or markup in its declared encoding. Empty if it is not text.
  String text() {
    return text;
  }

  String text(int byteCount) throws IOException {
    return byteCount <= head.length ? text : textOf(read(0, byteCount));
  }

  boolean isUtf16() {
    return !text.isEmpty() && utf16(head) != null;
  }

  /// Returns a copy of a range, shortened at the end of the file.
  ///
  /// @param byteOffset file offset of the first byte, at least 0
  /// @param byteCount the maximum number of bytes
  byte[] read(long byteOffset, int byteCount) throws IOException {
    long end = Math.min(source.length(), byteOffset + byteCount);
    if (end <= byteOffset) {
      return new byte[0];
    }
    return end <= head.length
        ? Arrays.copyOfRange(head, (int) byteOffset, (int) end)
        : source.read(byteOffset, (int) (end - byteOffset));
  }

  /// Returns true if the beginning contains the given Latin-1 bytes at an index.
  boolean startsWithAt(int index, String latin1) {
    byte[] magic = latin1.getBytes(StandardCharsets.ISO_8859_1);
    int end = index + magic.length;
    return head.length >= end && Arrays.equals(head, index, end, magic, 0, magic.length);
  }

  /// Returns the little-endian u64 at an index. All of its bytes must be inside the beginning.
  long word(int index) {
    return ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN).getLong(index);
  }

  /// Returns true if a brace follows the header length and the beginning of the file is not text.
  boolean looksLikeSafetensors() {
    int at = Preface.BYTE_COUNT;
    while (at < head.length && " \t\n\r".indexOf(head[at]) >= 0) {
      at++;
    }
    boolean isBegun = at < head.length ? head[at] == '{' : at == HEAD_BYTES;
    return isBegun && text.isEmpty();
  }

  private static String textOf(byte[] bytes) {
    Charset utf16 = utf16(bytes);
    boolean isWhole = utf16 == null && bytes.length < HEAD_BYTES;
    String decoded = decoded(bytes, utf16 == null ? StandardCharsets.UTF_8 : utf16, isWhole);
    if (decoded.isEmpty()) {
      decoded = markup(bytes);
    }
    String text = decoded.startsWith("\uFEFF") ? decoded.substring(1) : decoded;
    return text.chars().allMatch(each -> each >= ' ' || "\n\r\t".indexOf(each) >= 0) ? text : "";
  }

  private static Charset utf16(byte[] bytes) {
    if (bytes.length < 4) {
      return null;
    }
    int mark = (bytes[0] & 0xff) << 8 | bytes[1] & 0xff;
    return switch (mark) {
      case 0xFFFE -> StandardCharsets.UTF_16LE;
      case 0xFEFF -> StandardCharsets.UTF_16BE;
      default -> null;
    };
  }

  /// @param isWhole true if the bytes are the whole file, so that an incomplete last character is
  ///   an error
  private static String decoded(byte[] bytes, Charset charset, boolean isWhole) {
    for (int cut = 0; cut < MAX_CHARACTER_BYTES && cut < bytes.length; cut++) {
      try {
        ByteBuffer complete = ByteBuffer.wrap(bytes, 0, bytes.length - cut);
        return charset.newDecoder().decode(complete).toString();
      } catch (CharacterCodingException e) {
        if (isWhole) {
          return "";
        }
      }
    }
    return "";
  }

  /// Decodes HTML or XML in the declared encoding or Latin-1, because many servers send error pages
  /// in other encodings than UTF-8. Returns an empty string if the bytes do not begin like markup.
  private static String markup(byte[] bytes) {
    String latin1 = new String(bytes, StandardCharsets.ISO_8859_1);
    if (!isMarkup(latin1)) {
      return "";
    }
    Matcher declared = DECLARED.matcher(latin1);
    if (declared.find() && Charset.isSupported(declared.group(1))) {
      String text = new String(bytes, Charset.forName(declared.group(1)));
      return isMarkup(text) ? text : latin1;
    }
    return latin1;
  }

  private static boolean isMarkup(String text) {
    return text.stripLeading().matches("(?s)<[A-Za-z!?].*");
  }
}
