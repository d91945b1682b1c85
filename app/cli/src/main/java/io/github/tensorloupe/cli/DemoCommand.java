package io.github.tensorloupe.cli;

import io.github.tensorloupe.demo.DemoCheckpoints;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Writes the sample checkpoints.
@Command(name = "demo", description = "Write small sample checkpoints into a folder.")
final class DemoCommand implements Callable<Integer> {

  private final Surroundings surroundings;

  @Parameters(
      paramLabel = "DIR",
      description = "The folder; made if it is not there. Nothing in it is replaced.")
  private Path folder;

  @Option(names = "--json", description = "Print JSON Lines: one object per checkpoint.")
  private boolean json;

  DemoCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() {
    Path target = surroundings.workingDirectory().resolve(folder);
    List<DemoCheckpoints.Written> written;
    try {
      written = DemoCheckpoints.write(target);
    } catch (IOException e) {
      new Messages(surroundings.err()).tell(e);
      return ExitCode.FAILURE.number();
    }
    Location location = new Location(folder.toString(), target);
    if (json) {
      printJson(location, written);
    } else {
      printText(location, written);
    }
    return ExitCode.FINE.number();
  }

  private void printJson(Location folder, List<DemoCheckpoints.Written> written) {
    JsonLines lines = new JsonLines(surroundings.out());
    for (DemoCheckpoints.Written each : written) {
      lines.line(
          line -> {
            line.writeStringField("path", folder.descendant(each.path()).text());
            line.writeStringField("description", each.description());
          });
    }
  }

  private void printText(Location folder, List<DemoCheckpoints.Written> written) {
    TextLines lines = new TextLines(surroundings);
    for (DemoCheckpoints.Written each : written) {
      String path = TextLines.shown(folder.descendant(each.path()).text());
      lines.line("Wrote %s: %s".formatted(path, each.description()));
    }
    lines.flush();
  }
}
