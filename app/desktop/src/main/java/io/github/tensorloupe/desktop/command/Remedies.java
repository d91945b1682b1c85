package io.github.tensorloupe.desktop.command;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.format.FindingCode;

/// Maps findings to the commands that resolve them.
public final class Remedies {

  private Remedies() {}

  /// Returns a factory of buttons for these commands, each of which is visible while it is enabled.
  public static Function<FindingCode, Optional<Node>> buttons(Commands commands) {
    return code -> {
      HBox row = new HBox(8);
      of(code).forEach(command -> row.getChildren().add(button(command, commands)));
      return row.getChildren().isEmpty() ? Optional.empty() : Optional.of(row);
    };
  }

  private static Node button(Command command, Commands commands) {
    Button button = commands.textButton(command);
    button.setId("remedy-" + button.getId());
    button.getStyleClass().add("small");
    button.visibleProperty().bind(button.disabledProperty().not());
    button.managedProperty().bind(button.visibleProperty());
    return button;
  }

  /// Returns the commands that help, the preferred one first. Whether they can run now is
  /// determined by the commands themselves.
  public static List<Command> of(FindingCode code) {
    return switch (code) {
      case INVALID_OFFSET, SIZE_MISMATCH, SIZE_OVERFLOW, MISALIGNED_SLICE ->
          List.of(Command.SALVAGE);
      case TRUNCATED, SHARD_REFUSED -> List.of(Command.SALVAGE, Command.REPAIR);
      case TRAILING_BYTES, INVALID_JSON, INVALID_UTF8, INVALID_HEADER_LENGTH, HEADER_TOO_LARGE ->
          List.of(Command.REPAIR, Command.SALVAGE);
      case NON_SPACE_PADDING, WRONG_KIND -> List.of(Command.REPAIR);
      case INDEX_UNUSABLE,
          INDEX_EMPTY,
          UNSAFE_SHARD_NAME,
          TENSOR_NOT_IN_SHARD,
          TENSOR_NOT_IN_INDEX,
          TENSOR_IN_OTHER_SHARD,
          SHARD_NOT_IN_INDEX,
          INDEX_STALE,
          TOTAL_SIZE_WRONG ->
          List.of(Command.WRITE_INDEX);
      case MISSING_FORMAT -> List.of(Command.ADD_FORMAT);
      case METADATA_SECRET -> List.of(Command.BEFORE_SHARING);
      case FILE_CHANGED -> List.of(Command.RELOAD);
      default -> List.of();
    };
  }
}
