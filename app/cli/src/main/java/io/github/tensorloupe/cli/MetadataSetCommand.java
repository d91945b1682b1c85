package io.github.tensorloupe.cli;

import io.github.tensorloupe.batch.FileChange;
import io.github.tensorloupe.batch.MetadataBatch;
import io.github.tensorloupe.edit.MetadataChange;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// Gives keys values.
@Command(name = "set", description = "Give keys values; new keys come last.")
final class MetadataSetCommand extends MetadataEditCommand {

  @Option(
      names = "--entry",
      paramLabel = "KEY=VALUE",
      description =
          "A key, and behind the first = its value as it is; may be repeated, and of one key the"
              + " last value counts. Not needed with --align or --room.")
  private List<String> entries = List.of();

  MetadataSetCommand(Surroundings surroundings, MetadataBatch batch) {
    super(surroundings, batch);
  }

  @Override
  FileChange change() {
    if (entries.isEmpty() && !changesLayout()) {
      throw usage("Missing option: '--entry=KEY=VALUE', or '--align' or '--room'");
    }
    SequencedMap<String, String> wanted = new LinkedHashMap<>();
    for (String entry : entries) {
      int keyEnd = entry.indexOf('=');
      if (keyEnd < 0) {
        throw usage("Invalid value for option '--entry': '" + entry + "' has no '='");
      }
      requireText("--entry", entry);
      wanted.put(entry.substring(0, keyEnd), entry.substring(keyEnd + 1));
    }
    return FileChange.of(MetadataChange.set(wanted));
  }
}
