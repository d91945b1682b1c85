package io.github.tensorloupe.cli;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.ReadFailures;
import io.github.tensorloupe.work.Progress;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// A command that looks at paths one after the other, whatever the ones before gave.
abstract class PathsCommand implements Callable<Integer> {

  private final ProgressLine progress;
  private final Surroundings surroundings;

  @Parameters(
      paramLabel = "PATH",
      arity = "1..*",
      description = "A file, an index (*.safetensors.index.json) or a folder.")
  private List<String> arguments;

  @Option(names = "--json", description = "Print JSON Lines: one object per line.")
  private boolean json;

  PathsCommand(Surroundings surroundings) {
    this.progress = new ProgressLine(surroundings);
    this.surroundings = progress.surroundings();
  }

  /// Prepares for printing; called once, before everything else.
  abstract void begin(boolean json);

  /// Looks at what one argument stands for and prints it.
  ///
  /// @param targets at least one
  abstract ExitCode process(Location location, List<Target> targets);

  /// Prints that nothing could be found out, and tells why.
  abstract void print(Report unreadable);

  /// Does what is left when all arguments have been looked at.
  ExitCode finish() {
    return ExitCode.FINE;
  }

  final Surroundings surroundings() {
    return surroundings;
  }

  /// The arguments as they were typed.
  final List<String> arguments() {
    return arguments;
  }

  /// Takes reports on work in bytes and shows them to a person while the command runs.
  final Progress progress() {
    return progress;
  }

  /// Tells a sentence on standard error.
  final void tell(String sentence) {
    new Messages(surroundings.err()).tell(sentence);
  }

  /// Tells the errors of a report on standard error.
  final void tellErrors(Report report) {
    new Messages(surroundings.err()).tellErrors(report);
  }

  /// Tells what is wrong with a set as such, then goes through its shards.
  ///
  /// @param shard looks at a shard and prints it
  /// @return the worst of the set and its shards
  final ExitCode processShards(Target.ShardedSet target, Function<Location, ExitCode> shard) {
    Report set = target.reportWithoutShards();
    if (target.shards().isEmpty()) {
      print(set);
      return set.exitCode();
    }
    tellErrors(set);
    ExitCode worst = set.exitCode();
    for (Location location : target.shards()) {
      worst = worst.or(shard.apply(location));
    }
    return worst;
  }

  @Override
  public final Integer call() {
    try (progress) {
      begin(json);
      ExitCode worst = ExitCode.FINE;
      for (String argument : arguments) {
        worst = worst.or(process(argument));
      }
      return worst.or(finish()).number();
    }
  }

  private ExitCode process(String argument) {
    Location location = new Location(argument, surroundings.workingDirectory());
    try {
      if (argument.isEmpty()) {
        // Java would take it for the working directory.
        return unreadable(location, ReadFailures.finding(new NoSuchFileException("\"\"")));
      }
      Path path = surroundings.workingDirectory().resolve(argument);
      location = new Location(argument, path);
      return process(location, Target.at(location));
    } catch (InvalidPathException e) {
      return unreadable(location, notAPath(location));
    } catch (OutOfMemoryError e) {
      return unreadable(location, outOfMemory(location, e));
    }
  }

  private ExitCode unreadable(Location location, Finding why) {
    print(Report.unreadable(location, FileKind.UNKNOWN, why));
    return ExitCode.FAILURE;
  }

  private static Finding notAPath(Location location) {
    return Finding.of(
        FindingCode.NOT_FOUND,
        "There is no file %s, and none can have this name.".formatted(location.text()));
  }

  private static Finding outOfMemory(Location location, OutOfMemoryError failure) {
    return Finding.of(
        FindingCode.NOT_ENOUGH_MEMORY, location.text() + ": " + Messages.sentence(failure));
  }
}
