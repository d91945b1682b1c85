package io.github.tensorloupe.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.format.TensorSpec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ComputedFileTest {

  @TempDir Path folder;

  @Test
  void onlyTheSameTensorOfTheSameFileIsTheSame() throws IOException {
    Path path = Files.write(folder.resolve("stored.bin"), new byte[] {1, 2, 3, 4});
    try (FileBytes stored = FileBytes.open(path)) {
      ByteSource weight = computed("a.weight", stored);

      assertThat(weight.isSameFileAs(computed("a.weight", stored))).isTrue();
      assertThat(weight.isSameFileAs(computed("b.weight", stored))).isFalse();
    }
  }

  @Test
  void tensorsOfOneFileAreReadAcrossTheirBorders() throws IOException {
    Path path = Files.write(folder.resolve("stored.bin"), new byte[] {1, 2, 3, 4});
    try (FileBytes stored = FileBytes.open(path)) {
      TensorInfo info = new TensorInfo("kept", Dtype.U8, Shape.of(3), 0, 3);
      TensorData copiedTensor = new TensorData(stored, info, new ByteRange(1, 4));
      TensorSpec empty = new TensorSpec("empty", Dtype.F32, Shape.of(0));
      TensorSpec computedTensor = new TensorSpec("made", Dtype.F32, Shape.of(2));
      ComputedFile.Elements elements =
          (first, count, target) -> {
            for (int i = 0; i < count; i++) {
              target.putFloat(10 + first + i);
            }
          };
      TensorFile file =
          ComputedFile.of(
                  Path.of("computed"),
                  List.of(
                      ComputedFile.Part.copy(copiedTensor),
                      new ComputedFile.Part(empty, 0, elements),
                      new ComputedFile.Part(computedTensor, 2, elements)),
                  List.of(stored))
              .orElseThrow();

      long begin = file.reading().dataStart().orElseThrow();
      assertThat(file.bytes().length()).isEqualTo(begin + 11);
      ByteBuffer second = ByteBuffer.wrap(file.bytes().read(begin + 4, 7));
      assertThat(second.order(ByteOrder.LITTLE_ENDIAN).getFloat()).isEqualTo(11);
      assertThat(file.bytes().read(begin + 8, 3)).containsExactly(2, 3, 4);
      assertThat(file.bytes().read(begin + 9, 2)).containsExactly(3, 4);
      assertThat(file.header().tensor("kept").flatMap(file::data)).isPresent();
    }
  }

  private static ByteSource computed(String name, ByteSource source) {
    TensorSpec spec = new TensorSpec(name, Dtype.F32, Shape.of(2));
    return ComputedFile.of(
            Path.of("computed"),
            spec,
            2,
            (_, count, target) -> target.position(4 * count),
            List.of(source))
        .orElseThrow()
        .bytes();
  }
}
