package io.github.tensorloupe.desktop.pane.palette;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.pane.palette.SearchTerms.Best;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SearchTermsTest {

  private static List<String> ranked(String typed, String... texts) {
    return List.copyOf(best(typed, List.of(texts), 10).costs().sequencedKeySet());
  }

  private static Best<String> best(String typed, List<String> texts, int limit) {
    Best<String> best = new Best<>(limit);
    SearchTerms terms = SearchTerms.of(typed);
    texts.forEach(text -> best.add(text, terms.cost(text)));
    return best;
  }

  private static String letters(String typed, String text) {
    StringBuilder found = new StringBuilder();
    SearchTerms.of(typed).letters(text).stream().mapToObj(text::charAt).forEach(found::append);
    return found.toString();
  }

  @Test
  void wholeNamesRankBeforePrefixesPartsSubstringsAndPieces() {
    assertThat(
            ranked(
                "norm",
                "no.rm",
                "subnormal.x",
                "layers.0.normal",
                "layers.0.norm",
                "norm.weight",
                "norm"))
        .containsExactly(
            "norm", "norm.weight", "layers.0.norm", "layers.0.normal", "subnormal.x", "no.rm");
  }

  @Test
  void scatteredLettersCountOnlyWhereNothingElseIsFound() {
    assertThat(ranked("title", "text_in.tile", "modelspec.title"))
        .containsExactly("modelspec.title");
    assertThat(ranked("title", "text_in.tile", "stapling.late")).hasSize(1);
    assertThat(ranked("title 3", "text_in.tile.3", "title.3")).containsExactly("title.3");
  }

  @Test
  void piecesThatBeginPartsAreFoundAndMarkedWhereTheyBegin() {
    assertThat(ranked("attnq", "patterns.quiet.attendant_q", "self_attn.q_proj"))
        .containsExactly("self_attn.q_proj");
    assertThat(SearchTerms.of("attnq").letters("self_attn.q_proj").toString())
        .isEqualTo("{5, 6, 7, 8, 10}");
    assertThat(ranked("gc", "abegalc", "getConfig")).containsExactly("getConfig");
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
  void scatteredLettersAreMarkedWhereTheyAreClosest() {
    assertThat(letters("aqw", "attn.a.q.w")).isEqualTo("aqw");
    assertThat(SearchTerms.of("aqw").letters("attn.a.q.w").nextSetBit(0)).isEqualTo(5);
  }

  @Test
  void wholePartIsMarkedInsteadOfTheFirstOccurrence() {
    assertThat(SearchTerms.of("up").letters("group.up").nextSetBit(0)).isEqualTo(6);
  }

  @Test
  void onlyTheBestMatchesAreReturnedAndAllAreCounted() {
    List<String> many = IntStream.range(0, 500_000).mapToObj(i -> "model.layers." + i).toList();

    assertThat(best("499999", many, 5).costs().firstEntry().getKey())
        .isEqualTo("model.layers.499999");
    Best<String> all = best("layers", many, 5);
    assertThat(all.count()).isEqualTo(500_000);
    assertThat(all.costs()).hasSize(5);
  }
}
