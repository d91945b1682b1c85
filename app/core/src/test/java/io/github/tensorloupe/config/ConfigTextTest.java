package io.github.tensorloupe.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigTextTest {

  private static final String TEXT =
      """
      {"layers": [{"size": 1}], "size" : 128, "text_config": {
        "size": "large", "tied": false}, "a": null}
      """;

  private static Optional<String> marked(String text, String path) {
    return new ConfigText(text).find(path).map(place -> text.substring(place.begin(), place.end()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "size|\"size\" : 128",
        "text_config.size|\"size\": \"large\"",
        "text_config.tied|\"tied\": false",
        "text_config|\"text_config\": {",
        "a|\"a\": null"
      })
  void keysAreFoundInTheirObject(String path, String marked) {
    assertThat(marked(TEXT, path)).contains(marked);
  }

  @Test
  void absentKeysAreNotFound() {
    assertThat(marked(TEXT, "text_config.layers")).isEmpty();
    assertThat(marked("{\"a\": 1, ", "b")).isEmpty();
    assertThat(marked("no JSON", "b")).isEmpty();
  }
}
