package io.github.tensorloupe.demo;

import module java.base;

import io.github.tensorloupe.demo.SampleFile.SampleTensor;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.Sha256;

final class LoraSample {

  private static final int RANK = 8;
  private static final int WIDTH = 64;

  private LoraSample() {}

  static byte[] bytes() {
    List<SampleTensor> tensors = tensors();
    String dataSha256 = Sha256.hex(new SampleFile(tensors, Map.of()).dataBuffer());
    return new SampleFile(tensors, metadata(dataSha256)).bytes();
  }

  private static List<SampleTensor> tensors() {
    List<SampleTensor> tensors = new ArrayList<>();
    for (int block = 0; block < 4; block++) {
      String prefix =
          "lora_unet_down_blocks_%d_attentions_0_transformer_blocks_0_".formatted(block);
      for (String part : List.of("attn1_to_q", "attn1_to_k", "attn1_to_v", "attn1_to_out_0")) {
        addPair(tensors, prefix + part);
      }
    }
    for (int layer = 0; layer < 12; layer++) {
      addPair(tensors, "lora_te_text_model_encoder_layers_%d_mlp_fc1".formatted(layer));
    }
    return tensors;
  }

  private static void addPair(List<SampleTensor> tensors, String module) {
    String down = module + ".lora_down.weight";
    String up = module + ".lora_up.weight";
    tensors.add(SampleTensor.of(module + ".alpha", Dtype.F16, () -> RANK / 2.0));
    tensors.add(SampleTensor.normal(down, Dtype.F16, 0, 0.12, RANK, WIDTH));
    tensors.add(SampleTensor.normal(up, Dtype.F16, 0, 0.03, WIDTH, RANK));
  }

  private static Map<String, String> metadata(String dataSha256) {
    String thumbnail = Base64.getEncoder().encodeToString(thumbnail());
    Map<String, String> metadata = new LinkedHashMap<>();
    new String(resource("lora-metadata.txt"), StandardCharsets.UTF_8)
        .replace("{dataSha256}", dataSha256)
        .replace("{thumbnail}", thumbnail)
        .lines()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.split(" = ", 2))
        .forEach(entry -> metadata.put(entry[0], entry[1].replace("\\n", "\n")));
    return metadata;
  }

  static byte[] thumbnail() {
    return resource("thumbnail.png");
  }

  private static byte[] resource(String name) {
    try (InputStream file = LoraSample.class.getResourceAsStream(name)) {
      return file.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
