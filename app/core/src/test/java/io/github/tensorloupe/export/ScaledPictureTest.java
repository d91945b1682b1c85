package io.github.tensorloupe.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tensorloupe.export.ScaledPicture.Format;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

class ScaledPictureTest {

  /// Its left half in one color, its right half in another.
  private static byte[] png(int width, int height, int left, int right) throws IOException {
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_ARGB);
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        image.setRGB(x, y, x < width / 2 ? left : right);
      }
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ImageIO.write(image, "png", bytes);
    return bytes.toByteArray();
  }

  private static BufferedImage small(byte[] file, int side, Format format) throws IOException {
    byte[] written = ScaledPicture.read(file).file(side, format);
    return ImageIO.read(new ByteArrayInputStream(written));
  }

  @Test
  void theLongerSideFitsAndTheShapeStays() throws IOException {
    byte[] file = png(600, 300, 0xFFFF0000, 0xFF0000FF);

    for (Format format : Format.values()) {
      BufferedImage small = small(file, 256, format);
      assertThat(small.getWidth()).isEqualTo(256);
      assertThat(small.getHeight()).isEqualTo(128);
    }
  }

  @Test
  void aThinPictureKeepsAtLeastOneRow() throws IOException {
    assertThat(small(png(900, 1, -1, -1), 256, Format.PNG).getHeight()).isEqualTo(1);
  }

  @Test
  void aSmallPictureDoesNotGrow() throws IOException {
    assertThat(small(png(9, 5, -1, -1), 256, Format.PNG).getWidth()).isEqualTo(9);
  }

  @Test
  void aLargePictureIsReadInSteps() throws IOException {
    byte[] file = png(5000, 40, 0xFFFF0000, 0xFF0000FF);
    ScaledPicture read = ScaledPicture.read(file);

    assertThat(read.width()).isEqualTo(5000);
    assertThat(read.pixels().width()).isEqualTo(2500);
    assertThat(small(file, 1024, Format.PNG).getWidth()).isEqualTo(1024);
  }

  @Test
  void pixelsAreAveragesOfTheirAreas() throws IOException {
    BufferedImage small = small(png(6, 2, 0xFFFF0000, 0xFF0000FF), 3, Format.PNG);

    assertThat(small.getRGB(0, 0)).isEqualTo(0xFFFF0000);
    assertThat(small.getRGB(1, 0)).isEqualTo(0xFF800080);
    assertThat(small.getRGB(2, 0)).isEqualTo(0xFF0000FF);
  }

  @Test
  void whatIsTransparentLendsNoColorAndIsWhiteInAJpeg() throws IOException {
    byte[] file = png(4, 4, 0xFF00FF00, 0x00FF0000);

    assertThat(small(file, 1, Format.PNG).getRGB(0, 0)).isEqualTo(0x8000FF00);
    int white = small(png(16, 16, 0, 0), 8, Format.JPEG).getRGB(4, 4);
    assertThat(white & 0xFF).isGreaterThan(250);
  }

  @Test
  void whatIsNoPictureOrBrokenIsToldInASentence() throws IOException {
    byte[] file = png(64, 64, 1, 2);
    byte[] broken = java.util.Arrays.copyOf(file, 40);

    assertThatThrownBy(() -> ScaledPicture.read("no picture".getBytes()))
        .hasMessageContaining("cannot be made smaller");
    assertThatThrownBy(() -> ScaledPicture.read(broken)).hasMessageContaining("cannot be decoded");
  }
}
