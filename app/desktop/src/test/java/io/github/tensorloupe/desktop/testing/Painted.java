package io.github.tensorloupe.desktop.testing;

import java.util.concurrent.atomic.AtomicReference;
import javafx.geometry.Point2D;
import javafx.geometry.Rectangle2D;
import javafx.scene.Node;
import javafx.scene.image.PixelReader;
import javafx.scene.image.WritableImage;
import javafx.scene.paint.Color;
import org.testfx.api.FxRobot;
import org.testfx.util.WaitForAsyncUtils;

/// The pixels of a node at one moment, independent of later drawing.
public final class Painted {

  private final WritableImage image;

  private Painted(WritableImage image) {
    this.image = image;
  }

  /// Takes a snapshot of a shown node after all pending drawing is done.
  public static Painted of(FxRobot robot, Node node) {
    WaitForAsyncUtils.waitForFxEvents();
    AtomicReference<WritableImage> image = new AtomicReference<>();
    robot.interact(() -> image.set(node.snapshot(null, null)));
    return new Painted(image.get());
  }

  /// Returns the color of the pixel at a point of the node.
  public Color at(double x, double y) {
    return image.getPixelReader().getColor((int) x, (int) y);
  }

  /// Returns the color of the pixel at a point of the node.
  public Color at(Point2D place) {
    return at(place.getX(), place.getY());
  }

  /// Returns the number of pixels with exactly this color.
  public int count(Color color) {
    return count(color, new Rectangle2D(0, 0, image.getWidth(), image.getHeight()));
  }

  /// Returns the number of pixels with exactly this color in a part of the node.
  public int count(Color color, Rectangle2D part) {
    PixelReader pixels = image.getPixelReader();
    int count = 0;
    for (int y = (int) part.getMinY(); y < Math.min(part.getMaxY(), image.getHeight()); y++) {
      for (int x = (int) part.getMinX(); x < Math.min(part.getMaxX(), image.getWidth()); x++) {
        count += pixels.getColor(x, y).equals(color) ? 1 : 0;
      }
    }
    return count;
  }
}
