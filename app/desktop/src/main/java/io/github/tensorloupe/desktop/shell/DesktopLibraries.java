package io.github.tensorloupe.desktop.shell;

import module java.base;

/// Tells which libraries of the operating system JavaFX misses, by how it failed.
///
/// JavaFX comes without pango, freetype and fonts, and where they are missing it fails far from the
/// reason: with a link error, with a class that could not be initialised, or with a null.
public final class DesktopLibraries {

  private static final String TEXT =
      "JavaFX cannot draw text on this machine: pango, freetype or a font is missing. On Debian and"
          + " Ubuntu this line installs them: apt-get install --no-install-recommends"
          + " libpango-1.0-0 libpangoft2-1.0-0";

  private static final String WINDOW =
      "JavaFX cannot open a window: no display answers at DISPLAY, or GTK 3 is missing. On Debian"
          + " and Ubuntu this line installs it: apt-get install --no-install-recommends"
          + " libgtk-3-0";

  private DesktopLibraries() {}

  /// The sentence that says what is missing and which line installs it, if this failure of JavaFX
  /// or one of its causes comes from a missing library; empty where it has another reason.
  public static Optional<String> missing(Throwable failure) {
    Set<Throwable> chain = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Throwable cause = failure; cause != null && chain.add(cause); cause = cause.getCause()) {
      Optional<String> sentence = sentence(cause);
      if (sentence.isPresent()) {
        return sentence;
      }
    }
    return Optional.empty();
  }

  private static Optional<String> sentence(Throwable failure) {
    return switch (failure) {
      case LinkageError e when isAboutText(e) -> Optional.of(TEXT);
      case NullPointerException e when isAboutText(e) -> Optional.of(TEXT);
      case LinkageError e when mentions(e, "glassgtk") -> Optional.of(WINDOW);
      case UnsupportedOperationException e when mentions(e, "DISPLAY") -> Optional.of(WINDOW);
      default -> Optional.empty();
    };
  }

  /// Whether JavaFX's code for fonts is named, or was running.
  private static boolean isAboutText(Throwable failure) {
    return mentions(failure, "javafx_font")
        || mentions(failure, "com.sun.javafx.font")
        || classes(failure).anyMatch(name -> name.startsWith("com.sun.javafx.font."));
  }

  private static boolean mentions(Throwable failure, String word) {
    return failure.getMessage() != null && failure.getMessage().contains(word);
  }

  private static Stream<String> classes(Throwable failure) {
    return Arrays.stream(failure.getStackTrace()).map(StackTraceElement::getClassName);
  }
}
