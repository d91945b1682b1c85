package io.github.tensorloupe.desktop.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.github.tensorloupe.adapter.AdapterKind;
import io.github.tensorloupe.adapter.AdapterModule;
import io.github.tensorloupe.adapter.Factor;
import io.github.tensorloupe.adapter.MeasuredModule;
import io.github.tensorloupe.adapter.ModuleFigures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class NetworkPositionTest {

  static Stream<List<String>> networks() {
    return Stream.of(
        List.of(
            "lora_te1_text_model_encoder_layers_2_mlp_fc1",
            "lora_te1_text_model_encoder_layers_10_mlp_fc1",
            "lora_te2_text_model_encoder_layers_0_mlp_fc1",
            "lora_unet_time_embed",
            "lora_unet_input_blocks_4_1_transformer_blocks_9_attn1_to_q",
            "lora_unet_input_blocks_4_1_transformer_blocks_10_attn1_to_q",
            "lora_unet_input_blocks_10_0_in_layers_2",
            "lora_unet_middle_block_1_transformer_blocks_0_attn1_to_q",
            "lora_unet_output_blocks_0_1_transformer_blocks_0_attn1_to_q",
            "lora_unet_out"),
        List.of(
            "text_encoder.text_model.encoder.layers.0.mlp.fc1",
            "transformer.x_embedder",
            "transformer.transformer_blocks.2.attn.to_q",
            "transformer.transformer_blocks.11.attn.to_q",
            "transformer.single_transformer_blocks.0.attn.to_q",
            "transformer.proj_out"),
        List.of(
            "base_model.model.model.embed_tokens",
            "base_model.model.model.layers.1.self_attn.q_proj",
            "base_model.model.model.layers.12.mlp.up_proj",
            "base_model.model.lm_head"),
        List.of("unet:0", "unet:1", "unet:11"));
  }

  @ParameterizedTest
  @MethodSource("networks")
  void modulesAreInDataFlowOrder(List<String> inOrder) {
    List<String> shuffled = new ArrayList<>(inOrder);
    Collections.shuffle(shuffled, new Random(7));
    List<MeasuredModule> modules = shuffled.stream().map(NetworkPositionTest::module).toList();
    assertThat(NetworkPosition.inOrder(modules))
        .extracting(each -> each.module().name())
        .containsExactlyElementsOf(inOrder);
  }

  @ParameterizedTest
  @ValueSource(strings = {"mid_block.", "model.", "_final", "base_model.model.", "0."})
  void longNamesTakeLinearTime(String part) {
    String name = part.repeat(500_000 / part.length());

    assertTimeoutPreemptively(
        Duration.ofSeconds(30),
        () ->
            assertThat(NetworkPosition.inOrder(List.of(module(name + "\nx"), module(name + "!"))))
                .hasSize(2));
  }

  private static MeasuredModule module(String name) {
    AdapterModule module =
        new AdapterModule(
            name,
            AdapterKind.UNKNOWN,
            new EnumMap<>(Factor.class),
            OptionalInt.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            OptionalInt.empty(),
            OptionalDouble.empty());
    return new MeasuredModule(
        module, new ModuleFigures(Double.NaN, List.of(), false, 0), Optional.empty());
  }
}
