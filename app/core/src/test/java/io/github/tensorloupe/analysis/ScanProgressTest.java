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
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ScanProgressTest {

  private static final int BYTES = 6_000_000;

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

  private void assertRisesToOneTotal(Dtype dtype, byte[] bytes) throws IOException {
    List<Long> done = Collections.synchronizedList(new ArrayList<>());
    List<Long> totals = Collections.synchronizedList(new ArrayList<>());
    Progress progress =
        (doneUnits, totalUnits) -> {
          done.add(doneUnits);
          totals.add(totalUnits);
        };
    Tensors.scan(folder, dtype, shape(dtype), bytes, Cancellation.NEVER, progress);
    assertThat(done).hasSizeGreaterThan(2).contains((long) BYTES);
    assertThat(totals).containsOnly((long) BYTES);
  }

  @Test
  void cancelledScanStopsBeforeItsEnd() {
    AtomicLong read = new AtomicLong();
    assertThatThrownBy(
            () ->
                Tensors.scan(
                    folder,
                    Dtype.F64,
                    shape(Dtype.F64),
                    new byte[BYTES],
                    () -> read.get() > 0,
                    (done, total) -> read.set(done)))
        .isInstanceOf(CancellationException.class);
    assertThat(read.get()).isLessThan(BYTES);
  }
}
