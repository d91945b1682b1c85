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
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class WeightMapTest {

  private static ShardIndex parse(String text) throws UnusableIndexException {
    return ShardIndex.parse(text.getBytes(UTF_8));
  }

  /// Parses an equivalent index with an escape.
  private static ShardIndex escaped(String text) throws UnusableIndexException {
    return parse(text.replace("\"a\"", "\"\\u0061\""));
  }

  @Test
  void saysWhatAMapOfObjectsSays() throws UnusableIndexException {
    String text =
        " {\"metadata\": {\"total_size\": 12, \"x\": [1, {}]}, \"weight_map\": { \"a\" :"
            + " \"1.st\",\n"
            + "\"c\":\"2.st\", \"\": \"1.st\" }, \"other\": null}\n";
    ShardIndex index = parse(text);
    assertThat(index).isEqualTo(escaped(text));
    assertThat(index.totalSize()).isEqualTo(OptionalLong.of(12));
    assertThat(index.weightMap().keySet()).containsExactly("a", "c", "");
    assertThat(index.weightMap().values()).containsExactly("1.st", "2.st", "1.st");
    assertThat(index.weightMap().firstEntry()).isEqualTo(Map.entry("a", "1.st"));
    assertThat(index.weightMap().lastEntry()).isEqualTo(Map.entry("", "1.st"));
    assertThat(index.shardNames()).containsExactly("1.st", "2.st");
  }

  @Test
  void theLastOfRepeatedMapsCounts() throws UnusableIndexException {
    ShardIndex index =
        parse(
            "{\"weight_map\":{\"b\":\"2\",\"c\":\"3\"},\"x\":\"\\ud800\","
                + "\"weight_map\":{\"a\":\"\\u0031\"},\"y\":1e400}");
    assertThat(index.weightMap()).isEqualTo(Map.of("a", "1"));
    assertThat(index.tensorCounts()).containsExactly(Map.entry("1", 1));
  }

  @Test
  @Timeout(180)
  void collidingNamesAreDistinguished() throws UnusableIndexException {
    List<String> names = List.of("");
    for (int i = 0; i < 17; i++) {
      names = names.stream().flatMap(name -> Stream.of(name + "Aa", name + "BB")).toList();
    }
    String entries =
        names.stream()
            .map(name -> "\"" + name + "\":\"s\"")
            .collect(Collectors.joining(",", "{\"weight_map\":{", "}}"));

    assertThat(List.copyOf(parse(entries).weightMap().keySet()).equals(names)).isTrue();
  }

  @Test
  void anyNamesAreFoundInTheirOrder() throws UnusableIndexException {
    Random random = new Random(3);
    Map<String, String> expected = new LinkedHashMap<>();
    for (int i = 0; i < 20_000; i++) {
      String name = "m." + random.nextInt(1000) + "." + random.nextInt(1000);
      // Names with equal hashes.
      expected.putIfAbsent(name + (i % 2 == 0 ? ".Aa" : ".BB"), "s" + random.nextInt(9));
    }
    List<String> entries = new ArrayList<>();
    expected.forEach((name, shard) -> entries.add("\"" + name + "\":\"" + shard + "\""));
    String text = "{\"weight_map\":{" + String.join(",", entries) + "}}";

    Map<String, String> map = parse(text).weightMap();

    assertThat(new ArrayList<>(map.entrySet())).isEqualTo(new ArrayList<>(expected.entrySet()));
    expected.forEach((name, shard) -> assertThat(map.get(name)).isEqualTo(shard));
    assertThat(map.get("m.1")).isNull();
    assertThat(map.containsKey("m.1.Aa ")).isFalse();
    assertThat(map).hasSameSizeAs(expected).isEqualTo(expected).hasSameHashCodeAs(expected);
  }

  @Test
  void tensorsAreCountedForEachShard() throws UnusableIndexException {
    String text = "{\"weight_map\":{\"a\":\"2\",\"b\":\"1\",\"c\":\"2\"}}";
    for (ShardIndex index : List.of(parse(text), escaped(text))) {
      assertThat(index.tensorCounts()).containsExactly(Map.entry("2", 2), Map.entry("1", 1));
    }
  }

  @Test
  void theMapCannotBeChanged() throws UnusableIndexException {
    Map<String, String> map = parse("{\"weight_map\":{\"a\":\"1\"}}").weightMap();
    assertThatThrownBy(() -> map.put("b", "1")).isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> map.remove("a")).isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> map.entrySet().clear())
        .isInstanceOf(UnsupportedOperationException.class);
  }
}
