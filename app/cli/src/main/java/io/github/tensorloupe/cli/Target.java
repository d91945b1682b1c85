package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.ShardIndex;
import io.github.tensorloupe.library.FinishedCheckpoints.Finished;
import io.github.tensorloupe.model.CheckpointFinder;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.ReadFailures;
import io.github.tensorloupe.model.ShardSet;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;

/// A file or a set that an argument stands for. A folder stands for everything in it.
sealed interface Target {

  Location location();

  List<Location> files();

  /// The part of a checkpoint that the open files of a target are.
  default CheckpointPart part(List<TensorFile> open) {
    Optional<ShardIndex> index =
        this instanceof ShardedSet set ? set.set().index() : Optional.empty();
    return new CheckpointPart("", location().path(), index, open, List.of());
  }

  /// True of a folder without checkpoints.
  default boolean isWithoutFiles() {
    return this instanceof Unusable(var report)
        && report.findings().stream()
            .anyMatch(finding -> finding.code() == FindingCode.NO_SAFETENSORS);
  }

  /// A single file of any type, including one that cannot be opened.
  record SingleFile(Location location) implements Target {
    @Override
    public List<Location> files() {
      return List.of(location);
    }
  }

  /// A set of shards; the location is that of its index. Where there is none, it is written as a
  /// pattern of its shards.
  ///
  /// @param kind `INDEX` where the index itself was named, else `SET`
  record ShardedSet(Location location, FileKind kind, ShardSet set) implements Target {

    /// {@inheritDoc} The existing shards, in natural order.
    @Override
    public List<Location> files() {
      return set.shards().stream().map(location::sibling).toList();
    }

    /// The report before any shard is opened.
    Report reportWithoutShards() {
      LoadVerdict verdict = set.isRefused() ? LoadVerdict.REFUSED : LoadVerdict.OK;
      return Report.withoutHeader(location, kind, verdict, OptionalLong.empty(), set.findings());
    }
  }

  /// A folder without checkpoints, or a path that cannot be read.
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

  /// The targets at a location, in the order of printing; at least one.
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

  /// The targets that a checkpoint below a folder is: several where it is a folder itself, none
  /// where it has gone.
  static List<Target> of(Location folder, Finished finished) {
    Location location = folder.descendant(finished.path());
    if (Files.isDirectory(location.path()) || !finished.isSet()) {
      return at(location);
    }
    return CheckpointFinder.findIn(location.path().getParent(), Cancellation.NEVER).stream()
        .map(found -> of(folder, found))
        .filter(target -> target.isAt(location.path()))
        .toList();
  }

  /// @param path of an index, or of one shard of a set that has none
  private boolean isAt(Path path) {
    return location().path().equals(path)
        || this instanceof ShardedSet set
            && !set.set().hasIndex()
            && set.set().shards().contains(path);
  }

  private static Target of(Location folder, CheckpointFinder.Found found) {
    Location location = folder.descendant(found.path());
    return switch (found) {
      case CheckpointFinder.FoundFile _ -> new SingleFile(location);
      case CheckpointFinder.FoundSet(var set) ->
          new ShardedSet(location.named(set.name()), FileKind.SET, set);
      case CheckpointFinder.Unreadable(var path, var cause) ->
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
            Sentence.of("There is no .safetensors file in {0}.", folder.text()));
    return new Unusable(
        Report.withoutHeader(
            folder,
            FileKind.DIRECTORY,
            LoadVerdict.REFUSED,
            OptionalLong.empty(),
            List.of(finding)));
  }
}
