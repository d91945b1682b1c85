package io.github.tensorloupe.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.adapter.FitReason.Kind;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FitReasonTest {

  private static final int SIZE = 6;

  @TempDir Path folder;
  private final TensorFiles adapter = new TensorFiles();
  private final TensorFiles base = new TensorFiles();

  private FitReasonTest modules(String... names) {
    for (String name : names) {
      module(name, SIZE);
    }
    return this;
  }

  private void module(String name, int inputs) {
    adapter
        .tensor(name + ".lora_down.weight", Dtype.U8, new byte[2 * inputs], 2, inputs)
        .tensor(name + ".lora_up.weight", Dtype.U8, new byte[2 * SIZE], SIZE, 2);
  }

  private FitReasonTest on(String... tensors) {
    for (String name : tensors) {
      base.tensor(name, Dtype.U8, new byte[SIZE * SIZE], SIZE, SIZE);
    }
    return this;
  }

  private Optional<FitReason> reason() throws IOException {
    Path path = base.write(folder.resolve("base.safetensors"));
    try (TensorFile file = TensorFile.open(adapter.write(folder.resolve("a.safetensors")));
        Checkpoint checkpoint = Checkpoint.open(path, Cancellation.NEVER, Progress.NONE)) {
      Adapter opened = Adapter.of(file);
      BaseNames names = new BaseNames(BaseTensor.of(checkpoint));
      List<MeasuredModule> modules =
          new AdapterScan(1).modules(opened, Optional.of(names), Cancellation.NEVER, Progress.NONE);
      return FitReason.of(opened, modules, names, checkpoint.parts());
    }
  }

  private void assertReason(Kind kind, String sentence) throws IOException {
    FitReason reason = reason().orElseThrow();
    assertThat(reason.kind()).isEqualTo(kind);
    assertThat(reason.sentence()).hasToString(sentence);
  }

  @Test
  void anAdapterThatFitsNeedsNoReason() throws IOException {
    modules("lora_unet_blocks_0_q").on("blocks.0.q.weight");

    assertThat(reason()).isEmpty();
  }

  @Test
  void anotherFamilyIsNamed() throws IOException {
    modules("lora_unet_double_blocks_0_img_attn_qkv");
    String key = "model.diffusion_model.input_blocks.4.1.transformer_blocks.0.attn2.to_k.weight";
    base.tensor(key, Dtype.U8, new byte[2 * 2048], 2, 2048);
    on(
        "model.diffusion_model.input_blocks.4.0.in_layers.2.weight",
        "model.diffusion_model.output_blocks.4.0.in_layers.2.weight");

    assertReason(Kind.OTHER_FAMILY, "It is made for Flux.1; the base is Stable Diffusion XL.");
  }

  @Test
  void baseWithoutTextEncoderIsReported() throws IOException {
    modules("lora_unet_blocks_0_q", "lora_te1_text_model_0_q", "lora_te2_text_model_0_q")
        .on("blocks.0.q.weight");

    assertReason(Kind.NO_TEXT_ENCODER, "The base has no text encoder, which 2 modules change.");
  }

  @Test
  void largerModelIsDetectedByShapes() throws IOException {
    module("lora_unet_blocks_0_q", 9);
    on("blocks.0.q.weight");

    assertReason(
        Kind.OTHER_SIZE,
        "It is made for a larger model: lora_unet_blocks_0_q has the shape [6, 9], its tensor in"
            + " the base [6, 6].");
  }

  @Test
  void prefixOfTheBaseIsReported() throws IOException {
    modules("lora_unet_blocks_0_q", "lora_unet_blocks_1_q")
        .on("custom.net.blocks.0.q.weight", "custom.net.blocks.1.q.weight");

    assertReason(
        Kind.OTHER_PREFIX,
        "The base names its tensors with custom.net. in front: lora_unet_blocks_0_q is"
            + " custom.net.blocks.0.q there.");
  }

  @Test
  void prefixOfTheAdapterIsReported() throws IOException {
    modules("custom.blocks.0.q", "custom.blocks.1.q").on("blocks.0.q.weight", "blocks.1.q.weight");

    assertReason(
        Kind.OTHER_PREFIX,
        "The adapter names its modules with custom. in front, which the base lacks:"
            + " custom.blocks.0.q is blocks.0.q there.");
  }

  @Test
  void aNameThatTwoTensorsHaveLacksNoPrefix() throws IOException {
    modules("lora_unet_blocks_0_q").on("blocks.0.q.weight", "blocks.0_q.weight");

    assertThat(reason().orElseThrow().kind()).isEqualTo(Kind.OTHER_NAMES);
  }

  @Test
  void weightsFusedInTheBaseAreReported() throws IOException {
    modules("layers.0.attn.to_q", "layers.0.attn.to_k", "layers.0.attn.to_out")
        .on("layers.0.attn.to_qkv.weight", "layers.0.attn.to_out.weight");

    assertReason(
        Kind.FUSED,
        "The base stores in one tensor, layers.0.attn.to_qkv, the weights that the adapter changes"
            + " in several modules, such as layers.0.attn.to_k.");
  }

  @Test
  void weightsFusedInTheAdapterAreReported() throws IOException {
    modules("layers.0.attn.qkv_proj").on("layers.0.attn.q_proj.weight");

    assertReason(
        Kind.FUSED,
        "The adapter changes in one module, layers.0.attn.qkv_proj, the weights that the base"
            + " stores in several tensors, such as layers.0.attn.q_proj.");
  }

  @Test
  void oneOfSeveralDifferentNamesIsReported() throws IOException {
    modules("unet:0").on("blocks.0.q.weight");

    assertReason(
        Kind.OTHER_NAMES,
        "The base has no tensor, or more than one, with the name unet:0; one of its tensors is"
            + " named blocks.0.q.");
  }

  @Test
  void fusedWeightsOfAnotherParentAreNoReason() throws IOException {
    modules("layers.0.attn.to_q").on("h.0.attn.to_qkv.weight");

    assertThat(reason().orElseThrow().kind()).isEqualTo(Kind.OTHER_NAMES);
  }

  @Test
  void sizeMismatchHasPriorityOverAMissingTextEncoder() throws IOException {
    modules(
        "lora_te_text_model_encoder_layers_0_mlp_fc1",
        "lora_te_text_model_encoder_layers_1_mlp_fc1");
    module("lora_unet_blocks_0_attn2_to_k", SIZE + 1);

    on("blocks.0.attn2.to_k.weight");

    assertThat(reason().orElseThrow().kind()).isEqualTo(Kind.OTHER_SIZE);
  }

  @Test
  void weightsWhoseNamesHaveAPrefixOfTheirOwnAreFusedToo() throws IOException {
    modules("l.0.attn.to_q", "l.0.attn.to_k").on("l.0.attn.qkv.weight");

    assertThat(reason().orElseThrow().kind()).isEqualTo(Kind.FUSED);
  }
}
