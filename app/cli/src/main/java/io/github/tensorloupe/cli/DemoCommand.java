package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.demo.DemoCheckpoints;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(name = "demo")
final class DemoCommand extends ResultCommand implements ChangesFiles {

  @Parameters(paramLabel = "DIR")
  private Path folder;

  @Override
  ExitCode run() throws IOException {
    Location location = locate(folder);
    try (Interruption interruption = Interruption.watch()) {
      DemoCheckpoints.write(location.path(), interruption);
      for (DemoCheckpoints.Sample each : DemoCheckpoints.Sample.values()) {
        String path = location.descendant(each.in(location.path())).text();
        String sentence = "Wrote %s: %s".formatted(TextPrinter.shown(path), each.description());
        print(
            new JsonObject().with("path", path).with("description", each.description()),
            text -> text.line(sentence));
      }
    }
    return ExitCode.FINE;
  }
}
