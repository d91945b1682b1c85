package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.ReadFailures;
import io.github.tensorloupe.text.Sentence;
import picocli.CommandLine.Parameters;

/// A command that processes each path argument, even after failures.
abstract class PathsCommand extends ResultCommand {

  @Parameters(paramLabel = "PATH", arity = "1..*")
  private List<String> arguments;

  ReadingProgress reading;

  void begin() {}

  abstract ExitCode process(Location file);

  /// Prints the result and errors of a path that is not a file or cannot be opened.
  abstract ExitCode process(Report unreadable);

  ExitCode finish() {
    return ExitCode.FINE;
  }

  ExitCode process(Location argument, List<Target> targets) {
    return targets.stream().map(this::process).reduce(ExitCode.FINE, ExitCode::or);
  }

  ExitCode process(Target target) {
    ExitCode worst = ExitCode.FINE;
    if (target.report().isPresent()) {
      Report report = target.report().get();
      worst = report.exitCode();
      if (target.files().isEmpty()) {
        return worst.or(process(report));
      }
      errors.printErrors(report);
    }
    for (Location file : target.files()) {
      worst = worst.or(process(file));
    }
    return worst;
  }

  @Override
  final ExitCode run() {
    reading = new ReadingProgress(environment.workingDirectory(), progress);
    begin();
    reading.expectArguments(arguments);
    return shown(arguments).stream()
        .map(this::process)
        .reduce(ExitCode.FINE, ExitCode::or)
        .or(finish());
  }

  private ExitCode process(String argument) {
    Location location = new Location(argument, environment.workingDirectory());
    try {
      if (argument.isEmpty()) {
        // The JDK interprets an empty path as the working directory.
        return unreadable(location, ReadFailures.finding(new NoSuchFileException("\"\"")));
      }
      location = new Location(argument, pathOf(argument));
      List<Target> targets = Target.at(location);
      reading.expectTargets(location, targets);
      return process(location, targets);
    } catch (IOException e) {
      return unreadable(location, ReadFailures.finding(e));
    } catch (InvalidPathException e) {
      Sentence reason =
          Sentence.of("The file {0} does not exist, and its name is not valid.", location.text());
      return unreadable(location, Finding.of(FindingCode.NOT_FOUND, reason));
    } catch (OutOfMemoryError e) {
      Sentence reason = Sentence.of("{0}: {1}", location.text(), ErrorOutput.sentence(e));
      return unreadable(location, Finding.of(FindingCode.NOT_ENOUGH_MEMORY, reason));
    }
  }

  private ExitCode unreadable(Location location, Finding finding) {
    return process(Report.unreadable(location, FileKind.UNKNOWN, finding)).or(ExitCode.FAILURE);
  }
}
