package io.github.tensorloupe.desktop.pane.hash;

import io.github.tensorloupe.integrity.hash.ClaimedHash;
import io.github.tensorloupe.integrity.hash.FileHashes;
import io.github.tensorloupe.integrity.hash.HashKind;
import java.util.Optional;

/// What there is to say of a text that somebody gave as the hash of a file. Immutable.
sealed interface ClaimAnswer {

  /// Nothing was given.
  record NotAsked() implements ClaimAnswer {}

  /// The text is no hash.
  record Unreadable() implements ClaimAnswer {}

  /// The hashes of the file are not known yet.
  record Waits() implements ClaimAnswer {}

  /// It is a hash of the file.
  record Matches(HashKind kind) implements ClaimAnswer {}

  /// It is none of the file's hashes.
  record Differs(ClaimedHash claimed) implements ClaimAnswer {}

  /// Whether it is known that the file is the one that was meant, or is not.
  default boolean isKnown() {
    return switch (this) {
      case NotAsked _, Unreadable _, Waits _ -> false;
      case Matches _, Differs _ -> true;
    };
  }

  /// @param hashes of the file, if they are known
  static ClaimAnswer of(String text, Optional<FileHashes> hashes) {
    if (text.isBlank()) {
      return new NotAsked();
    }
    return ClaimedHash.read(text)
        .map(claimed -> hashes.map(known -> of(claimed, known)).orElseGet(Waits::new))
        .orElseGet(Unreadable::new);
  }

  private static ClaimAnswer of(ClaimedHash claimed, FileHashes hashes) {
    return claimed
        .kindIn(hashes)
        .<ClaimAnswer>map(Matches::new)
        .orElseGet(() -> new Differs(claimed));
  }
}
