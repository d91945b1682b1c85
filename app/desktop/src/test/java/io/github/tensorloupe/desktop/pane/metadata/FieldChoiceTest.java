package io.github.tensorloupe.desktop.pane.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.edit.ModelSpecField;
import java.util.List;
import org.junit.jupiter.api.Test;

class FieldChoiceTest {

  private static List<String> values(ModelSpecField field, String typed) {
    return FieldChoice.matching(field, typed).stream().map(FieldChoice::value).toList();
  }

  @Test
  void fieldsAcceptTheirChoices() {
    for (ModelSpecField field : ModelSpecField.values()) {
      assertThat(FieldChoice.of(field)).allMatch(choice -> field.kind().accepts(choice.value()));
      assertThat(FieldChoice.of(field)).extracting(FieldChoice::value).doesNotHaveDuplicates();
    }
  }

  @Test
  void modelLicensesPrecedeSpdxLicenses() {
    List<String> all = values(ModelSpecField.LICENSE, "");

    assertThat(all).startsWith("CreativeML Open RAIL-M").contains("Zlib", "MIT", "EUPL-1.2");
    assertThat(all).hasSizeGreaterThan(650);
    assertThat(values(ModelSpecField.LICENSE, "apache")).startsWith("Apache-2.0");
  }

  @Test
  void choicesAreMatchedByName() {
    assertThat(values(ModelSpecField.ARCHITECTURE, "SDXL"))
        .containsExactly("stable-diffusion-xl-v1-base");
    assertThat(values(ModelSpecField.ARCHITECTURE, "pony"))
        .containsExactly("stable-diffusion-xl-v1-base");
    assertThat(values(ModelSpecField.ARCHITECTURE, "xyzzy")).isEmpty();
  }

  @Test
  void architectureOffersAdaptersAfterASlash() {
    assertThat(values(ModelSpecField.ARCHITECTURE, "flux-1-dev/"))
        .startsWith("flux-1-dev/lora")
        .contains("flux-1-dev/vae");
    assertThat(values(ModelSpecField.ARCHITECTURE, "any/lo")).startsWith("any/lora");
  }

  @Test
  void freeTextFieldsHaveNoChoices() {
    assertThat(FieldChoice.of(ModelSpecField.TITLE)).isEmpty();
  }
}
