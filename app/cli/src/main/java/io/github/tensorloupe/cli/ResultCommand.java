package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.export.WrittenException;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.remote.RemoteAccess;
import io.github.tensorloupe.save.Recovery;
import io.github.tensorloupe.save.SaveException;
import io.github.tensorloupe.work.Progress;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// A command that prints results as text or, with `--json`, as JSON Lines.
abstract class ResultCommand implements Callable<Integer> {

  Program program;

  /// The working directory, and streams that erase the progress line before writing.
  CommandEnvironment environment;

  FileOpener opener;

  Progress progress;

  ErrorOutput errors;

  @Option(names = "--json")
  boolean isJson;

  private JsonPrinter json;
  private TextPrinter text;
  private OutputException failure;

  @Spec private CommandSpec spec;

  /// Called before the first output, to interpret options that concern it.
  void prepareOutput() {}

  /// @throws IOException if the command fails; the caller prints the failure
  abstract ExitCode run() throws IOException;

  @Override
  public final Integer call() {
    program = Program.of(spec);
    rejectUnsupportedAddresses();
    rejectUndecodedOptions();
    prepareOutput();
    opener = new FileOpener(new Recovery(program.operations));
    try (ProgressLine line = new ProgressLine(program.environment);
        Addresses _ = program.addresses) {
      progress = line;
      environment = line.environment();
      errors = new ErrorOutput(environment.err());
      json = isJson ? new JsonPrinter(environment.out()) : null;
      text = isJson ? null : new TextPrinter(environment);
      ExitCode exitCode = runReported();
      if (failure != null && !failure.isBrokenPipe()) {
        throw failure;
      }
      return exitCode.number();
    }
  }

  private ExitCode runReported() {
    try {
      return run();
    } catch (IOException e) {
      errors.print(e);
    } catch (CancellationException e) {
      errors.print(Interruption.CANCELED);
    }
    return ExitCode.FAILURE;
  }

  private void rejectUnsupportedAddresses() {
    if (spec.findOption(FetchFlags.YES) != null) {
      return;
    }
    for (PositionalParamSpec parameter : spec.positionalParameters()) {
      for (String value : parameter.originalStringValues()) {
        // Only the first parameter can be an address.
        if (parameter.index().min() == 0 && RemoteAccess.looksLikeAddress(value)) {
          String sentence = "This command works on files of this computer only, not on %s";
          throw usage(sentence.formatted(RemoteAccess.shown(value)));
        }
      }
    }
  }

  private void rejectUndecodedOptions() {
    for (OptionSpec option : spec.options()) {
      for (String value : option.originalStringValues()) {
        if (CommandLineInterface.isUndecoded(value)) {
          throw usage(CommandLineInterface.UNDECODED.formatted(DisplayText.of(value)));
        }
      }
    }
  }

  /// Reports an interrupted save of a file as an error.
  final ExitCode printTraces(String typed, Path file) {
    ExitCode worst = ExitCode.FINE;
    for (Finding trace : opener.traces(file)) {
      if (trace.severity() == Severity.ERROR) {
        errors.print(typed + ": " + trace.message());
        worst = ExitCode.FINDINGS;
      }
    }
    return worst;
  }

  /// Prints a result as a JSON object or as lines of text.
  ///
  /// @throws OutputException if standard output cannot be written; commands that change files throw
  ///   it after their work
  final void print(JsonObject result, Consumer<TextPrinter> lines) {
    printJson(result);
    printText(lines);
  }

  final void printJson(JsonObject result) {
    if (isJson) {
      attempt(() -> json.print(withFetched(result)));
    }
  }

  /// Prints a JSON object that must not have other members than these.
  final void printExactly(JsonObject result) {
    attempt(() -> json.print(result));
  }

  private JsonObject withFetched(JsonObject result) {
    Optional<JsonObject> fetched = program.addresses.fetched();
    return fetched.isPresent() ? result.with("fetched", fetched.get()) : result;
  }

  final void printText(Consumer<TextPrinter> lines) {
    if (!isJson) {
      attempt(
          () -> {
            lines.accept(text);
            text.flush();
          });
    }
  }

  /// Formats a result on any thread. Returns an action that prints it without flushing the stream.
  final Runnable preparePrint(Supplier<JsonObject> result, Function<TextPrinter, String> line) {
    if (isJson) {
      byte[] written = JsonPrinter.line(withFetched(result.get()));
      return () -> attempt(() -> json.print(written));
    }
    String written = line.apply(text);
    return () -> attempt(() -> text.line(written));
  }

  /// Prints a JSON object, given as text, without flushing the stream.
  final void printLine(String object) {
    byte[] line = (object + '\n').getBytes(StandardCharsets.UTF_8);
    attempt(() -> json.print(line));
  }

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

  final ExitCode fail(String reason, JsonObject result) {
    errors.print(reason);
    printJson(result);
    return ExitCode.FAILURE;
  }

  final Location locate(Path argument) {
    return new Location(argument.toString(), resolve(argument));
  }

  final Path resolve(Path argument) {
    return argument.isAbsolute() ? argument : environment.workingDirectory().resolve(argument);
  }

  /// @throws IOException if the argument is not a valid path
  final Path typedPath(String typed) throws IOException {
    if (typed.isEmpty()) {
      // The JDK interprets an empty path as the working directory.
      throw new NoSuchFileException("\"\"");
    }
    try {
      return pathOf(typed);
    } catch (InvalidPathException e) {
      throw new IOException(
          "The file %s does not exist, and its name is not valid.".formatted(typed), e);
    }
  }

  /// Returns the printed forms of arguments: addresses have no secrets. [#pathOf] accepts these
  /// forms.
  final List<String> shown(List<String> arguments) {
    return arguments.stream().map(program.addresses::shown).toList();
  }

  /// Returns the path of a local file or an address.
  ///
  /// @throws InvalidPathException if the argument is not a valid path
  /// @throws NoSuchFileException if the argument contains bytes that are not UTF-8
  /// @throws SentenceException if the argument is an address that cannot be opened
  final Path pathOf(String typed) throws IOException {
    if (RemoteAccess.looksLikeAddress(typed)) {
      return program.addresses.path(typed);
    }
    if (CommandLineInterface.isUndecoded(typed)) {
      throw new NoSuchFileException(typed);
    }
    return environment.workingDirectory().resolve(typed);
  }

  /// @throws IOException if the file does not exist or cannot be read
  static void requireReadable(Path file) throws IOException {
    file.getFileSystem().provider().checkAccess(file, AccessMode.READ);
  }

  final ParameterException usage(String sentence) {
    return new ParameterException(spec.commandLine(), sentence);
  }

  /// Returns a sentence about a write failure. For an existing file, mentions `--force`.
  static String writeFailure(IOException failure) {
    return failure instanceof FileAlreadyExistsException existing
        ? existing(PathText.of(existing.getFile()))
        : ErrorOutput.sentence(failure);
  }

  /// Returns true if a file was written although the command failed, or null if unknown.
  static Boolean isWritten(IOException failure) {
    return failure instanceof SaveException save && !save.fileIsUnchanged()
        ? null
        : Boolean.valueOf(failure instanceof WrittenException);
  }

  static String existing(String file) {
    return "%s already exists and was not changed; --force replaces it.".formatted(file);
  }
}
