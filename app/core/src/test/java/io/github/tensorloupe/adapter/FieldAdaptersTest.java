package io.github.tensorloupe.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Adapters that programs other than the common trainers write.
class FieldAdaptersTest {

  private static final String PEFT = "base_model.model.";

  @TempDir Path folder;

  private final TensorFiles adapter = new TensorFiles();
  private final TensorFiles base = new TensorFiles();
  private final Random random = new Random(3);
  private boolean hasBase;

  private record Measured(
      List<MeasuredModule> modules, AdapterSummary summary, Optional<FitReason> reason) {

    MeasuredModule module(String name) {
      return modules.stream().filter(it -> it.module().name().equals(name)).findAny().orElseThrow();
    }

    List<String> notes(String name) {
      MeasuredModule module = module(name);
      return ModuleNotes.of(modules, summary.hasBase()).of(module).stream()
          .map(Sentence::toString)
          .toList();
    }
  }

  private float[] tensor(TensorFiles files, String name, long... shape) {
    float[] values = new float[(int) Arrays.stream(shape).reduce(1, (a, b) -> a * b)];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) random.nextGaussian();
    }
    files.tensor(name, Dtype.F32, TensorFiles.f32(values), shape);
    return values;
  }

  private FieldAdaptersTest stored(String name, long... shape) {
    tensor(adapter, name, shape);
    return this;
  }

  private FieldAdaptersTest lora(String module, long out, long rank, long in) {
    return stored(module + ".lora_A.weight", rank, in).stored(module + ".lora_B.weight", out, rank);
  }

  private FieldAdaptersTest on(String name, long... shape) {
    tensor(base, name, shape);
    hasBase = true;
    return this;
  }

  private FieldAdaptersTest config(String json) throws IOException {
    Files.writeString(folder.resolve("adapter_config.json"), json.replace('\'', '"'));
    return this;
  }

  private Measured measured() throws IOException {
    Path path = adapter.write(folder.resolve("a.safetensors"));
    if (!hasBase) {
      try (TensorFile file = TensorFile.open(path)) {
        return measured(file, Optional.empty(), Optional.empty());
      }
    }
    Path basePath = base.write(folder.resolve("base.safetensors"));
    try (TensorFile file = TensorFile.open(path);
        Checkpoint checkpoint = Checkpoint.open(basePath, Cancellation.NEVER, Progress.NONE)) {
      BaseNames names = new BaseNames(BaseTensor.of(checkpoint));
      return measured(file, Optional.of(names), Optional.of(checkpoint));
    }
  }

  private static Measured measured(
      TensorFile file, Optional<BaseNames> names, Optional<Checkpoint> checkpoint)
      throws IOException {
    Adapter opened = Adapter.of(file);
    List<MeasuredModule> modules =
        new AdapterScan(1).modules(opened, names, Cancellation.NEVER, Progress.NONE);
    assertThat(opened.otherTensors()).isEmpty();
    return new Measured(
        modules,
        AdapterSummary.of(opened, modules, names.isPresent()),
        checkpoint.flatMap(of -> FitReason.of(opened, modules, names.orElseThrow(), of.parts())));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "lora_unet_a_0_q | names of kohya, read by sd-scripts, musubi-tuner, ComfyUI, diffusers",
        "lora_unet_a.0.q | names of kohya with dots: most loaders ignore some or all modules",
        "base_model.model.a.0.q | names of PEFT, read by PEFT, transformers, vLLM",
        "transformer.a.0.q | names of diffusers, read by diffusers, ComfyUI",
        "a.0.processor.q | names of diffusers, read by diffusers, ComfyUI",
        "diffusion_model.a.0.q | names of ComfyUI, read by ComfyUI, ai-toolkit, diffusers",
        "a.0.q | names of the base without a prefix, read by programs for this model",
      })
  void namingDialectAndItsLoadersAreNamed(String module, String expected) throws IOException {
    stored(module + ".lora_down.weight", 2, 8);
    stored(module + ".lora_up.weight", 4, 2);

    assertThat(measured().summary().naming().orElseThrow()).hasToString(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "diffusion_model.c | names of kohya 2, ComfyUI 1, read by ComfyUI, diffusers",
        "base_model.model.c | names of kohya 2, PEFT 1: most loaders ignore some or all modules",
      })
  void mixedNamingDialectsAreCounted(String added, String expected) throws IOException {
    for (String module : List.of("lora_unet_a", "lora_unet_b", added)) {
      stored(module + ".lora_down.weight", 2, 8);
      stored(module + ".lora_up.weight", 4, 2);
    }

    assertThat(measured().summary().naming().orElseThrow()).hasToString(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "oft, oft_unet_a.oft_blocks.0 4 4 4, oft_unet_a.oft_blocks.1 2 4 4, 24, 32",
    "oft, base_model.model.a.oft_R.weight 8 6, base_model.model.a.oft_R.default.weight 8 6, 24, 32",
    "boft, base_model.model.a.boft_R 1 8 4 4, base_model.model.a.boft_s 24 1, 24, 32",
    "vera, base_model.model.a.vera_lambda_b 24, base_model.model.a.vera_lambda_d 3, 24, 32",
  })
  void otherMethodIsNamedAndFitsByShape(
      String method, String first, String second, long out, long in) throws IOException {
    for (String each : List.of(first, second)) {
      String[] words = each.split(" ");
      stored(words[0], Arrays.stream(words).skip(1).mapToLong(Long::parseLong).toArray());
    }
    on("a.weight", out, in);

    Measured measured = measured();

    MeasuredModule module = measured.modules().getFirst();
    assertThat(module.module().method().orElseThrow().name()).isEqualTo(method);
    assertThat(module.module().kind()).isEqualTo(AdapterKind.UNKNOWN);
    assertThat(module.fits(true)).isTrue();
    assertThat(measured.summary().hasErrors()).isFalse();
    assertThat(measured.summary().verdict().toString())
        .contains("whose changes are not computed here")
        .doesNotContain("unknown");
  }

  @ParameterizedTest
  @CsvSource({
    "glora, lora_unet_a.a1.weight, lora_unet_a.b2.weight",
    "glora, base_model.model.a.glora_A.Xd, base_model.model.a.glora_E",
    "tlora, a.to_q_lora.q_layer.weight, a.to_q_lora.p_layer.weight",
    "adalora, base_model.model.a.lora_E, base_model.model.a.lora_A",
    "shira, base_model.model.a.shira_weight.default, base_model.model.b.shira_weight",
    "prompt, prompt_embeddings, prompt_embeddings",
  })
  void otherMethodIsNamed(String method, String first, String second) throws IOException {
    stored(first, 8, 4);
    if (!second.equals(first)) {
      stored(second, 8, 4);
    }

    assertThat(measured().modules())
        .allSatisfy(
            each -> {
              assertThat(each.module().method().orElseThrow().name()).isEqualTo(method);
              assertThat(each.norm()).isNaN();
            });
  }

  @Test
  void methodOfTheConfigurationIsNamedIfNoTensorIsKnown() throws IOException {
    config("{'peft_type': 'FROB'}").on("a.weight", 2, 2);
    adapter.floats(PEFT + "a.frob_matrix", 1, 2);

    try (TensorFile file = TensorFile.open(adapter.write(folder.resolve("a.safetensors")))) {
      AdapterSummary summary = AdapterSummary.of(Adapter.of(file), List.of(), true);
      assertThat(summary.verdict().toString()).contains("adapter of the method FROB");
      assertThat(summary.hasErrors()).isFalse();
    }
  }

  @Test
  void otherMethodThatDoesNotFitIsAnError() throws IOException {
    stored(PEFT + "a.vera_lambda_b", 24).stored(PEFT + "a.vera_lambda_d", 3);
    stored("base_model.vera_A", 3, 64).on("a.weight", 16, 16);

    assertThat(measured().summary().hasErrors()).isTrue();
  }

  @Test
  void biasOfAFactorIsNoFactor() throws IOException {
    lora("a", 6, 2, 4).stored("a.lora_B.bias", 6);

    Measured measured = measured();

    assertThat(measured.module("a").module().kind()).isEqualTo(AdapterKind.LORA);
    assertThat(measured.summary().verdict().toString()).contains("with biases");
  }

  @Test
  void widenedInputMakesAControlLora() throws IOException {
    lora("img_in", 6, 2, 8).lora("b", 6, 2, 4).on("img_in.weight", 6, 4).on("b.weight", 6, 4);

    Measured measured = measured();

    assertThat(measured.module("img_in").fits(false)).isTrue();
    assertThat(measured.summary().hasErrors()).isFalse();
    assertThat(measured.reason().orElseThrow().sentence().toString())
        .startsWith("Control LoRA: the input img_in is widened from 4 to 8.");
  }

  @Test
  void widerInnerLayerDoesNotFit() throws IOException {
    lora("mlp", 6, 2, 8).lora("b", 6, 2, 4).on("mlp.weight", 6, 4).on("b.weight", 6, 4);

    Measured measured = measured();

    assertThat(measured.summary().hasErrors()).isTrue();
    assertThat(measured.reason().orElseThrow().kind()).isEqualTo(FitReason.Kind.OTHER_SIZE);
  }

  @ParameterizedTest
  @CsvSource({"10, true", "8, false"})
  void replacedVocabularyMustHaveTheRowsOfTheBase(long rows, boolean isMisfit) throws IOException {
    config("{'peft_type': 'LORA', 'r': 2, 'lora_alpha': 2, 'modules_to_save': ['score']}");
    lora(PEFT + "a", 6, 2, 4).on("a.weight", 6, 4);
    for (String name : List.of("embed_tokens", "lm_head", "score")) {
      stored(PEFT + name + ".weight", rows, 4).on(name + ".weight", 8, 4);
    }

    Measured measured = measured();

    assertThat(measured.module(PEFT + "score").module().kind()).isEqualTo(AdapterKind.FULL);
    assertThat(measured.module(PEFT + "score").module().scale()).isEmpty();
    assertThat(measured.summary().hasErrors()).isEqualTo(isMisfit);
    if (isMisfit) {
      assertThat(measured.reason().orElseThrow().sentence().toString())
          .startsWith("3 replaced tensors have 10 rows, the base has 8: the vocabularies differ.")
          .contains("Resize the base to 10 rows, or cut 2 rows");
    } else {
      assertThat(measured.module(PEFT + "score").fit().orElseThrow().relativeChange())
          .isBetween(0.5, 3.0);
    }
  }

  @Test
  void lowRankChangesOfTheVocabularyMustHaveTheRowsOfTheBase() throws IOException {
    config("{'peft_type': 'LORA', 'r': 2, 'lora_alpha': 2}");
    lora(PEFT + "a", 6, 2, 4).lora(PEFT + "lm_head", 10, 2, 4).on("a.weight", 6, 4);
    on("lm_head.weight", 8, 4);

    assertThat(measured().reason().orElseThrow().sentence().toString())
        .startsWith("1 module of embedding and head has 10 rows, the base has 8")
        .contains("Resize the base to 10 rows, or cut 2 rows");
  }

  @Test
  void fewerRowsThanTheBaseCannotBeCut() throws IOException {
    config("{'peft_type': 'LORA', 'r': 2, 'lora_alpha': 2}");
    lora(PEFT + "a", 6, 2, 4).lora(PEFT + "lm_head", 7, 2, 4).on("a.weight", 6, 4);
    on("lm_head.weight", 8, 4);

    assertThat(measured().reason().orElseThrow().sentence().toString())
        .contains("Resize the base to 7 rows before loading.")
        .doesNotContain("cut");
  }

  @Test
  void implausibleNormsAndEmptyReplacementsAreNoted() throws IOException {
    adapter.tensor("a.lora_A.weight", Dtype.F32, TensorFiles.f32(1e19f, 1), 1, 2);
    adapter.tensor("a.lora_B.weight", Dtype.F32, TensorFiles.f32(1e3f, 0), 2, 1);
    lora(PEFT + "b", 6, 2, 4).stored(PEFT + "lm_head.weight", 0);

    assertThat(measured().notes("a"))
        .contains("norm above 1000000, implausible for a trained adapter");
    assertThat(measured().notes(PEFT + "b")).noneMatch(note -> note.contains("norm"));
    assertThat(measured().notes(PEFT + "lm_head"))
        .contains("replaces the weight by a tensor without elements");
  }

  /// Computes the norm of the change of all experts from its definition.
  private static double normOfExperts(float[] a, float[] b, int experts, int rank, int in) {
    int out = b.length / (experts * rank);
    double sum = 0;
    for (int expert = 0; expert < experts; expert++) {
      for (int row = 0; row < out; row++) {
        for (int column = 0; column < in; column++) {
          double change = 0;
          for (int k = 0; k < rank; k++) {
            change +=
                b[row * rank * experts + k * experts + expert]
                    * (double) a[(expert * rank + k) * in + column];
          }
          sum += change * change;
        }
      }
    }
    return Math.sqrt(sum);
  }

  @ParameterizedTest
  @CsvSource({"true", "false"})
  void fusedExpertsHaveTheRankOfOne(boolean isTransposed) throws IOException {
    String experts = PEFT + "l.0.mlp.experts";
    config(
        "{'peft_type': 'LORA', 'r': 2, 'lora_alpha': 4, 'target_parameters':"
            + " ['mlp.experts.down_proj', 'mlp.experts.gate_up_proj']}");
    float[] a = tensor(adapter, experts + ".base_layer.lora_A.weight", 6, 5);
    float[] b = tensor(adapter, experts + ".base_layer.lora_B.weight", 7, 6);
    lora(experts, 5, 6, 4);
    on("l.0.mlp.experts.gate_up_proj", 3, isTransposed ? 5 : 7, isTransposed ? 7 : 5);
    on("l.0.mlp.experts.down_proj", 3, isTransposed ? 4 : 5, isTransposed ? 5 : 4);

    Measured measured = measured();

    MeasuredModule module = measured.module(experts + ".gate_up_proj");
    assertThat(module.module().rank()).hasValue(2);
    assertThat(module.module().scale()).hasValue(2);
    assertThat(module.module().experts()).hasValue(3);
    assertThat(module.module().shape()).contains(Shape.of(3, 7, 5));
    assertThat(module.norm()).isCloseTo(2 * normOfExperts(a, b, 3, 2, 5), within(1e-9));
    assertThat(measured.summary().fits()).isEqualTo(2);
    assertThat(measured.notes(experts + ".gate_up_proj")).containsExactly("3 experts of this rank");
  }

  @Test
  void fusedExpertsWithoutAConfiguredRankHaveNoFigures() throws IOException {
    String experts = PEFT + "l.0.mlp.experts";
    lora(experts, 5, 6, 4).lora(experts + ".base_layer", 8, 6, 5);

    Measured measured = measured();

    MeasuredModule module = measured.module(experts + ".down_proj");
    assertThat(module.module().rank()).isEmpty();
    assertThat(module.module().scale()).isEmpty();
    assertThat(module.norm()).isNaN();
    assertThat(measured.notes(experts + ".down_proj"))
        .containsExactly("fused experts, whose number is unknown");
  }

  @ParameterizedTest
  @CsvSource({"1, 32, true", "32, 32, false", "9999999999, 32, false", "1, 0, true"})
  void alphaOfWholeFactorsHasNoEffect(float alpha, int dimension, boolean isNoted)
      throws IOException {
    stored("lora_unet_a.lokr_w1", 2, 2).stored("lora_unet_a.lokr_w2", 3, 3);
    adapter.floats("lora_unet_a.alpha", alpha);
    if (dimension > 0) {
      adapter.metadata("ss_network_dim", "" + dimension);
    }

    Measured measured = measured();

    assertThat(measured.module("lora_unet_a").module().scale()).hasValue(1);
    assertThat(measured.notes("lora_unet_a").stream().anyMatch(it -> it.startsWith("alpha has no")))
        .isEqualTo(isNoted);
  }

  @Test
  void fusedModuleOfAnotherNamingSchemeIsRecognized() throws IOException {
    stored("lycoris_transformer_blocks_0_attn_to_qkv.lokr_w1", 2, 2);
    stored("lycoris_transformer_blocks_0_attn_to_qkv.lokr_w2", 9, 2);
    stored("lycoris_transformer_blocks_0_attn_to_qkv.dora_scale", 1, 4);
    on("blocks.0.attn.wq.weight", 6, 4).on("blocks.0.attn.wk.weight", 6, 4);

    Measured measured = measured();

    assertThat(measured.reason().orElseThrow().kind()).isEqualTo(FitReason.Kind.FUSED);
    assertThat(measured.reason().orElseThrow().sentence().toString()).contains("DoRA magnitudes");
    assertThat(measured.summary().verdict().toString()).contains("with DoRA magnitudes");
  }

  @ParameterizedTest
  @CsvSource({"6, same network under other names", "7, 'no tensor, or more than one'"})
  void otherNamesOfTheSameShapesAreTheSameNetwork(long out, String words) throws IOException {
    lora("transformer.transformer_blocks.0.attn.to_q", 6, 2, 4);
    lora("transformer.transformer_blocks.0.ff.up", 6, 2, 4);
    on("blocks.0.attn.wq.weight", out, 4).on("blocks.0.mlp.up.weight", out, 4);

    assertThat(measured().reason().orElseThrow().sentence().toString()).contains(words);
  }

  @Test
  void scalesAreComparedWithTheMedianIfNoneIsCommon() throws IOException {
    for (int i = 0; i < 5; i++) {
      String module = "lora_unet_" + i;
      stored(module + ".lora_down.weight", 1, 4).stored(module + ".lora_up.weight", 6, 1);
      adapter.floats(module + ".alpha", new float[] {1, 1.1f, 1.2f, 1.3f, 9}[i]);
    }

    assertThat(measured().notes("lora_unet_4"))
        .anySatisfy(note -> assertThat(note).startsWith("scale 9, where the median is 1.2"));
    assertThat(measured().notes("lora_unet_3")).noneMatch(note -> note.startsWith("scale"));
  }
}
