package io.github.tensorloupe.cli;

import java.io.BufferedOutputStream;
import java.io.Console;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Objects;

/// What a command runs in. Text goes to both streams as UTF-8 with LF, whatever the locale.
///
/// @param workingDirectory what relative paths are relative to
/// @param out standard output; owned by whoever made it, flushed by the commands
/// @param err standard error; likewise
/// @param colours whether a person looks at standard output and takes colours
/// @param isErrWatched whether a person looks at standard error, so that a line there can be
///   written over
public record Surroundings(
    Path workingDirectory,
    OutputStream out,
    OutputStream err,
    boolean colours,
    boolean isErrWatched) {

  private static final int BUFFER_BYTES = 64 * 1024;

  public Surroundings {
    Objects.requireNonNull(workingDirectory);
    Objects.requireNonNull(out);
    Objects.requireNonNull(err);
  }

  /// Surroundings in which nobody looks at standard error.
  public Surroundings(Path workingDirectory, OutputStream out, OutputStream err, boolean colours) {
    this(workingDirectory, out, err, colours, false);
  }

  /// The streams and the working directory of this process.
  public static Surroundings ofProcess() {
    OutputStream out =
        new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), BUFFER_BYTES);
    OutputStream err = new FileOutputStream(FileDescriptor.err);
    return new Surroundings(Path.of(""), out, err, takesColours(), isWatched());
  }

  private static boolean takesColours() {
    Console console = System.console();
    String noColor = System.getenv("NO_COLOR");
    return console != null
        && console.isTerminal()
        && (noColor == null || noColor.isEmpty())
        && !"dumb".equals(System.getenv("TERM"));
  }

  /// Java tells of standard input and output only.
  private static boolean isWatched() {
    try {
      return Path.of("/proc/self/fd/2").toRealPath().startsWith("/dev/pts");
    } catch (IOException e) {
      return false;
    }
  }
}
