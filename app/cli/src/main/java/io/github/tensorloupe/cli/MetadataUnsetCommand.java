package io.github.tensorloupe.cli;

import io.github.tensorloupe.batch.FileChange;
import io.github.tensorloupe.batch.MetadataBatch;
import io.github.tensorloupe.edit.MetadataChange;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// Takes keys out.
@Command(name = "unset", description = "Take keys out; one that a file does not have is no matter.")
final class MetadataUnsetCommand extends MetadataEditCommand {

  @Option(
      names = "--key",
      paramLabel = "KEY",
      required = true,
      description = "A key; may be repeated.")
  private List<String> keys;

  MetadataUnsetCommand(Surroundings surroundings, MetadataBatch batch) {
    super(surroundings, batch);
  }

  @Override
  FileChange change() {
    keys.forEach(key -> requireText("--key", key));
    return FileChange.of(MetadataChange.unset(Set.copyOf(keys)));
  }
}
