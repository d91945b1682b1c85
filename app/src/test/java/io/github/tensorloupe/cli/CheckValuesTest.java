package io.github.tensorloupe.cli;

import static io.github.tensorloupe.testing.SampleBytes.write;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.tensorloupe.testing.SampleBytes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckValuesTest {

  private static final float NAN = Float.NaN;
  private static final float INFINITY = Float.POSITIVE_INFINITY;

  @TempDir Path folder;

  private Ran check(float... values) throws IOException {
    write(folder.resolve("a.safetensors"), SampleBytes.floats(values));
    return Ran.in(folder, "check", "--json", "--values", "a.safetensors");
  }

  private static List<JsonNode> valueFindings(Ran ran) {
    return ran.object()
        .get("findings")
        .valueStream()
        .filter(finding -> !finding.get("code").asText().equals("misaligned-data"))
        .toList();
  }

  @Test
  void notANumberIsAnErrorInAFileThatLoads() throws IOException {
    Ran ran = check(1, NAN, 2);

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.object().get("verdict").asText()).isEqualTo("ok");
    JsonNode finding = valueFindings(ran).getFirst();
    assertThat(finding.get("code").asText()).isEqualTo("nan");
    assertThat(finding.get("severity").asText()).isEqualTo("error");
    assertThat(finding.get("tensor").asText()).isEqualTo("t");
    long dataStart = 8 + ran.object().get("headerLength").asLong();
    assertThat(finding.get("begin").asLong()).isEqualTo(dataStart);
    assertThat(finding.get("end").asLong()).isEqualTo(dataStart + 12);
  }

  @Test
  void infinitiesOfBothSignsAreOneError() throws IOException {
    Ran ran = check(INFINITY, 1, -INFINITY);

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(valueFindings(ran)).hasSize(1);
    assertThat(valueFindings(ran).getFirst().get("code").asText()).isEqualTo("inf");
    assertThat(valueFindings(ran).getFirst().get("message").asText()).contains("2 infinities");
  }

  @Test
  void zerosOfEitherSignAreAWarning() throws IOException {
    Ran ran = check(0, -0f, 0);

    assertThat(ran.exitCode()).isZero();
    assertThat(valueFindings(ran)).hasSize(1);
    assertThat(valueFindings(ran).getFirst().get("code").asText()).isEqualTo("all-zero");
    assertThat(valueFindings(ran).getFirst().get("severity").asText()).isEqualTo("warning");
  }

  @Test
  void oneValueManyTimesIsAWarning() throws IOException {
    Ran ran = check(3, 3, 3);

    assertThat(ran.exitCode()).isZero();
    assertThat(valueFindings(ran)).hasSize(1);
    assertThat(valueFindings(ran).getFirst().get("code").asText()).isEqualTo("constant");
  }

  @Test
  void singleValueIsNotConstant() throws IOException {
    assertThat(valueFindings(check(3))).isEmpty();
  }

  @Test
  void sameValueAmongNaNIsNotConstant() throws IOException {
    assertThat(valueFindings(check(3, 3, NAN)))
        .extracting(finding -> finding.get("code").asText())
        .containsExactly("nan");
  }

  @Test
  void emptyTensorSaysNothing() throws IOException {
    assertThat(valueFindings(check())).isEmpty();
  }

  @Test
  void valuesAreNotReadUnlessAskedFor() throws IOException {
    write(folder.resolve("a.safetensors"), SampleBytes.floats(NAN, NAN));

    assertThat(Ran.in(folder, "check", "a.safetensors").exitCode()).isZero();
  }

  @Test
  void tensorsOfARefusedFileAreLookedAtAsFarAsTheyAreThere() throws IOException {
    byte[] whole = SampleBytes.floats(NAN, 1, 2);
    write(folder.resolve("a.safetensors"), java.util.Arrays.copyOf(whole, whole.length - 2));

    Ran ran = Ran.in(folder, "check", "--json", "--values", "a.safetensors");

    assertThat(Ran.codes(ran.object())).contains("truncated", "nan");
  }
}
