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
      textBlock =
          """
          quantization 01-nvfp4-gate-up-scale2 | 0 | warning  scale-fused; factor of up to 1.255; 2 experts of this layer (1, 3); use one global scale, so up_proj is wrong by this factor
          check --values 01-nvfp4-gate-up-scale2 | 0 | warning  scale-fused
          info --summary 01-nvfp4-gate-up-scale2 | 0 | NVFP4, 4-bit, groups of 16
          quantization 03-quark-mxfp4-quantizer-names | 0 | MXFP4 (Quark); groups of 32; scale-suffix; use a loader that maps the names of Quark
          info --summary 03-quark-mxfp4-quantizer-names | 0 | MXFP4 (Quark), 4-bit, groups of 32; Warning           scale-suffix
          check 04-mlx-config-8-stored-4 | 1 | error    config-quantization-bits: config.json says 8 bits; have 4; Loaders that use the configured width stop
          quantization 04-mlx-config-8-stored-4 | 0 | MLX, 4-bit; config.json says 8 bits
          info --summary 04-mlx-config-8-stored-4 | 0 | MLX, 4-bit; config.json says 8 bits
          check 06-lm-head-missing-untied | 1 | error    config-head-missing; tie_word_embeddings: false; lm_head.weight is not stored
          info --summary 06-lm-head-missing-untied | 0 | lm_head.weight is not stored
          check --values 07-tied-but-real-head | 0 | warning  config-head-differs; tie_word_embeddings: true; ignore the stored head
          check 07-tied-but-real-head | 0 | config-head-stored; check --values
          quantization 09-exl3-fp8-embed-stale-index | 0 | EXL3, 3-bit; EXL3, 4-bit; not decoded here; a plain cast: model.language_model.embed_tokens.weight; !warning
          check 09-exl3-fp8-embed-stale-index | 0 | 4 tensors missing in the index; write a correct index
          info --summary 09-exl3-fp8-embed-stale-index | 0 | bits 2.87; a plain cast; tensor-not-in-index; And 3 more
          quantization 11-svdquant-int4-with-f8-scales | 1 | error    scale-dtype; F8_E4M3; declares INT4; !Convert
          info --summary 11-svdquant-int4-with-f8-scales | 0 | Error             scale-dtype
          lora 13-dokr-fused-vs-split/dokr.safetensors --base 13-dokr-fused-vs-split/base.safetensors | 1 | changes in one module; to_qkv; in several tensors; attn.wq; DoRA
          lora 14-lokr-whole-factors-alpha-1/character-lokr.safetensors | 0 | alpha has no effect, because both factors are whole; 0.0313; 1.000  fixed
          lora 16-peft-target-parameters-moe --base 16-peft-target-parameters-moe/base | 0 | experts.gate_up_proj; experts.down_proj; rank 4; 4 experts; 2.000; fits
          info --summary 16-peft-target-parameters-moe/adapter_model.safetensors | 0 | Rank              4,; !4 to 16
          lora 17-adapter-other-vocabulary/adapter_model.safetensors --base 17-adapter-other-vocabulary/base | 1 | 2 replaced tensors have 516 rows, the base has 512; Resize the base to 516 rows, or cut 4 rows
          lora 18-oft-flux/oft-flux.safetensors | 0 | OFT; !unknown
          info --summary 18-oft-flux/oft-flux.safetensors | 0 | OFT adapter, Flux.1
          lora 19-flux-control-lora/flux1-canny-dev-lora.safetensors --base 19-flux-control-lora/base/flux1-dev.safetensors | 0 | with biases; Control LoRA; from 64 to 128
          info --summary 19-flux-control-lora/flux1-canny-dev-lora.safetensors | 0 | Control LoRA; With biases; !guidance; !schnell
          info --summary 23-wan-vae-16-or-48 | 0 | Wan 2.1 or Qwen-Image; channels   16; VAE, Wan 2.2; channels   48; Not interchangeable
          check 29-orig-mod-prefix/after | 1 | config-prefix; _orig_mod.; find no tensor under its name; must lose the prefix
          check 29-orig-mod-prefix/before | 0 | !config-prefix; !warning; !error
          check 30-fsdp-flat-parameters | 0 | distributed-checkpoint; FSDP; not a checkpoint; !warning; !error
          info --summary 30-fsdp-flat-parameters | 0 | slices of an FSDP run, not a checkpoint; !Parameters; !Vocabulary; !Hidden size
          check --values 32-bnb-int8-merged | 1 | !zeros; !warning; has no head_dim
          info --summary 32-bnb-int8-merged | 0 | LLM.int8(); 426,624
          check 35-index-of-another-sharding | 1 | 00002.safetensors are complete; the index is from another save; write a new index
          info --summary 35-index-of-another-sharding | 1 | are complete; write a new index; 426,624
          index write --dry-run 35-index-of-another-sharding | 0 | 21 tensors in 2 shards
          quantization 37-comfy-int8-convrot/zib_int8_convrot.safetensors | 0 | INT8 ConvRot 256; rotated back
          info --summary 42-f5tts-ema-only | 0 | F5-TTS; Only moving averages (EMA), under the prefix ema_model. that inference code removes
          compare 43-flux-bfl-vs-diffusers/flux1-dev.safetensors 43-flux-bfl-vs-diffusers/tuned | 1 | 68 tensors are equal; (slice); A has the original names of Flux.1, B the Diffusers names
          lora 44-other-adapters/glora.safetensors | 0 | GLoRA; !Other tensors
          lora 44-other-adapters/boft | 0 | BOFT; !Other tensors
          quantization 45-other-quants/aqlm | 0 | AQLM, 1.25-bit; not decoded here; !warning
          quantization 45-other-quants/exl2 | 0 | EXL2, 5-bit; not decoded here; !warning
          info --summary 45-other-quants/aqlm | 0 | method that is not decoded; AQLM; !81,920
          info --summary 45-other-quants/exl2 | 0 | 98,304; EXL2; !assumed
          check 46-vllm-sharded-state | 0 | slices of one process; vLLM; !warning; !error
          info --summary 46-vllm-sharded-state | 0 | slices of one rank; !Parameters; !Vocabulary; !Hidden size
          compare 46-vllm-sharded-state/model-rank-0-part-0.safetensors 46-vllm-sharded-state/model-rank-1-part-0.safetensors | 1 | slices of one model; A is of rank 0 and B of rank 1; after joining; !unrelated
          info --summary 48-mlx-g32-clean | 0 | 426,624
          quantization 48-mlx-g32-clean | 0 | groups of 32; !warning; !error
          check 50-layers-missing-vs-config | 1 | error    config-layers-missing; says 3 layers; the tensors have 2; fills layer 2 with random values
          check 53-config-other-vocab | 1 | error    config-vocabulary; a vocabulary of 512; has 480 rows; transformers stops
          lora 54-krea2-diffusers-lora-native-base/lora.safetensors --base 54-krea2-diffusers-lora-native-base/base | 1 | same network under other names; attn.to_k is blocks.0.attn.wk
          """)
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
