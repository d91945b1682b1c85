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
    try {
      return Files.isRegularFile(file) && Files.size(file) <= maxBytes
          ? Optional.of(new String(Files.readAllBytes(file), StandardCharsets.UTF_8))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
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
