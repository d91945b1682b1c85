package io.github.tensorloupe.desktop.testing;

import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.FileDialogs;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.selection.DocumentEdits;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Contexts of panes for view models that are tested without a window.
public final class Contexts {

  private Contexts() {}

  /// Returns a context in which the parts of a window are null.
  public static PaneContext ofModel(Selection selection, Jobs jobs) {
    return of(selection, null, _ -> {}, null, jobs, Messages.english());
  }

  /// Returns a context in which the parts that view models do not need are null.
  static PaneContext of(
      Selection selection,
      Commands commands,
      Consumer<String> onMessage,
      Supplier<FileDialogs> dialogs,
      Jobs jobs,
      Messages messages) {
    return new PaneContext(
        selection,
        null,
        new DocumentEdits(selection),
        commands,
        null,
        onMessage,
        dialogs,
        _ -> {},
        jobs,
        null,
        null,
        null,
        Optional.empty(),
        "1",
        messages);
  }
}
