package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.ShardIndex;
import io.github.tensorloupe.library.CheckpointPoller;
import io.github.tensorloupe.library.CheckpointPoller.Finished;
import io.github.tensorloupe.model.CheckpointFinder;
import io.github.tensorloupe.model.CheckpointFinder.Found;
import io.github.tensorloupe.model.CheckpointFinder.FoundFile;
import io.github.tensorloupe.model.CheckpointFinder.FoundSet;
import io.github.tensorloupe.model.CheckpointFinder.Unreadable;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.ConfigurationFiles;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.ReadFailures;
import io.github.tensorloupe.model.ShardSet;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;

/// A file, a set or an unusable path to process.
///
/// @param location the file, the index or, for a set without index, a pattern of the shard names
/// @param set empty for a single file or an unusable path
/// @param files the file, which need not be readable, or the existing shards in natural order
/// @param report the report about a set without its shards, or about an unusable path; empty for a
///   single file
record Target(
    Location location,
    Optional<ShardSet> set,
    List<Location> files,
    Optional<Report> report,
    ConfigurationFiles.Folders configurations) {

  private Target(
      Location location, Optional<ShardSet> set, List<Location> files, Optional<Report> report) {
    this(location, set, files, report, new ConfigurationFiles.Folders());
  }

  static Target ofFile(Location location) {
    return new Target(location, Optional.empty(), List.of(location), Optional.empty());
  }

  private Target with(ConfigurationFiles.Folders shared) {
    return new Target(location, set, files, report, shared);
  }

  static Target unusable(Report report) {
    return new Target(report.location(), Optional.empty(), List.of(), Optional.of(report));
  }

  /// @param kind `INDEX` if the argument is the index, otherwise `SET`
  private static Target ofSet(Location location, FileKind kind, ShardSet set) {
    LoadVerdict verdict = set.isRefused() ? LoadVerdict.REFUSED : LoadVerdict.OK;
    Report report =
        Report.withoutHeader(location, kind, verdict, OptionalLong.empty(), set.findings());
    List<Location> shards = set.shards().stream().map(location::sibling).toList();
    return new Target(location, Optional.of(set), shards, Optional.of(report));
  }

  CheckpointPart part(List<TensorFile> open) {
    Path path = location.path();
    Optional<ShardIndex> index = set.flatMap(ShardSet::index);
    return new CheckpointPart("", path, index, open, List.of(), configurations.of(path));
  }

  /// Returns the targets at a location in printing order, at least one.
  static List<Target> at(Location location) {
    if (Files.isDirectory(location.path())) {
      ConfigurationFiles.Folders shared = new ConfigurationFiles.Folders();
      List<Target> targets =
          CheckpointFinder.find(location.path(), Cancellation.NEVER).stream()
              .map(each -> of(location, each).with(shared))
              .toList();
      return targets.isEmpty() ? List.of(emptyFolder(location)) : targets;
    }
    if (!ShardSet.isIndexName(location.path())) {
      return List.of(ofFile(location));
    }
    try {
      return List.of(ofSet(location, FileKind.INDEX, ShardSet.read(location.path())));
    } catch (IOException e) {
      return List.of(unreadable(location, FileKind.INDEX, e));
    }
  }

  /// Returns the targets of a finished checkpoint: several for a folder, none if it was deleted.
  static List<Target> of(Location folder, Finished finished, CheckpointPoller poller) {
    Location location = folder.descendant(finished.path());
    if (Files.isDirectory(location.path()) || !finished.isSet()) {
      return at(location);
    }
    return poller.findSet(location.path()).map(set -> of(folder, set)).stream().toList();
  }

  private static Target of(Location folder, Found checkpoint) {
    Location location = folder.descendant(checkpoint.path());
    return switch (checkpoint) {
      case FoundFile _ -> ofFile(location);
      case FoundSet(ShardSet set) -> ofSet(location.named(set.name()), FileKind.SET, set);
      case Unreadable(Path path, IOException cause) ->
          unreadable(
              location, ShardSet.isIndexName(path) ? FileKind.INDEX : FileKind.DIRECTORY, cause);
    };
  }

  private static Target unreadable(Location location, FileKind kind, IOException cause) {
    return unusable(Report.unreadable(location, kind, ReadFailures.finding(cause)));
  }

  private static Target emptyFolder(Location folder) {
    Finding finding =
        Finding.of(
            FindingCode.NO_SAFETENSORS,
            Sentence.of("No .safetensors file was found in {0}.", folder.text()));
    return unusable(
        Report.withoutHeader(
            folder,
            FileKind.DIRECTORY,
            LoadVerdict.REFUSED,
            OptionalLong.empty(),
            List.of(finding)));
  }
}
