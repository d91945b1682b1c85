package io.github.tensorloupe.desktop.pane.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import io.github.tensorloupe.desktop.control.table.LazyRow;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.edit.EmbeddedJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonEntryTest {

  private final Messages messages = Messages.english();

  private static JsonEntry root(String json) {
    return JsonEntry.of(EmbeddedJson.parse(json).orElseThrow());
  }

  private List<String> lines(JsonEntry entry) {
    return entry.children().stream()
        .map(child -> child.shownName(messages) + " = " + child.shownValue(messages))
        .toList();
  }

  @Test
  void valuesAreShownByKind() {
    JsonEntry root =
        root(
            "{\"s\": \"a\\u202e\", \"n\": 1.50, \"b\": true, \"z\": null, \"\": {}, \"l\": [1,"
                + " 2]}");

    assertThat(lines(root))
        .containsExactly(
            "s = \"a\\u{202E}\"",
            "n = 1.50",
            "b = true",
            "z = null",
            "(empty name) = {…} 0 entries",
            "l = […] 2 items");
  }

  @Test
  void elementsAreNamedByTheirIndex() {
    assertThat(lines(root("[[1], {\"a\": 2}]")))
        .containsExactly("0 = […] 1 item", "1 = {…} 1 entry");
  }

  @Test
  void onlyContainersWithChildrenCanBeExpanded() {
    assertThat(root("[[], {}, \"text\", [0]]").children())
        .extracting(JsonEntry::hasChildren)
        .containsExactly(false, false, false, true);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 999, 1000, 1001, 100_000, 999_999})
  void linesHaveAtMostAThousandChildrenAndAllAreReachable(int count) {
    String json =
        IntStream.range(0, count)
            .mapToObj(Integer::toString)
            .collect(Collectors.joining(",", "[", "]"));

    List<String> found = new ArrayList<>();
    collect(root(json), found);

    assertThat(found).isEqualTo(IntStream.range(0, count).mapToObj(i -> i + " = " + i).toList());
  }

  private void collect(JsonEntry entry, List<String> found) {
    List<JsonEntry> children = entry.children();
    assertThat(children).hasSizeLessThanOrEqualTo(LazyRow.MAX_CHILDREN);
    for (JsonEntry child : children) {
      if (child.isRange()) {
        collect(child, found);
      } else {
        found.add(child.shownName(messages) + " = " + child.shownValue(messages));
      }
    }
  }

  @Test
  void rangesAreNamedByTheirFirstAndLastIndex() {
    assertThat(root("[" + "0,".repeat(1500) + "0]").children())
        .extracting(entry -> entry.shownName(messages))
        .containsExactly("0 … 999", "1,000 … 1,500");
  }

  @Test
  void longTextsAreCut() {
    assertThat(lines(root("[\"" + "x".repeat(100_000) + "\"]")).getFirst()).hasSizeLessThan(600);
  }
}
