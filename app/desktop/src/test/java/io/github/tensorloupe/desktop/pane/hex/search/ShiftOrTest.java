package io.github.tensorloupe.desktop.pane.hex.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.pane.hex.search.PatternScanner.ShiftOr;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShiftOrTest {

  private static final int BLOCK_BYTES = 8 * LaneScanner.BLOCK_GROUPS;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 63, 64, 65, 200, 1024})
  void matchesAreFoundAtEveryOffsetInTheBlock(int length) {
    Random random = new Random(length);
    byte[] values = new byte[length];
    for (int i = 0; i < length; i++) {
      values[i] = (byte) (1 + random.nextInt(3));
    }
    byte[] masks = new byte[length];
    Arrays.fill(masks, (byte) 0x7f);
    ShiftOr shiftOr = new ShiftOr(BytePattern.of(values, masks), random.nextInt(length));
    int at = 5;
    byte[] bytes = new byte[at + BLOCK_BYTES + length + 9];

    for (int place = 0; place < bytes.length - length; place++) {
      Arrays.fill(bytes, (byte) 0);
      System.arraycopy(values, 0, bytes, place, length);
      bytes[place] |= (byte) 0x80;

      assertThat(shiftOr.mayHold(MemorySegment.ofArray(bytes), at))
          .as("pattern at %d", place)
          .isEqualTo(place >= at && place < at + BLOCK_BYTES);
    }
  }
}
