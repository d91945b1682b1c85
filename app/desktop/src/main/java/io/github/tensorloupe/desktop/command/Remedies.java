package io.github.tensorloupe.desktop.command;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.format.FindingCode;

/// Which command helps against what was found.
public final class Remedies {

  private Remedies() {}

  /// Makes a button for what helps, which is there as long as it can be done.
  public static Function<FindingCode, Optional<Node>> buttons(Commands commands) {
    return code -> {
      List<Node> buttons =
          Stream.concat(of(code).stream(), alsoOf(code).stream())
              .map(command -> button(command, commands))
              .toList();
      return buttons.isEmpty() ? Optional.empty() : Optional.of(row(buttons));
    };
  }

  private static HBox row(List<Node> buttons) {
    HBox row = new HBox(8);
    row.getChildren().setAll(buttons);
    return row;
  }

  private static Node button(Command command, Commands commands) {
    Button button = commands.textButton(command);
    button.setId("remedy-" + button.getId());
    button.getStyleClass().add("small");
    button.visibleProperty().bind(button.disabledProperty().not());
    button.managedProperty().bind(button.visibleProperty());
    return button;
  }

  /// The command that helps, where one does. Whether it can be done now, the command itself knows.
  public static Optional<Command> of(FindingCode code) {
    return switch (code) {
      case TRUNCATED,
          INVALID_OFFSET,
          SIZE_MISMATCH,
          SIZE_OVERFLOW,
          MISALIGNED_SLICE,
          SHARD_REFUSED ->
          Optional.of(Command.SALVAGE);
      case TRAILING_BYTES,
          INVALID_JSON,
          INVALID_UTF8,
          INVALID_HEADER_LENGTH,
          HEADER_TOO_LARGE,
          NON_SPACE_PADDING,
          WRONG_KIND ->
          Optional.of(Command.REPAIR);
      case INDEX_UNUSABLE,
          INDEX_EMPTY,
          UNSAFE_SHARD_NAME,
          TENSOR_NOT_IN_SHARD,
          TENSOR_NOT_IN_INDEX,
          TENSOR_IN_OTHER_SHARD,
          SHARD_NOT_IN_INDEX,
          TOTAL_SIZE_WRONG ->
          Optional.of(Command.WRITE_INDEX);
      case MISSING_FORMAT -> Optional.of(Command.ADD_FORMAT);
      case FILE_CHANGED -> Optional.of(Command.RELOAD);
      default -> Optional.empty();
    };
  }

  /// A second command that helps where the first cannot, or does not help enough.
  private static Optional<Command> alsoOf(FindingCode code) {
    return switch (code) {
      case TRAILING_BYTES, INVALID_JSON, INVALID_UTF8, INVALID_HEADER_LENGTH, HEADER_TOO_LARGE ->
          Optional.of(Command.SALVAGE);
      case SHARD_REFUSED, TRUNCATED -> Optional.of(Command.REPAIR);
      default -> Optional.empty();
    };
  }
}
