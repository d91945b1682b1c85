package io.github.tensorloupe.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.model.CheckpointFinder.Found;
import io.github.tensorloupe.work.Cancellation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartLabelsTest {

  @TempDir Path folder;

  private void file(String path) throws IOException {
    Path file = folder.resolve(path);
    Files.createDirectories(file.getParent());
    Files.write(file, new byte[0]);
  }

  private void shards(String prefix, String variant) throws IOException {
    file(prefix + "-00001-of-00002" + variant + ".safetensors");
    file(prefix + "-00002-of-00002" + variant + ".safetensors");
  }

  private List<String> labels() {
    return labels(folder);
  }

  private static List<String> labels(Path opened) {
    return CheckpointOpener.PartLabels.of(
        opened, CheckpointFinder.find(opened, Cancellation.NEVER));
  }

  @Test
  void theOnlyPartHasNoLabel() throws IOException {
    shards("sub/m", "");
    assertThat(labels()).containsExactly("");
  }

  @Test
  void loneFilesAreCalledByTheirPaths() throws IOException {
    file("a.safetensors");
    file("sub/deep/b.safetensors");
    assertThat(labels()).containsExactly("a.safetensors", "sub/deep/b.safetensors");
  }

  @Test
  void setsAreCalledByTheirFolders() throws IOException {
    shards("one/model", "");
    shards("two/deep/model", "");
    assertThat(labels()).containsExactly("one", "two/deep");
  }

  @Test
  void changingPipelineIsReadOnce() throws IOException {
    file("model_index.json");
    file("unet/a.safetensors");
    file("vae/b.safetensors");
    List<Found> found = CheckpointFinder.find(folder, Cancellation.NEVER);
    AtomicInteger accessCount = new AtomicInteger();
    List<Found> parts =
        new AbstractList<>() {
          @Override
          public Found get(int index) {
            if (accessCount.incrementAndGet() == 2 * found.size() + 1) {
              assertThat(folder.resolve("model_index.json").toFile().delete()).isTrue();
            }
            return found.get(index);
          }

          @Override
          public int size() {
            return found.size();
          }
        };

    assertThat(CheckpointOpener.PartLabels.of(folder, parts)).containsExactly("unet", "vae");
  }

  @Test
  void setsInOneFolderAreCalledByTheirOwnNames() throws IOException {
    shards("model", "");
    shards("model.fp16", "");
    shards("sub/model", "");
    shards("sub/model", ".bf16");
    assertThat(labels())
        .containsExactlyInAnyOrder("model", "model.fp16", "sub/model", "sub/model.bf16");
  }

  @Test
  void labelsThatWouldBeTheSameAreWrittenOut() throws IOException {
    shards("model", "");
    shards("model/x", "");
    file("other.safetensors");
    assertThat(labels())
        .containsExactly(
            "model-*-of-00002.safetensors", "other.safetensors", "model/x-*-of-00002.safetensors");
  }

  @Test
  void componentsOfAPipelineAreCalledByTheirFolders() throws IOException {
    file("model_index.json");
    shards("transformer/diffusion_pytorch_model", "");
    file("text_encoder/model.safetensors");
    file("vae/diffusion_pytorch_model.safetensors");
    file("merged.safetensors");
    assertThat(labels())
        .containsExactly("merged.safetensors", "text_encoder", "transformer", "vae");
  }

  @Test
  void variantNamesFollowTheComponentAfterADot() throws IOException {
    file("model_index.json");
    file("unet/diffusion_pytorch_model.safetensors");
    file("unet/diffusion_pytorch_model.fp16.safetensors");
    shards("transformer/diffusion_pytorch_model", "");
    shards("transformer/diffusion_pytorch_model", ".fp16");
    assertThat(labels())
        .containsExactlyInAnyOrder("unet", "unet.fp16", "transformer", "transformer.fp16");
  }

  @Test
  void aPipelineBelowTheOpenedFolderHasComponentsToo() throws IOException {
    file("sd/model_index.json");
    file("sd/vae/diffusion_pytorch_model.safetensors");
    file("sd/unet/diffusion_pytorch_model.safetensors");
    assertThat(labels()).containsExactly("sd/unet", "sd/vae");
  }

  @Test
  void aComponentOpenedByItselfIsNoComponent() throws IOException {
    file("model_index.json");
    file("unet/diffusion_pytorch_model.safetensors");
    file("unet/diffusion_pytorch_model.fp16.safetensors");
    assertThat(labels(folder.resolve("unet")))
        .containsExactlyInAnyOrder(
            "diffusion_pytorch_model.safetensors", "diffusion_pytorch_model.fp16.safetensors");
  }

  @Test
  void fileAndSetWithTheSameNameAreDistinguished() throws IOException {
    file("model_index.json");
    file("unet/diffusion_pytorch_model.safetensors");
    shards("unet/diffusion_pytorch_model", "");
    assertThat(labels())
        .containsExactlyInAnyOrder(
            "unet/diffusion_pytorch_model.safetensors",
            "unet/diffusion_pytorch_model-*-of-00002.safetensors");
  }
}
