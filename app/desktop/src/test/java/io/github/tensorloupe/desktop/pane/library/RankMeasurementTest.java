package io.github.tensorloupe.desktop.pane.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;

import io.github.tensorloupe.desktop.storage.StoredScans;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.library.HeaderCache;
import io.github.tensorloupe.library.LibraryScan;
import io.github.tensorloupe.storage.Folders;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RankMeasurementTest {

  @TempDir private Path folder;

  private StoredScans cache() {
    return new StoredScans(
        new Folders(Map.of("XDG_CACHE_HOME", folder.toString()), new Properties()));
  }

  /// Writes an adapter whose only module adds a diagonal matrix.
  private Path lora(float... diagonal) throws IOException {
    int count = diagonal.length;
    ByteBuffer down = ByteBuffer.allocate(4 * count * count).order(ByteOrder.LITTLE_ENDIAN);
    ByteBuffer up = ByteBuffer.allocate(4 * count * count).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < count; i++) {
      down.putFloat(4 * i * (count + 1), 1);
      up.putFloat(4 * i * (count + 1), diagonal[i]);
    }
    return new TensorFiles()
        .tensor("lora_unet_q.lora_down.weight", Dtype.F32, down.array(), count, count)
        .tensor("lora_unet_q.lora_up.weight", Dtype.F32, up.array(), count, count)
        .write(folder.resolve("lora.safetensors"));
  }

  private OptionalDouble inLibrary(Path file) {
    return new LibraryScan(new HeaderCache(), cache())
        .inspect(file, Cancellation.NEVER)
        .effectiveRank();
  }

  @Test
  void theMeasuredRankIsInTheLibrary() throws IOException {
    Path file = lora(3, 3, 0);
    assertThat(inLibrary(file)).isEmpty();

    QueuedValueCheck.measureRank(cache(), file, Cancellation.NEVER);

    assertThat(inLibrary(file).orElseThrow()).isCloseTo(2, within(1e-9));
  }

  @Test
  void theRankOfAChangedAdapterIsUnknown() throws IOException {
    Path file = lora(1, 1, 1);
    QueuedValueCheck.measureRank(cache(), file, Cancellation.NEVER);
    // A stored rank is returned without reading the values.
    QueuedValueCheck.measureRank(cache(), file, () -> true);

    Files.delete(file);
    lora(1, 0);

    assertThat(inLibrary(file)).isEmpty();
  }

  @Test
  void aMissingRankIsStoredToo() throws IOException {
    Path dead = lora(0, 0);

    QueuedValueCheck.measureRank(cache(), dead, Cancellation.NEVER);

    assertThat(inLibrary(dead)).hasValue(Double.NaN);
  }
}
