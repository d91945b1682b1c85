package io.github.tensorloupe.edit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.tensorloupe.edit.Preset.Context;
import io.github.tensorloupe.format.Metadata;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PresetTest {

  private static final String HASH = "0123456789abcdef".repeat(4);

  private static final Context CONTEXT =
      new Context(Set.of("embed.weight", "q.weight:qdata")::contains, Optional.of(HASH));

  private static Metadata metadata(String... keysAndValues) {
    Map<String, String> map = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      map.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return Metadata.of(map);
  }

  private static Metadata after(Preset preset, Metadata before) {
    return preset.change(CONTEXT).apply(before);
  }

  @Test
  void trainingDataIsRemovedExceptKohyasMinimum() {
    Metadata before =
        metadata(
            "ss_tag_frequency", "{\"me\":{\"my face\":3}}",
            "ss_network_dim", "16",
            "ss_dataset_dirs", "{\"me\":{}}",
            "ss_v2", "False",
            "ss_base_model_version", "sd_v1",
            "ss_network_module", "networks.lora",
            "ss_network_alpha", "8",
            "ss_network_args", "{}",
            "ss_output_name", "my secret",
            "ss_training_comment", "hello",
            "ot_config", "{\"path\":\"/home\"}",
            "ot_branch", "master",
            "training_info", "{\"step\":1}",
            "prompt", "{}",
            "workflow", "{}");

    assertThat(after(Preset.STRIP_TRAINING_DATA, before).entries().sequencedKeySet())
        .containsExactly(
            "ss_network_dim",
            "ss_v2",
            "ss_base_model_version",
            "ss_network_module",
            "ss_network_alpha",
            "ss_network_args");
  }

  @Test
  void privateDataAreRemovedAlsoWithTheTrainingData() {
    Metadata before =
        metadata(
            "hf_token", "0123456789abcdef",
            "wandb_api_key", "0123456789abcdef",
            "modelspec.author", "anna@uni-bonn.de",
            "note", "/home/anna/x",
            "ss_epoch", "1");

    assertThat(after(Preset.REMOVE_PRIVATE_DATA, before))
        .isEqualTo(metadata("note", "/home/***/x", "ss_epoch", "1"));
    assertThat(after(Preset.STRIP_TRAINING_DATA, before))
        .isEqualTo(metadata("note", "/home/***/x"));
    assertThat(Preset.STRIP_TRAINING_DATA.privateData(before, CONTEXT).orElseThrow().changes())
        .hasSize(4);
    assertThat(Preset.ADD_FORMAT_PT.privateData(before, CONTEXT)).isEmpty();
  }

  @Test
  void whatIsNoTrainingDataStays() {
    Metadata before =
        metadata(
            "format", "pt",
            "sshs_model_hash", HASH,
            "sshs_legacy_hash", "01234567",
            "ssmd_keywords", "cat",
            "modelspec.title", "Cat",
            "software", "{\"name\":\"ai-toolkit\"}",
            "lm_head.weight", "embed.weight",
            "ot_head.weight", "embed.weight",
            "mine", "yes");

    assertThat(after(Preset.STRIP_TRAINING_DATA, before)).isEqualTo(before);
  }

  @Test
  void onlyEntriesThatLoadersNeedAreKept() {
    Metadata needed =
        metadata(
            "format", "pt",
            "lm_head.weight", "embed.weight",
            "tensor_names", "[\"q.weight\"]",
            "q.weight", "{\"_type\": \"Float8Tensor\", \"_data\": {}}",
            "_quantization_metadata", "{}",
            "DCP_SHARDING_INFO", "{}",
            "DCP_VERSION", "1.0",
            "lora_adapter_metadata", "{}");
    Map<String, String> before = new LinkedHashMap<>();
    before.put("modelspec.title", "embed.weight");
    before.putAll(needed.entries());
    before.put("sshs_model_hash", HASH);
    before.put("ss_network_dim", "16");
    before.put("__spacer", "   ");
    before.put("other.weight", "not.there");
    before.put("note", "{\"type\": \"_type\"}");
    before.put("other", "[\"_type\"]");

    assertThat(after(Preset.STRIP_ALL_BUT_LOADER_KEYS, Metadata.of(before)).entries())
        .containsExactlyEntriesOf(needed.entries());
  }

  @Test
  void existingFormatIsReplacedInPlace() {
    assertThat(after(Preset.ADD_FORMAT_PT, metadata("format", "np", "a", "1")))
        .isEqualTo(metadata("format", "pt", "a", "1"));
    assertThat(after(Preset.ADD_FORMAT_PT, metadata("a", "1")).entries().sequencedKeySet())
        .containsExactly("a", "format");
  }

  @Test
  void hashesAreThoseOfTheData() {
    assertThat(
            after(Preset.RECOMPUTE_HASHES, metadata("sshs_model_hash", "old", "a", "1")).entries())
        .containsExactly(
            Map.entry("sshs_model_hash", HASH),
            Map.entry("a", "1"),
            Map.entry("modelspec.hash_sha256", "0x" + HASH));
  }

  @Test
  void hashesNeedAHash() {
    Context context = new Context(_ -> false, Optional.empty());

    assertThatIllegalArgumentException().isThrownBy(() -> Preset.RECOMPUTE_HASHES.change(context));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Context(_ -> false, Optional.of(HASH.toUpperCase())));
    assertThat(Preset.RECOMPUTE_HASHES.needsDataHash()).isTrue();
    assertThat(Preset.STRIP_TRAINING_DATA.needsDataHash()).isFalse();
  }
}
