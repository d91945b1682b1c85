package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.save.SaveOptions.Permission;
import io.github.tensorloupe.text.Sentence;

/// A reason to refuse a planned save.
///
/// @param sentence the file, the reason, a remedy, and a note that the file is unchanged
public record Obstacle(Kind kind, Sentence sentence) {

  public enum Kind {
    /// The reference library refuses the file.
    REFUSED_FILE,
    /// The new header cannot be written: it is too long or contains invalid text.
    UNWRITABLE_HEADER,
    /// An in-place save was requested, but the header does not fit or the data would move.
    NO_ROOM_IN_PLACE,
    /// The file has other names (hard links), which a rewrite would not change.
    HARD_LINKS,
    /// The file has other names (hard links), which an in-place save would change as well.
    LINKED_IN_PLACE,
    /// The file belongs to a Hugging Face cache, which names it by its hash.
    CACHE_BLOB,
    NO_PERMISSION,
    NO_SPACE,
    FILE_EXISTS,
    /// An earlier save was interrupted, or another save is running.
    UNFINISHED_SAVE;

    /// Returns the permissions that can remove the obstacle. The first one keeps the strategy.
    public List<Permission> permissions() {
      return switch (this) {
        case HARD_LINKS -> List.of(Permission.SPLIT_LINKS, Permission.EDIT_LINKS);
        case LINKED_IN_PLACE -> List.of(Permission.EDIT_LINKS, Permission.SPLIT_LINKS);
        case CACHE_BLOB -> List.of(Permission.EDIT_CACHE);
        case REFUSED_FILE,
            UNWRITABLE_HEADER,
            NO_ROOM_IN_PLACE,
            NO_PERMISSION,
            NO_SPACE,
            FILE_EXISTS,
            UNFINISHED_SAVE ->
            List.of();
      };
    }
  }
}
