package io.github.tensorloupe.desktop.pane.hex.find;

/// The kind of thing to search for.
public enum FindKind {
  BYTES("bytes"),
  TEXT("text"),
  VALUE("value"),
  NAN("nan"),
  INFINITY("infinity"),
  NON_ZERO("non-zero");

  private final String word;

  FindKind(String word) {
    this.word = word;
  }

  /// The key of its name in the message bundle.
  String messageKey() {
    return "find.kind." + word;
  }

  /// The key of what the field asks for; only where there is something to type.
  String promptKey() {
    return "find.prompt." + word;
  }

  /// True if a person has to say what is looked for.
  boolean isTyped() {
    return switch (this) {
      case BYTES, TEXT, VALUE -> true;
      case NAN, INFINITY, NON_ZERO -> false;
    };
  }
}
