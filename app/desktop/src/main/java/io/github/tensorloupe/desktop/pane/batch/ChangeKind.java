package io.github.tensorloupe.desktop.pane.batch;

/// What can be done with many files.
enum ChangeKind {
  /// Keys get values.
  SET("set"),
  /// Keys are taken out.
  UNSET("unset"),
  /// What tells of the training is taken out.
  STRIP_TRAINING("strip-training"),
  /// Everything that no loader needs is taken out.
  STRIP_ALL("strip-all"),
  /// `format` becomes `pt`.
  FORMAT_PT("format-pt"),
  /// The hashes of the data are written.
  HASHES("hashes"),
  /// A JSON file is put in place of all metadata.
  REPLACE("replace"),
  /// The entries of a JSON file are set.
  MERGE("merge");

  private final String word;

  ChangeKind(String word) {
    this.word = word;
  }

  /// What its keys in the message bundle end with.
  String word() {
    return word;
  }

  /// Whether keys, or entries, are typed for it.
  boolean isTyped() {
    return this == SET || this == UNSET;
  }

  /// Whether it needs a JSON file.
  boolean needsJson() {
    return this == REPLACE || this == MERGE;
  }
}
