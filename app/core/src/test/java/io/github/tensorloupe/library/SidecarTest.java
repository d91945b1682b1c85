package io.github.tensorloupe.library;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SidecarTest {

  @TempDir Path folder;

  @BeforeEach
  void writeModel() throws IOException {
    new TensorFiles().floats("a", 1).write(folder.resolve("a.safetensors"));
  }

  private ModelFacts facts(String suffix, String json) throws IOException {
    Files.writeString(folder.resolve("a" + suffix), json);
    return facts();
  }

  private ModelFacts facts() {
    LibraryScan scan = new LibraryScan(new HeaderCache(), KnownHealthLookup.NONE);
    return scan.inspect(folder.resolve("a.safetensors"), Cancellation.NEVER).facts();
  }

  @Test
  void theFormatsOfTheModelManagersAreRead() throws IOException {
    ModelFacts forge = facts(".json", "{\"sd version\":\"SDXL\",\"activation text\":\"foo bar\"}");
    assertThat(forge.baseModel()).isEqualTo("SDXL");
    assertThat(forge.triggerWords()).isEqualTo("foo bar");

    ModelFacts manager =
        facts(
            ".metadata.json",
            "{\"base_model\":\"Flux.1 D\",\"civitai\":{\"trainedWords\":[\"m1\",\"m2\"]}}");
    assertThat(manager.baseModel()).isEqualTo("Flux.1 D");
    assertThat(manager.triggerWords()).isEqualTo("m1, m2");

    ModelFacts helper =
        facts(".civitai.info", "{\"baseModel\":\"Pony\",\"trainedWords\":[\"c1, c2\",\" c\\n3\"]}");
    assertThat(helper.baseModel()).isEqualTo("Pony");
    assertThat(helper.triggerWords()).isEqualTo("c1, c2, c 3");
  }

  @Test
  void theTriggerWordsOfTheMetadataHavePrecedence() throws IOException {
    new TensorFiles()
        .floats("a", 1)
        .metadata("modelspec.trigger_phrase", "own")
        .write(folder.resolve("a.safetensors"));

    ModelFacts facts =
        facts(".civitai.info", "{\"baseModel\":\"SD 1.5\",\"trainedWords\":[\"other\"]}");

    assertThat(facts.triggerWords()).isEqualTo("own");
    assertThat(facts.baseModel()).isEqualTo("SD 1.5");
  }

  @Test
  void hostileFilesAreIgnoredAndLongTextsAreCut() throws IOException {
    ModelFacts none = facts();
    assertThat(facts(".json", "[".repeat(100_000))).isEqualTo(none);
    assertThat(facts(".json", "{\"sd version\":{\"x\":1},\"activation text\":7")).isEqualTo(none);
    assertThat(facts(".json", "{\"sd version\":\"SDXL\",\"x\":\"" + "y".repeat(1 << 20) + "\"}"))
        .isEqualTo(none);

    String words = "[" + "\"word\",".repeat(50_000) + "\"\"]";
    ModelFacts cut = facts(".json", "{\"trainedWords\":" + words + "}");
    assertThat(cut.triggerWords()).startsWith("word, word").hasSizeLessThanOrEqualTo(2000);
  }

  @Test
  void onlyTextsAreFacts() throws IOException {
    ModelFacts facts =
        facts(".civitai.info", "{\"baseModel\":null,\"trainedWords\":[null,true,\"word\"]}");

    assertThat(facts.baseModel()).isEmpty();
    assertThat(facts.triggerWords()).isEqualTo("word");
  }
}
