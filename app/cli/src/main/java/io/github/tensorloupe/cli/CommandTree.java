package io.github.tensorloupe.cli;

import io.github.tensorloupe.batch.MetadataBatch;
import io.github.tensorloupe.export.IndexFile;
import io.github.tensorloupe.export.ManifestExport;
import io.github.tensorloupe.save.Drafts;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.save.Recovery;
import io.github.tensorloupe.save.Saver;
import java.util.List;
import java.util.Set;
import picocli.CommandLine;

/// The program's command and those below it.
///
/// Describing a command takes longer than most of them run, so that only what the arguments name is
/// put together.
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

  /// Those that tell of all the others.
  private static final Set<String> ABOUT_ALL = Set.of("completion", "help");

  private final Surroundings surroundings;
  private final Screenshot screenshot;
  private final FileOperations operations;
  private final Recovery recovery;
  private final FileOpener opener;

  CommandTree(Surroundings surroundings, Screenshot screenshot, FileOperations operations) {
    this.surroundings = surroundings;
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
    CommandLine root = new CommandLine(new RootCommand());
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
    CommandLine root = new CommandLine(new RootCommand());
    add(root, arguments[0]);
    return root;
  }

  private void add(CommandLine root, String name) {
    root.addSubcommand(command(name));
    CommandLine group = root.getSubcommands().get(name);
    switch (name) {
      case "metadata" -> addMetadata(group);
      case "manifest" -> addManifest(group);
      case "index" -> group.addSubcommand(new IndexWriteCommand(surroundings, indexFile()));
      default -> {}
    }
  }

  private Object command(String name) {
    return switch (name) {
      case "check" -> new CheckCommand(surroundings, opener);
      case "info" -> new InfoCommand(surroundings, opener);
      case "stats" -> new StatsCommand(surroundings, opener);
      case "hash" -> new HashCommand(surroundings, opener);
      case "verify" -> new VerifyCommand(surroundings, opener);
      case "manifest" -> new ManifestCommand();
      case "duplicates" -> new DuplicatesCommand(surroundings, opener);
      case "metadata" -> new MetadataCommand();
      case "export" -> new ExportCommand(surroundings, opener, operations);
      case "salvage" -> new SalvageCommand(surroundings, opener, operations);
      case "repair" -> new RepairCommand(surroundings, opener, operations);
      case "index" -> new IndexCommand();
      case "recover" -> new RecoverCommand(surroundings, recovery, new Drafts(operations));
      case "library" -> new LibraryCommand(surroundings, LibraryCommand.Sources.ofThisProcess());
      case "screenshot" -> new ScreenshotCommand(surroundings, screenshot);
      case "demo" -> new DemoCommand(surroundings);
      case "completion" -> new CompletionCommand(surroundings);
      case "help" -> new HelpCommand();
      default -> throw new IllegalArgumentException("no command is named " + name);
    };
  }

  private IndexFile indexFile() {
    return new IndexFile(operations);
  }

  private void addMetadata(CommandLine group) {
    MetadataBatch batch = new MetadataBatch(new Saver(operations), recovery);
    group
        .addSubcommand(new MetadataShowCommand(surroundings, opener))
        .addSubcommand(new MetadataSetCommand(surroundings, batch))
        .addSubcommand(new MetadataUnsetCommand(surroundings, batch))
        .addSubcommand(new MetadataApplyCommand(surroundings, batch))
        .addSubcommand(new MetadataImportCommand(surroundings, batch))
        .addSubcommand(new MetadataExportCommand(surroundings, opener));
  }

  private void addManifest(CommandLine group) {
    group
        .addSubcommand(
            new ManifestWriteCommand(surroundings, opener, new ManifestExport(operations)))
        .addSubcommand(new ManifestCheckCommand(surroundings, opener));
  }
}
