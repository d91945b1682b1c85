package io.github.tensorloupe.analysis.layers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LayerRoleTest {

  @ParameterizedTest
  @CsvSource({
    "model.layers.10.self_attn.q_proj.weight,model.layers,10,self_attn.q_proj.weight",
    "transformer.h.3.attn.c_attn.weight,transformer.h,3,attn.c_attn.weight",
    "blocks.0.norm,blocks,0,norm",
    "bert.encoder.layer.11.output.dense.bias,bert.encoder.layer,11,output.dense.bias",
    "double_blocks.18.img_attn.qkv.weight,double_blocks,18,img_attn.qkv.weight",
    "visual.transformer.resblocks.5.ln_1.weight,visual.transformer.resblocks,5,ln_1.weight",
    "layer1.2.conv1.weight,layer1,2,conv1.weight",
    "model.layers.3.mlp.experts.7.w1.weight,model.layers,3,mlp.experts.7.w1.weight",
    "vision.merger.0.layers.4.norm,vision.merger.0.layers,4,norm",
    "encoder.block.2.layer.1.DenseReluDense.wo.weight,encoder.block,2,"
        + "layer.1.DenseReluDense.wo.weight",
  })
  void numberAfterTheLayerWordIsTheLayer(String name, String stack, int layer, String role) {
    assertThat(LayerRole.of(name)).contains(new LayerRole(stack, layer, role));
  }

  @ParameterizedTest
  @CsvSource({
    "lora_te_text_model_encoder_layers_11_mlp_fc1.alpha,lora_te_text_model_encoder_layers,11,"
        + "mlp_fc1.alpha",
    "lora_unet_double_blocks_0_img_attn_proj.lora_down.weight,lora_unet_double_blocks,0,"
        + "img_attn_proj.lora_down.weight",
    "unet:17:down,unet,17,down",
    "encoder/layers/2/kernel,encoder/layers,2,kernel",
  })
  void otherSeparatorsAreLikeDots(String name, String stack, int layer, String role) {
    assertThat(LayerRole.of(name)).contains(new LayerRole(stack, layer, role));
  }

  @Test
  void numberAtAnEndOfTheNameCounts() {
    assertThat(LayerRole.of("0.weight")).contains(new LayerRole("", 0, "weight"));
    assertThat(LayerRole.of("scales.12")).contains(new LayerRole("scales", 12, ""));
    assertThat(LayerRole.of("7")).contains(new LayerRole("", 7, ""));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ".",
        "embed.weight",
        "conv_1.weight",
        "fc1.weight",
        "layers.100001.weight",
        "layers.0000001.weight",
        "layers.-1.weight",
        "layers.٣.weight",
        "h._.weight"
      })
  void nameWithoutSuchANumberHasNoLayer(String name) {
    assertThat(LayerRole.of(name)).isEmpty();
  }

  @Test
  void largestLayerIsOne() {
    assertThat(LayerRole.of("layers.100000.w")).contains(new LayerRole("layers", 100_000, "w"));
    assertThatIllegalArgumentException().isThrownBy(() -> new LayerRole("a", 100_001, "b"));
  }

  @Test
  void tooManyNestedNumbersAreIgnoredInLinearTime() {
    String name = "lora_unet.blocks" + ".0".repeat(200_000);

    assertTimeoutPreemptively(
        Duration.ofSeconds(60), () -> assertThat(LayerNumber.nested(name)).isEmpty());
    assertThat(LayerNumber.nested("lora_unet.blocks.0.1.2.x")).hasSize(3);
  }
}
