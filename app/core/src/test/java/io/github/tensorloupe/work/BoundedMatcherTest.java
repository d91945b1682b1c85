package io.github.tensorloupe.work;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BoundedMatcherTest {

  private final BoundedMatcher matcher = new BoundedMatcher();

  private Optional<Boolean> matches(String expression, String text) {
    return matcher.apply(expression, () -> Pattern.compile(expression), text, Matcher::matches);
  }

  @Test
  void ordinaryExpressionsHaveAResult() {
    assertThat(matches(".*\\.q", "a.q")).contains(true);
    assertThat(matches(".*\\.q", "a.k")).contains(false);
    assertThat(matches("(?s).*norm.*", "norm".repeat(1 << 18))).contains(true);
    assertThat(matcher.unmatched()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"(a*)*b", "(a|aa)+b", ".*.*.*.*.*b", "(a|b|c)*d", "(", "(?P<x>a)"})
  void expressionsThatCannotBeMatchedHaveNoResult(String expression) {
    assertThat(matches(expression, "a".repeat(100_000))).isEmpty();
    assertThat(matcher.unmatched()).contains(expression);
  }

  @Test
  void characterCostsMoreStepsForALongExpression() {
    String text = "a".repeat(1 << 18);

    assertThat(matches("a*", text)).contains(true);
    assertThat(matches("a*|[" + "b-cd".repeat(2000) + "]", text)).isEmpty();
  }

  @Test
  void nestedGroupsDoNotOverflowTheStackOfTheCaller() {
    int depth = 100_000;
    assertThat(matches("(?:".repeat(depth) + "a" + ")".repeat(depth), "a")).isEmpty();
  }

  @Test
  void expressionsHaveNoResultOnceTheLimitOfAllIsReached() {
    String list = "a".repeat(1 << 24);
    int calls = 0;
    while (matcher.takeSteps(list)) {
      calls++;
    }

    assertThat(calls).isBetween(1, 2000);
    assertThat(matches("a", "a")).isEmpty();
    assertThat(matcher.unmatched()).contains(list);
  }

  @Test
  void cancelledWorkEnds() {
    assertThatThrownBy(
            () ->
                ScopedValue.where(Cancellation.OF_WORK, () -> true)
                    .call(() -> matches("(a*)*b", "a".repeat(100))))
        .isInstanceOf(CancellationException.class);
  }

  @Test
  void workThatIsCancelledDuringAMatchEnds() {
    AtomicBoolean hasBegun = new AtomicBoolean();
    assertThatThrownBy(
            () ->
                ScopedValue.where(Cancellation.OF_WORK, () -> hasBegun.getAndSet(true))
                    .call(() -> matches(".*.*.*.*.*b", "a".repeat(10_000))))
        .isInstanceOf(CancellationException.class);
  }

  @Test
  void operationsOfTheCallerAreBoundedToo() {
    Pattern pattern = Pattern.compile(".*.*.*.*b");

    assertThat(matcher.apply("", () -> pattern, "a".repeat(400), it -> it.replaceAll("")))
        .isEmpty();
    assertThat(matcher.apply("", () -> pattern, "aabc", it -> it.replaceAll("x"))).contains("xc");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 40, 64, 65, 200})
  void partsAreFoundAsInStrings(int length) {
    Random random = new Random(length);
    for (int run = 0; run < 300; run++) {
      String text = word(random, 64 + random.nextInt(300));
      int begin = random.nextInt(text.length());
      String part =
          random.nextBoolean()
              ? text.substring(begin, Math.min(text.length(), begin + length))
              : word(random, length);
      assertThat(matcher.contains(text, part)).isEqualTo(text.contains(part));
    }
  }

  private static String word(Random random, int length) {
    return random.ints(length, 'a', 'c').mapToObj(Character::toString).collect(joining());
  }

  @Test
  void searchingTakesSteps() {
    String text = "a".repeat(1 << 24);
    for (int i = 0; i < 64; i++) {
      matcher.contains(text, "a");
    }

    assertThat(matcher.contains("a", "a")).isFalse();
    assertThat(matcher.isExhausted()).isTrue();
    assertThat(matcher.unmatched()).isPresent();
  }
}
