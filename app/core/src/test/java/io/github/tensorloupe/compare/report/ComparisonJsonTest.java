package io.github.tensorloupe.compare.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.tensorloupe.compare.Totals;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ComparisonJsonTest {

  private static final String HOSTILE = "a\u202E\"\\\n\u0007\u2028\uD83D\uDE00\u007F";

  @TempDir Path folder;

  private List<String> lines(TensorFiles a, TensorFiles b) throws IOException {
    Path fileA = a.write(folder.resolve("a.safetensors"));
    try (Compared compared = new Compared(fileA, b.write(folder.resolve("b.safetensors")))) {
      return ComparisonJson.lines(compared.comparison(), Totals.of(compared.comparison()), "a", "b")
          .toList();
    }
  }

  private static List<JsonNode> parsed(List<String> lines) throws IOException {
    List<JsonNode> objects = new ArrayList<>();
    for (String line : lines) {
      objects.add(new ObjectMapper().readTree(line));
    }
    return objects;
  }

  @Test
  void pairsThenMetadataThenTheSummary() throws IOException {
    List<JsonNode> lines =
        parsed(
            lines(
                new TensorFiles().floats("x", 1, 2).floats("y", 3).metadata("k", "1"),
                new TensorFiles().floats("x", 1, 4).floats("z", 5, 6).metadata("k", "2")));

    assertThat(lines).hasSize(5);
    assertThat(lines.get(0).get("change").textValue()).isEqualTo("values");
    assertThat(lines.get(0).get("changed").intValue()).isEqualTo(1);
    assertThat(lines.get(0).get("maxAbs").doubleValue()).isEqualTo(2);
    assertThat(lines.get(0).get("maxAbsIndex").toString()).isEqualTo("[1]");
    assertThat(lines.get(0).get("bits")).hasSize(32);
    assertThat(lines.get(1).get("nameB").isNull()).isTrue();
    assertThat(lines.get(1).get("shapeA").toString()).isEqualTo("[1]");
    assertThat(lines.get(2).get("change").textValue()).isEqualTo("added");
    assertThat(lines.get(3).toString())
        .isEqualTo("{\"key\":\"k\",\"change\":\"changed\",\"a\":\"1\",\"b\":\"2\"}");
    assertThat(lines.get(4).get("summary").booleanValue()).isTrue();
    assertThat(lines.get(4).get("removed").intValue()).isEqualTo(1);
    assertThat(lines.get(4).has("sameHeader")).isFalse();
  }

  @Test
  void numbersThatAreNotFiniteAreNull() throws IOException {
    JsonNode pair =
        parsed(
                lines(
                    new TensorFiles().floats("x", Float.NaN),
                    new TensorFiles().floats("x", Float.POSITIVE_INFINITY)))
            .getFirst();

    assertThat(pair.get("maxAbs").isNull()).isTrue();
    assertThat(pair.get("relativeL2").isNull()).isTrue();
    assertThat(pair.get("changedNonFinite").intValue()).isEqualTo(1);
  }

  @Test
  void hostileNamesRoundTripAndAreTerminalSafe() throws IOException {
    TensorFiles file = new TensorFiles().tensor(HOSTILE, Dtype.U8, new byte[] {1}, 1);

    List<String> lines = lines(file, file);

    assertThat(parsed(lines).getFirst().get("nameA").textValue()).isEqualTo(HOSTILE);
    assertThat(lines).allMatch(line -> line.chars().noneMatch(it -> it < ' ' || it == 0x7F));
    assertThat(lines.getFirst()).contains("\\u202E", "\\u2028", "\\u007F").contains("😀");
  }
}
