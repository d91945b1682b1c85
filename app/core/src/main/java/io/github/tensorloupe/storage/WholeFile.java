package io.github.tensorloupe.storage;

import module java.base;

import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.model.WriteFailures;

/// Writes files that are there as a whole or not at all, for their owner only.
final class WholeFile {

  @FunctionalInterface
  interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  static final String NOT_ORDINARY = "it is not a regular file";

  /// As many as Linux follows.
  private static final int MOST_LINKS = 40;

  private WholeFile() {}

  /// Writes a file in place of what is at the path; behind a link, of what it leads to, which need
  /// not be there.
  ///
  /// @param forced true if it has to reach the disk before it gets its name, for which this blocks:
  ///   where the computer itself goes down, the path then leads to what was there before or to all
  ///   of this; else the file may hold anything, which is good enough for what can be found out
  ///   again
  /// @throws SentenceException if writing fails; what was there still is
  static void write(Path file, boolean forced, Content content) throws SentenceException {
    try {
      Path target = target(file);
      if (Files.exists(target) && !Files.isRegularFile(target)) {
        throw new FileSystemException(target.toString(), null, NOT_ORDINARY);
      }
      Path draft = draftBeside(target);
      try {
        fill(draft, content, forced);
        giveToOwner(target.getParent(), draft);
        Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(draft);
      }
    } catch (IOException e) {
      throw WriteFailures.sentence(PathText.of(file), e);
    }
  }

  private static void fill(Path draft, Content content, boolean forced) throws IOException {
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(draft))) {
      content.writeTo(out);
    }
    if (forced) {
      try (FileChannel channel = FileChannel.open(draft, StandardOpenOption.WRITE)) {
        channel.force(true);
      }
    }
  }

  /// The name of the draft would tell nobody anything.
  private static Path draftBeside(Path target) throws IOException {
    try {
      return Files.createTempFile(target.getParent(), "draft", ".part");
    } catch (AccessDeniedException e) {
      throw new AccessDeniedException(target.getParent().toString());
    } catch (NoSuchFileException e) {
      throw new NoSuchFileException(target.toString());
    }
  }

  /// The superuser in the home of a person would lock them out of what is their own.
  private static void giveToOwner(Path folder, Path draft) throws IOException {
    if (!folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      return;
    }
    UserPrincipal owner = Files.getOwner(folder);
    if (!Files.getOwner(draft).equals(owner)) {
      try {
        Files.setOwner(draft, owner);
      } catch (IOException e) {
        // Only the superuser may do that; else it is the file of whoever writes it.
      }
    }
  }

  static Path target(Path file) {
    Path target = file;
    try {
      for (int i = 0; i < MOST_LINKS && Files.isSymbolicLink(target); i++) {
        target = target.resolveSibling(Files.readSymbolicLink(target));
      }
    } catch (IOException e) {
      // It is told to whoever opens the file.
    }
    return target;
  }
}
