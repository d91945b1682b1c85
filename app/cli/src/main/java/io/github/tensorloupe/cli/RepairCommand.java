package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.export.FileExport;
import io.github.tensorloupe.save.FileRepairs;
import io.github.tensorloupe.save.Obstacle;
import io.github.tensorloupe.save.RepairPlan;
import io.github.tensorloupe.save.SaveOptions;
import io.github.tensorloupe.save.SaveOptions.Permission;
import io.github.tensorloupe.save.SaveOutcome;
import io.github.tensorloupe.save.SavePlan;
import io.github.tensorloupe.save.Saver;
import io.github.tensorloupe.save.Strategy;
import io.github.tensorloupe.save.StrategyChoice;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "repair")
final class RepairCommand extends ResultCommand implements ChangesFiles {

  @Parameters(paramLabel = "FILE")
  private Path path;

  @Option(names = "--out", paramLabel = "COPY")
  private Path out;

  @Option(names = "--force")
  private boolean isForced;

  @Option(names = "--dry-run")
  private boolean isDryRun;

  @Option(names = "--strategy", paramLabel = "auto|in-place|rewrite")
  private StrategyChoice strategy = StrategyChoice.AUTO;

  @Option(names = "--split-links")
  private boolean splitsLinks;

  @Option(names = "--edit-links")
  private boolean editsLinks;

  @Option(names = "--edit-cache")
  private boolean editsCache;

  private Location location;

  @Override
  ExitCode run() {
    location = locate(path);
    try (OpenedFile opened = opener.open(location);
        Interruption interruption = Interruption.watch()) {
      Optional<RepairPlan> plan = plan(opened);
      return plan.isPresent() ? execute(plan.get(), interruption) : printNoRepair(opened);
    } catch (IOException e) {
      return fail(Optional.empty(), ErrorOutput.sentence(e));
    }
  }

  private ExitCode printNoRepair(OpenedFile opened) {
    boolean isRefused = !opened.file().isIntact();
    String none =
        isRefused
            ? "No repair of %s is certain; nothing was written.".formatted(location.text())
            : "Nothing to repair in %s.".formatted(location.text());
    String message = opened.interruptedSave().map(save -> none + " " + save).orElse(none);
    print(Optional.empty(), false, message);
    return isRefused ? ExitCode.FINDINGS : ExitCode.FINE;
  }

  private Optional<RepairPlan> plan(OpenedFile opened) throws IOException {
    SaveOptions options =
        SaveOptions.DEFAULT
            .withStrategy(strategy)
            .with(Permission.SPLIT_LINKS, splitsLinks)
            .with(Permission.EDIT_LINKS, editsLinks)
            .with(Permission.EDIT_CACHE, editsCache);
    FileRepairs repairs = new FileRepairs(program.operations);
    if (out == null) {
      return repairs.plan(opened.file(), options);
    }
    Optional<RepairPlan> plan = repairs.planCopy(opened.file(), resolve(out), isForced, options);
    // Validates the planned target. The save refuses to replace any other file.
    Optional<Path> target = plan.map(RepairPlan::save).map(SavePlan::target);
    if (isForced && target.isPresent() && plan.get().save().isCopy()) {
      FileExport.check(target.get(), true, List.of());
    }
    return plan;
  }

  private ExitCode execute(RepairPlan plan, Interruption interruption) throws IOException {
    Optional<Obstacle> obstacle = plan.save().obstacle();
    if (obstacle.isPresent()) {
      return fail(Optional.of(plan), obstacle.get().sentence().toString());
    }
    if (isDryRun) {
      print(Optional.of(plan), false, plan.sentence().toString());
      return ExitCode.FINE;
    }
    try {
      SaveOutcome outcome = new Saver(program.operations).save(plan.save(), interruption, progress);
      print(Optional.of(plan), true, plan.sentence() + " " + outcome.message());
      return ExitCode.FINE;
    } catch (CancellationException e) {
      return fail(Optional.of(plan), "Canceled. The file is unchanged.");
    }
  }

  private ExitCode fail(Optional<RepairPlan> plan, String reason) {
    return fail(reason, json(plan, false, reason));
  }

  private void print(Optional<RepairPlan> plan, boolean isSaved, String message) {
    print(
        json(plan, isSaved, message),
        text -> {
          text.line(TextPrinter.shown(message));
          plan.map(RepairPlan::save)
              .flatMap(save -> EditPrinter.brokenSignatureSentence(save, !isSaved))
              .ifPresent(sentence -> text.line("  " + sentence));
        });
  }

  private JsonObject json(Optional<RepairPlan> plan, boolean isSaved, String message) {
    Optional<SavePlan> save = plan.map(RepairPlan::save);
    return new JsonObject(location)
        .with("repair", plan.map(RepairPlan::repair))
        .with("begin", plan.map(known -> known.range().begin()))
        .with("end", plan.map(known -> known.range().end()))
        .with("out", (out == null ? path : out).toString())
        .with("strategy", save.map(SavePlan::strategy).orElse(Strategy.NONE).spelling())
        .with("bytesToWrite", save.map(SavePlan::bytesToWrite).orElse(0L))
        .with("brokenSignature", save.flatMap(EditPrinter::brokenSignature))
        .with("dryRun", isDryRun)
        .with("saved", isSaved)
        .with("message", message);
  }
}
