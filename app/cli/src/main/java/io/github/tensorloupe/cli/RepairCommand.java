package io.github.tensorloupe.cli;

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
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.function.ToLongFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Puts right what can be put right in a file without a guess.
@Command(
    name = "repair",
    description = {
      "Put right what is wrong with a file where that is certain.",
      "",
      "Bytes behind the last tensor are cut off, header padding of other bytes becomes spaces, a"
          + " byte order mark or bytes before the file are taken out, a wrong header length is"
          + " corrected. Afterwards the file loads, and no byte of a tensor is another; where more"
          + " than that is wrong, nothing is written."
    })
final class RepairCommand implements Callable<Integer> {

  private static final String CANCELLED = "Cancelled. The file is unchanged.";

  private final Surroundings surroundings;
  private final ProgressLine progress;
  private final FileOpener opener;
  private final FileRepairs repairs;
  private final Saver saver;
  private final SideOutput output = new SideOutput();

  @Parameters(paramLabel = "FILE", description = "A damaged file.")
  private Path path;

  @Option(
      names = "--out",
      paramLabel = "COPY",
      description = "Write a repaired copy and leave the file as it is.")
  private Path out;

  @Option(names = "--force", description = "Replace a file that is there at COPY.")
  private boolean isForced;

  @Option(names = "--dry-run", description = "Say what would be changed, and write nothing.")
  private boolean isDryRun;

  @Option(
      names = "--strategy",
      paramLabel = "auto|in-place|rewrite",
      description = "How to change the file; in-place only where no byte has to move.")
  private StrategyChoice strategy = StrategyChoice.AUTO;

  @Option(names = "--split-links", description = "Allow a rewrite to separate hard links.")
  private boolean splitsLinks;

  @Option(names = "--edit-links", description = "Allow a save in place to change all hard links.")
  private boolean editsLinks;

  @Option(names = "--edit-cache", description = "Allow changing a file of a Hugging Face cache.")
  private boolean editsCache;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  /// @param operations every step on the disk
  RepairCommand(Surroundings surroundings, FileOpener opener, FileOperations operations) {
    this.progress = new ProgressLine(surroundings);
    this.surroundings = progress.surroundings();
    this.opener = opener;
    this.repairs = new FileRepairs(operations);
    this.saver = new Saver(operations);
  }

  /// What came of it.
  ///
  /// @param repair empty where none is certain
  private record Result(Optional<RepairPlan> repair, boolean isSaved, String message) {}

  @Override
  public Integer call() {
    Location location =
        new Location(path.toString(), surroundings.workingDirectory().resolve(path));
    try (progress) {
      return output.end(repair(location)).number();
    }
  }

  private ExitCode repair(Location location) {
    try (OpenedFile opened = opener.open(location);
        Interruption interruption = Interruption.heeded()) {
      Optional<RepairPlan> plan = plan(opened);
      if (plan.isEmpty()) {
        boolean refused = opened.file().isRefused();
        String none =
            refused
                ? "No repair of %s is certain; nothing was written.".formatted(location.text())
                : "There is nothing to repair in %s.".formatted(location.text());
        String why = opened.interruptedSave().map(save -> none + " " + save).orElse(none);
        return print(
            location, new Result(plan, false, why), refused ? ExitCode.FINDINGS : ExitCode.FINE);
      }
      return carryOut(location, plan.get(), interruption);
    } catch (IOException e) {
      return fail(location, Optional.empty(), Messages.sentence(e));
    }
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
        : repairs.planCopy(
            opened.file(), surroundings.workingDirectory().resolve(out), isForced, options);
  }

  private ExitCode carryOut(Location location, RepairPlan plan, Interruption interruption)
      throws IOException {
    Optional<Obstacle> obstacle = plan.save().obstacle();
    if (obstacle.isPresent()) {
      return fail(location, Optional.of(plan), obstacle.get().sentence().toString());
    }
    if (isDryRun) {
      return print(
          location,
          new Result(Optional.of(plan), false, plan.sentence().toString()),
          ExitCode.FINE);
    }
    try {
      SaveOutcome outcome = saver.save(plan.save(), interruption, progress);
      String message = plan.sentence() + " " + outcome.message();
      return print(location, new Result(Optional.of(plan), true, message), ExitCode.FINE);
    } catch (CancellationException e) {
      return fail(location, Optional.of(plan), CANCELLED);
    }
  }

  private ExitCode fail(Location location, Optional<RepairPlan> plan, String why) {
    new Messages(surroundings.err()).tell(why);
    if (json) {
      print(location, new Result(plan, false, why), ExitCode.FAILURE);
    }
    return ExitCode.FAILURE;
  }

  private ExitCode print(Location location, Result result, ExitCode exitCode) {
    output.print(
        () -> {
          if (json) {
            printJson(location, result);
          } else {
            TextLines lines = new TextLines(surroundings);
            lines.line(TextLines.shown(result.message()));
            lines.flush();
          }
        });
    return exitCode;
  }

  private void printJson(Location location, Result result) {
    new JsonLines(surroundings.out())
        .line(
            line -> {
              JsonMembers members = new JsonMembers(line);
              Optional<RepairPlan> plan = result.repair();
              line.writeStringField("path", location.text());
              members.text(
                  "repair",
                  plan.map(known -> known.repair().name())
                      .map(name -> name.toLowerCase(Locale.ROOT).replace('_', '-'))
                      .orElse(null));
              members.unsigned("begin", offset(plan, ByteRange::begin));
              members.unsigned("end", offset(plan, ByteRange::end));
              members.text("out", (out == null ? path : out).toString());
              members.text(
                  "strategy", plan.map(known -> known.save().strategy().word()).orElse("none"));
              members.number(
                  "bytesToWrite", plan.map(known -> known.save().bytesToWrite()).orElse(0L));
              line.writeBooleanField("dryRun", isDryRun);
              line.writeBooleanField("saved", result.isSaved());
              line.writeStringField("message", result.message());
            });
  }

  private static OptionalLong offset(Optional<RepairPlan> plan, ToLongFunction<ByteRange> end) {
    return plan.stream().map(RepairPlan::range).mapToLong(end).findFirst();
  }
}
