package io.github.tensorloupe.desktop.pane.save;

import io.github.tensorloupe.save.RecoveryChoice;
import java.util.Objects;
import java.util.Optional;

/// What a person wants done about interrupted saves.
public sealed interface RecoveryAnswer {

  /// What can be put right is put right, then the document opens.
  ///
  /// @param otherHostToo whether saves that began on another computer are taken for abandoned
  /// @param choice what becomes of files that need one; empty leaves those alone
  record PutRight(boolean otherHostToo, Optional<RecoveryChoice> choice) implements RecoveryAnswer {

    public PutRight {
      Objects.requireNonNull(choice);
    }
  }

  /// The document opens, and nothing is changed.
  record OpenAsItIs() implements RecoveryAnswer {}

  /// The document does not open.
  record DoNotOpen() implements RecoveryAnswer {}
}
