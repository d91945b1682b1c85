package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.model.FileIdentity;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.save.SaveOptions.Permission;
import io.github.tensorloupe.text.Sentence;

/// The part that all plans share, whatever is to be written: what the file is, who else sees it,
/// and what stands in the way.
final class PlanFrame {

  /// The bytes that an average disk writes in a second.
  private static final long ASSUMED_BYTES_PER_SECOND = 400_000_000;

  private final FileOperations operations;
  private final TensorFile file;
  private final SaveOptions options;
  private final Destination destination;
  private final FileIdentity identity;
  private final List<Obstacle> obstacles = new ArrayList<>();

  /// @throws IOException if the file cannot be read
  PlanFrame(
      FileOperations operations, TensorFile file, SaveOptions options, Destination destination)
      throws IOException {
    this.operations = operations;
    this.file = file;
    this.options = options;
    this.destination = destination;
    this.identity = file.identity();
  }

  /// True if a save that fits in place is written there where nobody has said how: large files are,
  /// and a file with several names is where that alone is allowed of the two ways.
  boolean prefersInPlace() throws IOException {
    boolean mayEdit = options.allows(Permission.EDIT_LINKS);
    return mayEdit != options.allows(Permission.SPLIT_LINKS) && surroundings().hardLinkCount() > 1
        ? mayEdit
        : file.bytes().length() >= options.inPlaceFromBytes();
  }

  void add(Obstacle.Kind kind, Sentence sentence) {
    obstacles.add(new Obstacle(kind, sentence));
  }

  /// Says of an unfinished save that it has to be ended first.
  void addUnfinished() {
    Path target = destination.target();
    try {
      new Recovery(operations)
          .inspect(target)
          .ifPresent(
              found ->
                  add(
                      Obstacle.Kind.UNFINISHED_SAVE,
                      found.sentence().then(Sentence.of("Nothing was saved."))));
    } catch (IOException e) {
      Sentence why =
          Sentence.of(
              "another save of it is under way or was interrupted, and which cannot be found out:"
                  + " {0}",
              SaveSentences.reason(e));
      add(Obstacle.Kind.UNFINISHED_SAVE, SaveSentences.unchanged(target, why, e).sentence());
    }
  }

  /// The plan, with the obstacles that were added and those that are found.
  ///
  /// @param canSaveInPlace true if the new header would fit in place
  /// @param byteCount how many bytes the save would write
  SavePlan plan(Strategy strategy, boolean canSaveInPlace, PlannedHeader header, long byteCount)
      throws IOException {
    FileSurroundings surroundings = surroundings();
    if (strategy != Strategy.NONE) {
      addUnfinished();
      obstacles.addAll(
          new ObstacleSearch(operations, destination, strategy, options, canSaveInPlace)
              .search(surroundings, byteCount));
    }
    return new SavePlan(
        file.path(),
        destination.target(),
        destination.isCopy(),
        destination.replaces(),
        strategy,
        byteCount,
        header,
        identity,
        surroundings,
        obstacles,
        Duration.ofMillis(byteCount * 1000 / ASSUMED_BYTES_PER_SECOND),
        options);
  }

  private FileSurroundings surroundings() throws IOException {
    Path target = destination.target();
    boolean isThere = operations.exists(target);
    return new FileSurroundings(
        operations.isLink(destination.path()) && isThere ? Optional.of(target) : Optional.empty(),
        isThere ? operations.hardLinkCount(target) : 1,
        CacheBlob.nameOf(target, operations));
  }
}
