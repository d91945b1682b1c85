package io.github.tensorloupe.desktop.pane.histogram;

import java.util.List;
import javafx.scene.Node;
import javafx.scene.SnapshotParameters;
import javafx.scene.image.PixelFormat;
import javafx.scene.image.WritableImage;
import javafx.scene.paint.Color;
import javafx.scene.transform.Scale;

/// Takes a picture of parts of the pane, one below the other, as they are now.
final class ChartPicture {

  private static final double SCALE = 2;
  private static final int MARGIN = 24;
  private static final int GAP = 12;

  private ChartPicture() {}

  /// The picture, twice as fine as the screen.
  ///
  /// @param parts what is on it, from the top; what is not visible is left out
  /// @param ground behind the parts
  static WritableImage of(List<Node> parts, Color ground) {
    SnapshotParameters parameters = new SnapshotParameters();
    parameters.setTransform(new Scale(SCALE, SCALE));
    parameters.setFill(ground);
    List<WritableImage> images =
        parts.stream()
            .filter(Node::isVisible)
            .filter(part -> part.getLayoutBounds().getHeight() >= 1)
            .map(part -> part.snapshot(parameters, null))
            .toList();
    int width = images.stream().mapToInt(image -> (int) image.getWidth()).max().orElse(1);
    int height =
        images.stream().mapToInt(image -> (int) image.getHeight() + GAP).sum() + 2 * MARGIN;
    WritableImage picture = new WritableImage(width + 2 * MARGIN, height);
    fill(picture, ground);
    int top = MARGIN;
    for (WritableImage image : images) {
      copy(image, picture, top);
      top += (int) image.getHeight() + GAP;
    }
    return picture;
  }

  private static void fill(WritableImage picture, Color ground) {
    for (int y = 0; y < (int) picture.getHeight(); y++) {
      for (int x = 0; x < (int) picture.getWidth(); x++) {
        picture.getPixelWriter().setColor(x, y, ground);
      }
    }
  }

  private static void copy(WritableImage image, WritableImage picture, int top) {
    picture
        .getPixelWriter()
        .setPixels(
            MARGIN,
            top,
            (int) image.getWidth(),
            (int) image.getHeight(),
            image.getPixelReader(),
            0,
            0);
  }

  /// The pixels of a picture.
  static HistogramExport.Pixels pixels(WritableImage picture) {
    int width = (int) picture.getWidth();
    int height = (int) picture.getHeight();
    int[] argb = new int[width * height];
    picture
        .getPixelReader()
        .getPixels(0, 0, width, height, PixelFormat.getIntArgbInstance(), argb, 0, width);
    return new HistogramExport.Pixels(argb, width, height);
  }
}
