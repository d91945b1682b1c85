package io.github.tensorloupe.storage;

import module java.base;

import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.model.WriteFailures;
import io.github.tensorloupe.work.IoConsumer;

/// Writes files that are there as a whole or not at all, for their owner only.
final class WholeFile {

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
  static void write(Path file, boolean forced, IoConsumer<OutputStream> content)
      throws SentenceException {
    try {
      Path target = target(file);
      if (Files.exists(target) && !Files.isRegularFile(target)) {
        throw new FileSystemException(target.toString(), null, NOT_ORDINARY);
      }
      Path folder = target.getParent();
      if (!Files.isDirectory(folder)) {
        throw new NoSuchFileException(target.toString());
      }
      Path draft = folder.resolve("draft%x.part".formatted(ThreadLocalRandom.current().nextLong()));
      try (FileChannel channel = create(draft)) {
        try (OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel))) {
          content.accept(out);
          out.flush();
          if (forced) {
            channel.force(true);
          }
        }
        giveToOwner(folder, draft);
        Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(draft);
      }
    } catch (IOException e) {
      throw WriteFailures.sentence(PathText.of(file), e);
    }
  }

  /// Creates a file that only its owner can read. Never writes through a link.
  private static FileChannel create(Path draft) throws IOException {
    FileAttribute<?>[] attributes =
        draft.getFileSystem().supportedFileAttributeViews().contains("posix")
            ? new FileAttribute<?>[] {
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
            }
            : new FileAttribute<?>[0];
    Set<StandardOpenOption> options =
        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    try {
      return FileChannel.open(draft, options, attributes);
    } catch (AccessDeniedException e) {
      // The name of the draft means nothing to the user.
      throw new AccessDeniedException(draft.getParent().toString());
    }
  }

  /// A file that root creates in the home of a user would be inaccessible to the user. Follows no
  /// link, because the owner of the folder may put one there at any time.
  private static void giveToOwner(Path folder, Path draft) throws IOException {
    if (!folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      return;
    }
    FileOwnerAttributeView view =
        Files.getFileAttributeView(draft, FileOwnerAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    UserPrincipal owner = Files.getOwner(folder);
    if (!view.getOwner().equals(owner)) {
      try {
        view.setOwner(owner);
      } catch (IOException e) {
        // Only root can do that.
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
