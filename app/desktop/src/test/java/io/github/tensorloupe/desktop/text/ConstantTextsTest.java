package io.github.tensorloupe.desktop.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.health.HealthIssue;
import io.github.tensorloupe.edit.Preset;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.integrity.expected.ExpectedHashSource;
import io.github.tensorloupe.model.FileKind;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The message keys that are composed of constants of the core.
class ConstantTextsTest {

  static Stream<String> keys() {
    return Stream.of(
            named("dtype.", Dtype.values()),
            named("metadata.preset.", Preset.values()),
            Arrays.stream(HealthIssue.values())
                .flatMap(
                    issue ->
                        Stream.of("tree.health.", "filemap.issue.").map(p -> p + issue.spelling())),
            Arrays.stream(HealthIssue.values())
                .filter(issue -> !issue.isHarmless())
                .map(issue -> "overview.values." + issue.spelling()),
            Arrays.stream(FileKind.values()).map(kind -> "overview.kind." + kind.spelling()),
            Arrays.stream(ExpectedHashSource.values())
                .map(kind -> "hash.source." + kind.spelling()),
            Arrays.stream(Severity.values()).map(severity -> "problems." + severity.spelling()))
        .flatMap(keys -> keys);
  }

  private static Stream<String> named(String prefix, Enum<?>[] constants) {
    return Arrays.stream(constants)
        .map(each -> prefix + each.name().toLowerCase(Locale.ROOT).replace('_', '-'));
  }

  @ParameterizedTest
  @MethodSource("keys")
  void everyConstantOfTheCoreHasItsTextInEveryLanguage(String key) {
    for (Language language : Language.values()) {
      assertThat(Messages.of(language).find(key)).as(language.name()).isPresent();
    }
  }
}
