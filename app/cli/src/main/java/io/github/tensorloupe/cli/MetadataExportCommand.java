package io.github.tensorloupe.cli;

import io.github.tensorloupe.edit.MetadataJson;
import io.github.tensorloupe.export.TextWriter;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.model.PathText;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Writes the metadata of a file into a file of JSON.
@Command(
    name = "export",
    description = "Write the metadata into a file of JSON, as \"import\" takes it.")
final class MetadataExportCommand implements Callable<Integer> {

  private final Surroundings surroundings;
  private final FileOpener opener;

  @Parameters(paramLabel = "FILE", description = "The file whose metadata are written.")
  private Path file;

  @Option(
      names = "--to",
      paramLabel = "MAP.json",
      required = true,
      description = "What to write: a JSON object of strings; {} where there are no metadata.")
  private Path to;

  @Option(names = "--force", description = "Replace a file that is there.")
  private boolean replaces;

  @Option(names = "--json", description = "Print a JSON object that says what was written.")
  private boolean json;

  MetadataExportCommand(Surroundings surroundings, FileOpener opener) {
    this.surroundings = surroundings;
    this.opener = opener;
  }

  @Override
  public Integer call() {
    Path folder = surroundings.workingDirectory();
    Location location = new Location(file.toString(), folder.resolve(file));
    Messages messages = new Messages(surroundings.err());
    try (OpenedFile opened = opener.open(location)) {
      messages.tellErrors(opened.report());
      if (!opened.file().reading().headerParsed()) {
        printObject(location, OptionalLong.empty());
        return ExitCode.FAILURE.number();
      }
      Metadata metadata = opened.header().metadata().orElse(Metadata.EMPTY);
      write(metadata, location.path(), folder.resolve(to));
      print(location, metadata);
      return opened.report().exitCode().number();
    } catch (IOException e) {
      printObject(location, OptionalLong.empty());
      messages.tellErrors(opener.unreadable(location, e));
      return ExitCode.FAILURE.number();
    } catch (InputException e) {
      printObject(location, OptionalLong.empty());
      throw e;
    }
  }

  private void write(Metadata metadata, Path source, Path target) {
    try {
      TextWriter.write(target, MetadataJson.write(metadata), replaces, List.of(source));
    } catch (FileAlreadyExistsException e) {
      throw new InputException(
          "%s is there already; it was not changed, and --force replaces it."
              .formatted(PathText.of(to)));
    } catch (IOException e) {
      throw new InputException(e.getMessage());
    }
  }

  private void print(Location location, Metadata metadata) {
    printObject(location, OptionalLong.of(metadata.entries().size()));
    if (!json) {
      TextLines lines = new TextLines(surroundings);
      lines.line("Wrote " + TextLines.shown(to.toString()));
      lines.flush();
    }
  }

  /// @param entryCount how many entries were written; empty where nothing was
  private void printObject(Location location, OptionalLong entryCount) {
    if (!json) {
      return;
    }
    new JsonLines(surroundings.out())
        .line(
            line -> {
              JsonMembers members = new JsonMembers(line);
              line.writeStringField("path", location.text());
              members.text("to", to.toString());
              members.unsigned("entryCount", entryCount);
            });
  }
}
