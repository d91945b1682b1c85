package io.github.tensorloupe.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScanProgressTest {

  private static final int BYTES = 2_000_016;

  @TempDir private Path folder;

  private static Shape shape(Dtype dtype) {
    return Shape.of(ElementType.of(dtype).elementsIn(BYTES));
  }

  @ParameterizedTest
  @EnumSource(names = {"F6_E3M2", "BF16", "F32", "I64"})
  void progressRisesToOneTotal(Dtype dtype) throws IOException {
    byte[] bytes = new byte[BYTES];
    new Random(1).nextBytes(bytes);
    assertRisesToOneTotal(dtype, bytes);
  }

  @ParameterizedTest
  @EnumSource(names = {"F32", "I64"})
  void progressReachesItsTotalAlsoWhereOnePassIsEnough(Dtype dtype) throws IOException {
    assertRisesToOneTotal(dtype, new byte[BYTES]);
  }

  private void assertRisesToOneTotal(Dtype dtype, byte[] bytes) throws IOException {
    List<Long> done = new ArrayList<>();
    List<Long> totals = new ArrayList<>();
    Progress progress =
        (doneUnits, totalUnits) -> {
          done.add(doneUnits);
          totals.add(totalUnits);
        };
    Tensors.scan(folder, dtype, shape(dtype), bytes, Cancellation.NEVER, progress);
    assertThat(done).hasSizeGreaterThan(2).isSorted();
    assertThat(totals.stream().distinct()).containsExactly(done.getLast());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6})
  void scanStopsAtTheNextBlockWhenCancelled(int lastBlock) {
    byte[] bytes = new byte[BYTES];
    new Random(1).nextBytes(bytes);
    AtomicInteger blocks = new AtomicInteger();
    assertThatThrownBy(
            () ->
                Tensors.scan(
                    folder,
                    Dtype.F64,
                    shape(Dtype.F64),
                    bytes,
                    () -> blocks.get() == lastBlock - 1,
                    (done, total) -> blocks.incrementAndGet()))
        .isInstanceOf(CancellationException.class);
    assertThat(blocks).hasValue(lastBlock - 1);
  }
}
