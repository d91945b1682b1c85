package io.github.tensorloupe.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.model.SearchTerms.Best;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SearchTermsTest {

  private static List<String> ranked(String typed, String... texts) {
    return Best.of(List.of(texts), SearchTerms.of(typed)::cost, 10, () -> false).best();
  }

  private static String letters(String typed, String text) {
    StringBuilder found = new StringBuilder();
    SearchTerms.of(typed).letters(text).stream().mapToObj(text::charAt).forEach(found::append);
    return found.toString();
  }

  @Test
  void theWholeComesBeforeTheBeginningPartsInsidesAndScatteredLetters() {
    assertThat(
            ranked(
                "norm",
                "n.o.r.m",
                "subnormal.x",
                "layers.0.normal",
                "layers.0.norm",
                "norm.weight",
                "norm"))
        .containsExactly(
            "norm", "norm.weight", "layers.0.norm", "layers.0.normal", "subnormal.x", "n.o.r.m");
  }

  @Test
  void aTextNeedsAllTheWordsInAnyOrder() {
    assertThat(ranked("weight 3", "layers.3.weight", "layers.4.weight", "layers.3.bias"))
        .containsExactly("layers.3.weight");
  }

  @Test
  void caseDoesNotMatter() {
    assertThat(ranked("LORA_up", "lora_UP.weight")).hasSize(1);
  }

  @Test
  void equallyGoodTextsStayInTheirOrder() {
    assertThat(ranked("l", "l.2", "l.1")).containsExactly("l.2", "l.1");
  }

  @Test
  void scatteredLettersAreMarkedWhereTheyStandClosest() {
    assertThat(letters("aqw", "attn.a.q.w")).isEqualTo("aqw");
    assertThat(SearchTerms.of("aqw").letters("attn.a.q.w").nextSetBit(0)).isEqualTo(5);
  }

  @Test
  void aWordIsMarkedWhereItIsAPartAndNotWhereItComesFirst() {
    assertThat(SearchTerms.of("up").letters("group.up").nextSetBit(0)).isEqualTo(6);
  }

  @Test
  void onlyTheBestAreKeptAndAllAreCounted() {
    List<String> many = IntStream.range(0, 500_000).mapToObj(i -> "model.layers." + i).toList();

    Best<String> best = Best.of(many, SearchTerms.of("499999")::cost, 5, () -> false);

    assertThat(best.best().getFirst()).isEqualTo("model.layers.499999");
    assertThat(Best.of(many, SearchTerms.of("layers")::cost, 5, () -> false).count())
        .isEqualTo(500_000);
  }
}
