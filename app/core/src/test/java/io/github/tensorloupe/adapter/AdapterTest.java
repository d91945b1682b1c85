package io.github.tensorloupe.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AdapterTest {

  private static final int LAYERS = 600;

  @TempDir Path folder;

  private final TensorFiles files = new TensorFiles();

  private Optional<Adapter> find() throws IOException {
    Path path = files.write(folder.resolve("a.safetensors"));
    try (Checkpoint checkpoint = Checkpoint.open(path, Cancellation.NEVER, Progress.NONE)) {
      return Adapter.find(checkpoint);
    }
  }

  @Test
  void modulesAreFoundAfterManyOtherTensors() throws IOException {
    for (int layer = 0; layer < LAYERS; layer++) {
      files.floats("head.%d.weight".formatted(layer), 1);
    }
    for (int layer = 0; layer < LAYERS; layer++) {
      files.tensor("m.%d.lora_A.weight".formatted(layer), Dtype.F32, new byte[8], 1, 2);
      files.tensor("m.%d.lora_B.weight".formatted(layer), Dtype.F32, new byte[8], 2, 1);
    }

    assertThat(find().orElseThrow().modules()).hasSize(LAYERS);
  }

  @Test
  void weightsOfACheckpointAreNoModules() throws IOException {
    files.floats("m.0.weight", 1).floats("m.0.bias", 1).floats("m.1.alpha", 1);

    assertThat(find()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "{'lora_alpha': '16'}, lora_alpha in adapter_config.json is not a number and is ignored.",
        "[], adapter_config.json is not a JSON object and is ignored.",
        "{bad, adapter_config.json is not a JSON object and is ignored.",
        "{'lora_alpha': null},"
      })
  void uninformativeConfigurationIsReported(String json, String remark) throws IOException {
    Files.writeString(folder.resolve("adapter_config.json"), json.replace('\'', '"'));
    files.tensor("m.lora_A.weight", Dtype.F32, new byte[8], 1, 2);
    files.tensor("m.lora_B.weight", Dtype.F32, new byte[8], 2, 1);

    assertThat(find().orElseThrow().remarks())
        .extracting(Sentence::toString)
        .containsExactlyElementsOf(Optional.ofNullable(remark).stream().toList());
  }

  @ParameterizedTest
  @ValueSource(strings = {"values", "levels"})
  void configurationBeyondTheLimitsOfTheParserIsReported(String excess) throws IOException {
    String array =
        excess.equals("values") ? "[%s0]".formatted("0,".repeat(2_000_000)) : "[".repeat(2000);
    Files.writeString(folder.resolve("adapter_config.json"), "{\"a\":%s}".formatted(array));
    files.tensor("m.lora_A.weight", Dtype.F32, new byte[8], 1, 2);
    files.tensor("m.lora_B.weight", Dtype.F32, new byte[8], 2, 1);

    assertThat(find().orElseThrow().remarks())
        .extracting(Sentence::toString)
        .containsExactly(
            "adapter_config.json is too large or too deeply nested to be read and is ignored;"
                + " scales may be wrong.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"large", "folder", "link"})
  void unreadConfigurationIsReported(String fault) throws IOException {
    Path file = folder.resolve("adapter_config.json");
    switch (fault) {
      case "large" -> Files.writeString(file, "{}" + " ".repeat(4 << 20));
      case "folder" -> Files.createDirectory(file);
      default -> Files.createSymbolicLink(file, Path.of("missing"));
    }
    files.tensor("m.lora_A.weight", Dtype.F32, new byte[8], 1, 2);
    files.tensor("m.lora_B.weight", Dtype.F32, new byte[8], 2, 1);

    assertThat(find().orElseThrow().remarks())
        .extracting(Sentence::toString)
        .containsExactly(
            "adapter_config.json is not a regular file of at most 4 MiB and is ignored; scales may"
                + " be wrong.");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "(m*)*x, 0.5, The pattern (m*)*x cannot be matched; scales may be wrong.",
        "(m|x)*y, 0.5, The pattern (m|x)*y cannot be matched; scales may be wrong.",
        "m+, 4,",
      })
  void patternsThatCannotBeMatchedAreReported(String pattern, double scale, String remark)
      throws IOException {
    Files.writeString(
        folder.resolve("adapter_config.json"),
        "{\"lora_alpha\":1,\"alpha_pattern\":{\"%s\":8}}".formatted(pattern));
    String name = "m".repeat(50_000);
    files.tensor(name + ".lora_A.weight", Dtype.F32, new byte[16], 2, 2);
    files.tensor(name + ".lora_B.weight", Dtype.F32, new byte[16], 2, 2);

    Adapter adapter = assertTimeoutPreemptively(Duration.ofSeconds(30), this::find).orElseThrow();

    assertThat(adapter.modules().getFirst().scale()).hasValue(scale);
    assertThat(adapter.remarks())
        .extracting(Sentence::toString)
        .containsExactlyElementsOf(Optional.ofNullable(remark).stream().toList());
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "{'base_model_name_or_path': ' some/model '}, some/model",
        "{'base_model_name_or_path': ''},",
        "{'base_model_name_or_path': null},",
        "{'base_model_name_or_path': 3},",
        "{},",
      })
  void configurationNamesTheBaseModel(String json, String name) throws IOException {
    Files.writeString(folder.resolve("adapter_config.json"), json.replace('\'', '"'));
    files.tensor("m.lora_A.weight", Dtype.F32, new byte[16], 2, 2);
    files.tensor("m.lora_B.weight", Dtype.F32, new byte[16], 2, 2);

    assertThat(find().orElseThrow().baseModel()).isEqualTo(Optional.ofNullable(name));
  }

  @Test
  void magnitudesOfAnotherNumberAreNoted() throws IOException {
    files.tensor("m.lora_down.weight", Dtype.F32, new byte[8], 1, 2);
    files.tensor("m.lora_up.weight", Dtype.F32, new byte[12], 3, 1);
    files.tensor("m.dora_scale", Dtype.F32, new byte[8], 2, 1);
    AdapterModule module = find().orElseThrow().modules().getFirst();
    MeasuredModule measured =
        new MeasuredModule(module, ModuleFigures.unknown(0), Optional.empty());

    assertThat(ModuleNotes.of(List.of(measured), false).of(measured))
        .extracting(Sentence::toString)
        .contains("2 magnitudes, expected 3");
  }

  @ParameterizedTest
  @CsvSource({
    "alpha, 8, true",
    "lora_alpha, 4.5, true",
    "ss_network_alpha, 8, false",
    "alpha, 1e9, false"
  })
  void alphaOfTheMetadataIsMentioned(String key, String alpha, boolean isMentioned)
      throws IOException {
    files.tensor("m.lora_A.weight", Dtype.F32, new byte[8], 1, 2);
    files.tensor("m.lora_B.weight", Dtype.F32, new byte[12], 3, 1);
    files.metadata(key, alpha);

    assertThat(find().orElseThrow().remarks())
        .extracting(Sentence::toString)
        .filteredOn(remark -> remark.startsWith("The metadata say " + key + " = " + alpha))
        .hasSize(isMentioned ? 1 : 0);
  }
}
