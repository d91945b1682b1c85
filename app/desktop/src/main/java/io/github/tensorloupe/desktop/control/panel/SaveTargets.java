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

  /// Returns a suggested file name for a drawing or a table: the end of the object's name without
  /// unsafe characters, the kind of content and the extension.
  ///
  /// @param extension without the dot
  static String suggestedName(String name, String kind, String extension) {
    String plain = name.replaceAll("[^A-Za-z0-9._-]+", "_").replaceAll("^[._-]+", "");
    String end = plain.substring(Math.max(0, plain.length() - 80));
    return (end.isEmpty() ? kind : end + "." + kind) + "." + extension;
  }
}
