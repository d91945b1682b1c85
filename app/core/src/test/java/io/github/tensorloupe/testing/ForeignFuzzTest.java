package io.github.tensorloupe.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/// Changes valid files of another format at random. The files must open, a refused file must have
/// an error, and all listed values must be readable, unless the data itself is found to be damaged.
public abstract class ForeignFuzzTest extends FuzzTest {

  private static final int MAX_CHANGES = 6;
  private static final int MAX_VALUE_BYTES = 1 << 16;

  private final String extension;

  /// @param extension the usual extension of the files, with its period
  protected ForeignFuzzTest(String extension) {
    this.extension = extension;
  }

  /// Returns one of several valid files.
  protected abstract byte[] valid(FuzzInput input) throws IOException;

  @Override
  protected final void check(FuzzInput input) throws IOException {
    byte[] bytes = valid(input);
    for (int changes = input.nextInt(MAX_CHANGES); changes > 0 && bytes.length > 0; changes--) {
      bytes = changed(bytes, input);
    }
    Path path = Files.write(scratch().resolve("a" + extension), bytes);
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

  private static byte[] changed(byte[] bytes, FuzzInput input) {
    // The descriptions of many formats are at the end.
    int distance = input.nextInt(Math.min(bytes.length, 256));
    int at =
        switch (input.nextInt(4)) {
          case 0 -> distance;
          case 1 -> bytes.length - 1 - distance;
          default -> input.nextInt(bytes.length);
        };
    byte[] changed = bytes.clone();
    switch (input.nextInt(8)) {
      case 0 -> changed = Arrays.copyOf(bytes, at);
      case 1 -> {
        changed = Arrays.copyOf(bytes, bytes.length + 1);
        System.arraycopy(bytes, at, changed, at + 1, bytes.length - at);
      }
      case 2 -> {
        int from = input.nextInt(bytes.length);
        int count = Math.min(1 + input.nextInt(64), bytes.length - Math.max(at, from));
        System.arraycopy(bytes, from, changed, at, count);
      }
      default ->
          changed[at] =
              input.oneOf((byte) 0, (byte) 1, (byte) 0x7f, (byte) -1, (byte) input.nextInt());
    }
    return changed;
  }

  private static void read(TensorData data) throws IOException {
    int count = (int) Math.min(MAX_VALUE_BYTES, data.range().byteCount());
    try {
      assertThat(data.file().read(data.range().begin(), count)).hasSize(count);
    } catch (SentenceException e) {
      assertThat(e.getMessage()).isNotBlank();
    }
  }
}
