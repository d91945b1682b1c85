package io.github.tensorloupe.desktop.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Compares the message bundles with each other.
class MessageBundleTest {

  private static final String ENGLISH = "messages.properties";
  private static final String GERMAN = "messages_de.properties";
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{(\\d)");

  /// Texts that are the same in both languages: names, symbols and words that German has adopted.
  private static final Pattern SAME_IN_GERMAN =
      Pattern.compile(
          "(?:[^A-Za-z]|\\b(?:TensorLoupe|NaN|Inf|rms|RMS|Header|Shards?|Checkpoints?|Tensor|Index|Link|Cache|Hashes|Format|Bytes|Text|Name|Tag|GGUF|Safetensors|DE"
              + " AD \\?\\? 7F|linear|log"
              + "|Median|Exponent|p1|p99|x|y|s|Subnormal|subnormal|Bits|B|format|hex|Problems?|Codes?"
              + "|Training|Alpha|ControlNet|VAE|Upscaler|of|min|h|Min|Max|in|UTF|Dtype|Orange|px|Original|Norm|Adapter|Pickle|A|Std|lora_|up|down|d|z)\\b)*");

  private static Map<String, String> texts(String file) {
    return new TreeMap<>(Messages.read(file));
  }

  private static Set<String> placeholders(String text) {
    return PLACEHOLDER
        .matcher(text)
        .results()
        .map(MatchResult::group)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void bothLanguagesHaveTheSameKeys() {
    assertThat(texts(GERMAN).keySet()).isEqualTo(texts(ENGLISH).keySet());
  }

  @Test
  void bothLanguagesHaveTheSamePlaceholders() {
    Map<String, String> german = texts(GERMAN);

    assertThat(texts(ENGLISH))
        .allSatisfy(
            (key, text) ->
                assertThat(placeholders(german.get(key))).as(key).isEqualTo(placeholders(text)));
  }

  @Test
  void germanTextsAreTranslated() {
    Map<String, String> german = texts(GERMAN);
    List<String> same =
        texts(ENGLISH).entrySet().stream()
            .filter(text -> text.getValue().equals(german.get(text.getKey())))
            .filter(text -> !SAME_IN_GERMAN.matcher(text.getValue()).matches())
            .map(text -> text.getKey() + " = " + text.getValue())
            .toList();

    assertThat(same).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {ENGLISH, GERMAN})
  void noTextIsEmpty(String file) {
    assertThat(texts(file)).allSatisfy((key, text) -> assertThat(text).as(key).isNotBlank());
  }

  @ParameterizedTest
  @ValueSource(strings = {ENGLISH, GERMAN})
  void keysAreUnique(String file) throws IOException {
    List<String> keys = new ArrayList<>();
    try (BufferedReader lines = new BufferedReader(Messages.open(file))) {
      lines
          .lines()
          .filter(line -> !line.isBlank() && !line.matches("[# \\t].*"))
          .forEach(line -> keys.add(line.substring(0, line.indexOf('=')).strip()));
    }

    assertThat(keys).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @ValueSource(strings = {ENGLISH, GERMAN})
  void filesAreInUtf8(String file) throws IOException {
    try (InputStream stream = Messages.class.getResourceAsStream(file)) {
      byte[] bytes = stream.readAllBytes();

      assertThatNoException()
          .isThrownBy(() -> StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {ENGLISH, GERMAN})
  void everyTextTakesItsArguments(String file) {
    assertThat(texts(file))
        .allSatisfy(
            (key, text) -> {
              int count = placeholders(text).size();
              if (count > 0) {
                String shown = format(key, text);
                for (int i = 0; i < count; i++) {
                  assertThat(shown).as(key).doesNotContain("{" + i);
                }
              }
            });
  }

  /// An unpaired apostrophe is missing from the formatted text, or an additional one is shown.
  @ParameterizedTest
  @ValueSource(strings = {ENGLISH, GERMAN})
  void apostrophesOfTextsWithArgumentsArePaired(String file) {
    assertThat(texts(file))
        .allSatisfy(
            (key, text) -> {
              if (!placeholders(text).isEmpty()) {
                String bare = text.replace("''", "").replace("'{'", "").replace("'}'", "");
                assertThat(bare).as(key).doesNotContain("'");
              }
            });
  }

  private static String format(String key, String text) {
    Object[] arguments = {"A", "B", text.contains("{2,choice") ? 2 : "C", "D", "E", "F", "G"};
    try {
      return new MessageFormat(text, Locale.ENGLISH).format(arguments);
    } catch (IllegalArgumentException e) {
      throw new AssertionError(key + " = " + text, e);
    }
  }
}
