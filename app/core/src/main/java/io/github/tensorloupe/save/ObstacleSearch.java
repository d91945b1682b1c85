package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.save.FileOperations.Restriction;
import io.github.tensorloupe.save.SaveOptions.Permission;
import io.github.tensorloupe.text.Sentence;

/// Looks around a file for what would stand in the way of a save.
final class ObstacleSearch {

  private final FileOperations operations;
  private final Destination destination;
  private final Strategy strategy;
  private final SaveOptions options;
  private final boolean canSaveInPlace;
  private final Path target;
  private final List<Obstacle> obstacles = new ArrayList<>();

  /// @param canSaveInPlace true if the new header would fit in place
  ObstacleSearch(
      FileOperations operations,
      Destination destination,
      Strategy strategy,
      SaveOptions options,
      boolean canSaveInPlace) {
    this.operations = operations;
    this.destination = destination;
    this.strategy = strategy;
    this.options = options;
    this.canSaveInPlace = canSaveInPlace;
    this.target = destination.target();
  }

  /// @param byteCount how many bytes the save would write
  List<Obstacle> search(FileSurroundings surroundings, long byteCount) throws IOException {
    boolean isThere = operations.exists(target);
    if (destination.isCopy() && isThere && !destination.replaces()) {
      add(Obstacle.Kind.FILE_EXISTS, Sentence.of("there is a file of this name already"));
    } else if (destination.isCopy() && isThere && !operations.isFile(target)) {
      add(Obstacle.Kind.FILE_EXISTS, Sentence.of("what has this name is a folder or a device"));
    }
    if (surroundings.cacheBlob().isPresent() && !options.allows(Permission.EDIT_CACHE)) {
      add(
          Obstacle.Kind.CACHE_BLOB,
          Sentence.of(
              "it belongs to a Hugging Face cache that names it by its hash, which an edit breaks;"
                  + " save a copy, or allow it (--edit-cache)"));
    }
    checkLinks(surroundings.hardLinkCount());
    if (!checkRestrictions(isThere)) {
      checkPermissions(isThere);
    }
    checkSpace(byteCount);
    return List.copyOf(obstacles);
  }

  private void checkLinks(int count) {
    boolean inPlace = strategy == Strategy.IN_PLACE;
    if (count > 1 && !options.allows(inPlace ? Permission.EDIT_LINKS : Permission.SPLIT_LINKS)) {
      add(inPlace ? Obstacle.Kind.LINKED_IN_PLACE : Obstacle.Kind.HARD_LINKS, links(count));
    }
  }

  private Sentence links(int count) {
    if (strategy == Strategy.IN_PLACE) {
      return Sentence.of(
          "it has {0} names (hard links), and a save in place changes it for all of them; allow"
              + " that (--edit-links), or rewrite it for this name alone (--strategy rewrite"
              + " --split-links)",
          count);
    }
    return canSaveInPlace
        ? Sentence.of(
            "it has {0} names (hard links), and a rewrite changes only this one; allow that"
                + " (--split-links), or save in place for all of them (--strategy in-place"
                + " --edit-links)",
            count)
        : Sentence.of(
            "it has {0} names (hard links), and a rewrite changes only this one; allow that"
                + " (--split-links)",
            count);
  }

  /// @return true if there is one that forbids the save
  private boolean checkRestrictions(boolean isThere) throws IOException {
    int before = obstacles.size();
    if (operations.exists(destination.folder())) {
      Set<Restriction> ofFolder = operations.restrictions(destination.folder());
      if (ofFolder.contains(Restriction.APPEND_ONLY) || ofFolder.contains(Restriction.IMMUTABLE)) {
        addForbidden(
            Sentence.of(
                "in its folder no file can be replaced or deleted (chattr +a or +i); save a copy"
                    + " elsewhere"));
      }
    }
    Set<Restriction> ofFile = isThere ? operations.restrictions(target) : Set.of();
    if (ofFile.contains(Restriction.APPEND_ONLY) || ofFile.contains(Restriction.IMMUTABLE)) {
      addForbidden(
          Sentence.of(
              "it is protected against changes (chattr +a or +i); remove the protection"
                  + " (chattr -a -i), or save a copy"));
    } else if (strategy == Strategy.REWRITE && ofFile.contains(Restriction.MOUNT_POINT)) {
      addForbidden(Sentence.of("it is a mount point, which cannot be replaced; {0}", orInPlace()));
    } else if (strategy == Strategy.REWRITE && ofFile.contains(Restriction.STICKY_FOLDER)) {
      addForbidden(
          Sentence.of(
              "it belongs to another user, and in its folder only owners may replace files; {0}",
              orInPlace()));
    }
    return obstacles.size() > before;
  }

  private void addForbidden(Sentence why) {
    add(Obstacle.Kind.NO_PERMISSION, why);
  }

  private Sentence orInPlace() {
    return canSaveInPlace
        ? Sentence.of("save it in place (--strategy in-place)")
        : Sentence.of("save a copy");
  }

  private void checkPermissions(boolean isThere) {
    if (isThere && !operations.isWritable(target)) {
      add(
          Obstacle.Kind.NO_PERMISSION,
          Sentence.of("it is read-only, or you have no permission to write it"));
    } else if (!operations.isWritable(destination.folder())) {
      add(
          Obstacle.Kind.NO_PERMISSION,
          Sentence.of(
              "you have no permission to write into its folder {0}",
              SaveSentences.path(destination.folder())));
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
          Sentence.of(
              "it needs {0} {0#byte|bytes} on the disk, and {1} {1#byte|bytes} are free",
              byteCount, free));
    }
  }

  private void add(Obstacle.Kind kind, Sentence why) {
    obstacles.add(new Obstacle(kind, SaveSentences.unchanged(target, why, null).sentence()));
  }
}
