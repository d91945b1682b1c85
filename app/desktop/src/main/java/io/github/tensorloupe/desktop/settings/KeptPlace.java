package io.github.tensorloupe.desktop.settings;

import module java.base;

/// A place where the program keeps something of its own.
///
/// @param messageKey of what is kept there
/// @param path the file or folder; empty where nothing can be kept on this computer
public record KeptPlace(String messageKey, Optional<Path> path) {

  public KeptPlace {
    Objects.requireNonNull(messageKey);
    Objects.requireNonNull(path);
  }
}
