package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.export.ExportResult;
import io.github.tensorloupe.export.SalvagePlan;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.text.Quantities;
import io.github.tensorloupe.text.Spelled;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "salvage")
final class SalvageCommand extends ResultCommand implements ChangesFiles {

  @Parameters(paramLabel = "PATH")
  private Path path;

  @Option(names = "--out", required = true, paramLabel = "FILE")
  private Path out;

  @Option(names = "--force")
  private boolean isForced;

  @Option(names = "--dry-run")
  private boolean isDryRun;

  private int intactCount;
  private int unreadableCount;

  @Override
  ExitCode run() {
    Location location = locate(path);
    List<Target> targets = Target.at(location);
    List<Location> files = targets.stream().flatMap(target -> target.files().stream()).toList();
    if (files.equals(List.of(location))) {
      return salvage(location);
    }
    if (files.isEmpty()) {
      Stream<Finding> errorsOfAll =
          targets.stream().flatMap(each -> each.report().stream()).flatMap(Report::errors);
      String none = "No file of %s is damaged.".formatted(location.text());
      return fail(location, false, errorsOfAll.map(Finding::message).findFirst().orElse(none));
    }
    List<Target> unreadable = targets.stream().filter(each -> each.files().isEmpty()).toList();
    unreadable.forEach(target -> target.report().ifPresent(errors::printErrors));
    unreadableCount = unreadable.size();
    String noun = unreadable.isEmpty() ? "file" : "file or folder";
    String nouns = unreadable.isEmpty() ? "files" : "files or folders";
    List<Location> damaged = files.stream().filter(this::isDamaged).toList();
    if (damaged.isEmpty()) {
      String why =
          switch (unreadableCount) {
            case 0 -> "No file of %s is damaged.";
            case 1 -> "One " + noun + " of %s cannot be read; no other file is damaged.";
            default ->
                unreadableCount + " " + nouns + " of %s cannot be read; no other file is damaged.";
          };
      return fail(location, false, why.formatted(location.text()));
    }
    if (damaged.size() > 1) {
      String names =
          damaged.stream().map(Location::text).limit(10).collect(Collectors.joining(", "));
      return fail(
          location,
          false,
          "%d files of %s are damaged: %s; specify one of them."
              .formatted(damaged.size(), location.text(), names));
    }
    return salvage(damaged.getFirst());
  }

  private boolean isDamaged(Location location) {
    try (OpenedFile opened = opener.open(location)) {
      return opened.file().isRefused();
    } catch (IOException e) {
      errors.print(e);
      unreadableCount++;
      return false;
    }
  }

  private ExitCode salvage(Location location) {
    try (OpenedFile opened = opener.open(location);
        Interruption interruption = Interruption.watch()) {
      SalvagePlan plan = SalvagePlan.of(opened.file());
      intactCount = plan.intact().size();
      opened.interruptedSave().ifPresent(errors::print);
      Optional<ExportResult> written = Optional.empty();
      if (!isDryRun) {
        List<Path> sources = List.of(location.path(), path);
        ExportResult exported =
            plan.write(program.operations, resolve(out), isForced, sources, interruption, progress);
        written = Optional.of(exported);
      }
      print(location, plan, written, opened.interruptedSave());
      return plan.damaged().isEmpty() && plan.limitation().isEmpty()
          ? ExitCode.FINE
          : ExitCode.FINDINGS;
    } catch (IOException e) {
      return fail(location, isWritten(e), writeFailure(e));
    } catch (CancellationException e) {
      return fail(location, false, Interruption.CANCELED);
    }
  }

  private void print(
      Location location,
      SalvagePlan plan,
      Optional<ExportResult> written,
      Optional<String> interruptedSave) {
    String summary = plan.summary().toString();
    print(
        new JsonObject(location)
            .with("out", out.toString())
            .with("kept", plan.intact().size())
            .with("keptBytes", plan.intactByteCount())
            .with("left", plan.damaged().stream().map(SalvageCommand::json))
            .with("dryRun", isDryRun)
            .with("written", written.isPresent())
            .with("message", interruptedSave.map(save -> summary + " " + save).orElse(summary)),
        text -> print(plan, written, text));
  }

  private static JsonObject json(SalvagePlan.DamagedTensor damaged) {
    return new JsonObject().with("name", damaged.tensor().name()).with("why", damaged.fate());
  }

  private void print(SalvagePlan plan, Optional<ExportResult> written, TextPrinter text) {
    for (SalvagePlan.DamagedTensor tensor : plan.damaged()) {
      String fate = Spelled.of(tensor.fate());
      text.line("%-13s  %s".formatted(fate, DisplayText.of(tensor.tensor().name())));
    }
    text.line(TextPrinter.shown(plan.summary().toString()));
    String end =
        written
            .map(file -> "Wrote %s: %s".formatted(out, Quantities.bytes(file.byteCount())))
            .orElse("Nothing was written.");
    text.line(TextPrinter.shown(end));
  }

  private ExitCode fail(Location location, Boolean isWritten, String reason) {
    return fail(
        reason,
        new JsonObject(location)
            .with("out", out.toString())
            .with("kept", Boolean.TRUE.equals(isWritten) ? intactCount : 0)
            .with("dryRun", isDryRun)
            .with("written", isWritten)
            .with("message", reason));
  }
}
