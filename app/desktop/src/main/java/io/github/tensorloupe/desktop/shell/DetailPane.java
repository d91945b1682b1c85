package io.github.tensorloupe.desktop.shell;

/// The panes that share the place beside the tree, one shown at a time.
public enum DetailPane {
  OVERVIEW("command.show-overview"),
  METADATA("command.show-metadata"),
  VALUES("command.show-values"),
  HEATMAP("command.show-heatmap"),
  HISTOGRAM("command.show-histogram"),
  PROBLEMS("command.show-problems"),
  LAYERS("command.show-layers"),
  HASHES("command.show-hashes");

  private final String messageKey;

  DetailPane(String messageKey) {
    this.messageKey = messageKey;
  }

  /// The key of its title in the message bundle.
  public String messageKey() {
    return messageKey;
  }
}
