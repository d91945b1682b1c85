package io.github.tensorloupe.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.testing.SharedFolder;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Files rebuilt from public reports, with the answers that their users needed.
class FieldCasesTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "quantization 01-nvfp4-gate-up-scale2 | 0 | scale-fused; factor of up to 1.255; experts",
        "quantization 03-quark-mxfp4-quantizer-names | 0 | MXFP4 (Quark); groups of 32;"
            + " scale-suffix",
        "quantization 09-exl3-fp8-embed-stale-index | 0 | EXL3, 3-bit; not decoded here",
        "check 09-exl3-fp8-embed-stale-index | 0 | 4 tensors missing in the index",
        "quantization 11-svdquant-int4-with-f8-scales | 1 | scale-dtype; declares INT4",
        "check --values 32-bnb-int8-merged | 1 | !zeros; !warning; has no head_dim",
        "quantization 37-comfy-int8-convrot/zib_int8_convrot.safetensors | 0"
            + " | INT8 ConvRot 256; rotated back",
        "quantization 45-other-quants/aqlm | 0 | AQLM, 1.25-bit; not decoded here; !warning",
        "quantization 45-other-quants/exl2 | 0 | EXL2, 5-bit; not decoded here; !warning",
        "check 35-index-of-another-sharding | 1 | from another save; write a new index",
        "check 46-vllm-sharded-state | 0 | slices of one process",
        "info --summary 45-other-quants/aqlm | 0 | method that is not decoded; AQLM; !81,920",
        "info --summary 45-other-quants/exl2 | 0 | 98,304; EXL2; !assumed",
        "info --summary 48-mlx-g32-clean | 0 | 426,624",
        "quantization 48-mlx-g32-clean | 0 | groups of 32; !warning",
        "lora 13-dokr-fused-vs-split/dokr.safetensors --base"
            + " 13-dokr-fused-vs-split/base.safetensors | 1 | DoRA; in one module; in several"
            + " tensors",
        "lora 14-lokr-whole-factors-alpha-1/character-lokr.safetensors | 0"
            + " | alpha has no effect; 0.0313; fixed",
        "lora 16-peft-target-parameters-moe --base 16-peft-target-parameters-moe/base | 0"
            + " | experts.gate_up_proj; experts.down_proj; rank 4; 4 experts; 2.000; fits",
        "lora 17-adapter-other-vocabulary/adapter_model.safetensors"
            + " --base 17-adapter-other-vocabulary/base | 1"
            + " | 2 replaced tensors have 516 rows, the base has 512",
        "lora 18-oft-flux/oft-flux.safetensors | 0 | OFT; !unknown",
        "lora 19-flux-control-lora/flux1-canny-dev-lora.safetensors"
            + " --base 19-flux-control-lora/base/flux1-dev.safetensors | 0"
            + " | with biases; Control LoRA; from 64 to 128",
        "lora 44-other-adapters/glora.safetensors | 0 | GLoRA; !Other tensors",
        "lora 44-other-adapters/boft | 0 | BOFT; !Other tensors",
        "lora 54-krea2-diffusers-lora-native-base/lora.safetensors"
            + " --base 54-krea2-diffusers-lora-native-base/base | 1"
            + " | same network under other names",
      })
  void answerContainsTheCause(String command, int exitCode, String answers) {
    Path folder = SharedFolder.file("field");

    Ran ran = Ran.in(folder, command.split(" "));

    String output = ran.out();
    for (String answer : answers.split("; ")) {
      if (answer.startsWith("!")) {
        assertThat(output).doesNotContain(answer.substring(1));
      } else {
        assertThat(output).contains(answer);
      }
    }
    assertThat(ran.exitCode()).isEqualTo(exitCode);
  }
}
