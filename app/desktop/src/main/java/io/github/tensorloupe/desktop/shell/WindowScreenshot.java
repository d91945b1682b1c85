package io.github.tensorloupe.desktop.shell;

import module java.base;

import io.github.tensorloupe.cli.Screenshot;
import io.github.tensorloupe.cli.ScreenshotRequest;

/// Pictures of the window for the command line. JavaFX is loaded only once a picture or the names
/// of panes are asked for.
public final class WindowScreenshot implements Screenshot {

  @Override
  public List<String> panes() {
    return new OffscreenWindow(false).panes();
  }

  @Override
  public void draw(ScreenshotRequest request) throws IOException {
    new OffscreenWindow(false).draw(request);
  }
}
