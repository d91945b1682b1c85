package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.library.CheckpointPoller;
import io.github.tensorloupe.library.CheckpointPoller.Finished;
import io.github.tensorloupe.work.Progress;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Checks checkpoints in a folder once they are complete. Searches and checks alternate on one
/// thread; each search includes files completed during the preceding check.
@Command(name = "watch")
final class WatchCommand extends ResultCommand {

  /// The time limits.
  ///
  /// @param stall the time without changes after which an incomplete checkpoint is checked
  /// @param growth the maximum time to wait for changing files with `--once`
  /// @param program the maximum run time of the program specified by `--exec`
  record Limits(Duration stall, Duration growth, Duration program) {
    static final Limits DEFAULT =
        new Limits(Duration.ofMinutes(1), Duration.ofMinutes(10), Duration.ofMinutes(1));
  }

  interface Pace {

    Pace DEFAULT = new Pace() {};

    default long nanoTime() {
      return System.nanoTime();
    }

    default void rest(Duration duration) throws InterruptedException {
      Thread.sleep(duration);
    }
  }

  private static final Pattern LAST_BRACKETS = Pattern.compile("\\(([^()]+)\\)$");

  private final Limits limits;
  private final Pace pace;
  private CheckpointPoller checkpoints;
  private ExitCode worst = ExitCode.FINE;

  @Parameters(index = "0", paramLabel = "FOLDER")
  private Path folder;

  @Parameters(index = "1..*", paramLabel = "ARGUMENT")
  private List<String> programArguments = List.of();

  @Option(names = "--exec", paramLabel = "PROGRAM")
  private Optional<String> program = Optional.empty();

  @Option(names = "--once")
  private boolean once;

  @Option(names = "--values")
  private boolean values;

  @Mixin private ScanFlags flags;

  WatchCommand(Limits limits, Pace pace) {
    this.limits = limits;
    this.pace = pace;
  }

  @Override
  ExitCode run() {
    if (program.isEmpty() && !programArguments.isEmpty()) {
      throw usage("Arguments after FOLDER belong to the program of --exec");
    }
    Location location = locate(folder);
    if (!Files.isDirectory(location.path())) {
      throw new InputException("The folder %s does not exist.".formatted(location.text()));
    }
    program.ifPresent(this::requireProgram);
    checkpoints =
        new CheckpointPoller(
            location.path(),
            once ? CheckpointPoller.MIN_IDLE_TIME : limits.stall(),
            finding -> {
              errors.print(finding.message());
              worst = ExitCode.FAILURE;
            },
            pace::nanoTime);
    try {
      return watch(location);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return worst;
    }
  }

  /// Checks that the program exists before watching, because the first result may follow weeks
  /// later.
  private void requireProgram(String name) {
    Path workingDirectory = environment.workingDirectory();
    if (!ExecutedProgram.exists(name, workingDirectory)) {
      String hint =
          Files.exists(workingDirectory.resolve(name)) && !name.isEmpty()
              ? " To run the file of that name in this folder, write ./%s.".formatted(name)
              : "";
      throw new InputException(
          "The program \"%s\" does not exist or cannot be run.%s".formatted(name, hint));
    }
  }

  private ExitCode watch(Location location) throws InterruptedException {
    long begin = pace.nanoTime();
    while (true) {
      boolean isLate = once && pace.nanoTime() - begin >= limits.growth().toNanos();
      Optional<Finished> next = isLate ? checkpoints.nextInAnyState() : checkpoints.next();
      if (next.isPresent()) {
        ExitCode exitCode = check(location, next.get(), isLate);
        worst = worst.or(exitCode);
        if (exitCode != ExitCode.FINE && !once && program.isEmpty()) {
          return worst;
        }
      } else if (once && checkpoints.areAllReturned()) {
        return worst;
      } else {
        pace.rest(CheckpointPoller.MIN_IDLE_TIME);
      }
    }
  }

  /// @param asItIs true to report the result even if the checkpoint changes during the check
  private ExitCode check(Location location, Finished finished, boolean asItIs)
      throws InterruptedException {
    ReadingProgress reading = new ReadingProgress(environment.workingDirectory(), Progress.NONE);
    Checker checker = new Checker(opener, flags.healthScan(values), reading);
    List<List<Report>> checked = new ArrayList<>();
    for (Target target : Target.of(location, finished, checkpoints)) {
      checked.add(checker.check(target));
    }
    if (!asItIs && checkpoints.hasChanged(finished)) {
      // The result may mix several states of the files.
      return ExitCode.FINE;
    }
    ExitCode exitCode = ExitCode.FINE;
    for (List<Report> reports : checked) {
      exitCode = exitCode.or(report(reports));
    }
    return exitCode;
  }

  private ExitCode report(List<Report> reports) throws InterruptedException {
    JsonObject result = json(reports);
    print(result, text -> CheckCommand.print(merge(reports), text));
    ExitCode exitCode = reports.stream().map(Report::exitCode).reduce(ExitCode.FINE, ExitCode::or);
    if (exitCode != ExitCode.FINE && program.isPresent()) {
      execute(JsonPrinter.line(result));
    }
    return exitCode;
  }

  private void execute(byte[] input) throws InterruptedException {
    List<String> words = new ArrayList<>(programArguments);
    words.addFirst(program.get());
    try {
      new ExecutedProgram(words, environment.workingDirectory(), errors, limits.program())
          .run(input);
    } catch (IOException e) {
      throw new InputException(
          "The program %s cannot be started: %s.".formatted(program.get(), reason(e)));
    }
  }

  /// Returns the reason of the operating system, which the JDK appends to its message in brackets.
  private static String reason(IOException e) {
    Matcher brackets = LAST_BRACKETS.matcher(String.valueOf(e.getMessage()).strip());
    return brackets.find() ? brackets.group(1) : e.getMessage();
  }

  private static Report merge(List<Report> reports) {
    Report whole = reports.getFirst();
    for (Report shard : reports.subList(1, reports.size())) {
      whole = whole.with(shard.findings());
    }
    return whole;
  }

  private static JsonObject json(List<Report> reports) {
    List<JsonObject> findings = new ArrayList<>();
    for (Report report : reports) {
      for (Finding finding : report.findings()) {
        findings.add(CheckCommand.json(finding).with("file", report.location().text()));
      }
    }
    Report whole = reports.getFirst();
    return CheckCommand.json(whole)
        .with("tensorCount", whole.tensorCount())
        .with("findings", findings);
  }

  private record ExecutedProgram(
      List<String> words, Path workingDirectory, ErrorOutput errors, Duration limit) {

    private static final Duration LAST_OUTPUT = Duration.ofSeconds(1);

    /// Returns true if the operating system would find a program, in the folders of `PATH` if the
    /// name has no separator. Not checked on Windows.
    static boolean exists(String program, Path workingDirectory) {
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

    /// Runs the program and waits for its end. The program need not read the input.
    void run(byte[] input) throws IOException, InterruptedException {
      Process process =
          new ProcessBuilder(words)
              .directory(workingDirectory.toAbsolutePath().toFile())
              .redirectErrorStream(true)
              .start();
      // On a background thread, because a program that neither reads nor ends would block the
      // writer.
      inBackground(
          () -> {
            try (OutputStream in = process.getOutputStream()) {
              in.write(input);
            }
            return input.length;
          });
      Thread output = inBackground(() -> process.getInputStream().transferTo(errors.err()));
      if (!process.waitFor(limit)) {
        List<ProcessHandle> started = process.descendants().toList();
        process.destroyForcibly();
        started.forEach(ProcessHandle::destroyForcibly);
        errors.print(
            "The program %s was ended, as it had run for %d seconds."
                .formatted(words.getFirst(), limit.toSeconds()));
        return;
      }
      // Child processes may continue to run and keep the output open.
      output.join(LAST_OUTPUT);
      if (process.exitValue() != 0) {
        errors.print(
            "The program %s ended with exit code %d."
                .formatted(words.getFirst(), process.exitValue()));
      }
    }

    private static Thread inBackground(Callable<?> transfer) {
      return Thread.ofPlatform()
          .daemon()
          .name("tensorloupe-program")
          .start(new FutureTask<>(transfer));
    }
  }
}
