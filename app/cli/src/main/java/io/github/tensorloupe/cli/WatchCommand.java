package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.analysis.health.HealthScan;
import io.github.tensorloupe.library.FinishedCheckpoints;
import io.github.tensorloupe.library.FinishedCheckpoints.Finished;
import io.github.tensorloupe.work.Progress;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Checks the checkpoints in a folder as they are written. Looks and checks by turns on one thread:
/// what is checked next is what is finished then, not when the check before it began.
@Command(name = "watch")
final class WatchCommand extends ResultCommand {

  /// Limits of time.
  ///
  /// @param stall after so long without a change, what is not whole is checked as it is
  /// @param growth with `--once`, files that still change are waited for so long
  /// @param program a program is ended when it has run for so long
  record Limits(Duration stall, Duration growth, Duration program) {
    static final Limits USUAL =
        new Limits(Duration.ofMinutes(1), Duration.ofMinutes(10), Duration.ofMinutes(1));
  }

  /// The time by which a watch goes.
  interface Pace {

    /// Real time.
    Pace USUAL =
        new Pace() {
          @Override
          public long nanoTime() {
            return System.nanoTime();
          }

          @Override
          public void rest(Duration duration) throws InterruptedException {
            Thread.sleep(duration);
          }
        };

    /// Returns nanoseconds from any beginning.
    long nanoTime();

    void rest(Duration duration) throws InterruptedException;
  }

  private static final Pattern LAST_BRACKETS = Pattern.compile("\\(([^()]+)\\)$");

  private final Limits limits;
  private final Pace pace;
  private FinishedCheckpoints checkpoints;
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
      throw usage("Arguments behind FOLDER are those of the program of --exec");
    }
    Location location = locate(folder);
    if (!Files.isDirectory(location.path())) {
      throw new InputException("There is no folder %s.".formatted(location.text()));
    }
    program.ifPresent(this::requireProgram);
    checkpoints =
        new FinishedCheckpoints(
            location.path(),
            once ? FinishedCheckpoints.REST : limits.stall(),
            why -> {
              errors().print(why.message());
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

  /// It may be weeks before there is something to tell it.
  private void requireProgram(String name) {
    Path workingDirectory = environment().workingDirectory();
    if (!ExecutedProgram.isThere(name, workingDirectory)) {
      String hint =
          Files.exists(workingDirectory.resolve(name)) && !name.isEmpty()
              ? " To run the file of that name in this folder, write ./%s.".formatted(name)
              : "";
      throw new InputException(
          "There is no program \"%s\" that can be run.%s".formatted(name, hint));
    }
  }

  private ExitCode watch(Location location) throws InterruptedException {
    long begin = pace.nanoTime();
    while (true) {
      boolean isLate = once && pace.nanoTime() - begin >= limits.growth().toNanos();
      Optional<Finished> next = isLate ? checkpoints.nextAsItIs() : checkpoints.next();
      if (next.isPresent()) {
        ExitCode found = check(location, next.get(), isLate);
        worst = worst.or(found);
        if (found != ExitCode.FINE && !once && program.isEmpty()) {
          return worst;
        }
      } else if (once && checkpoints.areAllGiven()) {
        return worst;
      } else {
        pace.rest(FinishedCheckpoints.REST);
      }
    }
  }

  /// @param asItIs true if it is not checked again where it changes meanwhile
  private ExitCode check(Location location, Finished finished, boolean asItIs)
      throws InterruptedException {
    List<List<Report>> checked =
        Target.of(location, finished).stream()
            .map(target -> checker().check(target, _ -> {}))
            .toList();
    if (!asItIs && checkpoints.hasChanged(finished)) {
      // The result may be true of no state of it.
      return ExitCode.FINE;
    }
    ExitCode found = ExitCode.FINE;
    for (List<Report> reports : checked) {
      found = found.or(tell(reports));
    }
    return found;
  }

  private Checker checker() {
    ReadingProgress reading = new ReadingProgress(environment().workingDirectory(), Progress.NONE);
    return new Checker(
        opener(),
        Optional.of(new ValueCheck(new HealthScan(flags.scan()), reading)).filter(_ -> values));
  }

  /// @param reports on a file; on a set, and behind it on its shards
  private ExitCode tell(List<Report> reports) throws InterruptedException {
    JsonObject result = json(reports);
    print(result, text -> CheckCommand.print(together(reports), text));
    ExitCode found = reports.stream().map(Report::exitCode).reduce(ExitCode.FINE, ExitCode::or);
    if (found != ExitCode.FINE && program.isPresent()) {
      execute(JsonPrinter.line(result));
    }
    return found;
  }

  private void execute(byte[] input) throws InterruptedException {
    List<String> words = new ArrayList<>(programArguments);
    words.addFirst(program.get());
    try {
      new ExecutedProgram(words, environment().workingDirectory(), errors(), limits.program())
          .run(input);
    } catch (IOException e) {
      throw new InputException(
          "The program %s cannot be started: %s.".formatted(program.get(), reason(e)));
    }
  }

  /// Java puts what the system says into brackets, behind what it tried.
  private static String reason(IOException e) {
    Matcher brackets = LAST_BRACKETS.matcher(String.valueOf(e.getMessage()).strip());
    return brackets.find() ? brackets.group(1) : e.getMessage();
  }

  private static Report together(List<Report> reports) {
    return reports.stream()
        .skip(1)
        .reduce(reports.getFirst(), (all, shard) -> all.with(shard.findings()));
  }

  private static JsonObject json(List<Report> reports) {
    Report whole = reports.getFirst();
    return CheckCommand.json(whole)
        .with("tensorCount", whole.tensorCount())
        .with(
            "findings",
            reports.stream()
                .flatMap(
                    report ->
                        report.findings().stream()
                            .map(
                                finding ->
                                    CheckCommand.json(finding)
                                        .with("file", report.location().text())))
                .toList());
  }

  /// A program of the user's that is run to be told something. No shell is between: the words go to
  /// it as they are.
  ///
  /// @param words the program and its arguments
  /// @param errors where it is told that the program has failed; what the program prints goes there
  ///   too
  /// @param limit it is ended when it has run for so long
  private record ExecutedProgram(
      List<String> words, Path workingDirectory, ErrorOutput errors, Duration limit) {

    private static final Duration LAST_OUTPUT = Duration.ofSeconds(1);

    /// True if a program is where the system would look for it: below the working directory where
    /// its name has a separator, else in the folders of `PATH`. Windows has rules of its own.
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
}
