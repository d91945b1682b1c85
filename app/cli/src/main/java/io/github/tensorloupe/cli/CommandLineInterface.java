package io.github.tensorloupe.cli;

import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_COMMAND_LIST;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING;

import io.github.tensorloupe.cli.CompletionCommand.Shell;
import io.github.tensorloupe.cli.ExportFlags.MetadataChoice;
import io.github.tensorloupe.cli.ScreenshotRequest.Language;
import io.github.tensorloupe.cli.ScreenshotRequest.Theme;
import io.github.tensorloupe.edit.Preset;
import io.github.tensorloupe.export.ExportFormat;
import io.github.tensorloupe.export.ForeignDtypes;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.save.StrategyChoice;
import io.github.tensorloupe.storage.Accent;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.Help;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.TypeConversionException;

/// The command line: parses the arguments, runs a subcommand, and says how it ended.
///
/// Never throws and never shows a stack trace: what goes wrong becomes a sentence on standard error
/// and an exit code.
public final class CommandLineInterface {

  /// Stands before paths for the window that are to be opened by a process of their own, also where
  /// one runs already.
  public static final String NEW_PROCESS = "--new-process";

  private static final int HELP_WIDTH = 80;
  private static final Pattern WORD = Pattern.compile("[a-z]+");

  private final Surroundings surroundings;
  private final Messages messages;
  private final CommandTree tree;

  /// @param surroundings streams and working directory
  /// @param screenshot draws what the subcommand `screenshot` asks for
  public CommandLineInterface(Surroundings surroundings, Screenshot screenshot) {
    this(surroundings, screenshot, FileOperations.ofThisComputer());
  }

  /// @param operations every step that saving takes on the disk
  CommandLineInterface(
      Surroundings surroundings, Screenshot screenshot, FileOperations operations) {
    this.surroundings = surroundings;
    this.messages = new Messages(surroundings.err());
    this.tree = new CommandTree(surroundings, screenshot, operations);
  }

  /// The names of the subcommands; none of them needs a display.
  public static List<String> commandNames() {
    return CommandTree.names();
  }

  /// The name and version of this program, as it writes them into files.
  public static String version() {
    return new Version().getVersion()[0];
  }

  private CommandLine configured(CommandLine commandLine) {
    commandLine.getHelpSectionMap().put(SECTION_KEY_COMMAND_LIST, CommandGroup::list);
    commandLine.getHelpSectionMap().put(SECTION_KEY_COMMAND_LIST_HEADING, help -> "");
    return commandLine
        .registerConverter(Language.class, text -> constantNamed(text, Language.values()))
        .registerConverter(Shell.class, text -> constantNamed(text, Shell.values()))
        .registerConverter(Theme.class, text -> constantNamed(text, Theme.values()))
        .registerConverter(Accent.class, text -> constantNamed(text, Accent.values()))
        .registerConverter(
            StrategyChoice.class, text -> constantNamed(text, StrategyChoice.values()))
        .registerConverter(ExportFormat.class, text -> constantNamed(text, ExportFormat.values()))
        .registerConverter(ForeignDtypes.class, text -> constantNamed(text, ForeignDtypes.values()))
        .registerConverter(
            MetadataChoice.class, text -> constantNamed(text, MetadataChoice.values()))
        .registerConverter(Preset.class, text -> constantNamed(text, Preset.values()))
        .registerConverter(Path.class, CommandLineInterface::path)
        .registerConverter(long.class, CommandLineInterface::byteCount)
        // A file name may begin with an @.
        .setExpandAtFiles(false)
        .setUsageHelpWidth(HELP_WIDTH)
        .setOut(utf8(surroundings.out()))
        .setErr(utf8(surroundings.err()))
        .setColorScheme(
            Help.defaultColorScheme(surroundings.colours() ? Help.Ansi.ON : Help.Ansi.OFF))
        .setExecutionStrategy(this::executeAndFlush)
        .setParameterExceptionHandler((failure, arguments) -> tellUsage(failure).number())
        .setExecutionExceptionHandler((failure, line, result) -> tell(failure).number());
  }

  private static PrintWriter utf8(OutputStream stream) {
    return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), true);
  }

  private static Path path(String text) {
    if (text.isEmpty()) {
      // Java would take it for the working directory.
      throw new TypeConversionException("an empty text names no file and no folder");
    }
    return Path.of(text);
  }

  private static long byteCount(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new TypeConversionException("'" + text + "' is no number of bytes");
    }
  }

  private static <E extends Enum<E>> E constantNamed(String text, E[] constants) {
    for (E constant : constants) {
      if (word(constant).equals(text)) {
        return constant;
      }
    }
    String words =
        Arrays.stream(constants).map(CommandLineInterface::word).collect(Collectors.joining(", "));
    throw new TypeConversionException("'" + text + "' is none of " + words);
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /// Whether these arguments are for the command line; if not, they are paths for the window.
  public static boolean handles(String... arguments) {
    return arguments.length > 0
        && !arguments[0].equals(NEW_PROCESS)
        && (arguments[0].startsWith("-")
            || CommandTree.names().contains(arguments[0])
            || isMistyped(arguments[0]));
  }

  /// Whether a word is no path, but nearly a command.
  private static boolean isMistyped(String word) {
    return WORD.matcher(word).matches()
        && Spelling.closest(word, CommandTree.names()).isPresent()
        && Files.notExists(Path.of(word));
  }

  /// Runs a subcommand on the calling thread and flushes the streams.
  ///
  /// @return the exit code: 0 fine, 1 findings of severity error, 2 a failure
  public int run(String... arguments) {
    try {
      return configured(tree.neededFor(arguments)).execute(arguments);
    } catch (Error e) {
      messages.tell(Messages.sentence(e));
      return ExitCode.FAILURE.number();
    }
  }

  /// The program with all its commands and their help.
  public CommandLine documented() {
    CommandLine whole = configured(tree.whole());
    HelpTexts.addTo(whole);
    return whole;
  }

  private int executeAndFlush(ParseResult arguments) {
    List<CommandLine> lines = arguments.asCommandLineList();
    if (lines.stream().anyMatch(CommandLine::isUsageHelpRequested)) {
      HelpTexts.addTo(lines.getFirst());
    }
    int exitCode = new RunLast().execute(arguments);
    try {
      surroundings.out().flush();
      return exitCode;
    } catch (IOException e) {
      OutputException failure = new OutputException(e);
      if (failure.isBrokenPipe()) {
        return exitCode;
      }
      throw new ExecutionException(arguments.commandSpec().commandLine(), "flush", failure);
    }
  }

  private ExitCode tellUsage(ParameterException failure) {
    messages.tell(UsageSentence.of(failure));
    return ExitCode.FAILURE;
  }

  private ExitCode tell(Exception failure) {
    if (failure instanceof InputException) {
      messages.tell(failure.getMessage());
      return ExitCode.FAILURE;
    }
    if (!(failure instanceof OutputException outputFailure)) {
      messages.tell("An error in the program itself: %s.".formatted(failure));
      return ExitCode.FAILURE;
    }
    if (outputFailure.isBrokenPipe()) {
      return ExitCode.FINE;
    }
    messages.tell(
        "Standard output cannot be written: %s.".formatted(failure.getCause().getMessage()));
    return ExitCode.FAILURE;
  }
}
