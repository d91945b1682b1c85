package io.github.tensorloupe.ui.histogram;

import java.nio.file.Path;
import java.util.Optional;

/// Asks a person where to save a histogram. Stands between the pane and the desktop's own dialogs,
/// which do not exist without a display.
public interface HistogramFiles {

  /// Asks for the path of a file to write; empty where the person changed their mind. Whether a
  /// file that is there gives way has been asked then.
  ///
  /// @param suggestedName the file name to begin with
  Optional<Path> chooseHistogramTarget(String suggestedName);
}
