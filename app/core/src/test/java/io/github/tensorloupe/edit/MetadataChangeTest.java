package io.github.tensorloupe.edit;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.format.Metadata;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MetadataChangeTest {

  private static Metadata metadata(String... keysAndValues) {
    Map<String, String> map = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      map.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return Metadata.of(map);
  }

  private static List<Entry<String, String>> entries(Metadata metadata) {
    return List.copyOf(metadata.entries().entrySet());
  }

  @Test
  void mergedEntriesKeepTheirPositionsAndNewOnesAreLast() {
    Metadata after =
        MetadataChange.set(metadata("n", "3", "a", "4").entries())
            .apply(metadata("a", "1", "b", "2"));

    assertThat(entries(after)).isEqualTo(entries(metadata("a", "4", "b", "2", "n", "3")));
  }

  @Test
  void keysThatAreNotThereAreNoMatterToUnset() {
    Metadata after = MetadataChange.unset(Set.of("a", "x")).apply(metadata("a", "1", "b", "2"));

    assertThat(entries(after)).isEqualTo(entries(metadata("b", "2")));
  }

  @Test
  void changeIsIndependentOfItsSourceMap() {
    LinkedHashMap<String, String> entries = new LinkedHashMap<>(Map.of("a", "1"));
    MetadataChange change = MetadataChange.set(entries);
    entries.put("b", "2");

    assertThat(entries(change.apply(Metadata.EMPTY))).isEqualTo(entries(metadata("a", "1")));
  }
}
