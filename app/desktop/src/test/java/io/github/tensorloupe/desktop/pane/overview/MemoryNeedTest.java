package io.github.tensorloupe.desktop.pane.overview;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.pane.overview.MemoryNeed.Precision;
import io.github.tensorloupe.identify.Headers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemoryNeedTest {

  private static final String LORA =
      "lora_unet_x_attn2_to_k.lora_down.weight [4,768]; lora_unet_x_attn2_to_k.lora_up.weight"
          + " [320,4]";

  @TempDir Path folder;

  private List<MemoryNeed> needs(String header) throws IOException {
    return MemoryNeed.of(Headers.of(header).identify(folder));
  }

  @Test
  void sixteenBitModelIsListedAsStoredAndNarrower() throws IOException {
    assertThat(needs("a.weight [1000,1000] BF16"))
        .containsExactly(
            new MemoryNeed(Precision.STORED, 2_000_000),
            new MemoryNeed(Precision.BITS_8, 1_000_000),
            new MemoryNeed(Precision.BITS_4, 500_000));
  }

  @Test
  void thirtyTwoBitModelIsAlsoListedInSixteenBits() throws IOException {
    assertThat(needs("a.weight [1000,1000] F32"))
        .extracting(MemoryNeed::precision)
        .containsExactly(Precision.values());
  }

  @Test
  void adaptersAreNotQuantizedByThemselves() throws IOException {
    assertThat(needs(LORA)).extracting(MemoryNeed::precision).containsExactly(Precision.STORED);
  }

  @Test
  void withoutTensorsNothingIsNeeded() throws IOException {
    assertThat(needs("@a=b")).isEmpty();
  }

  @Test
  void weightsLeaveRoomOnTheCard() {
    long gibibyte = 1L << 30;
    assertThat(new MemoryNeed(Precision.STORED, 6 * gibibyte).cardGibibytes()).hasValue(8);
    assertThat(new MemoryNeed(Precision.STORED, 7 * gibibyte).cardGibibytes()).hasValue(10);
    assertThat(new MemoryNeed(Precision.STORED, 1000 * gibibyte).cardGibibytes()).isEmpty();
    assertThat(new MemoryNeed(Precision.STORED, gibibyte).fitsEverywhere()).isFalse();
    assertThat(new MemoryNeed(Precision.STORED, gibibyte / 4).fitsEverywhere()).isTrue();
  }
}
