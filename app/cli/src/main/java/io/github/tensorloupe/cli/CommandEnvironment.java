package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.storage.Folders;

/// The environment of a command. Output is UTF-8 with LF in every locale.
///
/// @param workingDirectory the base of relative paths
/// @param out the standard output, owned by the caller and flushed by the commands
/// @param err the standard error, owned by the caller and flushed by the commands
/// @param colors true if standard output is a terminal with colors
/// @param isErrWatched true if standard error is a terminal that can overwrite a line
/// @param columns the width of the terminal in cells, at least 1
public record CommandEnvironment(
    Path workingDirectory,
    Map<String, String> variables,
    OutputStream out,
    OutputStream err,
    boolean colors,
    boolean isErrWatched,
    int columns) {

  private static final int DEFAULT_COLUMNS = 80;

  private static final int BUFFER_BYTES = 64 * 1024;

  /// Creates an environment whose standard error is not a terminal.
  public CommandEnvironment(
      Path workingDirectory, OutputStream out, OutputStream err, boolean colors) {
    this(workingDirectory, System.getenv(), out, err, colors, false, DEFAULT_COLUMNS);
  }

  CommandEnvironment withStreams(OutputStream newOut, OutputStream newErr) {
    return new CommandEnvironment(
        workingDirectory, variables, newOut, newErr, colors, isErrWatched, columns);
  }

  public static CommandEnvironment ofProcess() {
    OutputStream out =
        new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), BUFFER_BYTES);
    OutputStream err = new FileOutputStream(FileDescriptor.err);
    return new CommandEnvironment(
        Path.of(""), System.getenv(), out, err, supportsColors(), isWatched(), detectColumns());
  }

  /// Returns the folders of this program's own files.
  Folders folders() {
    return new Folders(variables, System.getProperties());
  }

  private static boolean supportsColors() {
    Console console = System.console();
    boolean isColorful = Objects.requireNonNullElse(System.getenv("NO_COLOR"), "").isEmpty();
    return console != null && console.isTerminal() && isColorful && supportsControlSequences();
  }

  private static boolean supportsControlSequences() {
    return !"dumb".equals(System.getenv("TERM"));
  }

  /// Returns true if standard error is a terminal, which the JDK cannot determine.
  private static boolean isWatched() {
    try {
      Path device = Path.of("/proc/self/fd/2").toRealPath();
      boolean isTerminal =
          device.startsWith("/dev/pts") || device.toString().matches("/dev/(tty.*|console)");
      return isTerminal && supportsControlSequences();
    } catch (IOException e) {
      return false;
    }
  }

  private static int detectColumns() {
    String columns = Objects.requireNonNullElse(System.getenv("COLUMNS"), "");
    return columns.matches("[1-9][0-9]{0,3}") ? Integer.parseInt(columns) : DEFAULT_COLUMNS;
  }
}
