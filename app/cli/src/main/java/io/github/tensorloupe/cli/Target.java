package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.ShardIndex;
import io.github.tensorloupe.library.CheckpointPoller.Finished;
import io.github.tensorloupe.model.CheckpointFinder;
import io.github.tensorloupe.model.CheckpointFinder.Found;
import io.github.tensorloupe.model.CheckpointFinder.FoundFile;
import io.github.tensorloupe.model.CheckpointFinder.FoundSet;
import io.github.tensorloupe.model.CheckpointFinder.Unreadable;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.ReadFailures;
import io.github.tensorloupe.model.ShardSet;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;

/// A file or a set to process. A folder argument is expanded to all its files and sets.
sealed interface Target {

  Location location();

  List<Location> files();

  /// Returns a checkpoint part with the opened files of this target.
  default CheckpointPart part(List<TensorFile> open) {
    Optional<ShardIndex> index =
        this instanceof ShardedSet set ? set.set().index() : Optional.empty();
    return new CheckpointPart("", location().path(), index, open, List.of());
  }

  /// Returns true if this is a folder without checkpoints.
  default boolean isWithoutFiles() {
    return this instanceof Unusable(var report)
        && report.findings().stream()
            .anyMatch(finding -> finding.code() == FindingCode.NO_SAFETENSORS);
  }

  /// A single file of any kind, which need not be readable.
  record SingleFile(Location location) implements Target {
    @Override
    public List<Location> files() {
      return List.of(location);
    }
  }

  /// A set of shards.
  ///
  /// @param location the index or, if it does not exist, a pattern of the shard names
  /// @param kind `INDEX` if the argument is the index, otherwise `SET`
  record ShardedSet(Location location, FileKind kind, ShardSet set) implements Target {

    /// {@inheritDoc} Returns the existing shards in natural order.
    @Override
    public List<Location> files() {
      return set.shards().stream().map(location::sibling).toList();
    }

    /// Returns a report that does not consider the shards.
    Report reportWithoutShards() {
      LoadVerdict verdict = set.isRefused() ? LoadVerdict.REFUSED : LoadVerdict.OK;
      return Report.withoutHeader(location, kind, verdict, OptionalLong.empty(), set.findings());
    }
  }

  /// A folder without checkpoints, or an unreadable path.
  record Unusable(Report report) implements Target {
    @Override
    public Location location() {
      return report.location();
    }

    @Override
    public List<Location> files() {
      return List.of();
    }
  }

  /// Returns the targets at a location in printing order, at least one.
  static List<Target> at(Location location) {
    if (Files.isDirectory(location.path())) {
      List<Target> found =
          CheckpointFinder.find(location.path(), Cancellation.NEVER).stream()
              .map(each -> of(location, each))
              .toList();
      return found.isEmpty() ? List.of(emptyFolder(location)) : found;
    }
    if (!ShardSet.isIndexName(location.path())) {
      return List.of(new SingleFile(location));
    }
    try {
      return List.of(new ShardedSet(location, FileKind.INDEX, ShardSet.read(location.path())));
    } catch (IOException e) {
      return List.of(unreadable(location, FileKind.INDEX, e));
    }
  }

  /// Returns the targets of a finished checkpoint: several if it is a folder, none if it was
  /// deleted.
  static List<Target> of(Location folder, Finished finished) {
    Location location = folder.descendant(finished.path());
    if (Files.isDirectory(location.path()) || !finished.isSet()) {
      return at(location);
    }
    return CheckpointFinder.findIn(location.path().getParent(), Cancellation.NEVER).stream()
        .filter(found -> isAt(location.path(), found))
        .map(found -> of(folder, found))
        .toList();
  }

  /// Returns true if the found checkpoint has this path, or is a set without an index that contains
  /// it.
  private static boolean isAt(Path path, Found found) {
    return found.path().equals(path)
        || found instanceof FoundSet(ShardSet set)
            && !set.hasIndex()
            && set.shards().contains(path);
  }

  private static Target of(Location folder, Found found) {
    Location location = folder.descendant(found.path());
    return switch (found) {
      case FoundFile _ -> new SingleFile(location);
      case FoundSet(ShardSet set) -> new ShardedSet(location.named(set.name()), FileKind.SET, set);
      case Unreadable(Path path, IOException cause) ->
          unreadable(
              location, ShardSet.isIndexName(path) ? FileKind.INDEX : FileKind.DIRECTORY, cause);
    };
  }

  private static Target unreadable(Location location, FileKind kind, IOException cause) {
    return new Unusable(Report.unreadable(location, kind, ReadFailures.finding(cause)));
  }

  private static Target emptyFolder(Location folder) {
    Finding finding =
        Finding.of(
            FindingCode.NO_SAFETENSORS,
            Sentence.of("No .safetensors file was found in {0}.", folder.text()));
    return new Unusable(
        Report.withoutHeader(
            folder,
            FileKind.DIRECTORY,
            LoadVerdict.REFUSED,
            OptionalLong.empty(),
            List.of(finding)));
  }
}
