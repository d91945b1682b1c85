package io.github.tensorloupe.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.testing.Collisions;
import io.github.tensorloupe.text.Sentence;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class FindingTest {

  /// Without an order, the work would grow with the square of the number of findings.
  @Test
  @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void setsAcceptManyNamesWithEqualHashCodes() {
    List<String> names = Collisions.names(100_000);
    Set<Finding> findings = new HashSet<>();
    names.forEach(name -> findings.add(about(name)));
    names.forEach(name -> findings.add(about(name)));

    assertThat(findings).hasSameSizeAs(names);
  }

  private static Finding about(String tensor) {
    return new Finding(
        FindingCode.SCALE_NAN,
        Sentence.of("{0} contains NaN.", tensor),
        Optional.of(tensor),
        Optional.empty());
  }
}
