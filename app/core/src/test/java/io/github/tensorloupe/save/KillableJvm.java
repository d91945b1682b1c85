package io.github.tensorloupe.save;

import io.github.tensorloupe.testing.JavaCommand;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// A virtual machine that runs [KillableMain]. For one thread.
final class KillableJvm implements AutoCloseable {

  /// It has read the file and now begins to change something.
  static final String READY = "ready";

  /// It has done all it had to.
  static final String DONE = "done";

  /// It stands before the step that follows, and waits.
  static final String STOPPED = "stopped before ";

  /// Instead of doing one thing it does the same with many files.
  static final String EACH = "EACH";

  private static final int SECONDS = 120;

  private final Process process;
  private final BufferedReader output;

  private KillableJvm(Process process) {
    this.process = process;
    this.output = process.inputReader();
    CompletableFuture.delayedExecutor(SECONDS, TimeUnit.SECONDS).execute(process::destroyForcibly);
  }

  /// Starts it.
  ///
  /// @param what the name of a [KilledSave], or `RECOVER`
  /// @param arguments the others that [KillableMain] takes
  static KillableJvm start(String what, Path file, Object... arguments) throws IOException {
    List<String> all = new ArrayList<>(List.of(what, file.toString()));
    for (Object argument : arguments) {
      all.add(argument.toString());
    }
    return start(all);
  }

  /// Starts one that does the same with many files at once, and never says that it is ready.
  ///
  /// @param what the name of a [KilledSave], or `RECOVER`
  /// @param files of the first the step 0 is not taken, of the second the step 1, and so on
  /// @param pieceBytes how much one step writes or copies at most
  static KillableJvm startBeforeEachStep(String what, List<Path> files, int pieceBytes)
      throws IOException {
    List<String> all = new ArrayList<>(List.of(EACH, what, String.valueOf(pieceBytes)));
    files.forEach(file -> all.add(file.toString()));
    return start(all);
  }

  private static KillableJvm start(List<String> arguments) throws IOException {
    List<String> command = JavaCommand.of("-Xshare:auto", "-Xmx128m");
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(KillableMain.class.getName());
    command.addAll(arguments);
    return new KillableJvm(new ProcessBuilder(command).redirectErrorStream(true).start());
  }

  long processId() {
    return process.pid();
  }

  /// Waits until it has said that it is ready.
  KillableJvm awaitReady() throws IOException {
    expect(READY);
    return this;
  }

  /// Waits until it stands before a step that it does not take.
  KillableJvm awaitStop() throws IOException {
    expect(STOPPED);
    return this;
  }

  /// Waits until it has done everything.
  void awaitDone() throws IOException {
    expect(DONE);
  }

  private void expect(String beginning) throws IOException {
    String line = output.readLine();
    if (line == null || !line.startsWith(beginning)) {
      process.destroyForcibly();
      throw new AssertionError("not \"%s\" but: %s".formatted(beginning, line));
    }
  }

  /// Kills it as nothing can be caught, and waits until it is gone.
  ///
  /// @return false if it had ended by itself, and well
  boolean kill() throws InterruptedException {
    boolean isRunning = process.isAlive();
    process.destroyForcibly();
    int exit = process.waitFor();
    if (!isRunning && exit != 0) {
      throw new AssertionError("it ended by itself, with exit code " + exit);
    }
    return exit != 0;
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
