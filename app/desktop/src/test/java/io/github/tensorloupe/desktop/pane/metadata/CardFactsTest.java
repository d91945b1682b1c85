package io.github.tensorloupe.desktop.pane.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import io.github.tensorloupe.edit.MetadataCheck;
import io.github.tensorloupe.format.Metadata;
import org.junit.jupiter.api.Test;

class CardFactsTest {

  private static final String HASH = "ab".repeat(32);

  private static CardFacts facts(String family, String component) {
    return new CardFacts(
        "night-harbour",
        Optional.of(family),
        Optional.of(component).filter(each -> !each.isEmpty()),
        Optional.of(HASH));
  }

  private static Map<String, String> filled(CardFacts facts, String... before) {
    Map<String, String> map = new LinkedHashMap<>();
    for (int i = 0; i < before.length; i += 2) {
      map.put(before[i], before[i + 1]);
    }
    return facts.change().apply(Metadata.of(map)).entries();
  }

  @Test
  void cardOfAnSdxlLoraHasAllRequiredFields() {
    Map<String, String> card = filled(facts("Stable Diffusion XL", "lora"));

    assertThat(card)
        .containsEntry("modelspec.title", "night-harbour")
        .containsEntry("modelspec.architecture", "stable-diffusion-xl-v1-base/lora")
        .containsEntry("modelspec.resolution", "1024x1024")
        .containsEntry("modelspec.sai_model_spec", "1.0.1")
        .containsEntry("modelspec.hash_sha256", "0x" + HASH)
        .containsKey("modelspec.implementation");
    assertThat(MetadataCheck.of(Metadata.of(card))).isEmpty();
  }

  @Test
  void existingFieldsArePreservedAndEmptyOnesFilled() {
    Map<String, String> card =
        filled(
            facts("Stable Diffusion 1.x", ""),
            "modelspec.title",
            "Mine",
            "modelspec.architecture",
            " ",
            "other",
            "x");

    assertThat(card)
        .containsEntry("modelspec.title", "Mine")
        .containsEntry("modelspec.architecture", "stable-diffusion-v1")
        .containsEntry("other", "x");
  }

  @Test
  void trainerMetadataIsAdopted() {
    Map<String, String> card =
        filled(
            facts("Stable Diffusion 1.x", "lora"),
            "ss_output_name",
            "harbour",
            "ss_resolution",
            "(512, 768)",
            "ss_training_finished_at",
            "1735693212.5",
            "ss_clip_skip",
            "None",
            "ssmd_keywords",
            "harbour lights");

    assertThat(card)
        .containsEntry("modelspec.title", "harbour")
        .containsEntry("modelspec.resolution", "512x768")
        .containsEntry("modelspec.date", "2025-01-01")
        .containsEntry("modelspec.trigger_phrase", "harbour lights")
        .doesNotContainKey("modelspec.encoder_layer");
  }

  @Test
  void invalidMetadataFillsNothing() {
    Map<String, String> card =
        filled(
            facts("Something new", "lora"),
            "ss_resolution",
            "large",
            "ss_training_finished_at",
            "NaN!",
            "ss_clip_skip",
            "two");

    assertThat(card.keySet())
        .doesNotContainAnyElementsOf(
            List.of(
                "modelspec.resolution",
                "modelspec.date",
                "modelspec.encoder_layer",
                "modelspec.architecture",
                "modelspec.implementation"));
  }

  @Test
  void ambiguousArchitectureIsNotFilled() {
    assertThat(filled(facts("Flux.1", ""))).doesNotContainKey("modelspec.architecture");
  }
}
