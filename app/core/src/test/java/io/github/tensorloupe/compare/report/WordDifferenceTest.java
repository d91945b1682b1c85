package io.github.tensorloupe.compare.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.compare.report.WordDifference.Part;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class WordDifferenceTest {

  private static String marked(List<Part> parts) {
    return parts.stream()
        .map(part -> part.isChanged() ? "[" + part.text() + "]" : part.text())
        .collect(Collectors.joining());
  }

  private static String text(List<Part> parts) {
    return parts.stream().map(Part::text).collect(Collectors.joining());
  }

  @Test
  void marksOnlyTheWordsThatDiffer() {
    WordDifference words =
        WordDifference.of("lr 0.1, steps 100, seed 7", "lr 0.2, steps 100, warmup 5, seed 7");

    assertThat(marked(words.a())).isEqualTo("lr 0.[1], steps 100, seed 7");
    assertThat(marked(words.b())).isEqualTo("lr 0.[2], steps 100[, warmup 5], seed 7");
  }

  @Test
  void equalTextsHaveNoMarks() {
    assertThat(WordDifference.of("a b", "a b").a()).containsExactly(new Part("a b", false));
    assertThat(WordDifference.of("", "").a()).isEmpty();
  }

  @Test
  void partsAreTheWholeTextsHoweverLongTheyAre() {
    Random random = new Random(1);
    String a = random.ints(5_000, 0, 50).mapToObj(i -> "w" + i).collect(Collectors.joining(" "));
    String b = random.ints(5_000, 0, 50).mapToObj(i -> "w" + i).collect(Collectors.joining(" "));

    WordDifference words = WordDifference.of(a, b);

    assertThat(text(words.a())).isEqualTo(a);
    assertThat(text(words.b())).isEqualTo(b);
  }
}
