package io.github.tensorloupe.desktop.control.panel;

import module java.base;

/// Asks the user where to save a file. An interface, because the native file dialogs require a
/// display.
@FunctionalInterface
public interface SaveTargets {

  /// Asks for the file to write. Returns empty if the user canceled. If the file exists, the user
  /// has confirmed replacing it.
  ///
  /// @param suggestedName initial file name; its extension must have a description in the message
  ///   bundle
  Optional<Path> chooseTarget(String suggestedName);
}
