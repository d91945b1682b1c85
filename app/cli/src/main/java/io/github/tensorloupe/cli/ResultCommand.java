package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.remote.RemoteAccess;
import io.github.tensorloupe.save.Recovery;
import io.github.tensorloupe.work.Progress;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// A command that yields results, for people or, with `--json`, for programs.
abstract class ResultCommand implements Callable<Integer> {

  private Program program;
  private CommandEnvironment environment;
  private FileOpener opener;
  private ProgressLine progress;
  private ErrorOutput errors;
  private JsonPrinter json;
  private TextPrinter text;
  private OutputException failure;

  @Spec private CommandSpec spec;

  @Option(names = "--json")
  private boolean isJson;

  abstract ExitCode run();

  @Override
  public final Integer call() {
    program = Program.of(spec);
    requireTaken();
    opener = new FileOpener(new Recovery(program.operations));
    try (ProgressLine line = new ProgressLine(program.environment);
        Addresses _ = program.addresses) {
      progress = line;
      environment = line.environment();
      errors = new ErrorOutput(environment.err());
      json = isJson ? new JsonPrinter(environment.out()) : null;
      text = isJson ? null : new TextPrinter(environment);
      ExitCode exitCode = run();
      if (failure != null && !failure.isBrokenPipe()) {
        throw failure;
      }
      return exitCode.number();
    }
  }

  /// Refuses addresses to commands that take none.
  private void requireTaken() {
    if (spec.findOption(FetchFlags.YES) == null) {
      // Those behind the first are of another kind.
      spec.positionalParameters().stream()
          .filter(parameter -> parameter.index().min() == 0)
          .flatMap(parameter -> parameter.originalStringValues().stream())
          .filter(RemoteAccess::isAddress)
          .map(RemoteAccess::shown)
          .map("This command works on files of this computer only, not on %s"::formatted)
          .findFirst()
          .ifPresent(
              sentence -> {
                throw usage(sentence);
              });
    }
  }

  /// The streams, which erase the line of progress first, and the working directory.
  final CommandEnvironment environment() {
    return environment;
  }

  final Program program() {
    return program;
  }

  final FileOpener opener() {
    return opener;
  }

  /// Receives the progress of work in bytes and shows it to a person while the command runs.
  final Progress progress() {
    return progress;
  }

  final ErrorOutput errors() {
    return errors;
  }

  final boolean isJson() {
    return isJson;
  }

  /// Prints a result: its JSON object or, for people, lines.
  ///
  /// @throws OutputException if standard output takes no more, unless the work outlives it
  final void print(JsonObject result, Consumer<TextPrinter> lines) {
    printJson(result);
    printText(lines);
  }

  /// Prints a result that only programs see.
  ///
  /// @throws OutputException see [#print]
  final void printJson(JsonObject result) {
    if (isJson) {
      attempt(() -> json.print(told(result)));
    }
  }

  /// A result that also tells what was fetched from servers so far.
  private JsonObject told(JsonObject result) {
    Optional<JsonObject> fetched = program.addresses.fetched();
    return fetched.isPresent() ? result.with("fetched", fetched.get()) : result;
  }

  /// Prints lines that only people see.
  ///
  /// @throws OutputException see [#print]
  final void printText(Consumer<TextPrinter> lines) {
    if (!isJson) {
      attempt(
          () -> {
            lines.accept(text);
            text.flush();
          });
    }
  }

  /// Writes a result on any thread, to be printed in its turn by running what is returned; not
  /// flushed.
  ///
  /// @param line for people
  final Runnable prepare(Supplier<JsonObject> result, Function<TextPrinter, String> line) {
    if (isJson) {
      byte[] written = JsonPrinter.line(told(result.get()));
      return () -> attempt(() -> json.print(written));
    }
    String written = line.apply(text);
    return () -> attempt(() -> text.line(written));
  }

  /// Prints a JSON object that is a line of text already, not flushed.
  final void printLine(String object) {
    byte[] line = (object + '\n').getBytes(StandardCharsets.UTF_8);
    attempt(() -> json.print(line));
  }

  /// Hands on what was prepared and printed.
  final void flush() {
    attempt(isJson ? json::flush : text::flush);
  }

  private void attempt(Runnable printing) {
    if (failure != null) {
      return;
    }
    try {
      printing.run();
    } catch (OutputException e) {
      if (!(this instanceof ChangesFiles)) {
        throw e;
      }
      failure = e;
    }
  }

  /// Prints a sentence on a failure for people, and its JSON object for programs.
  final ExitCode fail(String why, JsonObject result) {
    errors.print(why);
    printJson(result);
    return ExitCode.FAILURE;
  }

  final Location locate(Path argument) {
    return new Location(argument.toString(), resolve(argument));
  }

  final Path resolve(Path argument) {
    return argument.isAbsolute() ? argument : environment.workingDirectory().resolve(argument);
  }

  /// The path that an argument stands for.
  ///
  /// @throws IOException if there can be none
  final Path typedPath(String typed) throws IOException {
    if (typed.isEmpty()) {
      // Java would take it for the working directory.
      throw new NoSuchFileException("\"\"");
    }
    try {
      return pathOf(typed);
    } catch (InvalidPathException e) {
      throw new IOException(
          "There is no file %s, and none can have this name.".formatted(typed), e);
    }
  }

  /// Arguments as they are told, and as [#pathOf] takes them: addresses without what may be secret.
  final List<String> shown(List<String> arguments) {
    return arguments.stream().map(program.addresses::shown).toList();
  }

  /// The path of a file, or of what an address leads to.
  ///
  /// @throws InvalidPathException if no file can have this name
  /// @throws SentenceException if it is an address that cannot be opened
  final Path pathOf(String typed) throws SentenceException {
    return RemoteAccess.isAddress(typed)
        ? program.addresses.path(typed)
        : environment.workingDirectory().resolve(typed);
  }

  final ParameterException usage(String sentence) {
    return new ParameterException(spec.commandLine(), sentence);
  }

  /// The sentence on a failure to write a file that `--force` replaces.
  static String writeFailure(IOException failure) {
    return failure instanceof FileAlreadyExistsException existing
        ? existing(PathText.of(existing.getFile()))
        : ErrorOutput.sentence(failure);
  }

  /// The sentence on a file that is in the way and that `--force` replaces.
  ///
  /// @param file fit for display
  static String existing(String file) {
    return "%s already exists and was not changed; --force replaces it.".formatted(file);
  }
}
