package io.github.tensorloupe.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class InfoSummaryTest {

  @TempDir Path folder;

  private Path lora(String name) throws IOException {
    return new TensorFiles()
        .tensor("lora_unet_x_attn2_to_k.lora_down.weight", Dtype.F16, new byte[3072], 2, 768)
        .metadata("ss_base_model_version", "sd_v1\n")
        .write(folder.resolve(name));
  }

  private void set() throws IOException {
    new TensorFiles()
        .tensor("model.layers.0.self_attn.q_proj.weight", Dtype.F16, new byte[8], 2, 2)
        .write(folder.resolve("model-00001-of-00002.safetensors"));
    new TensorFiles()
        .tensor("model.norm.weight", Dtype.F16, new byte[4], 2)
        .write(folder.resolve("model-00002-of-00002.safetensors"));
    Files.writeString(
        folder.resolve("model.safetensors.index.json"),
        """
        {"metadata":{},"weight_map":{
          "model.layers.0.self_attn.q_proj.weight":"model-00001-of-00002.safetensors",
          "model.norm.weight":"model-00002-of-00002.safetensors"}}
        """);
  }

  @Test
  void objectSaysWhatItIsAndWhy() throws IOException {
    lora("a.safetensors");

    JsonNode object = Ran.in(folder, "info", "--summary", "--json", "a.safetensors").object();

    assertThat(object.get("path").asText()).isEqualTo("a.safetensors");
    assertThat(object.get("kind").asText()).isEqualTo("lora");
    assertThat(object.get("family").asText()).isEqualTo("Stable Diffusion 1.x");
    assertThat(object.get("rank").asLong()).isEqualTo(2);
    assertThat(object.get("parameters").asLong()).isEqualTo(1536);
    assertThat(object.get("layers").isNull()).isTrue();
    JsonNode first = object.get("statements").get(0);
    assertThat(first.get("what").asText()).isEqualTo("kind");
    assertThat(first.get("evidence").get(0).get("tensor").asText())
        .isEqualTo("lora_unet_x_attn2_to_k.lora_down.weight");
    assertThat(first.get("evidence").get(0).get("shape").toString()).isEqualTo("[2,768]");
  }

  @Test
  void aDescriptionOfSeveralLinesIsShownOnOne() throws IOException {
    new TensorFiles()
        .floats("a", 1)
        .metadata("modelspec.description", "First.\n\n  Second.\n")
        .write(folder.resolve("a.safetensors"));

    assertThat(Ran.in(folder, "info", "--summary", "a.safetensors").out())
        .contains("First. Second.");
  }

  @Test
  @Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void pipesInPlaceOfConfigurationsAreReported() throws IOException, InterruptedException {
    lora("a.safetensors");
    BadInputTest.makePipe(folder.resolve("config.json"));
    BadInputTest.makePipe(folder.resolve("adapter_config.json"));
    String config = "config.json is not a readable JSON object";
    String adapter = "adapter_config.json is not a regular file";

    assertThat(Ran.in(folder, "info", "--summary", "a.safetensors").out())
        .contains(config, adapter);
    assertThat(Ran.in(folder, "info", "--summary", "--json", "a.safetensors").err())
        .contains("a.safetensors: " + config, "a.safetensors: " + adapter);
    assertThat(Ran.in(folder, "quantization", "a.safetensors").out()).contains(config);
    assertThat(Ran.in(folder, "lora", "a.safetensors").out()).contains(adapter);
    assertThat(Ran.in(folder, "lora", "--json", "a.safetensors").err()).contains(adapter);
    assertThat(Ran.in(folder, "compare", "--lora", "a.safetensors", "a.safetensors").err())
        .contains(adapter);
  }

  @Test
  void aSetIsOneObject() throws IOException {
    set();

    Ran ran = Ran.in(folder, "info", "--summary", "--json", ".");

    assertThat(ran.exitCode()).isZero();
    assertThat(ran.object().get("kind").asText()).isEqualTo("language-model");
    assertThat(ran.object().get("hiddenSize").asLong()).isEqualTo(2);
  }

  @Test
  void missingShardIsIdentifiedFromNamesInTheIndex() throws IOException {
    set();
    Files.delete(folder.resolve("model-00001-of-00002.safetensors"));

    Ran json = Ran.in(folder, "info", "--summary", "--json", "model.safetensors.index.json");
    Ran text = Ran.in(folder, "info", "--summary", "model.safetensors.index.json");

    assertThat(json.exitCode()).isEqualTo(1);
    assertThat(json.object().get("kind").asText()).isEqualTo("language-model");
    assertThat(json.object().get("statements").get(0).get("evidence").get(0).toString())
        .isEqualTo("{\"tensor\":\"model.layers.0.self_attn.q_proj.weight\"}");
    assertThat(text.out())
        .contains("from model.layers.0.self_attn.q_proj.weight in the index\n")
        .contains("1 of 2 tensors are in missing shards");
  }

  @Test
  void theVerdictOnASetIsThatOfCheck() throws IOException {
    set();
    for (int number = 1; number <= 2; number++) {
      Files.writeString(
          folder.resolve("model-0000%d-of-00002.safetensors".formatted(number)),
          "version https://git-lfs.github.com/spec/v1\noid sha256:%064d\nsize 9\n".formatted(1));
    }

    Ran json = Ran.in(folder, "info", "--summary", "--json", ".");
    Ran text = Ran.in(folder, "info", "--summary", ".");
    Ran check = Ran.in(folder, "check", "--json", ".");

    assertThat(json.exitCode()).isEqualTo(1);
    assertThat(json.object().get("verdict").asText())
        .isEqualTo(check.objects().getFirst().get("verdict").asText())
        .isEqualTo("refused");
    assertThat(text.out())
        .startsWith("./model.safetensors.index.json: Language model, refused\n")
        .contains("shard-refused: The shard model-00001-of-00002.safetensors is refused")
        .contains("shard-refused: The shard model-00002-of-00002.safetensors is refused");
  }

  @Test
  void errorsOfASetThatLoadsAreNamed() throws IOException {
    set();
    Files.writeString(
        folder.resolve("model.safetensors.index.json"),
        """
        {"weight_map":{
          "model.layers.0.self_attn.q_proj.weight":"model-00002-of-00002.safetensors",
          "model.norm.weight":"model-00002-of-00002.safetensors"}}
        """);

    String index = "model.safetensors.index.json";
    Ran json = Ran.in(folder, "info", "--summary", "--json", index);
    Ran text = Ran.in(folder, "info", "--summary", index);
    Ran check = Ran.in(folder, "check", "--json", index);

    assertThat(json.object().get("verdict").asText())
        .isEqualTo(check.objects().getFirst().get("verdict").asText());
    assertThat(json.exitCode()).isEqualTo(check.exitCode()).isEqualTo(1);
    assertThat(json.err()).contains("model.layers.0.self_attn.q_proj.weight");
    assertThat(text.out()).contains("Error             tensor-").doesNotContain("refused");
  }

  @Test
  void dataThatAreKnownAreNotCalledUnknown() throws IOException {
    Files.write(folder.resolve("a.safetensors"), new byte[] {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0});

    assertThat(Ran.in(folder, "check", "a.safetensors").out().lines().findFirst().orElseThrow())
        .contains("data compressed with gzip")
        .doesNotContain("unknown");
    for (String option : new String[] {"--summary", "a.safetensors"}) {
      assertThat(Ran.in(folder, "info", option, "a.safetensors").out())
          .contains("data compressed with gzip")
          .doesNotContain("unknown kind");
    }
  }

  @Test
  void textShowsEvidenceWithoutBlankLines() throws IOException {
    lora("a.safetensors");

    Ran ran = Ran.in(folder, "info", "--summary", "a.safetensors");

    assertThat(ran.out())
        .startsWith("a.safetensors: LoRA adapter, Stable Diffusion 1.x\n")
        .contains("  Rank              2\n")
        .contains("from lora_unet_x_attn2_to_k.lora_down.weight F16 [2, 768]\n")
        .doesNotContain("\n\n");
  }

  @Test
  void aFileThatIsNoneIsUnknownAndSaysWhatItIs() throws IOException {
    Files.writeString(folder.resolve("a.safetensors"), "<!DOCTYPE html><title>x</title>");

    Ran json = Ran.in(folder, "info", "--summary", "--json", "a.safetensors");
    Ran text = Ran.in(folder, "info", "--summary", "a.safetensors");

    assertThat(json.exitCode()).isEqualTo(1);
    assertThat(json.object().get("kind").asText()).isEqualTo("unknown");
    assertThat(json.object().get("statements")).isEmpty();
    assertThat(text.out()).contains("refused");
  }

  @Test
  void anUnreadablePathYieldsAnObjectToo() {
    Ran ran = Ran.in(folder, "info", "--summary", "--json", "none.safetensors");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.object().get("kind").asText()).isEqualTo("unknown");
    assertThat(ran.err()).contains("none.safetensors");
  }

  @Test
  void headlineOfAnIndexIsWhatTheSetIs() throws IOException {
    set();
    Files.delete(folder.resolve("model-00001-of-00002.safetensors"));
    Files.delete(folder.resolve("model-00002-of-00002.safetensors"));

    assertThat(Ran.in(folder, "info", "--summary", "model.safetensors.index.json").out())
        .startsWith("model.safetensors.index.json: Language model, refused\n");
    set();
    assertThat(Ran.in(folder, "info", "--summary", "model.safetensors.index.json").out())
        .startsWith("model.safetensors.index.json: Language model\n");
  }

  @Test
  void filesAreSeparatedByAnEmptyLineAndUnknownFilesHaveNoKind() throws IOException {
    new TensorFiles().floats("a", 1).write(folder.resolve("a.safetensors"));
    String spaced = " {\"a\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1]}}";
    TensorFiles.raw(folder.resolve("b.safetensors"), spaced, 1);

    Ran ran = Ran.in(folder, "info", "--summary", "a.safetensors", "none", "b.safetensors");

    assertThat(ran.out())
        .isEqualTo(
            """
            a.safetensors: Unknown
              Parameters        1
              Dtypes            F32 100 %
              Memory            4 B as stored, 2 B with 16 bits a weight

            b.safetensors: Unknown
              Warning           leading-whitespace: The header begins with 1 byte of white space: expected '{'.
              Buffers           1
              Dtypes            U8 100 %
              Memory            1 B as stored
            """);
  }

  @Test
  void contradictionsAndFormatAreHighlightedAndEvidenceIsFaint() throws IOException {
    new TensorFiles()
        .tensor("lora_unet_x_attn2_to_k.lora_down.weight", Dtype.F16, new byte[3072], 2, 768)
        .metadata("ss_base_model_version", "sdxl_base_v1-0")
        .metadata("modelspec.title", "T")
        .write(folder.resolve("l.safetensors"));
    set();

    String lora = Ran.inColors(folder, "info", "--summary", "l.safetensors").out();
    String model = Ran.inColors(folder, "info", "--summary", "model.safetensors.index.json").out();

    assertThat(lora)
        .startsWith(Style.STRONG.paint("l.safetensors") + ": LoRA adapter, Stable Diffusion 1.x\n")
        .contains(
            "  Contradiction     "
                + Style.NOTABLE.paint(
                    "The metadata say Stable Diffusion XL, the tensors say Stable Diffusion 1.x.")
                + "\n                    "
                + Style.FAINT.paint("from ss_base_model_version = sdxl_base_v1-0")
                + "\n")
        .contains(
            "  Title             T\n                    "
                + Style.FAINT.paint("from modelspec.title")
                + "\n")
        .contains("  Rank              2\n");
    assertThat(model).contains("  format            \u001b[33mThe metadata of 2 of 2 files lack");
  }

  @Test
  void longValuesAndLongEvidenceAreCut() throws IOException {
    new TensorFiles()
        .floats("a", 1)
        .metadata("modelspec.title", "x".repeat(400))
        .write(folder.resolve("a.safetensors"));

    String out = Ran.in(folder, "info", "--summary", "a.safetensors").out();

    String title = out.lines().filter(line -> line.startsWith("  Title")).findFirst().orElseThrow();
    assertThat(title.chars().filter(each -> each == 'x').count()).isBetween(250L, 300L);
  }
}
