package io.github.tensorloupe.model.filetype;

import module java.base;

/// The beginning of a file, and the rest of it on request. For one thread.
public final class Sample {

  public static final int HEAD_BYTES = 4096;

  /// The bytes of the longest character, which may be cut at the end.
  private static final int MOST_CUT = 4;

  private static final Pattern DECLARED =
      Pattern.compile("(?:charset|encoding)\\s*=\\s*[\"']?([A-Za-z0-9][\\w-]{1,40})");

  /// Any byte of a file.
  public interface Source {

    long length();

    /// A copy of a range that lies inside the file.
    byte[] read(long byteOffset, int byteCount) throws IOException;
  }

  private final Source source;

  /// The first bytes; not to be changed.
  final byte[] head;

  private final String text;

  /// @param head its first bytes, [#HEAD_BYTES] or all of them; kept and not changed
  public Sample(Source source, byte[] head) {
    this.source = source;
    this.head = head;
    this.text = textOf(head);
  }

  public long length() {
    return source.length();
  }

  /// The beginning as text, without a byte order mark: UTF-8, UTF-16 with its mark, or markup in
  /// the encoding that it declares. Empty where it is no text.
  public String text() {
    return text;
  }

  /// More of the beginning as text, as for [#text()].
  String text(int byteCount) throws IOException {
    return byteCount <= head.length ? text : textOf(read(0, byteCount));
  }

  /// True if the beginning is text in UTF-16.
  boolean isUtf16() {
    return !text.isEmpty() && utf16(head) != null;
  }

  /// A copy of bytes of the file, fewer where it ends before.
  ///
  /// @param byteOffset file offset of the first byte, at least 0
  /// @param byteCount how many at most
  byte[] read(long byteOffset, int byteCount) throws IOException {
    long end = Math.min(source.length(), byteOffset + byteCount);
    if (end <= byteOffset) {
      return new byte[0];
    }
    return end <= head.length
        ? Arrays.copyOfRange(head, (int) byteOffset, (int) end)
        : source.read(byteOffset, (int) (end - byteOffset));
  }

  /// True if these bytes, given as Latin-1, stand at a place in the beginning.
  boolean hasAt(int index, String latin1) {
    byte[] magic = latin1.getBytes(StandardCharsets.ISO_8859_1);
    int end = index + magic.length;
    return head.length >= end && Arrays.equals(head, index, end, magic, 0, magic.length);
  }

  /// The u64 at a place in the beginning, which must hold it.
  long word(int index) {
    return ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN).getLong(index);
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

  /// @param isWhole true if the bytes are all of the file, so that no character is cut at their end
  private static String decoded(byte[] bytes, Charset charset, boolean isWhole) {
    for (int cut = 0; cut < MOST_CUT && cut < bytes.length; cut++) {
      try {
        ByteBuffer kept = ByteBuffer.wrap(bytes, 0, bytes.length - cut);
        return charset.newDecoder().decode(kept).toString();
      } catch (CharacterCodingException e) {
        if (isWhole) {
          return "";
        }
      }
    }
    return "";
  }

  /// HTML or XML in an older encoding than UTF-8, in which many servers still tell of errors, in
  /// the encoding that it declares or in Latin-1; empty where the bytes do not begin as markup
  /// does.
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
