package io.github.tensorloupe.model;

import module java.base;

/// Small files next to checkpoints, such as `config.json`. Most methods return empty for unreadable
/// files.
public final class SmallFiles {

  public static final long MAX_BYTES = 16 << 20;

  /// The maximum length of a configuration in bytes.
  public static final long MAX_CONFIGURATION_BYTES = 4 << 20;

  private static final char BYTE_ORDER_MARK = '\ufeff';
  private static final int UTF8_MARK_BYTES = 3;

  private SmallFiles() {}

  /// Returns the text of a file, or empty if the file does not exist, is unreadable, or exceeds 16
  /// MiB.
  public static Optional<String> text(Path file) {
    return text(file, MAX_BYTES);
  }

  public static Optional<String> text(Path file, long maxBytes) {
    return bytes(file, maxBytes).map(bytes -> new String(bytes, StandardCharsets.UTF_8));
  }

  /// Returns the text of a file in UTF-8, or in UTF-16 with a byte order mark, which Windows
  /// PowerShell writes. Omits the byte order mark.
  public static Optional<String> unicodeText(Path file, long maxBytes) {
    return bytes(file, maxBytes).map(SmallFiles::decoded);
  }

  static String decoded(byte[] bytes) {
    String text =
        new String(bytes, isUtf16(bytes) ? StandardCharsets.UTF_16 : StandardCharsets.UTF_8);
    return startsWithMark(text) ? text.substring(1) : text;
  }

  /// Returns true if a text in UTF-8 or UTF-16 begins with a byte order mark.
  static boolean hasByteOrderMark(byte[] bytes) {
    int begin = Math.min(UTF8_MARK_BYTES, bytes.length);
    return isUtf16(bytes) || startsWithMark(new String(bytes, 0, begin, StandardCharsets.UTF_8));
  }

  private static boolean startsWithMark(String text) {
    return !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK;
  }

  private static boolean isUtf16(byte[] bytes) {
    char first = bytes.length < Character.BYTES ? 0 : ByteBuffer.wrap(bytes).getChar();
    return first == BYTE_ORDER_MARK || first == Character.reverseBytes(BYTE_ORDER_MARK);
  }

  private static Optional<byte[]> bytes(Path file, long maxBytes) {
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    try (ByteSource bytes = ByteSource.open(file)) {
      return bytes.length() <= maxBytes ? Optional.of(read(bytes)) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /// Returns the content of a file.
  ///
  /// @throws IOException if the file cannot be read
  public static byte[] bytes(Path file) throws IOException {
    try (ByteSource bytes = ByteSource.open(file)) {
      return read(bytes);
    }
  }

  private static byte[] read(ByteSource bytes) throws IOException {
    return bytes.read(0, Math.toIntExact(Math.min(Integer.MAX_VALUE - 8, bytes.length())));
  }

  /// Returns true if a file is a link whose target cannot be examined.
  public static boolean isUnreadableLink(Path file) {
    return Files.isSymbolicLink(file) && !Files.exists(file) && !Files.notExists(file);
  }

  /// Returns the children of a folder in any order, or an empty list if the folder cannot be read.
  public static List<Path> children(Path folder) {
    try (Stream<Path> children = Files.list(folder)) {
      return children.toList();
    } catch (IOException | UncheckedIOException e) {
      return List.of();
    }
  }
}
