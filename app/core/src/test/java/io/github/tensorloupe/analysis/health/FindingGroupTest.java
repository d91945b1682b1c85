package io.github.tensorloupe.analysis.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.health.FindingGroup.Kind;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.text.Sentence;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FindingGroupTest {

  private static Finding finding(FindingCode code, String tensor) {
    return new Finding(code, Sentence.of("Found."), Optional.of(tensor), Optional.empty());
  }

  private static List<String> titles(Finding... findings) {
    return FindingGroup.of(List.of(findings), Function.identity(), Kind::ofCode, Finding::tensor)
        .stream()
        .map(group -> group.title().toString())
        .toList();
  }

  @Test
  void groupsAreOrderedBySeverityThenBySize() {
    assertThat(
            titles(
                finding(FindingCode.CONSTANT, "a"),
                finding(FindingCode.INF, "b"),
                finding(FindingCode.NAN, "c"),
                finding(FindingCode.CONSTANT, "d"),
                finding(FindingCode.ALL_ZERO, "e"),
                finding(FindingCode.NAN, "f")))
        .containsExactly(
            "NaN in 2 tensors",
            "Infinities in 1 tensor",
            "The same value throughout 2 tensors",
            "Only zeros in 1 tensor");
  }

  @Test
  void tensorWithSeveralFindingsCountsOnce() {
    Finding page = finding(FindingCode.ZERO_PAGES, "a");

    assertThat(titles(page, page, finding(FindingCode.ZERO_PAGES, "b")))
        .containsExactly("Zero-filled pages in 2 tensors");
  }

  @Test
  void equalNamesInTwoFilesAreTwoTensors() {
    Finding found = finding(FindingCode.NAN, "a");

    List<FindingGroup<String>> groups =
        FindingGroup.of(
            List.of("one", "two"),
            _ -> found,
            Kind::ofCode,
            file -> found.tensor().map(name -> file + name));

    assertThat(groups.getFirst().title()).hasToString("NaN in 2 tensors");
  }

  @Test
  void omittedFindingsCount() {
    Finding omitted = Finding.ofOmitted(FindingCode.SHARD_MISSING, Sentence.of("More."), 5);
    Finding missing = Finding.of(FindingCode.SHARD_MISSING, Sentence.of("Missing."));
    Finding names = Finding.ofOmitted(FindingCode.DUPLICATE_NAME, Sentence.of("More."), 7);

    assertThat(titles(missing, missing, omitted)).containsExactly("7 shards are missing");
    assertThat(titles(finding(FindingCode.DUPLICATE_NAME, "a"), names))
        .containsExactly("8 tensor names occur more than once");
  }

  @Test
  void harmlessFindingsOfACodeAreAGroupOfTheirOwn() {
    Finding bad = finding(FindingCode.ALL_ZERO, "a");
    Finding harmless =
        new Finding(bad.code(), bad.sentence(), Optional.of("b"), bad.range(), Severity.INFO);

    assertThat(
            FindingGroup.of(
                List.of(harmless, bad), Function.identity(), Kind::ofConcern, Finding::tensor))
        .extracting(group -> group.title().toString())
        .containsExactly("Only zeros in 1 tensor", "All values are 0 in 1 tensor (as initialized)");
    Finding ofBools = finding(FindingCode.INVALID_BOOL, "a");
    assertThat(titles(ofBools, ofBools.withConcern(Severity.INFO)))
        .containsExactly("Bytes other than 0 and 1 in 1 BOOL tensor");
  }

  @ParameterizedTest
  @EnumSource
  void everyKindHasATitleWithItsNumber(FindingCode code) {
    Finding[] many =
        Stream.of("a", "b", "c").map(name -> finding(code, name)).toArray(Finding[]::new);

    assertThat(titles(many)).singleElement().asString().contains("3").doesNotContain("{");
  }
}
