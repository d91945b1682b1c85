package io.github.tensorloupe.identify;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.identify.EmbeddedImage.ImageSize;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EmbeddedImageTest {

  private static byte[] png(int width, int height) {
    return ByteBuffer.allocate(33)
        .putLong(0x89504E470D0A1A0AL)
        .putInt(13)
        .put("IHDR".getBytes())
        .putInt(width)
        .putInt(height)
        .array();
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  @Test
  void dataUriIsAPictureUnderAnyKey() {
    String uri = "data:image/png;base64," + base64(png(30, 40));

    assertThat(EmbeddedImage.of("note", " " + uri + "\n")).contains(new EmbeddedImage(uri, 40));
  }

  @Test
  void theFormatIsWhatTheBytesSay() {
    assertThat(EmbeddedImage.of("note", "data:image/jpeg;base64," + base64(png(1, 1))))
        .hasValueSatisfying(
            image -> assertThat(image.dataUri()).startsWith("data:image/png;base64,"));
  }

  @Test
  void base64AloneIsAPictureWhereTheKeySaysSo() {
    String base64 = base64(png(1, 1));

    assertThat(EmbeddedImage.of("modelspec.thumbnail", base64)).isPresent();
    assertThat(EmbeddedImage.of("sshs_model_hash", base64)).isEmpty();
  }

  @Test
  void picturesThatWouldFillTheMemoryAreLeftOut() {
    int limit = EmbeddedImage.MAX_SIDE_PIXELS;

    assertThat(EmbeddedImage.of("modelspec.thumbnail", base64(png(limit, 1)))).isPresent();
    assertThat(EmbeddedImage.of("modelspec.thumbnail", base64(png(limit + 1, 1)))).isEmpty();
    assertThat(EmbeddedImage.of("modelspec.thumbnail", base64(png(1, limit + 1)))).isEmpty();
    assertThat(EmbeddedImage.of("modelspec.thumbnail", base64(png(-1, 1)))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "none",
        "data:image/png;base64,",
        "data:image/png;base64,?",
        "data:image/png",
        "AAAA",
        "data:image/svg+xml;base64,PHN2Zz4="
      })
  void everythingElseIsNone(String value) {
    assertThat(EmbeddedImage.of("modelspec.thumbnail", value)).isEmpty();
  }

  @Test
  void longValuesAreIgnored() {
    String value = base64(png(1, 1)) + "A".repeat(EmbeddedImage.MAX_CHARACTERS);

    assertThat(EmbeddedImage.of("modelspec.thumbnail", value)).isEmpty();
  }

  @Test
  void sizeOfAJpegIsReadFromItsFrame() {
    byte[] comment = {(byte) 0xFF, (byte) 0xFE, 0, 4, 1, 2};
    byte[] frame = {(byte) 0xFF, (byte) 0xC2, 0, 11, 8, 0x01, 0x02, 0x03, 0x04, 1, 0, 0, 0};
    byte[] bytes =
        ByteBuffer.allocate(2 + comment.length + frame.length)
            .putShort((short) 0xFFD8)
            .put(comment)
            .put(frame)
            .array();

    assertThat(ImageSize.of(bytes)).contains(new ImageSize("jpeg", 0x304, 0x102));
  }

  @Test
  void jpegWithoutAFrameHasNoSize() {
    byte[] bytes = new byte[64];
    bytes[0] = (byte) 0xFF;
    bytes[1] = (byte) 0xD8;

    assertThat(ImageSize.of(bytes)).isEmpty();
  }

  @Test
  void sizesOfGifAndBmpAreLittleEndian() {
    byte[] gif = new byte[10];
    ByteBuffer.wrap(gif)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put("GIF89a".getBytes())
        .putShort(6, (short) 3);
    gif[8] = 4;
    byte[] bmp = new byte[26];
    ByteBuffer.wrap(bmp)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put("BM".getBytes())
        .putInt(18, 5)
        .putInt(22, -6);

    assertThat(ImageSize.of(gif)).contains(new ImageSize("gif", 3, 4));
    assertThat(ImageSize.of(bmp)).contains(new ImageSize("bmp", 5, 6));
  }
}
