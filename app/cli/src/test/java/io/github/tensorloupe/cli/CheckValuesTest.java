package io.github.tensorloupe.cli;

import static io.github.tensorloupe.testing.SampleBytes.write;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.tensorloupe.analysis.chunk.ChunkedScan;
import io.github.tensorloupe.analysis.health.HealthScan;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.FileInterference;
import io.github.tensorloupe.testing.SampleBytes;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

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

  /// Returns the byte range of a finding, relative to the start of the data.
  private static String bytes(JsonNode report, JsonNode finding) {
    long dataStart = 8 + report.get("headerLength").asLong();
    return "%d-%d"
        .formatted(
            finding.get("begin").asLong() - dataStart, finding.get("end").asLong() - dataStart);
  }

  private Ran check(TensorFiles tensors) throws IOException {
    tensors.write(folder.resolve("a.safetensors"));
    return Ran.in(folder, "check", "--json", "--values", "a.safetensors");
  }

  /// Returns the findings about values: code, tensor, and byte range relative to the start of the
  /// data.
  private static List<String> valueFindingTexts(Ran ran) {
    return valueFindings(ran).stream()
        .map(
            finding ->
                finding.get("code").asText()
                    + " "
                    + finding.get("tensor").asText()
                    + " "
                    + bytes(ran.object(), finding))
        .toList();
  }

  /// Returns bytes that differ from their neighbors and are not 0.
  private static byte[] noise(int byteCount) {
    byte[] bytes = new byte[byteCount];
    for (int i = 0; i < byteCount; i++) {
      bytes[i] = (byte) (i % 100 + 1);
    }
    return bytes;
  }

  /// Returns numbers of this width in bytes, all finite and not all equal.
  private static byte[] numbers(int count, int width) {
    byte[] bytes = new byte[count * width];
    for (int i = 0; i < count; i++) {
      bytes[i * width] = (byte) (i % 50 + 1);
    }
    return bytes;
  }

  @ParameterizedTest
  @CsvSource({
    "F64, 7FF8000000000000, nan",
    "F64, FFF0000000000001, nan",
    "F64, FFF0000000000000, inf",
    "F32, 7F800001, nan",
    "F32, FFC00000, nan",
    "F32, 7F800000, inf",
    "C64, 7FC00000, nan",
    "C64, FF800000, inf",
    "F16, 7C01, nan",
    "F16, FE00, nan",
    "F16, FC00, inf",
    "BF16, 7F81, nan",
    "BF16, FFC0, nan",
    "BF16, 7F80, inf",
    "F8_E5M2, 7D, nan",
    "F8_E5M2, FF, nan",
    "F8_E5M2, FC, inf",
    "F8_E4M3, 7F, nan",
    "F8_E4M3, FF, nan",
    "F8_E4M3FNUZ, 80, nan",
    "F8_E5M2FNUZ, 80, nan",
    "F8_E8M0, FF, nan"
  })
  void invalidFirstAndLastPartsAreLocated(Dtype dtype, String code, String expected)
      throws IOException {
    int width = code.length() / 2;
    int count = 3000;
    long[] shape = {dtype == Dtype.C64 ? count / 2 : count};
    long bits = Long.parseUnsignedLong(code, 16);
    byte[] atFirst = numbers(count, width);
    byte[] atLast = numbers(count, width);
    for (int i = 0; i < width; i++) {
      atFirst[i] = (byte) (bits >>> 8 * i);
      atLast[(count - 1) * width + i] = (byte) (bits >>> 8 * i);
    }

    Ran first = check(new TensorFiles().tensor("t", dtype, atFirst, shape));
    Ran last = check(new TensorFiles().tensor("t", dtype, atLast, shape));

    assertThat(valueFindingTexts(first)).containsExactly(expected + " t 0-" + width);
    assertThat(valueFindingTexts(last))
        .containsExactly(expected + " t %d-%d".formatted(atLast.length - width, atLast.length));
    assertThat(List.of(first.exitCode(), last.exitCode())).containsExactly(1, 1);
  }

  @ParameterizedTest
  @EnumSource(
      value = Dtype.class,
      names = {"F4", "F6_E2M3", "F6_E3M2", "U8", "I8", "I16", "U16", "I32", "U32", "I64", "U64"})
  void everyCodeOfADtypeWithoutNaNIsFine(Dtype dtype) throws IOException {
    byte[] bytes = new byte[24 * 256];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (i % 257);
    }

    Ran ran = check(new TensorFiles().tensor("t", dtype, bytes, 8L * bytes.length / dtype.bits()));

    assertThat(valueFindingTexts(ran)).isEmpty();
    assertThat(ran.exitCode()).isZero();
  }

  @Test
  void byteOfABoolOtherThan0And1IsAWarning() throws IOException {
    Ran ran = check(new TensorFiles().tensor("t", Dtype.BOOL, new byte[] {0, 1, 2, -1}, 4));

    assertThat(valueFindings(ran))
        .extracting(finding -> finding.get("code").asText())
        .containsExactly("invalid-bool");
    assertThat(valueFindings(ran).getFirst().get("severity").asText()).isEqualTo("warning");
    assertThat(ran.exitCode()).isZero();
  }

  @Test
  void rowsThatAreAllEqualAreAnInfo() throws IOException {
    Ran ran = check(new TensorFiles().tensor("t", Dtype.U8, new byte[] {1, 2, 1, 2, 1, 2}, 3, 2));

    assertThat(valueFindings(ran))
        .extracting(finding -> finding.get("code").asText())
        .containsExactly("equal-rows");
    assertThat(valueFindings(ran).getFirst().get("severity").asText()).isEqualTo("info");
    assertThat(ran.exitCode()).isZero();
  }

  @Test
  void holesAreReportedAsWholePages() throws IOException {
    byte[] bytes = noise(100_000);
    Arrays.fill(bytes, 30_000, 60_000, (byte) 0);
    Arrays.fill(bytes, 80_000, 81_000, (byte) 0);

    Ran ran = check(new TensorFiles().tensor("t", Dtype.U8, bytes, bytes.length));

    assertThat(ran.exitCode()).isZero();
    assertThat(valueFindings(ran)).hasSize(1);
    JsonNode hole = valueFindings(ran).getFirst();
    long dataStart = 8 + ran.object().get("headerLength").asLong();
    assertThat(hole.get("code").asText()).isEqualTo("zero-pages");
    assertThat(hole.get("severity").asText()).isEqualTo("warning");
    assertThat(hole.get("begin").asLong())
        .isEqualTo(Math.ceilDiv(dataStart + 30_000, 4096L) * 4096);
    assertThat(hole.get("end").asLong()).isEqualTo((dataStart + 60_000) / 4096 * 4096);
  }

  @Test
  void everyTensorHasItsSayInFileOrder() throws IOException {
    Ran ran =
        check(
            new TensorFiles()
                .floats("b", 1, NAN)
                .floats("a", INFINITY, 1)
                .floats("c", 2, 2)
                .floats("d", 1, 2)
                .tensor("e", Dtype.F16, new byte[] {0, 0x7e, 0, 0x7c}, 2));

    assertThat(valueFindingTexts(ran))
        .containsExactly(
            "inf a 0-4", "nan b 12-16", "constant c 16-24", "nan e 32-34", "inf e 34-36");
  }

  @Test
  void shardWithANaNGivesTheExitCodeOfTheSet() throws IOException {
    write(
        folder.resolve("m/x.safetensors.index.json"),
        SampleBytes.index("a", "x-1.safetensors", "b", "x-2.safetensors"));
    new TensorFiles().floats("a", 1, 2).write(folder.resolve("m/x-1.safetensors"));
    new TensorFiles().floats("b", 1, NAN).write(folder.resolve("m/x-2.safetensors"));
    new TensorFiles().floats("a", 1, 2).write(folder.resolve("fine.safetensors"));

    Ran ran = Ran.in(folder, "check", "--json", "--values", "fine.safetensors", "m", "gone");
    Ran set = Ran.in(folder, "check", "--json", "--values", "m");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.texts("path"))
        .containsExactly(
            "fine.safetensors",
            set.texts("path").getFirst(),
            "m/x-1.safetensors",
            "m/x-2.safetensors",
            "gone");
    assertThat(set.exitCode()).isEqualTo(1);
    assertThat(set.texts("verdict")).containsExactly("ok", "ok", "ok");
    assertThat(Ran.codes(set.objects().get(2))).contains("nan");
  }

  @Test
  void findingsAreTheSameWhateverTheNumberOfThreads() throws IOException {
    TensorFiles tensors = new TensorFiles();
    for (int i = 0; i < 40; i++) {
      float[] values = new float[30_000 * (i % 3 + 1)];
      for (int j = 0; j < values.length; j++) {
        values[j] = j % 7 == i ? NAN : i % 5 == 1 ? 3 : (float) j / (i % 5);
      }
      tensors.floats("t" + i, values);
    }
    tensors.write(folder.resolve("a.safetensors"));

    Ran one = Ran.in(folder, "check", "--json", "--values", "--threads", "1", "a.safetensors");

    assertThat(Ran.codes(one.object())).contains("nan", "inf", "constant");
    for (String threads : List.of("2", "7")) {
      assertThat(
              Ran.in(folder, "check", "--json", "--values", "--threads", threads, "a.safetensors"))
          .isEqualTo(one);
    }
  }

  @ParameterizedTest
  @EnumSource
  void fileThatChangesMeanwhileIsAFindingInsteadOfThoseOfItsTensors(FileInterference meddling)
      throws IOException {
    Path path =
        new TensorFiles()
            .floats("a", 1, NAN)
            .tensor("b", Dtype.U8, noise(1000), 1000)
            .write(folder.resolve("a.safetensors"));
    List<Finding> findings;
    try (TensorFile file = TensorFile.open(path)) {
      meddling.to(path);
      findings =
          Checker.findings(
              file, new HealthScan(new ChunkedScan(2)), new ReadingProgress(folder, Progress.NONE));
    }

    assertThat(findings).extracting(Finding::code).containsExactly(FindingCode.FILE_CHANGED);
  }

  @Test
  void personReadsWhereTheFirstNaNStands() throws IOException {
    new TensorFiles().floats("t", 1, NAN, 2).write(folder.resolve("a.safetensors"));
    long dataStart = Files.size(folder.resolve("a.safetensors")) - 12;

    Ran ran = Ran.in(folder, "check", "--values", "a.safetensors");

    assertThat(ran.out())
        .hasLineCount(2)
        .contains("error    nan: ", "\"t\"", String.format("%,d", dataStart + 4));
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
    assertThat(bytes(ran.object(), finding)).isEqualTo("4-8");
  }

  /// In a single column of any dtype, bitsandbytes stores codes. Bytes of 255 are NaN as BF16.
  @ParameterizedTest
  @CsvSource({
    "w.quant_state.bitsandbytes__nf4, 1, false",
    "w.quant_map, 1, false",
    "v.quant_map, 1, true",
    "w.quant_map, 2, true"
  })
  void codesThatLookLikeNaNAreNoFinding(String state, int columns, boolean isNan)
      throws IOException {
    byte[] codes = {-1, -1, -1, -1, 0x12, 0x34, 0x56, 0x78};
    Ran ran =
        check(
            new TensorFiles()
                .tensor("w", Dtype.BF16, codes, codes.length / 2 / columns, columns)
                .tensor(state, Dtype.U8, new byte[] {1, 2}, 2));

    assertThat(valueFindingTexts(ran).stream().anyMatch(finding -> finding.startsWith("nan")))
        .isEqualTo(isNan);
    for (String depth : List.of("health", "stats")) {
      Path table = folder.resolve(depth);
      Ran.in(folder, "survey", "a.safetensors", "--values", depth, "--out", table.toString());
      assertThat(Files.readString(table).contains("[\"nan\"")).as(depth).isEqualTo(isNan);
    }
  }

  @Test
  void infinitiesOfBothSignsAreOneError() throws IOException {
    Ran ran = check(INFINITY, 1, -INFINITY);

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(valueFindings(ran)).hasSize(1);
    assertThat(valueFindings(ran).getFirst().get("code").asText()).isEqualTo("inf");
    assertThat(valueFindings(ran).getFirst().get("message").asText())
        .contains("1 +Infinity and 1 -Infinity");
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
  void valuesAreNotReadByDefault() throws IOException {
    write(folder.resolve("a.safetensors"), SampleBytes.floats(NAN, NAN));

    assertThat(Ran.in(folder, "check", "a.safetensors").exitCode()).isZero();
  }

  @Test
  void availableTensorDataOfARefusedFileIsChecked() throws IOException {
    byte[] whole = SampleBytes.floats(NAN, 1, 2);
    write(folder.resolve("a.safetensors"), Arrays.copyOf(whole, whole.length - 2));

    Ran ran = Ran.in(folder, "check", "--json", "--values", "a.safetensors");

    assertThat(Ran.codes(ran.object())).contains("truncated", "nan");
  }

  @Test
  void textPrintsFindingsOfAKindTogetherAndOnlyTheFirst() throws IOException {
    TensorFiles tensors = new TensorFiles().floats("z", 0, 0);
    for (int i = 10; i < 23; i++) {
      tensors.floats("t" + i, 1, NAN);
    }
    tensors.write(folder.resolve("a.safetensors"));

    List<String> lines =
        Ran.in(folder, "check", "--values", "a.safetensors")
            .out()
            .lines()
            .map(String::strip)
            .toList();

    assertThat(lines.get(1)).isEqualTo("error    nan: NaN in 13 tensors");
    assertThat(lines.subList(2, 12)).allMatch(line -> line.startsWith("The tensor \"t"));
    assertThat(lines.get(12)).isEqualTo("and 3 more; --json lists all");
    assertThat(lines.get(13)).startsWith("warning  all-zero: The tensor \"z\" has only zeros");
  }
}
