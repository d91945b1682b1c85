package io.github.tensorloupe.format;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlainIndexTest {

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  @Test
  void readsWhatTheOtherParserReads() throws UnusableIndexException {
    String text =
        " {\"metadata\": {\"total_size\": 12, \"x\": [1, {}]}, \"weight_map\": { \"a.b\" :"
            + " \"1.st\",\n"
            + "\"c\":\"2.st\", \"\": \"1.st\" }, \"other\": null}\n";
    ShardIndex index = PlainIndex.read(bytes(text)).orElseThrow();
    assertThat(index).isEqualTo(new ShardIndexParser().parse(bytes(text)));
    assertThat(index.totalSize()).isEqualTo(OptionalLong.of(12));
    assertThat(index.weightMap().keySet()).containsExactly("a.b", "c", "");
    assertThat(index.weightMap().values()).containsExactly("1.st", "2.st", "1.st");
    assertThat(index.weightMap().firstEntry()).isEqualTo(Map.entry("a.b", "1.st"));
    assertThat(index.weightMap().lastEntry()).isEqualTo(Map.entry("", "1.st"));
    assertThat(index.shardNames()).containsExactly("1.st", "2.st");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "{}",
        "{\"weight_map\":{\"a\":1}}",
        "{\"weight_map\":{\"a\":\"1\"}} x",
        "{\"weight_map\":{\"a\":\"1\"},}",
        "{\"weight_map\":{\"a\":\"1\",\"a\":\"2\"}}",
        "{\"weight_map\":{\"a\":\"1\"},\"weight_map\":{\"b\":\"1\"}}",
        "{\"weight_map\":{\"\\u0061\":\"1\"}}",
        "{\"weight_map\":{\"a\":\"\\u0061\"}}",
        "{\"weight_map\":{\"ä\":\"1\"}}",
        "\uFEFF{\"weight_map\":{\"a\":\"1\"}}",
      })
  void leavesWhatIsUnusualOrWrongToTheOtherParser(String text) {
    assertThat(PlainIndex.read(bytes(text))).isEmpty();
  }

  @Test
  void anyNamesAreFoundInTheirOrder() {
    Random random = new Random(3);
    Map<String, String> expected = new LinkedHashMap<>();
    for (int i = 0; i < 20_000; i++) {
      String name = "m." + random.nextInt(1000) + "." + random.nextInt(1000);
      // Names with the same hash.
      expected.putIfAbsent(name + (i % 2 == 0 ? ".Aa" : ".BB"), "s" + random.nextInt(9));
    }
    List<String> entries = new ArrayList<>();
    expected.forEach((name, shard) -> entries.add("\"" + name + "\":\"" + shard + "\""));
    String text = "{\"weight_map\":{" + String.join(",", entries) + "}}";

    Map<String, String> map = PlainIndex.read(bytes(text)).orElseThrow().weightMap();

    assertThat(new ArrayList<>(map.entrySet())).isEqualTo(new ArrayList<>(expected.entrySet()));
    expected.forEach((name, shard) -> assertThat(map.get(name)).isEqualTo(shard));
    assertThat(map.get("m.1")).isNull();
    assertThat(map.containsKey("m.1.Aa ")).isFalse();
    assertThat(map).hasSameSizeAs(expected).isEqualTo(expected).hasSameHashCodeAs(expected);
  }

  @Test
  void namesAreLookedUpInAnyOrder() throws UnusableIndexException {
    String text = "{\"weight_map\":{\"a\":\"1\",\"bcdefghij\":\"2\",\"c\":\"1\",\"\":\"2\"}}";
    for (ShardIndex index :
        List.of(
            PlainIndex.read(bytes(text)).orElseThrow(),
            new ShardIndexParser().parse(bytes(text)))) {
      UnaryOperator<String> lookup = index.lookup();
      assertThat(
              Stream.of("a", "bcdefghij", "c", "", "a", "c", "none", "", "c", "d", "bcdefghij")
                  .map(lookup))
          .containsExactly("1", "2", "1", "2", "1", "1", null, "2", "1", null, "2");
    }
  }

  @Test
  void tensorsAreCountedForEachShard() throws UnusableIndexException {
    String text = "{\"weight_map\":{\"a\":\"2\",\"b\":\"1\",\"c\":\"2\"}}";
    for (ShardIndex index :
        List.of(
            PlainIndex.read(bytes(text)).orElseThrow(),
            new ShardIndexParser().parse(bytes(text)))) {
      assertThat(index.tensorCounts()).containsExactly(Map.entry("2", 2), Map.entry("1", 1));
    }
  }

  @Test
  void theMapCannotBeChanged() {
    Map<String, String> map =
        PlainIndex.read(bytes("{\"weight_map\":{\"a\":\"1\"}}")).orElseThrow().weightMap();
    assertThatThrownBy(() -> map.put("b", "1")).isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> map.remove("a")).isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> map.entrySet().clear())
        .isInstanceOf(UnsupportedOperationException.class);
  }
}
