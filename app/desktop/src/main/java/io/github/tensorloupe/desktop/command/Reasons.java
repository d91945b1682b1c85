package io.github.tensorloupe.desktop.command;

/// Why a command cannot be done now.
final class Reasons {

  private Reasons() {}

  /// The key of the sentence that says so.
  ///
  /// @param documentOpen whether a document is open
  static String keyOf(Command command, boolean documentOpen) {
    if (command == Command.REOPEN_CLOSED) {
      return "command.why.nothing-closed";
    }
    if (!documentOpen) {
      return "command.why.no-file";
    }
    return switch (command) {
      case UNDO -> "command.why.nothing-to-undo";
      case REDO -> "command.why.nothing-to-redo";
      case SAVE, DISCARD_CHANGES -> "command.why.no-changes";
      case GO_BACK, GO_FORWARD -> "command.why.no-place";
      case SCAN_VALUES -> "command.why.scanned";
      case STOP_SCAN -> "command.why.no-scan";
      case SALVAGE, REPAIR -> "command.why.not-damaged";
      case WRITE_INDEX -> "command.why.no-index";
      case ADD_FORMAT -> "command.why.has-format";
      default -> "command.why.not-now";
    };
  }
}
