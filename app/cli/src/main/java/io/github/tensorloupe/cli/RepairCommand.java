package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.save.FileRepairs;
import io.github.tensorloupe.save.Obstacle;
import io.github.tensorloupe.save.RepairPlan;
import io.github.tensorloupe.save.SaveOptions;
import io.github.tensorloupe.save.SaveOptions.Permission;
import io.github.tensorloupe.save.SaveOutcome;
import io.github.tensorloupe.save.Saver;
import io.github.tensorloupe.save.StrategyChoice;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Repairs a file where the repair is certain.
@Command(name = "repair")
final class RepairCommand extends ResultCommand {

  private static final String CANCELLED = "Canceled. The file is unchanged.";

  /// The JSON object.
  ///
  /// @param repair null where no repair is certain
  private record RepairResult(
      String path,
      String repair,
      OptionalLong begin,
      OptionalLong end,
      String out,
      String strategy,
      long bytesToWrite,
      boolean dryRun,
      boolean saved,
      String message) {}

  private final FileOpener opener;
  private final FileRepairs repairs;
  private final Saver saver;

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

  /// @param operations every step on the disk
  RepairCommand(CommandEnvironment environment, FileOpener opener, FileOperations operations) {
    super(environment);
    this.opener = opener;
    this.repairs = new FileRepairs(operations);
    this.saver = new Saver(operations);
  }

  @Override
  boolean outlivesOutput() {
    return true;
  }

  @Override
  ExitCode run() {
    Location location = locate(path);
    try (OpenedFile opened = opener.open(location);
        Interruption interruption = Interruption.watch()) {
      Optional<RepairPlan> plan = plan(opened);
      return plan.isPresent()
          ? carryOut(location, plan.get(), interruption)
          : printNoRepair(location, opened);
    } catch (IOException e) {
      return fail(location, Optional.empty(), ErrorOutput.sentence(e));
    }
  }

  private ExitCode printNoRepair(Location location, OpenedFile opened) {
    boolean isRefused = opened.file().isRefused();
    String none =
        isRefused
            ? "No repair of %s is certain; nothing was written.".formatted(location.text())
            : "There is nothing to repair in %s.".formatted(location.text());
    String message = opened.interruptedSave().map(save -> none + " " + save).orElse(none);
    print(location, Optional.empty(), false, message);
    return isRefused ? ExitCode.FINDINGS : ExitCode.FINE;
  }

  private Optional<RepairPlan> plan(OpenedFile opened) throws IOException {
    SaveOptions options =
        SaveOptions.DEFAULT
            .withStrategy(strategy)
            .with(Permission.SPLIT_LINKS, splitsLinks)
            .with(Permission.EDIT_LINKS, editsLinks)
            .with(Permission.EDIT_CACHE, editsCache);
    return out == null
        ? repairs.plan(opened.file(), options)
        : repairs.planCopy(opened.file(), resolve(out), isForced, options);
  }

  private ExitCode carryOut(Location location, RepairPlan plan, Interruption interruption)
      throws IOException {
    Optional<Obstacle> obstacle = plan.save().obstacle();
    if (obstacle.isPresent()) {
      return fail(location, Optional.of(plan), obstacle.get().sentence().toString());
    }
    if (isDryRun) {
      print(location, Optional.of(plan), false, plan.sentence().toString());
      return ExitCode.FINE;
    }
    try {
      SaveOutcome outcome = saver.save(plan.save(), interruption, progress());
      print(location, Optional.of(plan), true, plan.sentence() + " " + outcome.message());
      return ExitCode.FINE;
    } catch (CancellationException e) {
      return fail(location, Optional.of(plan), CANCELLED);
    }
  }

  private ExitCode fail(Location location, Optional<RepairPlan> plan, String why) {
    errors().print(why);
    printer().printJson(result(location, plan, false, why));
    return ExitCode.FAILURE;
  }

  private void print(
      Location location, Optional<RepairPlan> plan, boolean isSaved, String message) {
    print(result(location, plan, isSaved, message), text -> text.line(TextPrinter.shown(message)));
  }

  private RepairResult result(
      Location location, Optional<RepairPlan> plan, boolean isSaved, String message) {
    Optional<ByteRange> range = plan.map(RepairPlan::range);
    return new RepairResult(
        location.text(),
        plan.map(known -> known.repair().name().toLowerCase(Locale.ROOT).replace('_', '-'))
            .orElse(null),
        range.stream().mapToLong(ByteRange::begin).findFirst(),
        range.stream().mapToLong(ByteRange::end).findFirst(),
        (out == null ? path : out).toString(),
        plan.map(known -> known.save().strategy().word()).orElse("none"),
        plan.map(known -> known.save().bytesToWrite()).orElse(0L),
        isDryRun,
        isSaved,
        message);
  }
}
