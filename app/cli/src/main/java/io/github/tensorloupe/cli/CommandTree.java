package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.batch.MetadataBatch;
import io.github.tensorloupe.export.IndexFile;
import io.github.tensorloupe.export.ManifestExport;
import io.github.tensorloupe.save.Drafts;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.save.Recovery;
import io.github.tensorloupe.save.Saver;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/// The program's command and those below it.
///
/// Setting up a command takes longer than most of them run, so that only the commands that the
/// arguments name are set up.
final class CommandTree {

  private static final List<String> NAMES =
      List.of(
          "check",
          "info",
          "stats",
          "hash",
          "verify",
          "manifest",
          "duplicates",
          "metadata",
          "export",
          "salvage",
          "repair",
          "index",
          "recover",
          "library",
          "screenshot",
          "demo",
          "completion",
          "help");

  /// The commands that need all the others.
  private static final Set<String> ABOUT_ALL = Set.of("completion", "help");

  /// The program itself. Without a command, the launcher opens the window instead.
  @Command(
      name = "tensorloupe",
      customSynopsis = {
        "tensorloupe [PATH...]                 open the window",
        "       tensorloupe COMMAND [OPTION...] ARGUMENT...",
        "       tensorloupe COMMAND --help"
      },
      versionProvider = Version.class)
  private static final class Program {

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
  }

  private static final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() {
      return new String[] {CommandLineInterface.version()};
    }
  }

  /// Prints the help of a command, as its `--help` does. Unlike picocli's own, it finds commands of
  /// commands: `help metadata set`.
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

  private final CommandEnvironment environment;
  private final Screenshot screenshot;
  private final FileOperations operations;
  private final Recovery recovery;
  private final FileOpener opener;

  CommandTree(CommandEnvironment environment, Screenshot screenshot, FileOperations operations) {
    this.environment = environment;
    this.screenshot = screenshot;
    this.operations = operations;
    this.recovery = new Recovery(operations);
    this.opener = new FileOpener(recovery);
  }

  /// The names of the commands below the program's own.
  static List<String> names() {
    return NAMES;
  }

  /// The program's command with every command.
  CommandLine whole() {
    CommandLine root = new CommandLine(new Program());
    NAMES.forEach(name -> add(root, name));
    return root;
  }

  /// The program's command with as many commands as these arguments need.
  CommandLine neededFor(String... arguments) {
    if (arguments.length == 0
        || !NAMES.contains(arguments[0])
        || ABOUT_ALL.contains(arguments[0])) {
      return whole();
    }
    CommandLine root = new CommandLine(new Program());
    add(root, arguments[0]);
    return root;
  }

  private void add(CommandLine root, String name) {
    switch (name) {
      case "metadata" -> root.addSubcommand(name, metadata());
      case "manifest" -> root.addSubcommand(name, manifest());
      case "index" ->
          root.addSubcommand(
              name,
              group(name)
                  .addSubcommand(new IndexWriteCommand(environment, new IndexFile(operations))));
      default -> root.addSubcommand(command(name));
    }
  }

  private Object command(String name) {
    return switch (name) {
      case "check" -> new CheckCommand(environment, opener);
      case "info" -> new InfoCommand(environment, opener);
      case "stats" -> new StatsCommand(environment, opener);
      case "hash" -> new HashCommand(environment, opener);
      case "verify" -> new VerifyCommand(environment, opener);
      case "duplicates" -> new DuplicatesCommand(environment, opener);
      case "export" -> new ExportCommand(environment, opener, operations);
      case "salvage" -> new SalvageCommand(environment, opener, operations);
      case "repair" -> new RepairCommand(environment, opener, operations);
      case "recover" -> new RecoverCommand(environment, recovery, new Drafts(operations));
      case "library" -> new LibraryCommand(environment, LibraryCommand.Sources.ofThisProcess());
      case "screenshot" -> new ScreenshotCommand(environment, screenshot);
      case "demo" -> new DemoCommand(environment);
      case "completion" -> new CompletionCommand(environment);
      case "help" -> new HelpCommand();
      default -> throw new IllegalArgumentException("no command is named " + name);
    };
  }

  private CommandLine metadata() {
    MetadataBatch batch = new MetadataBatch(new Saver(operations), recovery);
    return group("metadata")
        .addSubcommand(new MetadataShowCommand(environment, opener))
        .addSubcommand(new MetadataEditCommand.SetEntries(environment, batch))
        .addSubcommand(new MetadataEditCommand.UnsetKeys(environment, batch))
        .addSubcommand(new MetadataEditCommand.ApplyPreset(environment, batch))
        .addSubcommand(new MetadataEditCommand.ImportFile(environment, batch))
        .addSubcommand(new MetadataExportCommand(environment, opener));
  }

  private CommandLine manifest() {
    return group("manifest")
        .addSubcommand(
            new ManifestWriteCommand(environment, opener, new ManifestExport(operations)))
        .addSubcommand(new ManifestCheckCommand(environment, opener));
  }

  /// A command that does nothing without one of its own commands.
  private static CommandLine group(String name) {
    CommandSpec spec = CommandSpec.create().name(name);
    spec.usageMessage().synopsisSubcommandLabel("COMMAND");
    return new CommandLine(spec);
  }
}
