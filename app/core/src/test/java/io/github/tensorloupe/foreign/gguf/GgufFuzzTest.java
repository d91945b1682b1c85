package io.github.tensorloupe.foreign.gguf;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.quantization.Quantization;
import io.github.tensorloupe.testing.FuzzInput;
import io.github.tensorloupe.testing.FuzzTest;
import io.github.tensorloupe.testing.GgufBuilder;
import io.github.tensorloupe.work.Cancellation;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/// Changes bytes of valid files at random. The files must open, and all existing values must be
/// readable.
class GgufFuzzTest extends FuzzTest {

  private static byte[] valid(ByteOrder order) {
    GgufBuilder builder = new GgufBuilder(order, 3, GgufType.values().length, 4);
    builder.entry("general.architecture", "llama").entry("general.alignment", 4).u32(64);
    builder.entry("list", 9).u32(8).u64(2).text("a").text("b").entry("f", 6).u32(1);
    long offset = 0;
    for (GgufType type : GgufType.values()) {
      builder.tensor("blk.0." + type, code(type), offset, type.blockLength(), 2);
      offset += Math.ceilDiv(2 * type.blockBytes(), 64) * 64L;
    }
    builder.align(64);
    byte[] data = new byte[(int) offset];
    new Random(1).nextBytes(data);
    return builder.raw(data).bytes();
  }

  private static int code(GgufType type) {
    int code = 0;
    while (!GgufType.of(code).equals(Optional.of(type))) {
      code++;
    }
    return code;
  }

  @Override
  protected void check(FuzzInput input) throws IOException {
    byte[] bytes = valid(input.oneOf(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN));
    int headerBytes = bytes.length / 5;
    for (int changes = input.nextInt(6); changes > 0; changes--) {
      int at = 4 + input.nextInt(input.nextBoolean() ? 100 : headerBytes);
      bytes[at] = input.oneOf((byte) 0, (byte) 1, (byte) 0x7f, (byte) -1, (byte) input.nextInt());
    }
    int length = input.nextInt(3) == 0 ? 4 + input.nextInt(bytes.length - 4) : bytes.length;
    Path path = scratch().resolve("a.gguf");
    Files.write(path, ByteBuffer.allocate(length).put(bytes, 0, length).array());
    try (Checkpoint checkpoint = Checkpoint.of(TensorFile.open(path))) {
      TensorFile file = checkpoint.files().getFirst();
      assertThat(file.kind()).isEqualTo(FileKind.GGUF);
      assertThat(file.findings()).isNotEmpty();
      List<TensorRef> tensors =
          file.header().tensors().stream().map(info -> new TensorRef(file, info)).toList();
      Quantization quantization = Quantization.of(checkpoint, Cancellation.NEVER);
      for (TensorRef tensor : quantization.dequantized(tensors)) {
        tensor.data().ifPresent(data -> read(data, tensor.info()));
      }
    }
  }

  private static void read(TensorData data, TensorInfo info) {
    try {
      int count = (int) Math.min(1 << 16, data.range().byteCount());
      assertThat(data.file().read(data.range().begin(), count)).as(info.name()).hasSize(count);
    } catch (IOException e) {
      throw new AssertionError(info.toString(), e);
    }
  }

  @Override
  protected int rounds() {
    return 300;
  }
}
