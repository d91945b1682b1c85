package io.github.tensorloupe.quantization;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.identify.Identification;
import io.github.tensorloupe.identify.Identity;
import io.github.tensorloupe.identify.Statement;
import io.github.tensorloupe.identify.Topic;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.GgufBuilder;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Weights in the blocks of a GGUF file.
class GgufWeightsTest {

  private static final int F16_ONE = 0x3c00;
  private static final int F16_TWO = 0x4000;

  @TempDir private Path folder;
  private Path path;
  private Checkpoint checkpoint;
  private Quantization quantization;

  @BeforeEach
  void open() throws IOException {
    path = folder.resolve("model.gguf");
    Files.write(path, file(ByteOrder.LITTLE_ENDIAN).bytes());
    reopen();
  }

  private void reopen() throws IOException {
    checkpoint = Checkpoint.of(TensorFile.open(path));
    quantization = Quantization.of(checkpoint, Cancellation.NEVER);
  }

  @AfterEach
  void close() throws IOException {
    checkpoint.close();
  }

  /// Q4_0 blocks with the scales 1, 2, 1, 2 and the codes 0 to 15 twice, a plain tensor, and blocks
  /// of a type without values.
  private static GgufBuilder file(ByteOrder order) {
    GgufBuilder builder = new GgufBuilder(order, 3, 3, 1);
    builder.entry("general.architecture", "gemma2");
    builder.tensor("blk.0.attn_q.weight", 2, 0, 64, 2).tensor("token_embd.weight", 0, 96, 4, 3);
    builder.tensor("blk.1.attn_q.weight", 16, 160, 256).align(32);
    for (int block = 0; block < 4; block++) {
      builder.u16(block % 2 == 0 ? F16_ONE : F16_TWO);
      for (int i = 0; i < 16; i++) {
        builder.u8(i | i << 4);
      }
    }
    return builder.align(32).raw(new byte[48]).align(32).raw(new byte[66]);
  }

  private QuantizedWeight weight(String name) {
    return quantization.weights().stream().filter(it -> it.name().equals(name)).findFirst().get();
  }

  private float[] values(long first, int count) throws IOException {
    TensorData data = weight("blk.0.attn_q.weight").logical().orElseThrow().data().orElseThrow();
    byte[] bytes = data.file().read(data.range().begin() + 4 * first, 4 * count);
    float[] values = new float[count];
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(values);
    return values;
  }

  @Test
  void isDescribedWithItsTypeWidthAndGroups() {
    QuantizedWeight weight = weight("blk.0.attn_q.weight");
    assertThat(weight.sentence()).hasToString("GGUF Q4_0, 4-bit, groups of 32");
    assertThat(weight.shape()).contains(Shape.of(2, 64));
    assertThat(weight.findings()).isEmpty();
    assertThat(quantization.weights()).hasSize(2);
  }

  @Test
  void valuesAreComputedFromAnyElement() throws IOException {
    float[] all = values(0, 128);
    assertThat(all[0]).isEqualTo(-8);
    assertThat(all[63]).isEqualTo(14);
    for (int first = 0; first < 128; first += 7) {
      int count = Math.min(50, 128 - first);
      assertThat(values(first, count)).isEqualTo(Arrays.copyOfRange(all, first, first + count));
    }
  }

  @Test
  void bigEndianBlocksHaveTheSameValues() throws IOException {
    float[] expected = values(0, 128);
    checkpoint.close();
    Files.write(path, file(ByteOrder.BIG_ENDIAN).bytes());
    reopen();

    assertThat(values(0, 128)).isEqualTo(expected);
  }

  @Test
  void codesAndScalesAreFoundByTheirValuesAndViceVersa() throws IOException {
    QuantizedWeight weight = weight("blk.0.attn_q.weight");
    long begin = weight.codes().data().orElseThrow().range().begin();
    // The high nibble of the fifth code byte of the second block.
    ElementPlace code = weight.codeOf(32 + 20).orElseThrow();
    assertThat(code.bytes().begin()).isEqualTo(begin + 18 + 2 + 4);
    assertThat(code.firstBit()).isEqualTo(4);
    assertThat(weight.scaleOf(32 + 20).orElseThrow().bytes().begin()).isEqualTo(begin + 18);
    assertThat(weight.elementAt(begin + 18 + 2 + 4)).hasValue(32 + 4);
    assertThat(weight.elementAt(begin + 18)).isEmpty();
  }

  @Test
  void codesAreCounted() throws IOException {
    long[] counts = weight("blk.0.attn_q.weight").codeCounts(Cancellation.NEVER, Progress.NONE);
    assertThat(counts).hasSize(16).containsOnly(8);
  }

  @Test
  void typesWithoutFormulaHaveNoValues() {
    QuantizedWeight weight = weight("blk.1.attn_q.weight");
    assertThat(weight.hasValues()).isFalse();
    assertThat(weight.shape()).contains(Shape.of(256));
    assertThat(quantization.details().toString()).contains("GGUF IQ2_XXS").contains("not decoded");
  }

  @Test
  void truncatedWeightsHaveNoValues() throws IOException {
    checkpoint.close();
    byte[] bytes = Files.readAllBytes(path);
    Files.write(path, Arrays.copyOf(bytes, 288));
    reopen();

    assertThat(weight("blk.0.attn_q.weight").hasValues()).isFalse();
  }

  @Test
  void parametersAreValuesInsteadOfBytes() {
    Identity identity = Identification.of(checkpoint.parts().getFirst(), Cancellation.NEVER);
    Optional<Statement> parameters = identity.statement(Topic.PARAMETERS);
    assertThat(parameters.orElseThrow().number()).hasValue(128 + 12 + 256);
    assertThat(identity.statement(Topic.FAMILY).orElseThrow().value()).isEqualTo("Gemma 2");
    assertThat(identity.statement(Topic.DTYPES).orElseThrow().value())
        .isEqualTo("Q4_0 38.7 %, IQ2_XXS 35.5 %, F32 25.8 %");
  }
}
