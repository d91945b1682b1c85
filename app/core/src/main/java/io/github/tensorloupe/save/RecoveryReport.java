package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// The result of a recovery.
///
/// @param isConfirmed false if the changes may not be on the disk yet
public record RecoveryReport(RecoveryAction action, Sentence sentence, boolean isConfirmed) {

  /// Returns this report with an additional sentence, if present.
  RecoveryReport with(Optional<Sentence> more) {
    return more.map(each -> new RecoveryReport(action, sentence.then(each), isConfirmed))
        .orElse(this);
  }
}
