package io.github.tensorloupe.desktop.shell;

import module java.base;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.selection.DocumentEdits;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.edit.EditStep;
import io.github.tensorloupe.format.DisplayText;

/// Names the steps that undo and redo would take.
record StepNames(Messages messages) {

  private static final int KEY_CHARACTERS = 40;
  private static final int NAME_CHARACTERS = 60;

  /// Lets the commands be called by what they would do. Their menu items and buttons must not have
  /// been made yet.
  void bindTo(Commands commands, DocumentEdits edits) {
    commands.name(
        Command.UNDO,
        edits
            .undoStepProperty()
            .map(
                step ->
                    step.map(each -> messages.text("command.undo.step", of(each)))
                        .orElseGet(() -> messages.text(Command.UNDO.messageKey()))));
    commands.name(
        Command.REDO,
        edits
            .redoStepProperty()
            .map(
                step ->
                    step.map(each -> messages.text("command.redo.step", of(each)))
                        .orElseGet(() -> messages.text(Command.REDO.messageKey()))));
  }

  /// What a step is called or, without a name, what it does: `set modelspec.title`.
  String of(EditStep step) {
    return step.name()
        .map(name -> DisplayText.of(name, NAME_CHARACTERS))
        .orElseGet(() -> told(step));
  }

  private String told(EditStep step) {
    String key = "step." + step.kind().name().toLowerCase(Locale.ROOT).replace('_', '-');
    return step.count() == 1
        ? messages.text(key, DisplayText.of(step.key(), KEY_CHARACTERS))
        : messages.text(
            step.kind() == EditStep.Kind.ADD
                ? "step.add.several"
                : step.kind() == EditStep.Kind.DELETE ? "step.delete.several" : "step.several",
            Figures.count(step.count()));
  }
}
