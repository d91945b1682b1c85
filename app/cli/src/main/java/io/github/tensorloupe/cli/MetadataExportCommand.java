package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.edit.MetadataJson;
import io.github.tensorloupe.export.ExportTarget;
import io.github.tensorloupe.export.FileExport;
import io.github.tensorloupe.export.WrittenException;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.model.PathText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "export")
final class MetadataExportCommand extends ResultCommand implements ChangesFiles {

  @Parameters(paramLabel = "FILE")
  private Path file;

  @Option(names = "--to", paramLabel = "MAP.json", required = true)
  private Path to;

  @Option(names = "--force")
  private boolean replaces;

  @Mixin private FetchFlags fetching;

  @Override
  ExitCode run() {
    Location location = locate(file);
    try (OpenedFile opened = opener.open(location)) {
      errors.printErrors(opened.report());
      if (!opened.file().reading().headerParsed()) {
        printJson(json(Optional.empty()));
        return ExitCode.FAILURE;
      }
      Metadata metadata = opened.header().metadata().orElse(Metadata.EMPTY);
      try (Interruption interruption = Interruption.watch()) {
        ExportTarget target = FileExport.check(resolve(to), replaces, List.of(location.path()));
        target.requireTrusted(List.of(opened.file()));
        FileExport.writeText(target, MetadataJson.write(metadata), interruption)
            .ifPresent(warning -> errors.print(warning.toString()));
      } catch (CancellationException e) {
        return fail(Interruption.CANCELED, json(Optional.empty()));
      } catch (IOException e) {
        boolean exists = e instanceof FileAlreadyExistsException;
        String reason = exists ? existing(PathText.of(to)) : e.getMessage();
        return fail(reason, json(Optional.of(metadata).filter(_ -> e instanceof WrittenException)));
      }
      String sentence = "Wrote " + TextPrinter.shown(to.toString());
      print(json(Optional.of(metadata)), text -> text.line(sentence));
      return opened.report().exitCode();
    } catch (IOException e) {
      printJson(json(Optional.empty()));
      errors.printErrors(opener.unreadable(location, e));
      return ExitCode.FAILURE;
    }
  }

  private JsonObject json(Optional<Metadata> written) {
    return new JsonObject(locate(file))
        .with("to", to.toString())
        .with("entryCount", written.map(metadata -> metadata.entries().size()));
  }
}
