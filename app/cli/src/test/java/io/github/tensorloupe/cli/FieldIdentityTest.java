package io.github.tensorloupe.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.testing.SharedFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What `info --summary` says about files that were rebuilt from public reports.
class FieldIdentityTest {

  private static String summary(String path) throws IOException {
    Path file = SharedFolder.file("field/" + path);
    return Ran.in(file.getParent(), "info", "--summary", file.getFileName().toString()).out();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          13-dokr-fused-vs-split/base.safetensors | Diffusion model alone, Krea 2
          13-dokr-fused-vs-split/dokr.safetensors | DoRA adapter, Krea 2
          14-lokr-whole-factors-alpha-1/character-lokr.safetensors | LoKr adapter, Anima
          18-oft-flux/oft-flux.safetensors | OFT adapter, Flux.1
          19-flux-control-lora/flux1-canny-dev-lora.safetensors | LoRA adapter, Flux.1
          23-wan-vae-16-or-48/wan_2.1_vae.safetensors | VAE, Wan 2.1 or Qwen-Image
          23-wan-vae-16-or-48/wan2.2_vae.safetensors | VAE, Wan 2.2
          29-orig-mod-prefix/after/model.safetensors | Language model, Llama
          37-comfy-int8-convrot/zib_int8_convrot.safetensors | Diffusion model alone, Z-Image
          37-comfy-int8-convrot/original/zib_bf16.safetensors | Diffusion model alone, Z-Image
          42-f5tts-ema-only/model_1250000.safetensors | Speech model, F5-TTS
          43-flux-bfl-vs-diffusers/flux1-dev.safetensors | Diffusion model alone, Flux.1
          43-flux-bfl-vs-diffusers/tuned/diffusion_pytorch_model.safetensors | Diffusion model alone, Flux.1
          44-other-adapters/boft/adapter_model.safetensors | BOFT adapter
          44-other-adapters/glora.safetensors | GLoRA adapter
          54-krea2-diffusers-lora-native-base/base/krea2.safetensors | Diffusion model alone, Krea 2
          54-krea2-diffusers-lora-native-base/lora.safetensors | LoRA adapter, Krea 2
          55-families/anima.safetensors | Diffusion model alone, Anima
          55-families/chronos.safetensors | Encoder-decoder language model
          55-families/clip-vision.safetensors | Image encoder, CLIP
          55-families/controlnet-sd15.safetensors | ControlNet
          55-families/flux2.safetensors | Diffusion model alone, Flux.2
          55-families/hunyuan-video-1.5.safetensors | Diffusion model alone, HunyuanVideo 1.5
          55-families/kandinsky5.safetensors | Diffusion model alone, Kandinsky 5
          55-families/krea2.safetensors | Diffusion model alone, Krea 2
          55-families/ltxv.safetensors | Diffusion model alone, LTX Video
          55-families/omnigen2.safetensors | Diffusion model alone, OmniGen 2
          55-families/pixart.safetensors | Diffusion model alone, PixArt
          55-families/rwkv7.safetensors | Language model, RWKV-7
          55-families/sd35.safetensors | Diffusion model alone, Stable Diffusion 3
          55-families/t5xxl.safetensors | Text encoder, T5 1.1
          55-families/upscaler-esrgan.safetensors | Upscaler, ESRGAN
          55-families/whisper.safetensors | Speech model, Whisper
          """)
  void kindAndFamilyAreNamed(String path, String headline) throws IOException {
    assertThat(summary(path).lines().findFirst().orElseThrow()).contains(": " + headline);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          19-flux-control-lora/flux1-canny-dev-lora.safetensors | widened from 64 to 128 channels
          19-flux-control-lora/flux1-canny-dev-lora.safetensors | With biases
          23-wan-vae-16-or-48/wan_2.1_vae.safetensors | Latent channels   16
          23-wan-vae-16-or-48/wan2.2_vae.safetensors | Latent channels   48
          30-fsdp-flat-parameters/model.safetensors | one-dimensional slices of an FSDP run
          42-f5tts-ema-only/model_1250000.safetensors | prefix ema_model. that inference code removes
          46-vllm-sharded-state/model-rank-0-part-0.safetensors | slices of one rank of a tensor-parallel run
          """)
  void peculiaritiesAreNamed(String path, String fact) throws IOException {
    assertThat(summary(path)).contains(fact);
  }

  @ParameterizedTest
  @CsvSource({
    "30-fsdp-flat-parameters/model.safetensors",
    "46-vllm-sharded-state/model-rank-0-part-0.safetensors",
    "46-vllm-sharded-state/model-rank-1-part-0.safetensors"
  })
  void slicesHaveNoSizesOfTheModel(String path) throws IOException {
    assertThat(summary(path))
        .doesNotContain(
            List.of("Parameters", "Vocabulary", "Hidden size", "heads", "Queries per key"));
  }

  @ParameterizedTest
  @CsvSource({"19-flux-control-lora/flux1-canny-dev-lora.safetensors"})
  void aLoraDoesNotTellDevFromSchnell(String path) throws IOException {
    assertThat(summary(path)).doesNotContain("dev)").doesNotContain("schnell");
  }
}
