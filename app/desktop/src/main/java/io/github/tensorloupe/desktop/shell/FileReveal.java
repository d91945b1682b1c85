package io.github.tensorloupe.desktop.shell;

import module java.base;

import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.model.PathText;

/// Shows files in the file manager of the desktop. Where that fails, the path is copied, and the
/// status bar says so. Belongs to the FX thread.
///
/// @param window the window that reports failures
record FileReveal(WindowContext window) {

  /// Shows a file or folder.
  void show(Path path) {
    window
        .jobs()
        .start(
            window.messages().text("reveal.job"),
            (_, _) -> {
              window.environment().desktop().fileManager().show(path);
              return path;
            },
            _ -> {},
            failure -> reportFailure(path, failure))
        .unstoppable();
  }

  private void reportFailure(Path path, Throwable failure) {
    CopyMenu.copy(path.toAbsolutePath().normalize().toString());
    Messages messages = window.messages();
    String sentence =
        messages.text(
            "reveal.failed", messages.sentence(Failures.sentence(failure)), PathText.of(path));
    window.status().tell(Failures.of(failure, sentence).about(path));
  }
}
