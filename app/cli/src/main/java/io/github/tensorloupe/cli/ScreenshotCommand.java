package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.cli.ScreenshotRequest.Language;
import io.github.tensorloupe.cli.ScreenshotRequest.Theme;
import io.github.tensorloupe.export.FileExport;
import io.github.tensorloupe.storage.Accent;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "screenshot")
final class ScreenshotCommand extends ResultCommand implements ChangesFiles {

  private static final Pattern SIZE = Pattern.compile("(\\d{1,5})[xX×](\\d{1,5})");

  @Parameters(paramLabel = "PATH")
  private Path path;

  @Option(names = "--compare", paramLabel = "B")
  private Optional<Path> compare = Optional.empty();

  @Option(names = "--out", required = true, paramLabel = "FILE.png")
  private Path out;

  @Option(names = "--tensor", paramLabel = "NAME")
  private Optional<String> tensor = Optional.empty();

  @Option(names = "--pane", paramLabel = "NAME")
  private Optional<String> pane = Optional.empty();

  @Option(names = "--size", paramLabel = "WxH", defaultValue = "1280x800")
  private String size;

  @Option(names = "--scale", paramLabel = "1|2", defaultValue = "1")
  private int scale;

  @Option(names = "--theme", paramLabel = "light|dark", defaultValue = "light")
  private Theme theme;

  @Option(names = "--language", paramLabel = "en|de", defaultValue = "en")
  private Language language;

  @Option(names = "--accent", paramLabel = "NAME", defaultValue = "blue")
  private Accent accent;

  @Option(names = "--font-size", paramLabel = "N", defaultValue = "13")
  private int fontSize;

  @Mixin private FetchFlags fetching;

  @Override
  ExitCode run() throws IOException {
    ScreenshotRequest request = request();
    for (Path typed : compare.map(newer -> List.of(path, newer)).orElse(List.of(path))) {
      if (Files.notExists(resolve(typed))) {
        throw new NoSuchFileException(typed.toString());
      }
    }
    FileExport.checkPicture(request.out(), request.paths());
    program.screenshot.draw(request);
    print(
        new JsonObject()
            .with("path", path.toString())
            .with("out", out.toString())
            .with("width", request.width() * request.scale())
            .with("height", request.height() * request.scale()),
        text -> text.line("Wrote " + TextPrinter.shown(out.toString())));
    return ExitCode.FINE;
  }

  private ScreenshotRequest request() {
    if (pane.isPresent() && !program.screenshot.panes().contains(pane.get())) {
      throw usage(
          "Invalid value for option '--pane': '%s' is not one of %s"
              .formatted(pane.get(), String.join(", ", program.screenshot.panes())));
    }
    Matcher sides = SIZE.matcher(size);
    if (!sides.matches()) {
      throw usage("Invalid value for option '--size': '" + size + "' is not like 1280x800");
    }
    try {
      return new ScreenshotRequest(
          resolve(path),
          compare.map(this::resolve),
          resolve(out),
          tensor,
          pane,
          Integer.parseInt(sides.group(1)),
          Integer.parseInt(sides.group(2)),
          scale,
          theme,
          accent,
          fontSize,
          language);
    } catch (IllegalArgumentException e) {
      throw usage("Invalid picture: " + e.getMessage());
    }
  }
}
