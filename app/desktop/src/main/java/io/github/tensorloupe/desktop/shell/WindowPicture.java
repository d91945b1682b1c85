package io.github.tensorloupe.desktop.shell;

import module java.base;

import io.github.tensorloupe.cli.CommandLineInterface;
import io.github.tensorloupe.cli.ScreenshotRequest;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.ReadFailures;
import io.github.tensorloupe.storage.Appearance;
import io.github.tensorloupe.storage.Folders;

/// Takes the place of a window where there is no display: the window is drawn into a picture in the
/// cache folder, and a sentence says where it is.
record WindowPicture(Folders folders, PrintStream out, PrintStream err) {

  private static final int WIDTH = 1280;
  private static final int HEIGHT = 820;
  private static final String START_PAGE = "start-page.png";
  private static final int FAILED = 2;
  private static final int SENTENCE_LIMIT = 2000;

  /// Draws the window on the first of the paths, or on the start page. Gives the exit code.
  int draw(String... paths) {
    try {
      Path folder = cacheFolder(folders).resolve("window");
      Optional<Path> shown = Arrays.stream(paths).findFirst().map(Path::of);
      if (shown.isPresent() && !Files.exists(shown.get())) {
        throw new NoSuchFileException(shown.get().toString());
      }
      Path picture = folder.resolve(shown.map(WindowPicture::pictureName).orElse(START_PAGE));
      Files.createDirectories(folder);
      new OffscreenWindow(shown.isEmpty()).draw(request(shown, picture));
      out.printf(
          "There is no display, so %s was drawn into %s; the subcommands %s need no display"
              + " (tensorloupe --help).%n",
          shown
              .map(path -> "the window on " + DisplayText.of(path.toString(), SENTENCE_LIMIT))
              .orElse("the start page"),
          picture,
          subcommands());
      if (paths.length > 1) {
        err.printf("Of the %d paths only the first was drawn.%n", paths.length);
      }
      return 0;
    } catch (IOException e) {
      // Failures of the file system name a file only; all others come with a sentence.
      boolean isBare = e instanceof FileSystemException || e.getMessage() == null;
      String sentence = isBare ? ReadFailures.finding(e).message() : e.getMessage();
      err.println(DisplayText.of(sentence, SENTENCE_LIMIT));
      return FAILED;
    }
  }

  private static String subcommands() {
    List<String> names = CommandLineInterface.commandNames();
    return String.join(", ", names.subList(0, names.size() - 1)) + " and " + names.getLast();
  }

  /// The folder that demo checkpoints and pictures are written to.
  static Path cacheFolder(Folders folders) throws IOException {
    String sentence = "Neither the home folder nor the temporary folder can be written to.";
    return folders.cache().orElseThrow(() -> new IOException(sentence));
  }

  private static String pictureName(Path shown) {
    Path name = shown.toAbsolutePath().normalize().getFileName();
    return (name == null ? "root" : name) + ".png";
  }

  private static ScreenshotRequest request(Optional<Path> shown, Path picture) {
    return new ScreenshotRequest(
        shown.orElse(Path.of("")),
        picture,
        Optional.empty(),
        shown.isPresent() ? Optional.empty() : Optional.of(OffscreenWindow.LIBRARY),
        WIDTH,
        HEIGHT,
        1,
        ScreenshotRequest.Theme.LIGHT,
        Appearance.DEFAULT.accent(),
        Appearance.DEFAULT.fontSize(),
        ScreenshotRequest.Language.EN);
  }
}
