package io.github.tensorloupe.desktop.selection;

/// The state of the scans of the open document's values.
public sealed interface ScanState {

  /// Nobody has begun to look.
  record NotStarted() implements ScanState {}

  /// They are being read.
  record Running() implements ScanState {}

  /// Every tensor that lies in its file was looked at.
  record Done() implements ScanState {}

  /// A person has stopped it; what was found until then stays.
  record Stopped() implements ScanState {}

  /// It could not go on.
  ///
  /// @param sentence what happened, for a person
  /// @param cause what was thrown
  record Failed(String sentence, Throwable cause) implements ScanState {}
}
