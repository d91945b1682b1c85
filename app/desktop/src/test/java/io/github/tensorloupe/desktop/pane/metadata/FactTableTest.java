package io.github.tensorloupe.desktop.pane.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import io.github.tensorloupe.desktop.pane.metadata.FactTableView.FactTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FactTableTest {

  private static List<List<Object>> rows(String key, String value) {
    return FactTable.of(key, value).orElseThrow().rows();
  }

  @Test
  void tagsAreRowsInTheOrderOfTheText() {
    String tags = "{\"10_cat\": {\"sits\": 3, \"a\": 12}, \"e\": {}, \"dog\": {\"a\": 1}}";

    assertThat(rows("ss_tag_frequency", tags))
        .containsExactly(
            List.of("sits", 3L, "10_cat"), List.of("a", 12L, "10_cat"), List.of("a", 1L, "dog"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "None",
        "null",
        "[]",
        "{\"a\": 1}",
        "{\"a\": {\"b\": \"1\"}}",
        "{\"a\": {\"b\": 1.5}}",
        "{\"a\": {\"b\": 99999999999999999999}}",
        "{\"a\": {\"b\": 1}"
      })
  void tagsOfAnotherFormAreNoTable(String value) {
    assertThat(FactTable.of("ss_tag_frequency", value)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ss_dataset_dirs", "ss_reg_dataset_dirs"})
  void foldersAreRows(String key) {
    String folders =
        "{\"10_cat\": {\"n_repeats\": 10, \"img_count\": 15}, \"x\": {\"img_count\": 2}}";

    assertThat(rows(key, folders))
        .containsExactly(List.of("10_cat", 10L, 15L), List.of("x", "", 2L));
    assertThat(rows(key, "{\"a\": {\"img_count\": 1, \"img_count\": 2}}"))
        .containsExactly(List.of("a", "", 2L));
    assertThat(rows(key, "{}")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"None", "[{}]", "{\"a\": []}", "{\"a\": {\"n_repeats\": \"10\"}}"})
  void foldersOfAnotherFormAreNoTable(String value) {
    assertThat(FactTable.of("ss_dataset_dirs", value)).isEmpty();
  }

  @Test
  void bucketsAreRows() {
    String buckets =
        """
        {"buckets": {"0": {"resolution": [512, 768], "count": 30},
        "1": {"resolution": [640, 640], "count": 7}}, "mean_img_ar_error": 0.0123}\
        """;

    assertThat(rows("ss_bucket_info", buckets))
        .containsExactly(List.of("0", 512L, 768L, 30L), List.of("1", 640L, 640L, 7L));
    assertThat(rows("ss_bucket_info", "{\"buckets\": {}}")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "{}",
        "{\"buckets\": null}",
        "{\"buckets\": {\"0\": {\"count\": 1}}}",
        "{\"buckets\": {\"0\": {\"resolution\": [1, 2]}}}",
        "{\"buckets\": {\"0\": {\"resolution\": [1], \"count\": 1}}}",
        "{\"buckets\": {\"0\": {\"resolution\": [1, 2, 3], \"count\": 1}}}",
        "{\"buckets\": {\"0\": {\"resolution\": \"1x2\", \"count\": 1}}}"
      })
  void bucketsOfAnotherFormAreNoTable(String value) {
    assertThat(FactTable.of("ss_bucket_info", value)).isEmpty();
  }

  @Test
  void otherKeysAreNoTables() {
    assertThat(FactTable.of("ss_datasets", "{}")).isEmpty();
  }
}
