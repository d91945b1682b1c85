package io.github.tensorloupe.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CodeCountsTest {

  private static final int COUNT = 24;

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"I32", "U32", "F32", "C64", "I64", "U64", "F64"})
  void sortingGivesWhatTheTableGives(Dtype dtype) {
    ElementType type = ElementType.of(dtype);
    Random random = new Random(31);
    for (int round = 0; round < 50; round++) {
      long[] choice = random.longs(1 + random.nextInt(COUNT), 0, 1L << type.partBits()).toArray();
      long[] codes = random.ints(COUNT, 0, choice.length).mapToLong(i -> choice[i]).toArray();
      MemorySegment block = MemorySegment.ofArray(Tensors.bytes(dtype, codes));
      CodeCounts table = new PatternCounts(type);
      table.add(block, COUNT);
      CodeCounts sorted = new SortedCodes(type, COUNT);
      sorted.add(block, COUNT);
      assertThat(sorted.occurring().codes()).isEqualTo(table.occurring().codes());
      assertThat(sorted.occurring().counts()).isEqualTo(table.occurring().counts());
      assertThat(Arrays.stream(table.occurring().counts()).sum()).isEqualTo(COUNT);
    }
  }

  /// A checkpoint may have 100,000 tensors of a few numbers each.
  @Test
  void smallTensorsNeedNoTableOfAllCodes() {
    ElementType type = ElementType.of(Dtype.BF16);
    assertThat(CodeCounts.of(type, 0)).isInstanceOf(SortedCodes.class);
    assertThat(CodeCounts.of(type, 4095)).isInstanceOf(SortedCodes.class);
    assertThat(CodeCounts.of(type, 4096)).isInstanceOf(PatternCounts.class);
    assertThat(CodeCounts.of(type, Long.MAX_VALUE)).isInstanceOf(PatternCounts.class);
  }
}
