package io.github.tensorloupe.desktop.control.panel;

import module java.base;

/// Asks the user where to save a file. The seam between panes and the file dialogs of the desktop,
/// which need a display.
@FunctionalInterface
public interface SaveTargets {

  /// Asks for the file to write; empty if the user canceled. Replacing an existing file has been
  /// confirmed then.
  ///
  /// @param suggestedName initial file name; its extension must have a description in the message
  ///   bundle
  Optional<Path> chooseTarget(String suggestedName);
}
