package io.github.tensorloupe.save;

import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Path;

/// Saves or recovers one file, in a virtual machine of its own that is going to be killed.
final class KillableMain {

  private static final String RECOVER = "RECOVER";

  private KillableMain() {}

  /// @param arguments the name of a [KilledSave], or `RECOVER`; the file; then, unless it is to run
  ///   as fast as it can, the number of the step not to take and the bytes of a step
  public static void main(String[] arguments) throws IOException {
    Path file = Path.of(arguments[1]);
    FileOperations operations =
        arguments.length == 2
            ? FileOperations.ofThisComputer()
            : new StoppingFiles(Integer.parseInt(arguments[2]), Integer.parseInt(arguments[3]));
    if (arguments[0].equals(RECOVER)) {
      System.out.println(KillableJvm.READY);
      new Recovery(operations).recover(file, false);
    } else {
      SavePlan plan = KilledSave.valueOf(arguments[0]).plan(operations, file);
      System.out.println(KillableJvm.READY);
      new Saver(operations).save(plan, Cancellation.NEVER, Progress.NONE);
    }
    System.out.println(KillableJvm.DONE);
  }
}
