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

class PairedElementsTest {

  @TempDir Path folder;

  private static SliceBlock block(Optional<TensorRef> tensor) throws IOException {
    TensorSlice slice = TensorSlice.of(tensor.get().data().get());
    return slice.read(0, 0, (int) slice.rowCount(), (int) slice.columnCount());
  }

  @Test
  void cellsOfTwoDtypesDifferWhereTheirValuesDo() throws IOException {
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
      SliceBlock a = block(pair.a());
      SliceBlock b = block(pair.b());
      assertThat(PairedElements.isChanged(a, b, 0, 0)).isTrue();
      assertThat(PairedElements.isChanged(a, b, 0, 1)).isFalse();
      assertThat(PairedElements.isChanged(a, b, 1, 1)).isTrue();
    }
  }

  @Test
  void cellsOfOneDtypeDifferWhereTheirBitsDo() throws IOException {
    try (TwoSides sides =
        TwoSides.of(
            folder,
            new TensorFiles().floats("t", 0, Float.POSITIVE_INFINITY),
            new TensorFiles().floats("t", -0f, Float.POSITIVE_INFINITY))) {
      TensorPair pair = sides.pairs().getFirst();
      SliceBlock a = block(pair.a());
      SliceBlock b = block(pair.b());
      assertThat(PairedElements.isChanged(a, b, 0, 0)).isTrue();
      assertThat(PairedElements.isChanged(a, b, 0, 1)).isFalse();
    }
  }
}
