package io.github.tensorloupe.desktop.selection;

import module java.base;

import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.FileKind;

/// The verdict on a document, in descending order of severity.
public enum DocumentVerdict {
  REFUSED("refused"),
  /// A file of another format is damaged, or loading it can execute code.
  FOREIGN_REFUSED("foreign-refused"),
  /// A set with a missing or refused shard, or with an unusable index.
  SET_REFUSED("refused"),
  /// A folder with refused or unreadable files, or without any file.
  FOLDER_PROBLEMS("refused"),
  /// All files of a set load, but the set has errors, such as an inconsistent index.
  SET_ERRORS("refused"),
  /// The document loads, but a hash of a file is not the expected one.
  OTHER_HASH("hash"),
  NAN_AND_INF("values"),
  NAN("values"),
  INF("values"),
  /// The document loads, but has other errors.
  ERRORS("errors"),
  WARNINGS("loads"),
  /// A file of another format, which is read but not edited.
  FOREIGN("foreign"),
  LOADS("loads");

  private final String tip;

  DocumentVerdict(String tip) {
    this.tip = tip;
  }

  /// Returns the verdict on the structure of a document.
  public static DocumentVerdict ofStructure(FileDocument document) {
    Checkpoint checkpoint = document.checkpoint();
    boolean isSet = checkpoint.kind() == FileKind.SET;
    if (checkpoint.isRefused() || !isSet && checkpoint.isBroken()) {
      return switch (checkpoint.kind()) {
        case SET -> SET_REFUSED;
        case DIRECTORY -> FOLDER_PROBLEMS;
        default -> isForeign(checkpoint) ? FOREIGN_REFUSED : REFUSED;
      };
    }
    Set<Severity> concerns = EnumSet.noneOf(Severity.class);
    document.findings().forEach(located -> concerns.add(located.finding().concern()));
    if (concerns.contains(Severity.ERROR)) {
      return isSet ? SET_ERRORS : ERRORS;
    }
    if (isForeign(checkpoint)) {
      return FOREIGN;
    }
    return concerns.contains(Severity.WARNING) ? WARNINGS : LOADS;
  }

  private static boolean isForeign(Checkpoint checkpoint) {
    return checkpoint.kind() == FileKind.SAFETENSORS
        && checkpoint.files().stream().anyMatch(file -> file.kind().isForeignCheckpoint());
  }

  /// Returns true if the document loads, with or without problems.
  public boolean loads() {
    return compareTo(SET_ERRORS) > 0;
  }

  /// Returns true if the document has errors.
  public boolean isBad() {
    return compareTo(WARNINGS) < 0;
  }

  /// Returns the key of a short text.
  public String messageKey() {
    return "verdict." + Messages.word(this == WARNINGS ? LOADS : this);
  }

  /// Returns the key of an explanation.
  public String tipKey() {
    return "title." + tip + ".tip";
  }
}
