package io.github.tensorloupe.desktop.pane.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.pane.metadata.TrainingTables.BucketInfo;
import io.github.tensorloupe.desktop.pane.metadata.TrainingTables.DatasetDirs;
import io.github.tensorloupe.desktop.pane.metadata.TrainingTables.TagFrequency;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrainingTablesTest {

  @Test
  void tagsAreRowsInTheOrderOfTheText() {
    assertThat(
            TagFrequency.parse(
                "{\"10_cat\": {\"sits\": 3, \"a\": 12}, \"e\": {}, \"dog\": {\"a\": 1}}"))
        .contains(
            new TagFrequency(
                List.of(
                    new TagFrequency.Row("10_cat", "sits", 3),
                    new TagFrequency.Row("10_cat", "a", 12),
                    new TagFrequency.Row("dog", "a", 1))));
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
  void oddTagsAreNoTable(String value) {
    assertThat(TagFrequency.parse(value)).isEmpty();
  }

  @Test
  void foldersAreRows() {
    assertThat(
            DatasetDirs.parse(
                "{\"10_cat\": {\"n_repeats\": 10, \"img_count\": 15}, \"x\": {\"img_count\": 2}}"))
        .contains(
            new DatasetDirs(
                List.of(
                    new DatasetDirs.Row("10_cat", OptionalLong.of(10), OptionalLong.of(15)),
                    new DatasetDirs.Row("x", OptionalLong.empty(), OptionalLong.of(2)))));
    assertThat(DatasetDirs.parse("{\"a\": {\"img_count\": 1, \"img_count\": 2}}"))
        .contains(
            new DatasetDirs(
                List.of(new DatasetDirs.Row("a", OptionalLong.empty(), OptionalLong.of(2)))));
    assertThat(DatasetDirs.parse("{}")).contains(new DatasetDirs(List.of()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"None", "[{}]", "{\"a\": []}", "{\"a\": {\"n_repeats\": \"10\"}}"})
  void oddFoldersAreNoTable(String value) {
    assertThat(DatasetDirs.parse(value)).isEmpty();
  }

  @Test
  void bucketsAreRows() {
    assertThat(
            BucketInfo.parse(
                """
                {"buckets": {"0": {"resolution": [512, 768], "count": 30},
                "1": {"resolution": [640, 640], "count": 7}}, "mean_img_ar_error": 0.0123}\
                """))
        .contains(
            new BucketInfo(
                List.of(
                    new BucketInfo.Row("0", 512, 768, 30), new BucketInfo.Row("1", 640, 640, 7)),
                Optional.of("0.0123")));
    assertThat(BucketInfo.parse("{\"buckets\": {}}"))
        .contains(new BucketInfo(List.of(), Optional.empty()));
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
        "{\"buckets\": {\"0\": {\"resolution\": \"1x2\", \"count\": 1}}}",
        "{\"buckets\": {}, \"mean_img_ar_error\": \"x\"}"
      })
  void oddBucketsAreNoTable(String value) {
    assertThat(BucketInfo.parse(value)).isEmpty();
  }
}
