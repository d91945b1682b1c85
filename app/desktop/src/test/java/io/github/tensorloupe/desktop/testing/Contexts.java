package io.github.tensorloupe.desktop.testing;

import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.selection.DocumentEdits;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import java.util.Optional;

/// Contexts of panes for view models that are tested without a window.
public final class Contexts {

  private Contexts() {}

  /// Returns a context in which the parts of a window are null.
  public static PaneContext ofModel(Selection selection, Jobs jobs) {
    return new PaneContext(
        selection,
        null,
        new DocumentEdits(selection),
        null,
        null,
        _ -> {},
        null,
        jobs,
        null,
        null,
        null,
        Optional.empty(),
        "1",
        Messages.english());
  }
}
