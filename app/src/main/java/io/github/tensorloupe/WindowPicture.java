package io.github.tensorloupe;

import io.github.tensorloupe.cli.ScreenshotRequest;
import io.github.tensorloupe.demo.DemoCheckpoints;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.ReadFailures;
import io.github.tensorloupe.prefs.Folders;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/// What happens in place of a window where there is no display: the window is drawn into a picture
/// in the cache folder, and a sentence says where it is.
final class WindowPicture {

  private static final int WIDTH = 1280;
  private static final int HEIGHT = 820;
  private static final int FAILED = 2;
  private static final int SENTENCE_LIMIT = 2000;

  private final Folders folders;
  private final PrintStream out;
  private final PrintStream err;

  WindowPicture(Folders folders, PrintStream out, PrintStream err) {
    this.folders = folders;
    this.out = out;
    this.err = err;
  }

  /// Draws the window on the first of the paths, or on the demo checkpoint.
  ///
  /// @return the exit code
  int draw(String... paths) {
    try {
      Path cache = cacheFolder(folders);
      Path shown =
          paths.length > 0
              ? existing(Path.of(paths[0]))
              : DemoCheckpoints.openable(cache.resolve("demo"));
      Path picture = cache.resolve("window").resolve(pictureName(shown));
      Files.createDirectories(picture.getParent());
      new OffscreenWindow().draw(request(shown, picture));
      out.printf(
          "There is no display, so the window on %s was drawn into %s; the subcommands check, info,"
              + " stats, metadata, export, recover, demo and screenshot need no display"
              + " (tensorloupe --help).%n",
          DisplayText.of(shown.toString(), SENTENCE_LIMIT), picture);
      if (paths.length > 1) {
        err.printf("Of the %d paths only the first was drawn.%n", paths.length);
      }
      return 0;
    } catch (IOException e) {
      err.println(DisplayText.of(sentence(e), SENTENCE_LIMIT));
      return FAILED;
    }
  }

  /// Failures of the file system name a file only; all others come with a sentence.
  private static String sentence(IOException failure) {
    return failure instanceof FileSystemException || failure.getMessage() == null
        ? ReadFailures.finding(failure).message()
        : failure.getMessage();
  }

  /// The folder that demo checkpoints and pictures are written to.
  ///
  /// @throws IOException if there is no such folder, also not in the temporary folder
  static Path cacheFolder(Folders folders) throws IOException {
    return folders
        .cache()
        .orElseThrow(
            () ->
                new IOException(
                    "Neither the home folder nor the temporary folder can be written to."));
  }

  private static Path existing(Path path) throws IOException {
    if (!Files.exists(path)) {
      throw new NoSuchFileException(path.toString());
    }
    return path;
  }

  private static String pictureName(Path shown) {
    Path name = shown.toAbsolutePath().normalize().getFileName();
    return (name == null ? "root" : name) + ".png";
  }

  private static ScreenshotRequest request(Path shown, Path picture) {
    return new ScreenshotRequest(
        shown,
        picture,
        Optional.empty(),
        Optional.empty(),
        WIDTH,
        HEIGHT,
        1,
        ScreenshotRequest.Theme.LIGHT);
  }
}
