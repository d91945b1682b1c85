package io.github.tensorloupe.save;

import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.save.SaveOptions.Permission;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Saves or recovers files in a separate process that may be killed.
final class KillableMain {

  private static final String RECOVER = "RECOVER";
  private static final String ADD = "ADD";

  private KillableMain() {}

  /// The arguments are one of:
  /// - `ADD`, a file, and the keys of entries to add in place one by one, with retries until each
  ///   entry is saved
  /// - the name of a [KilledSave] or `RECOVER`, a file, and optionally the number of the step to
  ///   stop before and the maximum number of bytes per step
  /// - `EACH`, the name of a [KilledSave] or `RECOVER`, the maximum number of bytes per step, and
  ///   files, which stop before step 0, 1, 2, …
  public static void main(String[] arguments) throws IOException {
    if (arguments[0].equals(KillableJvm.EACH)) {
      List<String> files = List.of(arguments).subList(3, arguments.length);
      for (int i = 0; i < files.size(); i++) {
        Path file = Path.of(files.get(i));
        StoppingFiles stopping = new StoppingFiles(i, Integer.parseInt(arguments[2]));
        Thread.ofPlatform().start(() -> runOne(arguments[1], file, stopping));
      }
      return;
    }
    Path file = Path.of(arguments[1]);
    if (arguments[0].equals(ADD)) {
      System.out.println(KillableJvm.READY);
      for (String key : List.of(arguments).subList(2, arguments.length)) {
        add(key, file);
      }
      System.out.println(KillableJvm.DONE);
      return;
    }
    FileOperations operations =
        arguments.length == 2
            ? FileOperations.ofThisComputer()
            : new StoppingFiles(Integer.parseInt(arguments[2]), Integer.parseInt(arguments[3]));
    if (arguments[0].equals(RECOVER)) {
      System.out.println(KillableJvm.READY);
      new Recovery(operations).recover(file, false);
    } else {
      SavePlan plan = KilledSave.valueOf(arguments[0]).plan(FileOperations.ofThisComputer(), file);
      System.out.println(KillableJvm.READY);
      new Saver(operations).save(plan, Cancellation.NEVER, Progress.NONE);
    }
    System.out.println(KillableJvm.DONE);
  }

  private static void runOne(String what, Path file, StoppingFiles stopping) {
    try {
      if (what.equals(RECOVER)) {
        new Recovery(stopping).recover(file, false);
      } else {
        KilledSave.valueOf(what).run(stopping, file);
      }
      System.out.println(KillableJvm.DONE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void add(String key, Path path) throws IOException {
    FileOperations operations = FileOperations.ofThisComputer();
    Saver saver = new Saver(operations);
    SaveOptions options =
        SaveOptions.DEFAULT.withStrategy(StrategyChoice.IN_PLACE).with(Permission.EDIT_LINKS, true);
    while (true) {
      try (TensorFile file = TensorFile.open(path)) {
        Map<String, String> entries =
            new LinkedHashMap<>(file.header().metadata().orElse(Metadata.EMPTY).entries());
        entries.put(key, "added");
        SavePlan plan = saver.plan(file, Metadata.of(entries), options);
        saver.save(plan, Cancellation.NEVER, Progress.NONE);
        return;
      } catch (IOException e) {
        // Another writer was faster.
        Thread.onSpinWait();
      }
    }
  }
}
