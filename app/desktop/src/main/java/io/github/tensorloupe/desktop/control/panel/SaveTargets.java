package io.github.tensorloupe.desktop.control.panel;

import java.nio.file.Path;
import java.util.Optional;

/// Asks a person where to save something. Stands between the panes and the desktop's own dialogs,
/// which do not exist without a display.
@FunctionalInterface
public interface SaveTargets {

  /// Asks for the path of a file to write; empty where the person changed their mind. Whether a
  /// file that is there gives way has been asked then.
  ///
  /// @param suggestedName the file name to begin with; its extension is one of those that the
  ///   message bundle has words for
  Optional<Path> chooseTarget(String suggestedName);
}
