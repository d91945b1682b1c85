package io.github.tensorloupe.format;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class Utf8Test {

  @Test
  void allPairsAndTriplesOfCriticalBytesAreJudgedLikeTheDecoder() {
    int[] critical = {
      0x00, 0x22, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1,
      0xec, 0xed, 0xee, 0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xf7, 0xf8, 0xfe, 0xff
    };
    byte[] bytes = new byte[4];
    for (int a : critical) {
      for (int b : critical) {
        for (int c : critical) {
          for (int d : critical) {
            bytes[0] = (byte) a;
            bytes[1] = (byte) b;
            bytes[2] = (byte) c;
            bytes[3] = (byte) d;
            assertJudgedLikeTheDecoder(bytes);
          }
        }
      }
    }
  }

  @Test
  void malformedBytesAreFoundAtAnyPosition() {
    Random random = new Random(7);
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = new byte[random.nextInt(100)];
      for (int j = 0; j < bytes.length; j++) {
        bytes[j] = (byte) random.nextInt(0x80);
      }
      if (bytes.length > 4) {
        byte[] character = Character.toString(random.nextInt(0x11_0000)).getBytes(UTF_8);
        int at = random.nextInt(bytes.length - 4);
        System.arraycopy(character, 0, bytes, at, character.length);
        if (random.nextBoolean()) {
          bytes[at + random.nextInt(4)] ^= (byte) (1 << random.nextInt(8));
        }
      }
      assertJudgedLikeTheDecoder(bytes);
    }
  }

  @Test
  void everyCodePointIsWrittenAndReadAgain() throws Exception {
    String text =
        IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
            .filter(codePoint -> Character.getType(codePoint) != Character.SURROGATE)
            .mapToObj(Character::toString)
            .collect(Collectors.joining());
    JsonOutput out = new JsonOutput();
    out.string(text);
    byte[] json = out.toBytes();

    assertThat(Utf8.wellFormedEnd(json, 0)).isEqualTo(json.length);
    assertThat(new JsonCursor(json, json.length, false).string("").equals(text)).isTrue();
  }

  private static void assertJudgedLikeTheDecoder(byte[] bytes) {
    CharsetDecoder decoder = UTF_8.newDecoder();
    ByteBuffer source = ByteBuffer.wrap(bytes);
    decoder.decode(source, CharBuffer.allocate(bytes.length), true);
    int end = Utf8.wellFormedEnd(bytes, Utf8.asciiEnd(bytes, 0, bytes.length));
    if (end != source.position()) {
      assertThat(end)
          .as("%s", java.util.HexFormat.of().formatHex(bytes))
          .isEqualTo(source.position());
    }
  }
}
