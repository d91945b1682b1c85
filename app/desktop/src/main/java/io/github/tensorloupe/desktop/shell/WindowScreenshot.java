package io.github.tensorloupe.desktop.shell;

import io.github.tensorloupe.cli.Screenshot;
import io.github.tensorloupe.cli.ScreenshotRequest;
import java.io.IOException;
import java.util.List;

/// Pictures of the window for the command line. JavaFX is loaded only once a picture or the names
/// of panes are asked for.
public final class WindowScreenshot implements Screenshot {

  @Override
  public List<String> panes() {
    return new OffscreenWindow().panes();
  }

  @Override
  public void draw(ScreenshotRequest request) throws IOException {
    new OffscreenWindow().draw(request);
  }
}
