package io.github.tensorloupe.desktop.pane.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import io.github.tensorloupe.desktop.pane.metadata.ScaledPicture.Format;
import java.awt.image.BufferedImage;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScaledPictureTest {

  /// Returns a picture with one color in its left half and another in its right half.
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
  void longerSideFitsAndAspectRatioIsPreserved() throws IOException {
    byte[] file = png(600, 300, 0xFFFF0000, 0xFF0000FF);

    for (Format format : Format.values()) {
      BufferedImage small = small(file, 256, format);
      assertThat(small.getWidth()).isEqualTo(256);
      assertThat(small.getHeight()).isEqualTo(128);
    }
  }

  @Test
  void thinPictureHasAtLeastOneRow() throws IOException {
    assertThat(small(png(900, 1, -1, -1), 256, Format.PNG).getHeight()).isEqualTo(1);
  }

  @Test
  void smallPictureIsNotEnlarged() throws IOException {
    assertThat(small(png(9, 5, -1, -1), 256, Format.PNG).getWidth()).isEqualTo(9);
  }

  @Test
  void largePictureIsSubsampled() throws IOException {
    byte[] file = png(5000, 40, 0xFFFF0000, 0xFF0000FF);
    ScaledPicture read = ScaledPicture.read(file);

    assertThat(read.width()).isEqualTo(5000);
    assertThat(read.image().getWidth()).isEqualTo(2500);
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
  void transparentPixelsHaveNoColorAndAreWhiteInAJpeg() throws IOException {
    byte[] file = png(4, 4, 0xFF00FF00, 0x00FF0000);

    assertThat(small(file, 1, Format.PNG).getRGB(0, 0)).isEqualTo(0x8000FF00);
    int white = small(png(16, 16, 0, 0), 8, Format.JPEG).getRGB(4, 4);
    assertThat(white & 0xFF).isGreaterThan(250);
  }

  /// Returns a JPEG whose upper left quarter is white and the rest black, with an EXIF orientation.
  private static byte[] photograph(int orientation, boolean littleEndian) throws IOException {
    BufferedImage image = new BufferedImage(64, 32, BufferedImage.TYPE_INT_RGB);
    for (int y = 0; y < 16; y++) {
      for (int x = 0; x < 32; x++) {
        image.setRGB(x, y, 0xFFFFFF);
      }
    }
    ByteArrayOutputStream jpeg = new ByteArrayOutputStream();
    ImageIO.write(image, "jpeg", jpeg);
    ByteBuffer exif = ByteBuffer.allocate(2 + 2 + 6 + 8 + 2 + 12 + 4);
    exif.putShort((short) 0xFFE1).putShort((short) (exif.capacity() - 2));
    exif.put("Exif\0\0".getBytes(StandardCharsets.US_ASCII));
    exif.order(littleEndian ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
    exif.putShort((short) (littleEndian ? 0x4949 : 0x4D4D)).putShort((short) 42).putInt(8);
    exif.putShort((short) 1).putShort((short) 0x0112).putShort((short) 3).putInt(1);
    exif.putShort((short) orientation);
    byte[] plain = jpeg.toByteArray();
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.write(plain, 0, 2);
    all.write(exif.array());
    all.write(plain, 2, plain.length - 2);
    return all.toByteArray();
  }

  /// The expected corner of the white quarter by EXIF orientation.
  @ParameterizedTest
  @CsvSource({"1,TL", "2,TR", "3,BR", "4,BL", "5,TL", "6,TR", "7,BR", "8,BL"})
  void photographsAreRotatedUpright(int orientation, String corner) throws IOException {
    byte[] file = photograph(orientation, orientation % 2 == 0);
    BufferedImage small = small(file, 64, Format.PNG);

    assertThat(small.getWidth()).isEqualTo(orientation < 5 ? 64 : 32);
    int x = corner.endsWith("L") ? 4 : small.getWidth() - 5;
    int y = corner.startsWith("T") ? 4 : small.getHeight() - 5;
    assertThat(small.getRGB(x, y) & 0xFF).isGreaterThan(200);
    assertThat(small.getRGB(small.getWidth() - 1 - x, y) & 0xFF).isLessThan(60);
    assertThat(small.getRGB(x, small.getHeight() - 1 - y) & 0xFF).isLessThan(60);
  }

  @Test
  void photographWithTruncatedExifIsNotRotated() throws IOException {
    byte[] file = photograph(6, true);
    for (int length = 0; length < 60; length++) {
      assertThat(ScaledPicture.orientation(Arrays.copyOf(file, length))).isIn(1, 6);
    }
  }

  @Test
  void invalidOrDamagedPictureIsReported() throws IOException {
    byte[] file = png(64, 64, 1, 2);
    byte[] broken = Arrays.copyOf(file, 40);

    assertThatThrownBy(() -> ScaledPicture.read("no picture".getBytes()))
        .hasMessageContaining("cannot be scaled down");
    assertThatThrownBy(() -> ScaledPicture.read(broken)).hasMessageContaining("cannot be decoded");
  }
}
