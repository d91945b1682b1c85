package io.github.tensorloupe.desktop.pane.comparison.sides;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.compare.TwoSides;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class NextDifferenceTest {

  private static final int COUNT = 300_000;

  @TempDir Path folder;

  private static OptionalLong from(NextDifference next, long element) throws IOException {
    return next.from(element, Cancellation.NEVER, Progress.NONE);
  }

  private static OptionalLong before(NextDifference next, long element) throws IOException {
    return next.before(element, Cancellation.NEVER, Progress.NONE);
  }

  @ParameterizedTest
  @EnumSource(names = {"F4", "F6_E3M2", "U8", "BF16", "F32", "C64", "I64"})
  void elementsThatDifferAreFoundOneAfterTheOther(Dtype dtype) throws IOException {
    byte[] a = new byte[COUNT * dtype.bits() / 8];
    new Random(1).nextBytes(a);
    byte[] b = a.clone();
    int[] changed = {0, 3, 65_535, 65_536, 200_001, COUNT - 1};
    for (int element : changed) {
      b[(int) ((long) element * dtype.bits() / 8)] ^= (byte) (element % 2 == 0 ? 1 : 0x80);
    }
    try (TwoSides sides = TwoSides.of(folder, dtype, a, dtype, b, COUNT)) {
      NextDifference next = new NextDifference(sides.pairs().getFirst());
      long at = -1;
      for (int element : changed) {
        assertThat(from(next, at + 1)).hasValue(element);
        at = element;
      }
      assertThat(from(next, COUNT)).isEmpty();
      at = COUNT;
      for (int i = changed.length - 1; i >= 0; i--) {
        assertThat(before(next, at)).hasValue(changed[i]);
        at = changed[i];
      }
      assertThat(before(next, 0)).isEmpty();
    }
  }

  @Test
  void valuesOfTwoDtypesAreCompared() throws IOException {
    byte[] a = {1, 0, 2, 0, 3, 0};
    byte[] b = {1, 9, 3};
    try (TwoSides sides = TwoSides.of(folder, Dtype.U16, a, Dtype.U8, b, 3)) {
      NextDifference next = new NextDifference(sides.pairs().getFirst());
      assertThat(from(next, 0)).hasValue(1);
      assertThat(from(next, 2)).isEmpty();
    }
  }

  @Test
  void oneBitIsFoundInWhicheverPartItDiffers() throws IOException {
    byte[] a = new byte[3 * 8];
    byte[] b = new byte[3 * 8];
    b[0] = 1;
    // The imaginary part of the second element.
    b[8 + 4 + 2] = 0x40;
    try (TwoSides sides = TwoSides.of(folder, Dtype.C64, a, Dtype.C64, b, 3)) {
      NextDifference next = new NextDifference(sides.pairs().getFirst());
      assertThat(next.bitFrom(0, 0, Cancellation.NEVER, Progress.NONE)).hasValue(0);
      assertThat(next.bitFrom(22, 0, Cancellation.NEVER, Progress.NONE)).hasValue(1);
      assertThat(next.bitFrom(22, 2, Cancellation.NEVER, Progress.NONE)).isEmpty();
      assertThat(next.bitFrom(21, 0, Cancellation.NEVER, Progress.NONE)).isEmpty();
    }
  }
}
