package io.github.tensorloupe.desktop.pane.convert;

import module java.base;

import io.github.tensorloupe.desktop.command.Command;

/// The kinds of conversions that the panel offers.
public enum Operation {
  CONVERT(Command.CONVERT),
  DIALECT(Command.LORA_DIALECT),
  RESIZE(Command.LORA_RESIZE),
  MERGE(Command.LORA_MERGE),
  INTO_BASE(Command.LORA_INTO_BASE),
  DROP(Command.LORA_DROP),
  EXTRACT(Command.LORA_EXTRACT);

  private final Command command;

  Operation(Command command) {
    this.command = command;
  }

  public Command command() {
    return command;
  }

  /// Returns true if the source must be an adapter.
  public boolean isOfAdapter() {
    return this != CONVERT && this != EXTRACT;
  }

  /// Returns true if the result consists of computed factors.
  boolean hasNewFactors() {
    return switch (this) {
      case DIALECT, RESIZE, MERGE, EXTRACT -> true;
      case CONVERT, INTO_BASE, DROP -> false;
    };
  }

  /// Returns true if the rank of the result is limited.
  boolean hasLimit() {
    return this == RESIZE || this == EXTRACT;
  }

  /// Returns true if a base is required.
  boolean hasBase() {
    return this == INTO_BASE || this == EXTRACT;
  }

  /// Returns the operations for a source.
  static List<Operation> of(SourceFacts facts) {
    return Arrays.stream(values())
        .filter(each -> each == CONVERT || each.isOfAdapter() == facts.isAdapter())
        .filter(each -> each != DROP || facts.groups().size() > 1)
        .toList();
  }
}
