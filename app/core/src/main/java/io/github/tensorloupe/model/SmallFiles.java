package io.github.tensorloupe.model;

import module java.base;

/// Reads small files that stand beside checkpoints and say something of them. One that cannot be
/// read says nothing.
public final class SmallFiles {

  private static final long MAX_BYTES = 16 << 20;

  private SmallFiles() {}

  /// The text of a file; empty where there is none, it cannot be read, or it has more than 16 MiB.
  public static Optional<String> text(Path file) {
    return text(file, MAX_BYTES);
  }

  public static Optional<String> text(Path file, long maxBytes) {
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    try (ByteSource bytes = ByteSource.open(file)) {
      return bytes.length() <= maxBytes
          ? Optional.of(new String(read(bytes), StandardCharsets.UTF_8))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /// All bytes of a file.
  ///
  /// @throws IOException if it cannot be read
  public static byte[] bytes(Path file) throws IOException {
    try (ByteSource bytes = ByteSource.open(file)) {
      return read(bytes);
    }
  }

  private static byte[] read(ByteSource bytes) throws IOException {
    return bytes.read(0, Math.toIntExact(Math.min(Integer.MAX_VALUE - 8, bytes.length())));
  }

  /// The content of a folder, in any order; nothing where it cannot be read.
  public static List<Path> children(Path folder) {
    try (Stream<Path> children = Files.list(folder)) {
      return children.toList();
    } catch (IOException | UncheckedIOException e) {
      return List.of();
    }
  }
}
