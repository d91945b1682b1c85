package io.github.tensorloupe.edit;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.text.Sentence;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoaderKeysTest {

  private final LoaderKeys loaderKeys = new LoaderKeys(Set.of("embed.weight", "cat")::contains);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "format",
        "_quantization_metadata",
        "tensor_names",
        "DCP_SHARDING_INFO",
        "DCP_VERSION",
        "lora_adapter_metadata",
        "config",
        "comfy_config",
        "model_class",
        "quantization_config",
        "quantization_level",
        "mflux_version"
      })
  void knownKeysAreNeededWhateverTheirValue(String key) {
    assertThat(loaderKeys.reason(key, "")).get().asString().startsWith("It ").endsWith(".");
  }

  @Test
  void keyWhoseValueIsATensorNamesATiedWeight() {
    assertThat(loaderKeys.reason("lm_head.weight", "embed.weight"))
        .map(Sentence::toString)
        .contains(
            "It declares that the tensor \"lm_head.weight\" shares the data of \"embed.weight\";"
                + " without it, loaders do not find that tensor.");
    assertThat(loaderKeys.isNeeded("lm_head.weight", "other.weight")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"ss_output_name", "ssmd_tags", "sshs_model_hash", "modelspec.title", "note"})
  void notesAreNotNeeded(String key) {
    assertThat(loaderKeys.isNeeded(key, key.equals("note") ? "dog" : "cat")).isFalse();
  }

  @Test
  void entriesOfTorchaoAreKnownByTheirType() {
    assertThat(loaderKeys.isNeeded("q", "{\"_type\": \"Tensor\"}")).isTrue();
    assertThat(loaderKeys.isNeeded("q", "{\"a\": {\"_type\": \"Tensor\"}}")).isFalse();
    assertThat(loaderKeys.isNeeded("q", "{\"_type\": 1}")).isFalse();
    assertThat(loaderKeys.isNeeded("q", "the \"_type\"")).isFalse();
  }
}
