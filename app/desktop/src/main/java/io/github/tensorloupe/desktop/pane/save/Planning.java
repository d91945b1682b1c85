package io.github.tensorloupe.desktop.pane.save;

import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.save.SaveOptions;
import io.github.tensorloupe.save.SavePlan;
import io.github.tensorloupe.save.Saver;
import io.github.tensorloupe.work.Cancellation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Asks the saver what saving would do, file after file. Blocks the calling thread.
final class Planning {

  private final Saver saver;

  Planning(Saver saver) {
    this.saver = saver;
  }

  /// The plans in the order of the files; a file that cannot be planned does not keep the others
  /// from it.
  ///
  /// @throws java.util.concurrent.CancellationException if cancelled
  List<PlannedFile> run(
      List<SaveTarget> targets,
      Destination destination,
      SaveOptions options,
      Cancellation cancellation) {
    List<PlannedFile> plans = new ArrayList<>();
    for (SaveTarget target : targets) {
      cancellation.check();
      plans.add(plan(target, destination, options));
    }
    return List.copyOf(plans);
  }

  private PlannedFile plan(SaveTarget target, Destination destination, SaveOptions options) {
    try {
      return new PlannedFile.Planned(planned(target, destination, options));
    } catch (IOException e) {
      return new PlannedFile.Unplanned(
          target.file().path(), Failures.of(e).about(target.file().path()));
    }
  }

  private SavePlan planned(SaveTarget target, Destination destination, SaveOptions options)
      throws IOException {
    return switch (destination) {
      case Destination.SameFiles() -> saver.plan(target.file(), target.metadata(), options);
      case Destination.CopyOfFile(Path path, boolean replaces) ->
          saver.planCopy(target.file(), target.metadata(), path, replaces, options);
      case Destination.CopiesInFolder(Path from, Path to) ->
          saver.planCopy(
              target.file(), target.metadata(), inside(to, from, target), false, options);
    };
  }

  private static Path inside(Path to, Path from, SaveTarget target) {
    return to.resolve(absolute(from).relativize(absolute(target.file().path())));
  }

  private static Path absolute(Path path) {
    return path.toAbsolutePath().normalize();
  }
}
