package io.github.tensorloupe.cli;

import module java.base;

/// A program of the user's that is run to be told something. No shell is between: the words go to
/// it as they are.
///
/// @param words the program and its arguments
/// @param errors where it is told that the program has failed; what the program prints goes there
///   too
/// @param limit it is ended when it has run for so long
record ExecutedProgram(
    List<String> words, Path workingDirectory, ErrorOutput errors, Duration limit) {

  private static final Duration LAST_OUTPUT = Duration.ofSeconds(1);

  /// True if a program is where the system would look for it: below the working directory where its
  /// name has a separator, else in the folders of `PATH`. Windows has rules of its own.
  static boolean isThere(String program, Path workingDirectory) {
    if (File.separatorChar == '\\') {
      return !program.isEmpty();
    }
    if (program.contains("/")) {
      return isProgram(workingDirectory.resolve(program));
    }
    String folders = Objects.requireNonNullElse(System.getenv("PATH"), "");
    return !program.isEmpty()
        && Stream.of(folders.split(":"))
            .anyMatch(folder -> isProgram(workingDirectory.resolve(folder).resolve(program)));
  }

  private static boolean isProgram(Path file) {
    return Files.isRegularFile(file) && Files.isExecutable(file);
  }

  /// Runs it and waits for its end.
  ///
  /// @param input for its standard input, which it need not read
  /// @throws IOException if it cannot be started
  /// @throws InterruptedException if the thread is interrupted
  void run(byte[] input) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(words)
            .directory(workingDirectory.toAbsolutePath().toFile())
            .redirectErrorStream(true)
            .start();
    // One that neither reads nor ends would hold up whoever writes to it.
    beside(
        () -> {
          try (OutputStream in = process.getOutputStream()) {
            in.write(input);
          }
          return input.length;
        });
    Thread output = beside(() -> process.getInputStream().transferTo(errors.err()));
    if (!process.waitFor(limit)) {
      List<ProcessHandle> started = process.descendants().toList();
      process.destroyForcibly();
      started.forEach(ProcessHandle::destroyForcibly);
      errors.print(
          "The program %s was ended, as it had run for %d seconds."
              .formatted(words.getFirst(), limit.toSeconds()));
      return;
    }
    // Programs that it has started may go on and keep its output open.
    output.join(LAST_OUTPUT);
    if (process.exitValue() != 0) {
      errors.print(
          "The program %s ended with exit code %d."
              .formatted(words.getFirst(), process.exitValue()));
    }
  }

  /// @param transfer fails where the program does not read its input, or has been ended
  private static Thread beside(Callable<?> transfer) {
    return Thread.ofPlatform()
        .daemon()
        .name("tensorloupe-program")
        .start(new FutureTask<>(transfer));
  }
}
