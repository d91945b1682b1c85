package io.github.tensorloupe.desktop.shell;

import module java.base;

import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.storage.Folders;
import io.github.tensorloupe.storage.Trash;

/// The file manager of the current desktop, started with a list of arguments; no shell parses the
/// path.
final class DesktopFileManager implements Desktop.FileManager {

  private static final int SECONDS = 5;

  private final String system;
  private final Predicate<List<String>> starter;

  DesktopFileManager() {
    this(System.getProperty("os.name", ""), DesktopFileManager::starts);
  }

  /// @param starter starts a program; returns true if it did not fail at once
  DesktopFileManager(String system, Predicate<List<String>> starter) {
    this.system = system.toLowerCase(Locale.ROOT);
    this.starter = starter;
  }

  @Override
  public void show(Path path) throws IOException {
    if (commands(path.toAbsolutePath().normalize()).stream().noneMatch(starter)) {
      throw new SentenceException("No file manager could be started.");
    }
  }

  @Override
  public void browse(URI page) throws IOException {
    String program =
        system.startsWith("windows")
            ? "explorer.exe"
            : system.startsWith("mac") ? "open" : "xdg-open";
    if (!starter.test(List.of(program, page.toASCIIString()))) {
      throw new SentenceException("No browser could be started.");
    }
  }

  @Override
  public void moveToTrash(Path file, FileOperations files) throws IOException {
    if (!system.startsWith("windows") && !system.startsWith("mac")) {
      new Trash(files, Folders.ofThisProcess()).move(file);
    } else if (!java.awt.Desktop.isDesktopSupported()
        || !java.awt.Desktop.getDesktop().isSupported(java.awt.Desktop.Action.MOVE_TO_TRASH)
        || !java.awt.Desktop.getDesktop().moveToTrash(file.toFile())) {
      throw new SentenceException("The system did not move it to the trash.");
    }
  }

  private List<List<String>> commands(Path path) {
    if (system.startsWith("windows")) {
      return List.of(List.of("explorer.exe", "/select,", path.toString()));
    }
    if (system.startsWith("mac")) {
      return List.of(List.of("open", "-R", path.toString()));
    }
    // dbus-send separates the elements of an array at commas.
    String uri = path.toUri().toString().replace(",", "%2C");
    boolean isFolder = Files.isDirectory(path) || path.getParent() == null;
    return List.of(
        List.of(
            "dbus-send",
            "--session",
            "--print-reply",
            "--reply-timeout=3000",
            "--dest=org.freedesktop.FileManager1",
            "--type=method_call",
            "/org/freedesktop/FileManager1",
            "org.freedesktop.FileManager1.ShowItems",
            "array:string:" + uri,
            "string:"),
        List.of("xdg-open", (isFolder ? path : path.getParent()).toString()));
  }

  /// Starts a program and waits a few seconds; returns true if it succeeded or is still running.
  static boolean starts(List<String> command) {
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      // Windows Explorer always reports a failure.
      return !process.waitFor(SECONDS, TimeUnit.SECONDS)
          || process.exitValue() == 0
          || command.getFirst().startsWith("explorer");
    } catch (IOException e) {
      // The program is not installed; the next one may be.
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
