package io.github.tensorloupe.cli;

import io.github.tensorloupe.integrity.expected.Check;
import io.github.tensorloupe.integrity.expected.DownloadTraces;
import io.github.tensorloupe.integrity.expected.Promise;
import io.github.tensorloupe.integrity.expected.Verifier;
import io.github.tensorloupe.work.Cancellation;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;

/// Compares files with what their surroundings promise about them.
@Command(
    name = "verify",
    description = {
      "Say whether files are what their surroundings promise, without a network.",
      "",
      "Promises stand in caches and downloads of the Hugging Face Hub, in Git LFS pointers, in"
          + " checksum lists, in notes of other programs beside a file and in its own metadata."
          + " Given a whole cache, such as ~/.cache/huggingface/hub, it says which downloads are"
          + " intact, damaged, or have not ended. Every file is read once."
    })
final class VerifyCommand extends DigestCommand {

  private static final String FILE_SUFFIX = ".safetensors";

  private final Verifier verifier = new Verifier();
  private VerifyPrinter printer;

  VerifyCommand(Surroundings surroundings, FileOpener opener) {
    super(surroundings, opener);
  }

  @Override
  void beginPrinting(boolean json) {
    printer =
        json
            ? new VerifyJson(new JsonLines(surroundings().out()))
            : new VerifyText(new TextLines(surroundings()));
  }

  @Override
  ExitCode process(Location location, List<Target> targets) {
    ExitCode worst = super.process(location, targets);
    return Files.isDirectory(location.path()) ? worst.or(processTraces(location)) : worst;
  }

  @Override
  ExitCode process(Target target) {
    return switch (target) {
      case Target.LoneFile(var location) -> processFile(location);
      case Target.ShardedSet set ->
          processIndex(set.location()).or(processShards(set, this::processFile));
      case Target.Dead(var report) -> printDead(report);
    };
  }

  private ExitCode processFile(Location location) {
    try (OpenedFile opened = opener().open(location)) {
      List<Check> checks = checks(opened, verifier.promises(opened.file()));
      printer.print(location, checks);
      ExitCode result = exitCode(checks);
      if (location.text().endsWith(FILE_SUFFIX)) {
        // Whatever was promised: who asks whether a file is fine must hear of this.
        tellErrors(opened.report());
        return result.or(opened.report().exitCode());
      }
      return result;
    } catch (IOException e) {
      Optional<Check> broken = DownloadTraces.ofBrokenLink(location.path());
      if (broken.isPresent()) {
        return print(location, List.of(broken.get()));
      }
      return printDead(opener().unreadable(location, e));
    }
  }

  /// An index is told of only where something is promised about it.
  private ExitCode processIndex(Location location) {
    try (OpenedFile opened = opener().open(location)) {
      List<Promise> found = verifier.promises(opened.file());
      return found.isEmpty() ? ExitCode.FINE : print(location, checks(opened, found));
    } catch (IOException e) {
      return printDead(opener().unreadable(location, e));
    }
  }

  private List<Check> checks(OpenedFile opened, List<Promise> found) throws IOException {
    long byteCount = verifier.bytesToRead(opened.file(), found);
    return verifier.check(
        opened.file(),
        found,
        Cancellation.NEVER,
        reading().ofFile(opened.file().path(), byteCount));
  }

  private ExitCode processTraces(Location folder) {
    try {
      ExitCode worst = ExitCode.FINE;
      for (DownloadTraces.Trace trace : DownloadTraces.in(folder.path(), Cancellation.NEVER)) {
        worst = worst.or(print(folder.descendant(trace.path()), List.of(trace.check())));
      }
      return worst;
    } catch (IOException e) {
      return printDead(opener().unreadable(folder, e));
    }
  }

  private ExitCode print(Location location, List<Check> checks) {
    printer.print(location, checks);
    return exitCode(checks);
  }

  private static ExitCode exitCode(List<Check> checks) {
    return checks.stream().anyMatch(check -> check.result() == Check.Result.MISMATCH)
        ? ExitCode.FINDINGS
        : ExitCode.FINE;
  }

  private ExitCode printDead(Report report) {
    tellErrors(report);
    printer.print(report.location(), List.of());
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
