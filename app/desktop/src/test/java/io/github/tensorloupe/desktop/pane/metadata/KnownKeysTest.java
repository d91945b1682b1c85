package io.github.tensorloupe.desktop.pane.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.text.Messages;
import org.junit.jupiter.api.Test;

class KnownKeysTest {

  private final Messages messages = Messages.english();

  private String sentence(String key) {
    return KnownKeys.messageKey(key).map(messages::text).orElse("");
  }

  @Test
  void everyKnownKeyHasItsSentence() {
    assertThat(KnownKeys.messageKeys())
        .allSatisfy(
            key -> assertThat(messages.text(key)).isNotBlank().endsWith(".").doesNotContain("''"));
  }

  @Test
  void keysOfAFamilyWithoutAnOwnSentenceHaveThatOfTheFamily() {
    assertThat(sentence("ss_steps")).startsWith("The step");
    assertThat(sentence("ss_some_new_setting")).contains("sd-scripts");
    assertThat(sentence("modelspec.unheard_of")).contains("ModelSpec");
  }

  @Test
  void keysThatNameTensorsAreLeftUnexplained() {
    assertThat(KnownKeys.messageKey("lm_head.weight")).isEmpty();
    assertThat(KnownKeys.messageKey("formats")).isEmpty();
  }
}
