package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.text.Sentence;

/// The condition of a file after an interrupted save.
enum SaveCondition {
  UNTOUCHED(
      RecoveryAction.CLEAN_UP,
      Sentence.of(
          "The save had not begun to change the file; recovering deletes its temporary files."),
      Sentence.of(
          "The interrupted save had not begun to change {0}; its temporary files are deleted.")),
  NEVER_EXISTED(
      RecoveryAction.CLEAN_UP,
      Sentence.of("The file does not exist; recovering deletes the temporary files of the save."),
      Sentence.of("{0} does not exist; the temporary files of an interrupted save are deleted.")),
  OLD(
      RecoveryAction.CLEAN_UP,
      Sentence.of(
          "The file has its old header; recovering deletes the temporary files of the save."),
      Sentence.of(
          "{0} has its old header; the temporary files of the interrupted save are deleted.")),
  /// The header is incomplete or cannot be read.
  UNFINISHED(
      RecoveryAction.ROLL_BACK,
      Sentence.of("The header is half written; recovering restores the old one."),
      Sentence.of(
          "{0} has its old header again; the temporary files of the interrupted save are"
              + " deleted.")),
  /// The file has the new header, or has been replaced by the new file.
  NEW(
      RecoveryAction.KEEP_NEW,
      Sentence.of(
          "The file has its new header; recovering deletes the temporary files of the save."),
      Sentence.of(
          "{0} has its new header; the temporary files of the interrupted save are deleted.")),
  /// The target of a new copy is an empty file. On some file systems, a save reserves the name with
  /// such a file.
  RESERVED(
      RecoveryAction.CLEAN_UP,
      Sentence.of(
          "The file is empty, and the interrupted save may have created it; recovering deletes the"
              + " other temporary files of the save."),
      Sentence.of(
          "{0} is empty, and the interrupted save may have created it; it is unchanged. The other"
              + " temporary files of the save are deleted.")),
  /// The target of a rewrite is neither the old nor the new file.
  REPLACED(
      RecoveryAction.CLEAN_UP,
      Sentence.of(
          "Another program has replaced, moved or deleted the file since; recovering deletes the"
              + " temporary files of the save."),
      Sentence.of(
          "Another program replaced, moved or deleted {0} after the interrupted save; the"
              + " temporary files of the save are deleted.")),
  /// The journal has a wrong checksum.
  DAMAGED(
      RecoveryAction.SET_ASIDE,
      Sentence.of(
          "Its journal is damaged; recovering leaves the file alone and sets the journal aside."),
      Sentence.of(
          "The journal of an interrupted save of {0} is damaged: the file was not touched, and"
              + " the journal was set aside. Run \"recover --keep\" before the next edit.")),
  USELESS(
      RecoveryAction.SET_ASIDE,
      Sentence.of(
          "The file does not load and the journal is empty; recovering leaves the file alone and"
              + " sets the journal aside."),
      Sentence.of(
          "{0} does not load, and the journal of its interrupted save is empty: the file was not"
              + " touched, and the journal was set aside. Run \"recover --keep\" before the next"
              + " edit.")),
  CHANGED(
      RecoveryAction.SET_ASIDE,
      Sentence.of(
          "Another program has changed, moved or deleted the file since; recovering leaves it"
              + " alone and sets the journal aside."),
      Sentence.of(
          "Another program changed, moved or deleted {0} after the interrupted save: nothing was"
              + " touched, and the journal was set aside. Run \"recover\" with --old, --new or"
              + " --keep before the next edit.")),
  /// Another program has changed, moved or deleted the file during or after a rewrite, and the
  /// draft must be kept.
  MOVED(
      RecoveryAction.SET_ASIDE,
      CHANGED.outlook,
      Sentence.of(
          "Another program changed, moved or deleted {0} during or after the interrupted save: the"
              + " file was not touched, and the journal was set aside. Run \"recover --keep\""
              + " before the next edit.")),
  FORGED(
      RecoveryAction.LEAVE_ALONE,
      Sentence.of(
          "The journal next to {0} is not used: no save writes such a journal. While it is there,"
              + " the file cannot be edited; \"recover --keep\" sets it aside."),
      Sentence.of(
          "The journal next to {0} is not used, because no save writes such a journal: nothing"
              + " was touched."));

  private final RecoveryAction action;
  private final Sentence outlook;
  private final Sentence report;

  SaveCondition(RecoveryAction action, Sentence outlook, Sentence report) {
    this.action = action;
    this.outlook = outlook;
    this.report = report;
  }

  RecoveryAction action() {
    return action;
  }

  Sentence outlook(Path target) {
    return Sentence.of(outlook.key(), PathText.of(target));
  }

  RecoveryReport report(Path target) {
    return new RecoveryReport(action, Sentence.of(report.key(), PathText.of(target)), true);
  }
}
