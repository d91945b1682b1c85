package io.github.tensorloupe.foreign.numpy;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.foreign.zip.EntryReader;
import io.github.tensorloupe.foreign.zip.ZipBuilder;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.FuzzInput;
import io.github.tensorloupe.testing.FuzzTest;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// Changes bytes of valid arrays and archives at random. The files must open, a refused file must
/// have an error, and all listed values must be readable unless their compressed data is damaged.
class NumpyFuzzTest extends FuzzTest {

  private static byte[] archive(boolean is64) {
    byte[] data = new byte[24];
    ZipBuilder zip = new ZipBuilder();
    zip.is64 = is64;
    zip.store("a.npy", NumpyFormatTest.npy(NumpyFormatTest.header("<f4", false, "(2, 3)"), data));
    zip.deflate("b.npy", NumpyFormatTest.npy(NumpyFormatTest.header(">i2", true, "(4, 3)"), data));
    zip.deflate("c.npy", NumpyFormatTest.npy(NumpyFormatTest.header("|O", false, "()"), data))
            .flags =
        8;
    zip.store("d.pkl", data);
    return zip.bytes();
  }

  @Override
  protected int rounds() {
    return 400;
  }

  @Override
  protected void check(FuzzInput input) throws IOException {
    byte[] bytes =
        switch (input.nextInt(3)) {
          case 0 -> archive(false);
          case 1 -> archive(true);
          default ->
              NumpyFormatTest.npy(NumpyFormatTest.header("<f8", true, "(1, 3)"), new byte[24]);
        };
    for (int changes = input.nextInt(5); changes > 0; changes--) {
      int at = input.nextInt(2) == 0 ? input.nextInt(bytes.length) : tail(input, bytes.length);
      bytes[at] = input.oneOf((byte) 0, (byte) 1, (byte) 0x7f, (byte) -1, (byte) input.nextInt());
    }
    int length = input.nextInt(4) == 0 ? input.nextInt(bytes.length) : bytes.length;
    Path path = scratch().resolve("a.npz");
    Files.write(path, ByteBuffer.allocate(length).put(bytes, 0, length).array());
    try (TensorFile file = TensorFile.open(path)) {
      assertThat(file.findings()).isNotEmpty();
      if (!file.isIntact()) {
        assertThat(file.findings()).anyMatch(finding -> finding.severity() == Severity.ERROR);
      }
      for (TensorInfo tensor : file.header().tensors()) {
        Optional<TensorData> data = file.data(tensor);
        if (data.isPresent()) {
          read(data.get());
        }
      }
      if (file.foreign().isPresent()) {
        file.foreign().get().dataCheck().findings(Cancellation.NEVER, Progress.NONE);
      }
    }
  }

  private static int tail(FuzzInput input, int length) {
    return Math.max(0, length - 1 - input.nextInt(300));
  }

  private static void read(TensorData data) throws IOException {
    int count = (int) Math.min(1 << 16, data.range().byteCount());
    try {
      assertThat(data.file().read(data.range().begin(), count)).hasSize(count);
    } catch (EntryReader.SizeException e) {
      assertThat(e.getMessage()).contains("The entry ");
    }
  }
}
