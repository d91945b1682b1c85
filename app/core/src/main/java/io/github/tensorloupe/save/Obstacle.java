package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// A reason to refuse a planned save.
///
/// @param sentence names the file, the reason and a remedy, and says that the file is unchanged
public record Obstacle(Kind kind, Sentence sentence) {

  public enum Kind {
    /// The reference library refuses the file as it is.
    REFUSED_FILE,
    /// The new header cannot be written: too large, or not text.
    UNWRITABLE_HEADER,
    /// A save in place was requested, but the header does not fit or the data would have to move.
    NO_ROOM_IN_PLACE,
    /// The file has other names, which a rewrite would not change.
    HARD_LINKS,
    /// The file has other names, which a save in place would change as well.
    LINKED_IN_PLACE,
    /// The file belongs to a Hugging Face cache that names it by its hash.
    CACHE_BLOB,
    NO_PERMISSION,
    NO_SPACE,
    FILE_EXISTS,
    /// An earlier save was interrupted, or another save is running.
    UNFINISHED_SAVE
  }
}
