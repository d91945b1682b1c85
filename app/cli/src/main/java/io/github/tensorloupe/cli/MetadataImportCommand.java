package io.github.tensorloupe.cli;

import io.github.tensorloupe.batch.FileChange;
import io.github.tensorloupe.batch.MetadataBatch;
import io.github.tensorloupe.edit.JsonTextException;
import io.github.tensorloupe.edit.MetadataChange;
import io.github.tensorloupe.edit.MetadataJson;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.model.FileBytes;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.ReadFailures;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// Takes metadata from a file of JSON.
@Command(name = "import", description = "Take metadata from a file of JSON.")
final class MetadataImportCommand extends MetadataEditCommand {

  /// A header has less than half of it, and escapes take some room.
  private static final int MAX_BYTES = 250_000_000;

  @Option(
      names = "--from",
      paramLabel = "MAP.json",
      required = true,
      description = "A JSON object of strings, in UTF-8. It takes the place of all metadata.")
  private Path from;

  @Option(
      names = "--merge",
      description = "Set the keys that it has and leave the others as they are.")
  private boolean isMerged;

  MetadataImportCommand(Surroundings surroundings, MetadataBatch batch) {
    super(surroundings, batch);
  }

  @Override
  FileChange change() {
    Metadata metadata = read(surroundings().workingDirectory().resolve(from));
    return FileChange.of(
        isMerged ? MetadataChange.set(metadata.entries()) : MetadataChange.replace(metadata));
  }

  private Metadata read(Path file) {
    try (FileBytes bytes = FileBytes.open(file)) {
      if (bytes.length() > MAX_BYTES) {
        throw new InputException(
            "%s has more than 250 MB, which no header can hold.".formatted(PathText.of(from)));
      }
      return MetadataJson.parse(bytes.read(0, (int) bytes.length()));
    } catch (JsonTextException e) {
      throw new InputException("%s: %s".formatted(PathText.of(from), e.getMessage()));
    } catch (IOException e) {
      throw new InputException(ReadFailures.finding(e).message());
    }
  }
}
