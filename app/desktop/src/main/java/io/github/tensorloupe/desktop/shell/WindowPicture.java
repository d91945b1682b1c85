package io.github.tensorloupe.desktop.shell;

import module java.base;

import io.github.tensorloupe.cli.CommandLineInterface;
import io.github.tensorloupe.cli.ScreenshotRequest;
import io.github.tensorloupe.demo.DemoCheckpoints;
import io.github.tensorloupe.demo.DemoCheckpoints.Sample;
import io.github.tensorloupe.desktop.storage.Appearance;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.ReadFailures;
import io.github.tensorloupe.remote.RemoteAccess;
import io.github.tensorloupe.storage.Folders;

/// Replaces the window if there is no display: draws it into a picture in the cache folder and
/// prints the path of the picture.
///
/// @param check runs a subcommand and returns its exit code
record WindowPicture(
    Folders folders, ToIntFunction<String[]> check, PrintStream out, PrintStream err) {

  private static final int WIDTH = 1280;
  private static final int HEIGHT = 820;
  private static final int FAILED = 2;
  private static final int SENTENCE_LIMIT = 2000;

  /// Draws the window for the first path. Without a path, draws the sample with NaN values and
  /// prints the findings of a check.
  ///
  /// @return the exit code
  int draw(String... paths) {
    if (paths.length > 0 && paths[0].equals(CommandLineInterface.COMPARE)) {
      return drawn(() -> drawBoth(Path.of(paths[1]), Path.of(paths[2])));
    }
    return paths.length > 0 && RemoteAccess.looksLikeAddress(paths[0])
        ? drawn(() -> drawAddress(paths[0]))
        : drawn(() -> drawFirst(paths));
  }

  private int drawAddress(String address) throws IOException {
    Path picture = Files.createDirectories(folder()).resolve("address.png");
    String[] line = {"screenshot", address, "--out", picture.toString()};
    int exitCode = check.applyAsInt(line);
    if (exitCode == 0) {
      printPicturePath(RemoteAccess.shown(address), picture);
    }
    return exitCode;
  }

  private interface Drawing {

    /// Returns the exit code.
    int draw() throws IOException;
  }

  private int drawn(Drawing drawing) {
    try {
      return drawing.draw();
    } catch (IOException e) {
      // File system exceptions contain only a file name; all others have a sentence as message.
      boolean isBare = e instanceof FileSystemException || e.getMessage() == null;
      String sentence = isBare ? ReadFailures.finding(e).message() : e.getMessage();
      err.println(DisplayText.of(sentence, SENTENCE_LIMIT));
      return FAILED;
    }
  }

  private int drawBoth(Path a, Path b) throws IOException {
    String name = pictureName(a).replaceFirst("\\.png$", "") + "-" + pictureName(b);
    Path picture = Files.createDirectories(folder()).resolve(name);
    new OffscreenWindow().draw(request(a, Optional.of(b), picture));
    // Differences do not make this command fail.
    check.applyAsInt(new String[] {"compare", a.toString(), b.toString()});
    printPicturePath(a + " and " + b, picture);
    return 0;
  }

  private void printPicturePath(String shown, Path picture) {
    out.printf(
        "No display was found, so the window on %s was drawn into %s; the subcommands %s need no"
            + " display (tensorloupe --help).%n",
        DisplayText.of(shown, SENTENCE_LIMIT), PathText.of(picture), subcommands());
  }

  private Path folder() throws IOException {
    return cacheFolder(folders).resolve("window");
  }

  private int drawFirst(String... paths) throws IOException {
    boolean isSample = paths.length == 0;
    Path shown = isSample ? sample() : Path.of(paths[0]);
    if (Files.notExists(shown)) {
      throw new NoSuchFileException(shown.toString());
    }
    Path picture = folder().resolve(pictureName(shown));
    Files.createDirectories(folder());
    new OffscreenWindow().draw(request(shown, Optional.empty(), picture));
    if (isSample) {
      // The NaN values of the sample do not make this command fail.
      check.applyAsInt(new String[] {"check", "--values", shown.toString()});
    }
    printPicturePath(shown.toString(), picture);
    if (paths.length > 1) {
      err.printf("Of the %d paths only the first was drawn.%n", paths.length);
    }
    return 0;
  }

  private Path sample() throws IOException {
    return DemoCheckpoints.openable(cacheFolder(folders).resolve("demo"), Sample.NAN_AND_INF);
  }

  private static String subcommands() {
    List<String> names = CommandLineInterface.commandNames();
    return String.join(", ", names.subList(0, names.size() - 1)) + " and " + names.getLast();
  }

  /// Returns the folder for demo checkpoints and pictures.
  static Path cacheFolder(Folders folders) throws IOException {
    String sentence = "Neither the home folder nor the temporary folder can be written to.";
    return folders.cache().orElseThrow(() -> new IOException(sentence));
  }

  private static String pictureName(Path shown) {
    Path name = shown.toAbsolutePath().normalize().getFileName();
    return (name == null ? "root" : name) + ".png";
  }

  private static ScreenshotRequest request(Path shown, Optional<Path> comparedWith, Path picture) {
    return new ScreenshotRequest(
        shown,
        comparedWith,
        picture,
        Optional.empty(),
        Optional.empty(),
        WIDTH,
        HEIGHT,
        1,
        ScreenshotRequest.Theme.LIGHT,
        Appearance.DEFAULT.accent(),
        Appearance.DEFAULT.fontSize(),
        ScreenshotRequest.Language.EN);
  }
}
