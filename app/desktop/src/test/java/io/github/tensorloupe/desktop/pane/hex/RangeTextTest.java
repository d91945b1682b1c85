package io.github.tensorloupe.desktop.pane.hex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.FileBytes;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.Random;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RangeTextTest {

  @TempDir Path folder;

  private String text(RangeText format, byte[] bytes, ByteRange range) throws IOException {
    Path path = Files.write(folder.resolve("bytes"), bytes);
    try (FileBytes file = FileBytes.open(path)) {
      return format.of(file, range, Cancellation.NEVER, Progress.NONE);
    }
  }

  private String text(RangeText format, byte... bytes) throws IOException {
    return text(format, bytes, new ByteRange(0, bytes.length));
  }

  @Test
  void onlyTheBytesOfTheRangeAreCopied() throws IOException {
    assertThat(text(RangeText.HEX, new byte[] {1, 2, 3, 4, 5}, new ByteRange(1, 4)))
        .isEqualTo("02 03 04");
  }

  @Test
  void hexHasTwoDigitsForEachByte() throws IOException {
    assertThat(text(RangeText.HEX, (byte) 0, (byte) 0x0a, (byte) 0xff)).isEqualTo("00 0A FF");
  }

  @Test
  void aCArrayNamesItsLengthAndBreaksItsLines() throws IOException {
    assertThat(text(RangeText.C, new byte[13]))
        .isEqualTo(
            "const unsigned char bytes[13] = {\n  0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,"
                + " 0x00, 0x00, 0x00, 0x00,\n  0x00,\n};\n");
  }

  @Test
  void pythonBytesEscapeWhatPythonEscapes() throws IOException {
    assertThat(
            text(
                RangeText.PYTHON,
                (byte) 0,
                (byte) 'a',
                (byte) '\'',
                (byte) '\\',
                (byte) '\n',
                (byte) '"',
                (byte) 0xfe,
                (byte) 0x7f))
        .isEqualTo("b'\\x00a\\'\\\\\\n\"\\xfe\\x7f'");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 49151, 49152, 49153, 200_000})
  void base64ReadsBackAsTheSameBytes(int length) throws IOException {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);

    assertThat(Base64.getDecoder().decode(text(RangeText.BASE64, bytes))).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 49151, 49152, 49153, 120_000})
  void hexAndCArrayReadBackAsTheSameBytes(int length) throws IOException {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);

    assertThat(numbers(text(RangeText.HEX, bytes).split(" "))).isEqualTo(bytes);
    String array = text(RangeText.C, bytes);
    String body = array.substring(array.indexOf('{') + 1, array.indexOf('}')).replace("0x", "");
    assertThat(numbers(body.replaceAll("\\s", "").split(","))).isEqualTo(bytes);
  }

  private static byte[] numbers(String... pairs) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Arrays.stream(pairs).forEach(pair -> bytes.write(Integer.parseInt(pair, 16)));
    return bytes.toByteArray();
  }

  @Test
  void copyingCanBeCancelled() throws IOException {
    Path path = Files.write(folder.resolve("bytes"), new byte[10]);
    try (FileBytes file = FileBytes.open(path)) {
      assertThatThrownBy(
              () -> RangeText.HEX.of(file, new ByteRange(0, 10), () -> true, Progress.NONE))
          .isInstanceOf(CancellationException.class);
    }
  }
}
