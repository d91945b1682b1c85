package io.github.tensorloupe.desktop.pane.problems;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.text.Sentence;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ValueAdviceTest {

  private static Optional<String> advice(FindingCode code, Severity concern) {
    return FindingCell.advice(
        new Finding(code, Sentence.of("Found."), Optional.empty(), Optional.empty(), concern),
        Messages.english());
  }

  @Test
  void everyFindingAboutValuesHasAdviceOfItsOwnAndNoOtherHasAny() {
    Set<FindingCode> values =
        EnumSet.of(
            FindingCode.NAN,
            FindingCode.INF,
            FindingCode.ALL_ZERO,
            FindingCode.CONSTANT,
            FindingCode.ZERO_PAGES,
            FindingCode.INVALID_BOOL,
            FindingCode.EQUAL_ROWS);

    for (FindingCode code : FindingCode.values()) {
      assertThat(advice(code, code.severity()).isPresent())
          .as(code.spelling())
          .isEqualTo(values.contains(code));
    }
    assertThat(
            values.stream()
                .map(code -> advice(code, code.severity()).orElseThrow())
                .collect(Collectors.toSet()))
        .hasSameSizeAs(values);
  }

  @Test
  void harmlessFindingNeedsNoAdvice() {
    assertThat(advice(FindingCode.ALL_ZERO, Severity.WARNING)).isPresent();
    assertThat(advice(FindingCode.ALL_ZERO, Severity.INFO)).isEmpty();
  }
}
