package io.github.tensorloupe.cli;

import io.github.tensorloupe.cli.ScreenshotRequest.Language;
import io.github.tensorloupe.cli.ScreenshotRequest.Theme;
import io.github.tensorloupe.export.PngWriter;
import io.github.tensorloupe.storage.Accent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Writes a picture of the window's content.
@Command(
    name = "screenshot",
    description = "Write a picture of what the window would show; needs no display.")
final class ScreenshotCommand implements Callable<Integer> {

  private static final Pattern SIZE = Pattern.compile("(\\d{1,5})[xX×](\\d{1,5})");

  private final Surroundings surroundings;
  private final Screenshot screenshot;

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "PATH", description = "A file, an index or a folder.")
  private Path path;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "FILE.png",
      description = "The picture to write; it replaces a PNG file and nothing else.")
  private Path out;

  @Option(names = "--tensor", paramLabel = "NAME", description = "Select this tensor.")
  private Optional<String> tensor = Optional.empty();

  @Option(
      names = "--pane",
      paramLabel = "NAME",
      description =
          "Show this pane: overview, metadata, values, heatmap, histogram, problems, layers or"
              + " hashes; or settings, above the window; or library, for the start page with PATH"
              + " among its folders.")
  private Optional<String> pane = Optional.empty();

  @Option(
      names = "--size",
      paramLabel = "WxH",
      defaultValue = "1280x800",
      description = "From 320x240 to 4096x4096; ${DEFAULT-VALUE} if not given.")
  private String size;

  @Option(
      names = "--scale",
      paramLabel = "1|2",
      defaultValue = "1",
      description = "Pixels per unit of the size; ${DEFAULT-VALUE} if not given.")
  private int scale;

  @Option(
      names = "--theme",
      paramLabel = "light|dark",
      defaultValue = "light",
      description = "The colours; ${DEFAULT-VALUE} if not given.")
  private Theme theme;

  @Option(
      names = "--language",
      paramLabel = "en|de",
      defaultValue = "en",
      description =
          "The language of the window's texts; ${DEFAULT-VALUE} if not given. Messages of the"
              + " command line are English.")
  private Language language;

  @Option(
      names = "--accent",
      paramLabel = "NAME",
      defaultValue = "blue",
      description =
          "The colour of what is selected: blue, teal, green, purple, pink or orange;"
              + " ${DEFAULT-VALUE} if not given.")
  private Accent accent;

  @Option(
      names = "--font-size",
      paramLabel = "N",
      defaultValue = "13",
      description = "Of ordinary text, from 10 to 24; ${DEFAULT-VALUE} if not given.")
  private int fontSize;

  @Option(names = "--json", description = "Print a JSON object that says what was written.")
  private boolean json;

  ScreenshotCommand(Surroundings surroundings, Screenshot screenshot) {
    this.surroundings = surroundings;
    this.screenshot = screenshot;
  }

  /// The words that the option `--pane` takes.
  List<String> panes() {
    return screenshot.panes();
  }


  @Override
  public Integer call() {
    ScreenshotRequest request = request();
    try {
      if (!Files.exists(request.path())) {
        throw new NoSuchFileException(path.toString());
      }
      PngWriter.check(request.out(), List.of(request.path()));
      screenshot.draw(request);
    } catch (IOException e) {
      new Messages(surroundings.err()).tell(e);
      return ExitCode.FAILURE.number();
    }
    print(request);
    return ExitCode.FINE.number();
  }

  private ScreenshotRequest request() {
    pane.filter(name -> !panes().contains(name)).ifPresent(this::refusePane);
    Matcher sides = SIZE.matcher(size);
    if (!sides.matches()) {
      throw new ParameterException(
          spec.commandLine(),
          "Invalid value for option '--size': '" + size + "' is not like 1280x800");
    }
    Path folder = surroundings.workingDirectory();
    try {
      return new ScreenshotRequest(
          folder.resolve(path),
          folder.resolve(out),
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
      throw new ParameterException(spec.commandLine(), "Invalid picture: " + e.getMessage(), e);
    }
  }

  private void refusePane(String name) {
    throw new ParameterException(
        spec.commandLine(),
        "Invalid value for option '--pane': '%s' is none of %s"
            .formatted(name, String.join(", ", panes())));
  }

  private void print(ScreenshotRequest request) {
    if (json) {
      new JsonLines(surroundings.out())
          .line(
              line -> {
                JsonMembers members = new JsonMembers(line);
                members.text("path", path.toString());
                members.text("out", out.toString());
                line.writeNumberField("width", request.width() * request.scale());
                line.writeNumberField("height", request.height() * request.scale());
              });
      return;
    }
    TextLines lines = new TextLines(surroundings);
    lines.line("Wrote " + TextLines.shown(out.toString()));
    lines.flush();
  }
}
