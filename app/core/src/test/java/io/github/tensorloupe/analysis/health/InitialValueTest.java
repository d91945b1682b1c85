package io.github.tensorloupe.analysis.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class InitialValueTest {

  private static Optional<InitialValue> of(String name, long... shape) {
    return InitialValue.of(new TensorInfo(name, Dtype.F32, Shape.of(shape), 0, 0));
  }

  @ParameterizedTest
  @CsvSource({
    "model.layers.0.input_layernorm.weight, NORM_WEIGHT",
    "transformer.h.0.ln_1.weight, NORM_WEIGHT",
    "layer1.0.bn1.weight, NORM_WEIGHT",
    "bert/encoder/LayerNorm/gamma, NORM_WEIGHT",
    "double_blocks.0.img_attn.norm.query_norm.scale, NORM_WEIGHT",
    "down_blocks.0.in_layers.0.weight, NORM_WEIGHT",
    "layer1.0.bn1.running_var, VARIANCE",
    "layer1.0.bn1.running_mean, MEAN",
    "layer1.0.bn1.num_batches_tracked, BATCH_COUNT",
    "model.layers.0.input_layernorm.bias, BIAS",
    "attn.in_proj_bias, BIAS",
    "bert/encoder/LayerNorm/beta, BIAS",
    "model.layers.0.q_proj.lora_B.weight, ADAPTER",
    "model.layers.0.q_proj.lora_B.default.weight, ADAPTER",
    "lora_unet_down_blocks_0_to_k.lora_up.weight, ADAPTER",
    "unet.to_k_lora.up.weight, ADAPTER"
  })
  void tensorsAreKnownByTheirNames(String name, InitialValue value) {
    assertThat(of(name, 8)).contains(value);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "model.layers.0.q_proj.weight",
        "model.layers.0.q_proj.lora_A.weight",
        "model.layers.0.norm1.linear.weight",
        "relative_position_bias_table",
        "weight_scale",
        "abnormal.weights",
        "",
        "."
      })
  void othersHaveNoHabit(String name) {
    assertThat(of(name, 8, 8)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "ln, true", "my_ln, true", "ln_1, true", "bn12, true", "gn_f, true", "xnormx, true",
    "_ln, false", "__ln, true", "aln, false", "ln1a, false", "ln_, false", "ln_!, false",
    "norm-1, false", "q, false", "a_ln_b_bn1x, true", "a_ln9_x, false"
  })
  void normsAreKnownByTheNameOfTheLayer(String layer, boolean isNorm) {
    assertThat(of("a." + layer + ".weight", 8, 8).isPresent()).isEqualTo(isNorm);
  }

  @Test
  void onlyTheZerosOfAnAdapterSayThatSomethingIsMissing() {
    assertThat(InitialValue.values())
        .filteredOn(value -> !value.isHarmless())
        .containsExactly(InitialValue.ADAPTER);
  }
}
