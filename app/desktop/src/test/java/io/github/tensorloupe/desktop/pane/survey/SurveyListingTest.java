package io.github.tensorloupe.desktop.pane.survey;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.pane.survey.SurveyListing.Bin;
import io.github.tensorloupe.desktop.pane.survey.SurveyListing.SurveyColumnOrder;
import io.github.tensorloupe.desktop.pane.survey.SurveyListing.Wanted;
import io.github.tensorloupe.desktop.selection.SurveyHealth;
import io.github.tensorloupe.desktop.selection.SurveyRow;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SurveyListingTest {

  private static final List<SurveyRow> ROWS =
      List.of(
          row("runs/step-10.safetensors", SurveyHealth.HEALTHY, 100, 0),
          row("runs/step-9.safetensors", SurveyHealth.NAN, 300, 12),
          row("other.safetensors", SurveyHealth.LOADS, 200, -1));

  private static SurveyRow row(String path, SurveyHealth health, long size, long nan) {
    List<String> findings = nan > 0 ? List.of("nan") : List.of();
    return new SurveyRow(
        0,
        path,
        "",
        health,
        "safetensors",
        "F16",
        "unknown",
        "",
        "",
        size,
        3,
        50,
        nan,
        0,
        findings,
        "");
  }

  private static SurveyListing listing(Wanted wanted) {
    return SurveyListing.of(ROWS, wanted, Map.of(SurveyHealth.HEALTHY, "Values fine"));
  }

  private static List<Integer> indexes(SurveyListing listing) {
    return listing.shown().stream().map(ROWS::indexOf).toList();
  }

  @ParameterizedTest
  @CsvSource({
    "'',0 1 2",
    "runs,0 1",
    "RUNS step-9,1",
    "nan>0,1",
    "nan=0,0",
    "size>=200 nan>0,1",
    "size<=200,0 2",
    "size>,0 1 2",
    "'values fine',0",
    "nonsense>1,''",
    "f16,0 1 2"
  })
  void wordsAndConditionsMustAllHold(String words, String shown) {
    SurveyListing listing = listing(new Wanted(words, Set.of(), Optional.empty(), false));

    assertThat(indexes(listing))
        .isEqualTo(
            shown.isEmpty()
                ? List.of()
                : List.of(shown.split(" ")).stream().map(Integer::valueOf).toList());
  }

  @Test
  void healthIsChosenAndTheCountsStay() {
    SurveyListing listing =
        listing(new Wanted("", Set.of(SurveyHealth.NAN), Optional.empty(), false));

    assertThat(indexes(listing)).containsExactly(1);
    assertThat(listing.counts())
        .isEqualTo(Map.of(SurveyHealth.HEALTHY, 1, SurveyHealth.NAN, 1, SurveyHealth.LOADS, 1));
  }

  @ParameterizedTest
  @CsvSource({
    "PATH,false,2 1 0",
    "PATH,true,0 1 2",
    "SIZE,false,1 2 0",
    "HEALTH,false,1 2 0",
    "NAN,false,1 0 2"
  })
  void columnsSortNaturallyFiguresLargestAndHealthWorstFirst(
      SurveyColumnOrder by, boolean isReversed, String shown) {
    SurveyListing listing = listing(new Wanted("", Set.of(), Optional.of(by), isReversed));

    assertThat(indexes(listing).stream().map(String::valueOf).toList())
        .isEqualTo(List.of(shown.split(" ")));
  }

  @Test
  void eachFileHasItsBarWhereThereAreFew() {
    assertThat(listing(Wanted.ALL).bins())
        .containsExactly(
            new Bin(0, 1, 0, SurveyHealth.HEALTHY, 100),
            new Bin(1, 1, 1, SurveyHealth.NAN, 300),
            new Bin(2, 1, 2, SurveyHealth.LOADS, 200));
  }

  @Test
  void manyFilesShareBarsOfWhichEachHasItsWorst() {
    List<SurveyRow> many =
        IntStream.range(0, 1000)
            .mapToObj(
                i -> row("f" + i, i == 777 ? SurveyHealth.DAMAGED : SurveyHealth.HEALTHY, i, 0))
            .toList();

    List<Bin> bins = SurveyListing.of(many, Wanted.ALL, Map.of()).bins();

    assertThat(bins).hasSize(160);
    assertThat(bins.stream().mapToInt(Bin::count).sum()).isEqualTo(1000);
    assertThat(bins).filteredOn(bin -> bin.worst() == SurveyHealth.DAMAGED).hasSize(1);
    assertThat(bins)
        .filteredOn(bin -> bin.worst() == SurveyHealth.DAMAGED)
        .extracting(Bin::worstIndex)
        .containsExactly(777);
  }
}
