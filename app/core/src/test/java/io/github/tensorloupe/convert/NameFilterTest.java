package io.github.tensorloupe.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NameFilterTest {

  @ParameterizedTest
  @CsvSource({
    "a.*.weight, a.b.c.weight, true",
    "a.*.weight, a.weight, false",
    "a.*, xa.b, false",
    "a.?.b, a.1.b, true",
    "a.?.b, a.10.b, false",
    "a.[0-4].b, a.3.b, true",
    "a.[0-4].b, a.5.b, false",
    "a.[!0-4].b, a.5.b, true",
    "a.[^]b, a.^b, true",
    "a[, a[, true",
    "a+(b), a+(b), true",
    "re:\\.1\\., a.1.b, true",
    "re:^b, a.b, false"
  })
  void matchesLikeAShell(String pattern, String name, boolean matches) {
    assertThat(NameFilter.parse(pattern).matches(name)).isEqualTo(matches);
  }

  @Test
  void invalidExpressionIsNamed() {
    assertThatThrownBy(() -> NameFilter.parse("re:("))
        .isInstanceOf(NameFilter.UnusablePatternException.class)
        .hasMessageContaining("re:(");
  }

  @Test
  void patternThatBranchesTooOftenIsRefused() {
    NameFilter filter = NameFilter.parse("re:^(a+)+$");
    assertThatThrownBy(() -> filter.matches("a".repeat(5_000) + "b"))
        .isInstanceOf(NameFilter.UnusablePatternException.class)
        .hasMessageContaining("branches");
  }
}
