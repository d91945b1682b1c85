package io.github.tensorloupe.save;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Looks around a file for what would stand in the way of a save.
final class ObstacleSearch {

  private final FileOperations operations;
  private final Destination destination;
  private final Strategy strategy;
  private final SaveOptions options;
  private final Path target;
  private final List<Obstacle> obstacles = new ArrayList<>();

  ObstacleSearch(
      FileOperations operations, Destination destination, Strategy strategy, SaveOptions options) {
    this.operations = operations;
    this.destination = destination;
    this.strategy = strategy;
    this.options = options;
    this.target = destination.target();
  }

  /// @param byteCount how many bytes the save would write
  List<Obstacle> search(FileSurroundings surroundings, long byteCount) throws IOException {
    boolean isThere = operations.exists(target);
    if (destination.isCopy() && isThere && !destination.replaces()) {
      add(Obstacle.Kind.FILE_EXISTS, "there is a file of this name already");
    } else if (destination.isCopy() && isThere && !operations.isFile(target)) {
      add(Obstacle.Kind.FILE_EXISTS, "what has this name is a folder or a device");
    }
    if (surroundings.cacheBlob().isPresent() && !options.editCache()) {
      add(
          Obstacle.Kind.CACHE_BLOB,
          "it belongs to a Hugging Face cache that names it by its hash, which an edit breaks; save"
              + " a copy, or allow it (--edit-cache)");
    }
    if (strategy == Strategy.REWRITE && surroundings.hardLinkCount() > 1 && !options.splitLinks()) {
      add(Obstacle.Kind.HARD_LINKS, hardLinks(surroundings.hardLinkCount()));
    }
    checkPermissions(isThere);
    checkSpace(byteCount);
    return List.copyOf(obstacles);
  }

  private String hardLinks(int count) {
    return "it has %d names (hard links), and a rewrite would change only this one; allow that"
            .formatted(count)
        + " (--split-links), or save in place (--strategy in-place) to change it for all";
  }

  private void checkPermissions(boolean isThere) {
    if (isThere && !operations.isWritable(target)) {
      add(Obstacle.Kind.NO_PERMISSION, "it is read-only, or you have no permission to write it");
    } else if (!operations.isWritable(destination.folder())) {
      add(
          Obstacle.Kind.NO_PERMISSION,
          "you have no permission to write into its folder %s"
              .formatted(SaveSentences.path(destination.folder())));
    }
  }

  private void checkSpace(long byteCount) throws IOException {
    if (!operations.exists(destination.folder())) {
      return;
    }
    long free = operations.freeByteCount(destination.folder());
    if (free < byteCount) {
      add(
          Obstacle.Kind.NO_SPACE,
          "it needs %s on the disk, and %s are free"
              .formatted(SaveSentences.bytes(byteCount), SaveSentences.bytes(free)));
    }
  }

  private void add(Obstacle.Kind kind, String why) {
    obstacles.add(new Obstacle(kind, SaveSentences.unchanged(target, why, null).getMessage()));
  }
}
