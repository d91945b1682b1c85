package io.github.tensorloupe.log;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.logging.FileHandler;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.stream.Stream;

/// The files of one process: the newest is written, and where it is full it moves aside and the
/// oldest is deleted. Several processes write to files of their own. Belongs to one thread.
final class RotatingFile implements AutoCloseable {

  static final int KEPT = 3;

  private final Path folder;
  private final FileHandler handler;

  /// @param limitBytes the length from which on a file moves aside
  /// @throws IOException if no file can be written in the folder
  RotatingFile(Path folder, int limitBytes) throws IOException {
    this.folder = folder;
    String pattern = folder.toString().replace("%", "%%") + "/tensorloupe.%u.%g.log";
    handler = new FileHandler(pattern, limitBytes, KEPT, true);
    handler.setEncoding("UTF-8");
    handler.setLevel(Level.ALL);
    handler.setFormatter(new AsItIs());
  }

  void write(String text) {
    handler.publish(new LogRecord(Level.INFO, text));
  }

  /// The file that was written last in the folder; empty where none is there any more.
  Optional<Path> newest() {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.getFileName().toString().matches("tensorloupe\\.\\d+\\.0\\.log"))
          .max((one, other) -> Long.compare(lastWritten(one), lastWritten(other)));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static long lastWritten(Path file) {
    return file.toFile().lastModified();
  }

  @Override
  public void close() {
    handler.close();
  }

  /// The text has its form already.
  private static final class AsItIs extends Formatter {
    @Override
    public String format(LogRecord written) {
      return written.getMessage();
    }
  }
}
