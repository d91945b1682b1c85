package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.remote.RemoteAccess;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.text.ProgramFacts;
import io.github.tensorloupe.text.Spelled;
import picocli.CommandLine;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.TypeConversionException;

/// The command line: parses arguments and runs a command.
///
/// Never throws an exception or prints a stack trace. Failures are reported as a sentence on
/// standard error and by the exit code.
public final class CommandLineInterface {

  /// The option that opens the following paths in a new process, even if the program is already
  /// running.
  public static final String NEW_PROCESS = "--new-process";

  /// An option for comparing the following two paths in the window.
  public static final String COMPARE = "--compare";

  static final String UNDECODED = "%s contains bytes that are not UTF-8; choose another name";

  private static final Pattern WORD = Pattern.compile("[a-z]+");

  private final CommandEnvironment environment;
  private final ErrorOutput errors;
  private final Program program;

  public CommandLineInterface(CommandEnvironment environment, Screenshot screenshot) {
    this(environment, screenshot, FileOperations.ofThisComputer());
  }

  CommandLineInterface(
      CommandEnvironment environment, Screenshot screenshot, FileOperations operations) {
    this.environment = environment;
    this.errors = new ErrorOutput(environment.err());
    this.program = new Program(environment, screenshot, operations);
  }

  /// Returns the names of the commands. No command needs a display.
  public static List<String> commandNames() {
    return Program.NAMES;
  }

  /// Returns the name and version of this program, as recorded in files.
  public static String version() {
    return "TensorLoupe " + ProgramFacts.version();
  }

  private CommandLine configured(CommandLine commandLine) {
    convertWords(commandLine);
    return commandLine
        .registerConverter(Path.class, this::path)
        .registerConverter(long.class, CommandLineInterface::byteCount)
        // An argument that begins with @ is a file name.
        .setExpandAtFiles(false)
        .setOut(utf8(environment.out()))
        .setErr(utf8(environment.err()))
        .setColorScheme(
            Help.defaultColorScheme(environment.colors() ? Help.Ansi.ON : Help.Ansi.OFF))
        .setExecutionStrategy(this::executeAndFlush)
        .setParameterExceptionHandler((failure, arguments) -> report(failure).number())
        .setExecutionExceptionHandler((failure, line, result) -> report(failure).number());
  }

  private static PrintWriter utf8(OutputStream stream) {
    return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), true);
  }

  private Path path(String text) {
    if (RemoteAccess.looksLikeAddress(text)) {
      try {
        return program.addresses.path(text);
      } catch (SentenceException e) {
        throw new TypeConversionException(e.getMessage().replaceFirst("\\.$", ""));
      }
    }
    if (text.isEmpty()) {
      // The JDK interprets an empty path as the working directory.
      throw new TypeConversionException("an empty text is not a path");
    }
    if (isUndecoded(text)) {
      throw new TypeConversionException(UNDECODED.formatted(PathText.of(text)));
    }
    return PathText.path(text)
        .orElseThrow(() -> new TypeConversionException("'" + text + "' is not a valid path"));
  }

  /// Returns true if an argument contains bytes that are not UTF-8. The virtual machine has
  /// replaced them by U+FFFD, so the argument is the name of another file.
  public static boolean isUndecoded(String argument) {
    if (argument.indexOf('\uFFFD') < 0) {
      return false;
    }
    try {
      // Throws an exception if any argument is not UTF-8.
      return !Files.readString(Path.of("/proc/self/cmdline")).contains(argument);
    } catch (IOException e) {
      return true;
    }
  }

  private static long byteCount(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new TypeConversionException("'" + text + "' is not a number of bytes");
    }
  }

  /// Accepts enum constants in lowercase, as in the help texts.
  private static void convertWords(CommandLine commandLine) {
    for (ArgSpec argument : commandLine.getCommandSpec().args()) {
      for (Class<?> type : argument.auxiliaryTypes()) {
        if (type.isEnum()) {
          convertWords(commandLine, type);
        }
      }
    }
    commandLine.getSubcommands().values().forEach(CommandLineInterface::convertWords);
  }

  private static <E> void convertWords(CommandLine commandLine, Class<E> type) {
    Map<String, E> constants = new LinkedHashMap<>();
    for (E constant : type.getEnumConstants()) {
      constants.put(Spelled.of((Enum<?>) constant), constant);
    }
    commandLine.registerConverter(
        type,
        text -> {
          if (!constants.containsKey(text)) {
            throw new TypeConversionException(
                "'" + text + "' is not one of " + String.join(", ", constants.keySet()));
          }
          return constants.get(text);
        });
  }

  /// Returns true if the arguments are for the command line instead of paths for the window.
  public static boolean handles(String... arguments) {
    if (arguments.length == 0 || arguments[0].equals(NEW_PROCESS) || arguments[0].equals(COMPARE)) {
      return false;
    }
    String first = arguments[0];
    // A word that resembles a command is a typo unless a file has this name.
    return first.startsWith("-")
        || Program.NAMES.contains(first)
        || WORD.matcher(first).matches()
            && UsageErrorText.closest(first, Program.NAMES).isPresent()
            && Files.notExists(Path.of(first));
  }

  /// Runs a command on the calling thread and flushes the streams.
  ///
  /// @return the exit code: 0 for success, 1 for findings of severity error, 2 for a failure
  public int run(String... arguments) {
    try {
      return configured(program.neededFor(arguments)).execute(arguments);
    } catch (Error e) {
      errors.print(ErrorOutput.sentence(e));
      return ExitCode.FAILURE.number();
    }
  }

  /// Returns the program with all commands and their help texts.
  public CommandLine documented() {
    CommandLine whole = configured(program.with(Program.NAMES));
    UsageHelp.addTo(whole);
    return whole;
  }

  private int executeAndFlush(ParseResult arguments) {
    List<CommandLine> lines = arguments.asCommandLineList();
    if (lines.stream().anyMatch(CommandLine::isUsageHelpRequested)) {
      UsageHelp.addTo(lines.getFirst());
    }
    int exitCode = new RunLast().execute(arguments);
    try {
      environment.out().flush();
      return exitCode;
    } catch (IOException e) {
      OutputException failure = new OutputException(e);
      if (failure.isBrokenPipe()) {
        return exitCode;
      }
      throw new ExecutionException(arguments.commandSpec().commandLine(), "flush", failure);
    }
  }

  private ExitCode report(Exception failure) {
    if (failure instanceof OutputException output && output.isBrokenPipe()) {
      return ExitCode.FAILURE;
    }
    errors.print(
        switch (failure) {
          case InputException e -> e.getMessage();
          case ParameterException e -> UsageErrorText.of(e);
          case OutputException e ->
              "Standard output cannot be written: %s.".formatted(e.getCause().getMessage());
          default -> "Internal error: %s.".formatted(failure);
        });
    return ExitCode.FAILURE;
  }
}
