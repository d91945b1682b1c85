package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.work.Progress;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// A command that yields results, for people or, with `--json`, for programs.
abstract class ResultCommand implements Callable<Integer> {

  private final ProgressLine progress;
  private final CommandEnvironment environment;
  private final ErrorOutput errors;
  private ResultPrinter printer;

  @Spec private CommandSpec spec;

  @Option(names = "--json")
  private boolean json;

  ResultCommand(CommandEnvironment environment) {
    this.progress = new ProgressLine(environment);
    this.environment = progress.environment();
    this.errors = new ErrorOutput(this.environment.err());
  }

  /// Does the work and prints the results.
  abstract ExitCode run();

  /// Returns whether the work goes on when standard output takes no more, as it does where files
  /// are changed.
  boolean outlivesOutput() {
    return false;
  }

  @Override
  public final Integer call() {
    try (progress) {
      printer = new ResultPrinter(environment, json, outlivesOutput());
      ExitCode exitCode = run();
      printer.end();
      return exitCode.number();
    }
  }

  final CommandEnvironment environment() {
    return environment;
  }

  /// Receives the progress of work in bytes and shows it to a person while the command runs.
  final Progress progress() {
    return progress;
  }

  final ResultPrinter printer() {
    return printer;
  }

  /// Prints a result; see [ResultPrinter#print].
  final void print(Record result, Consumer<TextPrinter> lines) {
    printer.print(result, lines);
  }

  /// Standard error.
  final ErrorOutput errors() {
    return errors;
  }

  /// The location that a path argument names.
  final Location locate(Path argument) {
    return new Location(argument.toString(), resolve(argument));
  }

  final Path resolve(Path argument) {
    return environment.workingDirectory().resolve(argument);
  }

  /// The exception for wrong arguments.
  final ParameterException usage(String sentence) {
    return new ParameterException(spec.commandLine(), sentence);
  }

  /// The sentence on a failure to write a file that `--force` replaces.
  static String writeFailure(IOException failure) {
    return failure instanceof FileAlreadyExistsException existing
        ? existing(PathText.of(existing.getFile()))
        : ErrorOutput.sentence(failure);
  }

  /// The sentence on a file that is in the way and that `--force` replaces.
  ///
  /// @param file fit for display
  static String existing(String file) {
    return "%s already exists and was not changed; --force replaces it.".formatted(file);
  }
}
