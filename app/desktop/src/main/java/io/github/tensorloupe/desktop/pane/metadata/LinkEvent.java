package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;
import module javafx.graphics;

/// Requests that the window open a web page in the browser. Fired by the node that was clicked.
public final class LinkEvent extends Event {

  private static final long serialVersionUID = 1L;

  public static final EventType<LinkEvent> LINK = new EventType<>(Event.ANY, "LINK");

  private final URI page;

  LinkEvent(EventTarget from, URI page) {
    super(from, from, LINK);
    this.page = page;
  }

  /// Returns an address with the scheme `http` or `https`, and a host.
  public URI page() {
    return page;
  }

  /// Parses a web address; returns empty for any other target.
  static Optional<URI> page(String target) {
    try {
      URI page = new URI(target);
      boolean isWeb =
          "https".equalsIgnoreCase(page.getScheme()) || "http".equalsIgnoreCase(page.getScheme());
      return Optional.of(page).filter(it -> isWeb && it.getHost() != null);
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }
}
