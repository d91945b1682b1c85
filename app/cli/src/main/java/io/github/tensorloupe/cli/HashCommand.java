package io.github.tensorloupe.cli;

import io.github.tensorloupe.integrity.hash.FileHashes;
import io.github.tensorloupe.work.Cancellation;
import java.io.IOException;
import java.util.Optional;
import picocli.CommandLine.Command;

/// Prints all hashes of files.
@Command(
    name = "hash",
    description = {
      "Print the hashes by which tools and people know a file, and what each is for.",
      "",
      "Every file is read once. Files that no loader takes have hashes too."
    })
final class HashCommand extends DigestCommand {

  private HashPrinter printer;

  HashCommand(Surroundings surroundings, FileOpener opener) {
    super(surroundings, opener);
  }

  @Override
  void beginPrinting(boolean json) {
    printer =
        json
            ? new HashJson(new JsonLines(surroundings().out()))
            : new HashText(new TextLines(surroundings()));
  }

  @Override
  ExitCode process(Target target) {
    return switch (target) {
      case Target.LoneFile(var location) -> processFile(location);
      case Target.ShardedSet set -> processShards(set, this::processFile);
      case Target.Dead(var report) -> printDead(report);
    };
  }

  private ExitCode processFile(Location location) {
    try (OpenedFile opened = opener().open(location)) {
      long byteCount = opened.file().bytes().length();
      FileHashes hashes =
          FileHashes.of(
              opened.file(), Cancellation.NEVER, reading().ofFile(location.path(), byteCount));
      tellErrors(opened.report());
      printer.print(opened.report(), Optional.of(hashes));
      return opened.report().exitCode();
    } catch (IOException e) {
      return printDead(opener().unreadable(location, e));
    }
  }

  private ExitCode printDead(Report report) {
    tellErrors(report);
    printer.print(report, Optional.empty());
    return report.exitCode();
  }

  @Override
  void print(Report unreadable) {
    printDead(unreadable);
  }

  @Override
  ExitCode finish() {
    printer.end();
    return ExitCode.FINE;
  }
}
