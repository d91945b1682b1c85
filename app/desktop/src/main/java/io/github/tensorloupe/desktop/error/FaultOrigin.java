package io.github.tensorloupe.desktop.error;

import java.util.Arrays;
import java.util.Optional;

/// Finds out where something thrown comes from.
final class FaultOrigin {

  private static final int DEEPEST_CAUSE = 8;

  private FaultOrigin() {}

  /// The class of a pane that ran last before it was thrown, or before its cause was.
  ///
  /// @param windowPackage the package whose packages are the panes
  static Optional<String> in(Throwable fault, String windowPackage) {
    Throwable at = fault;
    for (int depth = 0; at != null && depth < DEEPEST_CAUSE; depth++) {
      Optional<String> found = inStack(at, windowPackage + ".");
      if (found.isPresent()) {
        return found;
      }
      at = at.getCause();
    }
    return Optional.empty();
  }

  private static Optional<String> inStack(Throwable fault, String prefix) {
    return Arrays.stream(fault.getStackTrace())
        .map(StackTraceElement::getClassName)
        .filter(name -> name.startsWith(prefix))
        .findFirst();
  }
}
