package io.github.tensorloupe.desktop.control.canvas;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;

class CacheBudgetTest {

  private final CacheBudget<String> budget = new CacheBudget<>(6, String::length);
  private final SequencedMap<Integer, String> first = new LinkedHashMap<>(16, 0.75f, true);
  private final SequencedMap<Integer, String> second = new LinkedHashMap<>(16, 0.75f, true);

  @Test
  void otherCachesGiveWayFirstAndInEachTheValueUsedLeastRecently() {
    budget.put(first, 1, "ab");
    budget.put(first, 2, "cd");
    first.get(1);
    budget.put(second, 1, "efg");
    assertThat(first).containsOnlyKeys(1);

    budget.put(second, 2, "hij");
    assertThat(first).isEmpty();
    budget.put(second, 3, "k");
    assertThat(second).containsOnlyKeys(2, 3);
  }

  @Test
  void aValueLargerThanTheBudgetStaysAlone() {
    budget.put(first, 1, "ab");
    budget.put(second, 1, "cdefghi");

    assertThat(first).isEmpty();
    assertThat(second).containsOnlyKeys(1);
  }

  @Test
  void aReplacedValueCountsOnce() {
    budget.put(first, 1, "abcd");
    budget.put(first, 1, "abcde");
    budget.put(first, 2, "f");

    assertThat(first).containsOnlyKeys(1, 2);
  }
}
