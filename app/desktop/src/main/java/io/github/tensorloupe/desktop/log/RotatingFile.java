package io.github.tensorloupe.desktop.log;

import module java.base;

/// The log files of one process. If the newest file is full, it is renamed and the oldest one is
/// deleted. Each process writes its own files. Not thread-safe.
///
/// `java.util.logging.FileHandler` also rotates files, but it neither reports the name of the
/// current file nor starts a new one if the file was deleted.
final class RotatingFile implements AutoCloseable {

  static final int MAX_GENERATIONS = 3;
  private static final int MAX_PROCESSES = 100;

  private final Path folder;
  private final int limitBytes;
  private final int process;
  private final FileChannel lock;
  private FileChannel newest;

  /// Opens the first set of files that no other process uses and that the user may write.
  ///
  /// @param limitBytes maximum length of a file, unless a single text is longer
  /// @throws IOException if no file can be written in the folder
  static RotatingFile in(Path folder, int limitBytes) throws IOException {
    for (int process = 0; ; process++) {
      try {
        return new RotatingFile(folder, limitBytes, process);
      } catch (IOException e) {
        if (process == MAX_PROCESSES) {
          throw e;
        }
      }
    }
  }

  private RotatingFile(Path folder, int limitBytes, int process) throws IOException {
    this.folder = folder;
    this.limitBytes = limitBytes;
    this.process = process;
    lock =
        FileChannel.open(
            folder.resolve("tensorloupe.%d.lck".formatted(process)),
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            LinkOption.NOFOLLOW_LINKS);
    try {
      if (!isFree()) {
        throw new IOException("another log has it");
      }
      newest = opened();
    } catch (IOException e) {
      lock.close();
      throw e;
    }
  }

  private boolean isFree() {
    try {
      return lock.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false;
    } catch (IOException e) {
      // If nothing can be locked, processes write into the same file.
      return true;
    }
  }

  private FileChannel opened() throws IOException {
    return FileChannel.open(
        file(0),
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND,
        StandardOpenOption.WRITE,
        LinkOption.NOFOLLOW_LINKS);
  }

  /// Returns the file of a generation; 0 is the newest.
  Path file(int generation) {
    return folder.resolve("tensorloupe.%d.%d.log".formatted(process, generation));
  }

  /// Appends a text.
  ///
  /// @throws IOException if the text could not be written completely
  void write(String text) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    if (!newest.isOpen() || Files.notExists(file(0))) {
      newest.close();
      newest = opened();
    }
    if (newest.size() > 0 && newest.size() + bytes.remaining() > limitBytes) {
      moveAside();
    }
    while (bytes.hasRemaining()) {
      newest.write(bytes);
    }
  }

  private void moveAside() throws IOException {
    newest.close();
    for (int generation = MAX_GENERATIONS - 1; generation > 0; generation--) {
      if (Files.exists(file(generation - 1))) {
        Files.move(file(generation - 1), file(generation), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    newest = opened();
  }

  @Override
  public void close() throws IOException {
    try (lock) {
      newest.close();
    }
  }
}
