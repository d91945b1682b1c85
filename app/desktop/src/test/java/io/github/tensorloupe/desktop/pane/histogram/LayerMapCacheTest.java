package io.github.tensorloupe.desktop.pane.histogram;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LayerMapCacheTest {

  @TempDir Path folder;

  private final LayerMapCache layers = new LayerMapCache();

  private Checkpoint open() throws IOException {
    Path file = folder.resolve("a.safetensors");
    new TensorFiles().floats("layers.0.w", 1).floats("layers.1.w", 2).write(file);
    return Checkpoint.open(file, Cancellation.NEVER, Progress.NONE);
  }

  @Test
  void cacheQueryDoesNotWaitForAComputation() throws IOException {
    try (Checkpoint checkpoint = open()) {
      List<Boolean> known = new ArrayList<>();

      layers.of(
          checkpoint,
          () -> {
            known.add(
                CompletableFuture.supplyAsync(layers::areKnown)
                    .completeOnTimeout(true, 20, TimeUnit.SECONDS)
                    .join());
            return false;
          });

      assertThat(known).isNotEmpty().containsOnly(false);
      assertThat(layers.areKnown()).isTrue();
    }
  }

  @Test
  void whatIsFoundOutOfADocumentThatIsForgottenMeanwhileIsForgottenToo() throws IOException {
    try (Checkpoint checkpoint = open()) {
      layers.of(
          checkpoint,
          () -> {
            layers.clear();
            return false;
          });

      assertThat(layers.areKnown()).isFalse();
    }
  }
}
