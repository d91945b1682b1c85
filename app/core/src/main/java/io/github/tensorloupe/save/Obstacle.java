package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// Why a planned save would be refused.
///
/// @param sentence for a person: what, where, what would help, and that the file is unchanged
public record Obstacle(Kind kind, Sentence sentence) {

  public enum Kind {
    /// The reference library refuses the file as it is.
    REFUSED_FILE,
    /// The new header cannot be written: too large, or not text.
    UNWRITABLE_HEADER,
    /// In place was asked for and the header does not fit, or the data would have to move.
    NO_ROOM_IN_PLACE,
    /// The file has other names, which a rewrite would leave with the old contents.
    HARD_LINKS,
    /// The file has other names, for which a save in place would change it too.
    LINKED_IN_PLACE,
    /// The file belongs to a Hugging Face cache that names it by its hash.
    CACHE_BLOB,
    NO_PERMISSION,
    NO_SPACE,
    FILE_EXISTS,
    /// An earlier save was interrupted, or another one is under way.
    UNFINISHED_SAVE
  }
}
