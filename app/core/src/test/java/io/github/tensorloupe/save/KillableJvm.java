package io.github.tensorloupe.save;

import io.github.tensorloupe.testing.JavaCommand;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// A process that runs [KillableMain]. Used by one thread.
final class KillableJvm implements AutoCloseable {

  /// Printed after the process has read the file, before it changes anything.
  static final String READY = "ready";

  /// Printed at the end.
  static final String DONE = "done";

  /// Printed with the next step when the process stops before it and waits.
  static final String STOPPED = "stopped before ";

  /// The argument for processing many files.
  static final String EACH = "EACH";

  private static final int SECONDS = 120;

  private final Process process;
  private final BufferedReader output;

  private KillableJvm(Process process) {
    this.process = process;
    this.output = process.inputReader();
    CompletableFuture.delayedExecutor(SECONDS, TimeUnit.SECONDS).execute(process::destroyForcibly);
  }

  /// Starts a process.
  ///
  /// @param what the name of a [KilledSave], or `RECOVER`
  /// @param arguments the remaining arguments of [KillableMain]
  static KillableJvm start(String what, Path file, Object... arguments) throws IOException {
    List<String> all = new ArrayList<>(List.of(what, file.toString()));
    for (Object argument : arguments) {
      all.add(argument.toString());
    }
    return start(all);
  }

  /// Starts a process that processes many files in parallel, and never prints [#READY].
  ///
  /// @param what the name of a [KilledSave], or `RECOVER`
  /// @param files the files; the first one stops before step 0, the second one before step 1, and
  ///   so on
  /// @param pieceBytes the maximum number of bytes that one step writes or copies
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

  /// Waits until the process is ready.
  KillableJvm awaitReady() throws IOException {
    expect(READY);
    return this;
  }

  /// Waits until the process stops before a step.
  KillableJvm awaitStop() throws IOException {
    expect(STOPPED);
    return this;
  }

  /// Waits until the process is done.
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

  /// Kills the process with a signal that it cannot handle, and waits until it has ended.
  ///
  /// @return false if the process had already ended successfully
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
