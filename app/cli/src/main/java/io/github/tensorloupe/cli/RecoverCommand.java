package io.github.tensorloupe.cli;

import io.github.tensorloupe.cli.RecoveryPrinter.Line;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.save.Drafts;
import io.github.tensorloupe.save.InterruptedSave;
import io.github.tensorloupe.save.Recovery;
import io.github.tensorloupe.save.RecoveryAction;
import io.github.tensorloupe.save.RecoveryChoice;
import io.github.tensorloupe.save.RecoveryReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Puts right what interrupted saves and exports left.
@Command(
    name = "recover",
    description = {
      "Put right what interrupted saves left.",
      "",
      "A file gets back its old header or keeps its new one, whichever is whole; what lies beside"
          + " it is deleted. A file that somebody else has changed since is not touched, nor is one"
          + " whose journal is damaged: then the journal is put aside, the exit code is 1, and the"
          + " file cannot be edited until you choose with --old, --new or --keep. Drafts of new"
          + " files, which a killed export or salvage leaves, are deleted unless somebody is"
          + " writing them."
    })
final class RecoverCommand implements Callable<Integer> {

  private final Surroundings surroundings;
  private final Recovery recovery;
  private final Drafts drafts;

  @Parameters(
      paramLabel = "PATH",
      arity = "1..*",
      description =
          "A file, which need not be there any more; an index (*.safetensors.index.json), for all"
              + " files of its set; or a folder, for everything in it and below it.")
  private List<String> arguments;

  @Option(names = "--dry-run", description = "Say what would be done, and write nothing.")
  private boolean isDryRun;

  @Option(
      names = "--other-host",
      description =
          "Take a save that began on another computer for abandoned. Make sure that it is.")
  private boolean otherHostToo;

  @ArgGroup private Choices choices = new Choices();

  /// At most one of them.
  private static final class Choices {

    @Option(names = "--old", description = "Write the header from before the save.")
    private boolean isOld;

    @Option(names = "--new", description = "Write the header that the save was writing.")
    private boolean isNew;

    @Option(
        names = "--keep",
        description = "Leave the file as it is, and keep its journal under another name.")
    private boolean isKeep;

    Optional<RecoveryChoice> chosen() {
      if (isOld) {
        return Optional.of(RecoveryChoice.OLD);
      }
      if (isNew) {
        return Optional.of(RecoveryChoice.NEW);
      }
      return isKeep ? Optional.of(RecoveryChoice.KEEP) : Optional.empty();
    }
  }

  @Option(names = "--json", description = "Print JSON Lines: one object per line.")
  private boolean json;

  RecoverCommand(Surroundings surroundings, Recovery recovery, Drafts drafts) {
    this.surroundings = surroundings;
    this.recovery = recovery;
    this.drafts = drafts;
  }

  @Override
  public Integer call() {
    SideOutput output = new SideOutput();
    RecoveryPrinter printer = new RecoveryPrinter(surroundings, output, json, isDryRun);
    ExitCode worst = ExitCode.FINE;
    for (String argument : arguments) {
      for (Line line : lines(argument)) {
        worst = worst.or(printer.print(line));
      }
    }
    return output.end(worst).number();
  }

  private List<Line> lines(String argument) {
    Location location = new Location(argument, surroundings.workingDirectory());
    if (argument.isEmpty()) {
      // Java would take it for the working directory.
      return List.of(failure(location, new NoSuchFileException("\"\"")));
    }
    try {
      return lines(new Location(argument, surroundings.workingDirectory().resolve(argument)));
    } catch (InvalidPathException e) {
      return List.of(failure(location, new NoSuchFileException(argument)));
    }
  }

  private List<Line> lines(Location location) {
    List<Line> lines = new ArrayList<>();
    UnfinishedSaves search =
        new UnfinishedSaves(
            recovery, drafts, (where, failure) -> lines.add(failure(where, failure)));
    for (Location each : search.at(location)) {
      lines.add(recover(each));
    }
    return lines.isEmpty() ? List.of(nothing(location)) : lines;
  }

  private Line recover(Location location) {
    try {
      if (Drafts.isDraft(location.path())) {
        return cleanUp(location);
      }
      if (isDryRun) {
        return recovery
            .inspect(location.path())
            .map(found -> outlook(location, found))
            .orElseGet(() -> nothing(location));
      }
      return recovered(location.path())
          .map(report -> done(location, report))
          .orElseGet(() -> nothing(location));
    } catch (IOException e) {
      return failure(location, e);
    }
  }

  private Optional<RecoveryReport> recovered(Path file) throws IOException {
    Optional<RecoveryChoice> choice = choices.chosen();
    return choice.isPresent()
        ? recovery.choose(file, choice.get(), otherHostToo)
        : recovery.recover(file, otherHostToo);
  }

  /// Deletes the draft of a program that was killed.
  private Line cleanUp(Location draft) throws IOException {
    boolean isInUse = isDryRun ? drafts.isInUse(draft.path()) : !drafts.delete(draft.path());
    String name =
        Drafts.targetOf(draft.path())
            .map(target -> PathText.of(target.getFileName()))
            .orElse("a new file");
    if (isInUse) {
      return Line.withoutAction(
          draft,
          "A program is writing %s at this moment; its draft is left.".formatted(name),
          ExitCode.FAILURE);
    }
    String sentence =
        isDryRun
            ? "A program that was killed left this draft of %s; recovering deletes it."
            : "A program that was killed left this draft of %s; it is deleted.";
    return new Line(
        draft, RecoveryAction.CLEAN_UP.word(), !isDryRun, sentence.formatted(name), ExitCode.FINE);
  }

  private Line outlook(Location location, InterruptedSave found) {
    boolean isRefused =
        found.state() == InterruptedSave.State.RUNNING
            || found.state() == InterruptedSave.State.OTHER_HOST && !otherHostToo;
    return isRefused
        ? Line.withoutAction(location, found.sentence().toString(), ExitCode.FAILURE)
        : new Line(
            location,
            found.action().word(),
            false,
            found.sentence().toString(),
            exitCode(found.action()));
  }

  private static Line done(Location location, RecoveryReport report) {
    RecoveryAction action = report.action();
    return new Line(
        location,
        action.word(),
        action.putsRight(),
        report.sentence().toString(),
        exitCode(action));
  }

  private static ExitCode exitCode(RecoveryAction action) {
    return action.putsRight() ? ExitCode.FINE : ExitCode.FINDINGS;
  }

  private static Line nothing(Location location) {
    return Files.exists(location.path())
        ? Line.withoutAction(location, "No save was interrupted.", ExitCode.FINE)
        : failure(location, new NoSuchFileException(location.path().toString()));
  }

  private static Line failure(Location location, IOException failure) {
    return Line.withoutAction(location, Messages.sentence(failure), ExitCode.FAILURE);
  }
}
