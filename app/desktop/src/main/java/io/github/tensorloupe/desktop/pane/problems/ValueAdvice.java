package io.github.tensorloupe.desktop.pane.problems;

import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import java.util.Optional;

/// What a finding about values means, and what usually causes it.
final class ValueAdvice {

  private ValueAdvice() {}

  /// The words for a finding; empty where it is not about values, or nothing is wrong with them.
  static Optional<String> of(Finding finding, Messages messages) {
    FindingCode code = finding.code();
    if (finding.concern() != finding.severity()) {
      return Optional.empty();
    }
    return switch (code) {
      case NAN, INF, ALL_ZERO, CONSTANT, ZERO_PAGES, INVALID_BOOL, EQUAL_ROWS ->
          Optional.of(messages.text("problems.advice." + code.spelling()));
      default -> Optional.empty();
    };
  }
}
