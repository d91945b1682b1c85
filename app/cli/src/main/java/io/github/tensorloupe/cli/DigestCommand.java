package io.github.tensorloupe.cli;

import java.util.List;

/// A command that reads whole files, one after the other, and shows how far it is.
abstract class DigestCommand extends PathsCommand {

  private final FileOpener opener;
  private final ReadingProgress progress;

  DigestCommand(Surroundings surroundings, FileOpener opener) {
    super(surroundings);
    this.opener = opener;
    this.progress = new ReadingProgress(surroundings.workingDirectory(), progress());
  }

  /// Makes what prints.
  abstract void beginPrinting(boolean json);

  /// Reads the files that a target stands for and prints them.
  abstract ExitCode process(Target target);

  @Override
  final void begin(boolean json) {
    beginPrinting(json);
    progress.expectArguments(arguments());
  }

  @Override
  ExitCode process(Location location, List<Target> targets) {
    progress.expectTargets(location, targets);
    ExitCode worst = ExitCode.FINE;
    for (Target target : targets) {
      worst = worst.or(process(target));
    }
    return worst;
  }

  final FileOpener opener() {
    return opener;
  }

  /// How far the whole command is.
  final ReadingProgress reading() {
    return progress;
  }
}
