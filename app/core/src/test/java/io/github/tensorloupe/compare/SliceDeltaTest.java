package io.github.tensorloupe.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.slice.SliceBlock;
import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SliceDeltaTest {

  @TempDir Path folder;

  private static SliceBlock block(Optional<TensorRef> tensor) throws IOException {
    TensorSlice slice = TensorSlice.of(tensor.get().data().get());
    return slice.read(0, 0, (int) slice.rowCount(), (int) slice.columnCount());
  }

  @Test
  void differenceIsExactAndChangesAreThoseOfValuesBetweenTwoDtypes() throws IOException {
    ByteBuffer longs = ByteBuffer.allocate(32).order(ByteOrder.LITTLE_ENDIAN);
    longs.putLong(Long.MAX_VALUE).putLong(2).putLong(-3).putLong(4);
    ByteBuffer doubles = ByteBuffer.allocate(32).order(ByteOrder.LITTLE_ENDIAN);
    doubles.putDouble(0x1p63).putDouble(2).putDouble(3).putDouble(Double.NaN);
    try (TwoSides sides =
        TwoSides.of(
            folder,
            new TensorFiles().tensor("t", Dtype.I64, longs.array(), 2, 2),
            new TensorFiles().tensor("t", Dtype.F64, doubles.array(), 2, 2))) {
      TensorPair pair = sides.pairs().getFirst();
      SliceDelta delta = new SliceDelta(block(pair.a()), block(pair.b()));
      assertThat(delta.delta(0, 0)).isOne();
      assertThat(delta.delta(1, 0)).isEqualTo(6);
      assertThat(delta.delta(1, 1)).isNaN();
      assertThat(delta.isChanged(0, 0)).isTrue();
      assertThat(delta.isChanged(0, 1)).isFalse();
      assertThat(delta.isChanged(1, 1)).isTrue();
    }
  }

  @Test
  void otherBitsOfOneDtypeAreAChangeWithoutADifference() throws IOException {
    try (TwoSides sides =
        TwoSides.of(
            folder,
            new TensorFiles().floats("t", 0, Float.POSITIVE_INFINITY),
            new TensorFiles().floats("t", -0f, Float.POSITIVE_INFINITY))) {
      TensorPair pair = sides.pairs().getFirst();
      SliceDelta delta = new SliceDelta(block(pair.a()), block(pair.b()));
      assertThat(delta.delta(0, 0)).isZero();
      assertThat(delta.isChanged(0, 0)).isTrue();
      assertThat(delta.delta(0, 1)).isNaN();
      assertThat(delta.isChanged(0, 1)).isFalse();
    }
  }
}
