package io.github.tensorloupe.cli;

import io.github.tensorloupe.batch.FileChange;
import io.github.tensorloupe.batch.MetadataBatch;
import io.github.tensorloupe.edit.Preset;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// Makes a change that is ready made.
@Command(name = "apply", description = "Make a change that people often want.")
final class MetadataApplyCommand extends MetadataEditCommand {

  @Option(
      names = "--preset",
      paramLabel = "NAME",
      required = true,
      description = {
        "strip-training-data: take out what tells of the training, and keep what kohya's scripts"
            + " keep at least.",
        "strip-all-but-loader-keys: take out everything that no loader needs.",
        "add-format-pt: set format to pt.",
        "recompute-hashes: set sshs_model_hash and modelspec.hash_sha256 to the hash of the data,"
            + " which are read for it."
      })
  private Preset preset;

  MetadataApplyCommand(Surroundings surroundings, MetadataBatch batch) {
    super(surroundings, batch);
  }

  @Override
  FileChange change() {
    return FileChange.of(preset);
  }
}
