package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.edit.MetadataJson;
import io.github.tensorloupe.export.TextWriter;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.model.PathText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Writes the metadata of a file into a JSON file.
@Command(name = "export")
final class MetadataExportCommand extends ResultCommand {

  /// The JSON object.
  ///
  /// @param entryCount empty where nothing was written
  private record ExportResult(String path, String to, OptionalLong entryCount) {}

  private final FileOpener opener;

  @Parameters(paramLabel = "FILE")
  private Path file;

  @Option(names = "--to", paramLabel = "MAP.json", required = true)
  private Path to;

  @Option(names = "--force")
  private boolean replaces;

  MetadataExportCommand(CommandEnvironment environment, FileOpener opener) {
    super(environment);
    this.opener = opener;
  }

  @Override
  ExitCode run() {
    Location location = locate(file);
    try (OpenedFile opened = opener.open(location)) {
      errors().printErrors(opened.report());
      if (!opened.file().reading().headerParsed()) {
        printNothingWritten();
        return ExitCode.FAILURE;
      }
      Metadata metadata = opened.header().metadata().orElse(Metadata.EMPTY);
      write(metadata, location.path());
      print(
          new ExportResult(
              location.text(), to.toString(), OptionalLong.of(metadata.entries().size())),
          text -> text.line("Wrote " + TextPrinter.shown(to.toString())));
      return opened.report().exitCode();
    } catch (IOException e) {
      printNothingWritten();
      errors().printErrors(opener.unreadable(location, e));
      return ExitCode.FAILURE;
    } catch (InputException e) {
      printNothingWritten();
      throw e;
    }
  }

  private void write(Metadata metadata, Path source) {
    try {
      TextWriter.write(resolve(to), MetadataJson.write(metadata), replaces, List.of(source));
    } catch (FileAlreadyExistsException e) {
      throw new InputException(existing(PathText.of(to)));
    } catch (IOException e) {
      throw new InputException(e.getMessage());
    }
  }

  private void printNothingWritten() {
    printer().printJson(new ExportResult(locate(file).text(), to.toString(), OptionalLong.empty()));
  }
}
