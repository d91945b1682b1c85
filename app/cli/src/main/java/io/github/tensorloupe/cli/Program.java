package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.text.Spelled;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/// The top-level command. Without a subcommand, the launcher opens the window.
///
/// Only the subcommands named by the arguments are created, because creating a command takes longer
/// than running most of them.
@Command(
    name = "tensorloupe",
    customSynopsis = {
      "tensorloupe [PATH...]                 open the window",
      "       tensorloupe --compare A B             open two side by side",
      "       tensorloupe COMMAND [OPTION...] ARGUMENT...",
      "       tensorloupe COMMAND --help"
    })
final class Program {

  static final List<String> NAMES =
      List.of(
          ("check watch survey info stats hash verify compare quantization lora manifest duplicates"
                  + " metadata export convert salvage repair index recover library screenshot demo"
                  + " completion help")
              .split(" "));

  /// The commands that require all other commands.
  private static final Set<String> ABOUT_ALL = Set.of("completion", "help");

  /// Prints the help of a command, like `--help`. Unlike the help command of picocli, supports
  /// nested commands, such as `help metadata set`.
  @Command(name = "help")
  private static final class HelpCommand implements Callable<Integer> {

    @Spec private CommandSpec spec;

    @Parameters(paramLabel = "COMMAND", arity = "0..*")
    private List<String> names = List.of();

    @Override
    public Integer call() {
      CommandLine command = spec.root().commandLine();
      UsageHelp.addTo(command);
      for (String name : names) {
        CommandLine next = command.getSubcommands().get(name);
        if (next == null) {
          throw new ParameterException(
              spec.commandLine(),
              UsageErrorText.unknown("command", name, command.getSubcommands().keySet()));
        }
        command = next;
      }
      command.usage(command.getOut());
      return ExitCode.FINE.number();
    }
  }

  final CommandEnvironment environment;
  final Screenshot screenshot;
  final FileOperations operations;

  /// The addresses among the arguments. Closed by [ResultCommand].
  final Addresses addresses;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT)
  private boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true)
  private boolean version;

  @Option(names = CommandLineInterface.NEW_PROCESS)
  private boolean newProcess;

  Program(CommandEnvironment environment, Screenshot screenshot, FileOperations operations) {
    this.addresses = new Addresses(environment);
    this.environment = environment;
    this.screenshot = screenshot;
    this.operations = operations;
  }

  static Program of(CommandSpec command) {
    return (Program) command.root().userObject();
  }

  CommandLine neededFor(String... arguments) {
    boolean isOne =
        arguments.length > 0 && NAMES.contains(arguments[0]) && !ABOUT_ALL.contains(arguments[0]);
    return with(isOne ? List.of(arguments[0]) : NAMES);
  }

  CommandLine with(List<String> names) {
    CommandLine root = new CommandLine(this);
    root.getCommandSpec().versionProvider(() -> new String[] {CommandLineInterface.version()});
    names.forEach(name -> root.addSubcommand(name, command(name)));
    return root;
  }

  private static Object command(String name) {
    return switch (name) {
      case "check" -> new CheckCommand();
      case "watch" -> new WatchCommand(WatchCommand.Limits.DEFAULT, WatchCommand.Pace.DEFAULT);
      case "survey" -> new SurveyCommand();
      case "info" -> new InfoCommand();
      case "stats" -> new StatsCommand();
      case "hash" -> new HashCommand();
      case "verify" -> new VerifyCommand();
      case "compare" -> new CompareCommand();
      case "quantization" -> new QuantizationCommand();
      case "lora" -> new LoraCommand();
      case "manifest" -> group(name, new ManifestWriteCommand(), new ManifestCheckCommand());
      case "duplicates" -> new DuplicatesCommand();
      case "metadata" ->
          group(
              name,
              new MetadataShowCommand(),
              new MetadataEditCommand.SetEntries(),
              new MetadataEditCommand.UnsetKeys(),
              new MetadataEditCommand.ApplyPreset(),
              new MetadataEditCommand.ImportFile(),
              new MetadataExportCommand());
      case "export" -> new ExportCommand();
      case "convert" -> new ConvertCommand();
      case "salvage" -> new SalvageCommand();
      case "repair" -> new RepairCommand();
      case "index" -> group(name, new IndexWriteCommand());
      case "recover" -> new RecoverCommand();
      case "library" -> new LibraryCommand();
      case "screenshot" -> new ScreenshotCommand();
      case "demo" -> new DemoCommand();
      case "completion" -> new CompletionCommand();
      case "help" -> new HelpCommand();
      default -> throw new IllegalArgumentException("no command is named " + name);
    };
  }

  private static CommandLine group(String name, Object... commands) {
    CommandSpec spec = CommandSpec.create().name(name);
    spec.usageMessage().synopsisSubcommandLabel("COMMAND");
    CommandLine group = new CommandLine(spec);
    Arrays.stream(commands).forEach(group::addSubcommand);
    return group;
  }

  @Command(name = "completion")
  static final class CompletionCommand implements Callable<Integer> {

    enum Shell {
      BASH,
      ZSH
    }

    @Spec private CommandSpec spec;

    @Parameters(paramLabel = "bash|zsh")
    private Shell shell;

    @Override
    public Integer call() {
      Program program = Program.of(spec);
      CommandLine root = spec.root().commandLine();
      nameWords(root, program.screenshot);
      TextPrinter lines = new TextPrinter(program.environment);
      AutoComplete.bash(root.getCommandName(), root).lines().forEach(lines::line);
      lines.flush();
      return ExitCode.FINE.number();
    }

    private static void nameWords(CommandLine command, Screenshot screenshot) {
      CommandSpec spec = command.getCommandSpec();
      for (OptionSpec option : List.copyOf(spec.options())) {
        List<String> words = words(option, screenshot);
        if (!words.isEmpty()) {
          spec.remove(option);
          spec.addOption(option.toBuilder().completionCandidates(words).build());
        }
      }
      command.getSubcommands().values().forEach(each -> nameWords(each, screenshot));
    }

    private static List<String> words(OptionSpec option, Screenshot screenshot) {
      if (option.longestName().equals("--pane")) {
        return screenshot.panes();
      }
      for (Class<?> type : option.auxiliaryTypes()) {
        if (type.isEnum()) {
          return Arrays.stream(type.getEnumConstants())
              .map(constant -> Spelled.of((Enum<?>) constant))
              .toList();
        }
      }
      return option.paramLabel().contains("|")
          ? List.of(option.paramLabel().split("\\|"))
          : List.of();
    }
  }
}
