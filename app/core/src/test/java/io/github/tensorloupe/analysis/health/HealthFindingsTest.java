package io.github.tensorloupe.analysis.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.model.FileBytes;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.testing.CodeBytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HealthFindingsTest {

  @TempDir Path folder;

  private List<Finding> findings(Dtype dtype, byte[] bytes, long... shape) throws IOException {
    return findings("t", dtype, bytes, shape);
  }

  private List<Finding> findings(String name, Dtype dtype, byte[] bytes, long... shape)
      throws IOException {
    byte[] content = new byte[HealthFiles.BEGIN + bytes.length];
    System.arraycopy(bytes, 0, content, HealthFiles.BEGIN, bytes.length);
    Path path = Files.write(folder.resolve("file"), content);
    try (FileBytes file = FileBytes.open(path)) {
      TensorData tensor = HealthFiles.tensor(file, name, dtype, bytes.length, shape);
      return HealthFindings.of(tensor, HealthFiles.scan(2, tensor));
    }
  }

  @Test
  void aHealthyTensorHasNone() throws IOException {
    assertThat(findings(Dtype.U8, new byte[] {1, 2, 0}, 3)).isEmpty();
    assertThat(findings(Dtype.U8, new byte[0], 0)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "q_proj.weight_format, U8, 0, ''",
    "q_proj.qzeros, I32, 2004318071, 2;4",
    "q_proj.qzeros, I32, 0, 2;4",
    "q_proj.g_idx, I32, 0, 64",
    "q_proj.weight_g_idx, I32, 0, 64",
    "q_proj.weight_zero_point, I8, 0, 16;1",
    "q_proj.weight_shape, I64, 4096, 2",
    "q_proj.codebook_id, I32, 0, 1",
    "q_proj.mul1, I32, 0, 1",
    "embeddings.token_type_ids, I64, 0, 1;512",
    "embeddings.position_ids, I64, 0, 1",
    "model_ema.num_updates, I32, 0, ''",
    "v_pred, F32, 0, 1",
    "scaled_fp8, F8_E4M3, 0, 2",
    "model.diffusion_model.scaled_fp8, F8_E4M3, 56, 2",
    "optimizer.state.0.step, F32, 0, ''"
  })
  void markersCountersAndIndexesMayBeConstant(String name, Dtype dtype, long code, String shape)
      throws IOException {
    assertThat(constant(name, dtype, code, shape)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "q_proj.comfy_quant, U8, 0, 30, ALL_ZERO",
    "q_proj.weight.quant_state.bitsandbytes__nf4, U8, 0, 80, ALL_ZERO",
    "q_proj.weight.quant_map, F32, 0, 16, ALL_ZERO",
    "q_proj.qweight, I32, 0, 2;4, ALL_ZERO",
    "q_proj.weight, I8, 7, 2;4, CONSTANT",
    "q_proj.weight_scale, F32, 0, '', ALL_ZERO",
    "q_proj.weight_zero_point, F32, 0, 16;1, ALL_ZERO",
    "embeddings.position_ids, I64, 0, 1;77, ALL_ZERO",
    "step, F16, 0, 8;8, ALL_ZERO",
    "v_pred, F32, 0, 8;8, ALL_ZERO"
  })
  void damagedTensorsOfSimilarRolesAreStillReported(
      String name, Dtype dtype, long code, String shape, FindingCode expected) throws IOException {
    assertThat(constant(name, dtype, code, shape)).containsExactly(expected);
  }

  private List<FindingCode> constant(String name, Dtype dtype, long code, String shape)
      throws IOException {
    long[] dimensions =
        Arrays.stream(shape.split(";"))
            .filter(it -> !it.isEmpty())
            .mapToLong(Long::parseLong)
            .toArray();
    int width = dtype.bits() / Byte.SIZE;
    int count = (int) Arrays.stream(dimensions).reduce(1, (a, b) -> a * b);
    byte[] bytes = new byte[count * width];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (code >> i % width * Byte.SIZE);
    }
    return findings(name, dtype, bytes, dimensions).stream().map(Finding::code).toList();
  }

  @Test
  void nanPrecedesInfinityAndBothHaveAFirstPosition() throws IOException {
    byte[] bytes = CodeBytes.of(Dtype.F16, 0x3c00, 0xfc00, 0x7c00, 0x7e00, 0xffff);
    List<Finding> findings = findings(Dtype.F16, bytes, 5);
    assertThat(findings)
        .extracting(Finding::code)
        .containsExactly(FindingCode.NAN, FindingCode.INF);
    assertThat(findings.getFirst().message())
        .isEqualTo(
            "The tensor \"t\" has 2 NaN among 5 values, the first at index [3], file offset 19.");
    assertThat(findings.getFirst().range()).contains(new ByteRange(19, 21));
    assertThat(findings.getLast().message())
        .isEqualTo(
            "The tensor \"t\" has 1 +Infinity and 1 -Infinity among 5 values, the first at index"
                + " [1], file offset 15.");
    assertThat(findings.getLast().range()).contains(new ByteRange(15, 17));
  }

  @Test
  void firstPositionIsReportedAlongEachAxis() throws IOException {
    byte[] bytes = CodeBytes.of(Dtype.F16, 0, 0, 0, 0, 0, 0x7e00);
    assertThat(findings(Dtype.F16, bytes, 2, 3).getFirst().message())
        .contains("the first at index [1, 2], ");
    assertThat(findings(Dtype.F16, CodeBytes.of(Dtype.F16, 0x7e00)).getFirst().message())
        .contains("the first at index [], ");
    byte[] complex = CodeBytes.of(Dtype.F32, 0, 0, 0, 0x7fc00000);
    assertThat(findings(Dtype.C64, complex, 1, 2).getFirst().message())
        .as("of a complex tensor the element, not its part")
        .contains("the first at index [0, 1], ");
  }

  @Test
  void zeroTensorIsNotReportedAsConstantOrHoleToo() throws IOException {
    assertThat(findings(Dtype.BF16, new byte[100_000], 500, 100))
        .extracting(Finding::code, Finding::message)
        .containsExactly(tuple(FindingCode.ALL_ZERO, "The tensor \"t\" has only zeros (50,000)."));
  }

  @Test
  void strongestKindOfRepetitionIsReported() throws IOException {
    byte[] ones = new byte[12];
    Arrays.fill(ones, (byte) 1);
    assertThat(findings(Dtype.U8, ones, 3, 4))
        .extracting(Finding::message)
        .containsExactly("The tensor \"t\" has the same value in all 12 elements.");
    assertThat(findings(Dtype.U8, new byte[] {1, 2, 1, 2, 1, 2}, 3, 2))
        .extracting(Finding::message)
        .containsExactly("The tensor \"t\" has 3 equal rows.");
  }

  @Test
  void elementsOfAConstantComplexTensorAreCountedAndNotTheirParts() throws IOException {
    byte[] bytes = CodeBytes.of(Dtype.F32, 1, 2, 1, 2, 1, 2);
    assertThat(findings(Dtype.C64, bytes, 3))
        .extracting(Finding::code, Finding::message)
        .containsExactly(
            tuple(FindingCode.CONSTANT, "The tensor \"t\" has the same value in all 3 elements."));
  }

  @Test
  void infinitiesOfOneSignAreReportedAlone() throws IOException {
    assertThat(findings(Dtype.F16, CodeBytes.of(Dtype.F16, 1, 0x7c00, 0x7c00), 3))
        .extracting(Finding::message)
        .containsExactly(
            "The tensor \"t\" has 2 +Infinity among 3 values, the first at index [1], file offset"
                + " 15.");
    assertThat(findings(Dtype.F16, CodeBytes.of(Dtype.F16, 1, 2, 0xfc00), 3))
        .extracting(Finding::message)
        .containsExactly(
            "The tensor \"t\" has 1 -Infinity among 3 values, the first at index [2], file offset"
                + " 17.");
  }

  @Test
  void aNormOfOnesAndABiasOfZerosAreNotes() throws IOException {
    byte[] ones = CodeBytes.of(Dtype.BF16, 0x3f80, 0x3f80, 0x3f80);
    assertThat(findings("norm.weight", Dtype.BF16, ones, 3))
        .extracting(Finding::code, Finding::severity, Finding::concern, Finding::message)
        .containsExactly(
            tuple(
                FindingCode.CONSTANT,
                Severity.INFO,
                Severity.INFO,
                "The tensor \"norm.weight\" has the value 1 in all 3 elements, the initial value of"
                    + " the weights of norms: normal if they are not trained."));
    assertThat(findings("norm.bias", Dtype.BF16, new byte[6], 3))
        .extracting(Finding::code, Finding::severity, Finding::concern, Finding::message)
        .containsExactly(
            tuple(
                FindingCode.ALL_ZERO,
                Severity.INFO,
                Severity.INFO,
                "The tensor \"norm.bias\" has only zeros (3), the initial value of biases: normal"
                    + " if they are not trained."));
  }

  @Test
  void otherValuesInANormOrABiasAreOdd() throws IOException {
    byte[] twos = CodeBytes.of(Dtype.BF16, 0x4000, 0x4000);
    byte[] ones = CodeBytes.of(Dtype.BF16, 0x3f80, 0x3f80);
    assertThat(findings("norm.weight", Dtype.BF16, twos, 2))
        .extracting(Finding::concern)
        .containsExactly(Severity.WARNING);
    assertThat(findings("norm.weight", Dtype.BF16, new byte[4], 2))
        .extracting(Finding::concern)
        .containsExactly(Severity.WARNING);
    assertThat(findings("norm.bias", Dtype.BF16, ones, 2))
        .extracting(Finding::concern)
        .containsExactly(Severity.WARNING);
  }

  @Test
  void zerosInTheOuterHalfOfAnAdapterAreAWarningThatSaysItIsNotTrained() throws IOException {
    assertThat(findings("q.lora_B.weight", Dtype.BF16, new byte[8], 2, 2))
        .extracting(Finding::concern, Finding::message)
        .containsExactly(
            tuple(
                Severity.WARNING,
                "The tensor \"q.lora_B.weight\" has only zeros (4), the initial value of the outer"
                    + " halves of adapters: it was not trained and changes nothing."));
  }

  @Test
  void invalidBoolBytesAreReported() throws IOException {
    assertThat(findings(Dtype.BOOL, new byte[] {1, 0, 2, -1}, 4))
        .extracting(Finding::message)
        .containsExactly(
            "The tensor \"t\" has 2 bytes other than 0 and 1 among 4 values, the first at index"
                + " [2], file offset 15.");
  }

  @Test
  void everyRunOfZeroPagesIsAFindingUpToALimit() throws IOException {
    byte[] bytes = new byte[41 * 2 * 4096];
    for (int page = 0; page < 82; page += 2) {
      // The tensor begins inside a page.
      bytes[page * 4096 + 4096 - HealthFiles.BEGIN] = 1;
    }
    List<Finding> findings = findings(Dtype.U8, bytes, bytes.length);
    assertThat(findings)
        .hasSize(HealthFindings.MAX_RUN_FINDINGS)
        .allMatch(finding -> finding.code() == FindingCode.ZERO_PAGES);
    assertThat(findings.getFirst().range()).contains(new ByteRange(8192, 12_288));
    assertThat(findings.getFirst().message())
        .isEqualTo(
            "The tensor \"t\" has only zero bytes in 1 whole page of 4 KiB, file offset 8,192 to"
                + " 12,288.");
    assertThat(findings.getLast().message())
        .endsWith("; 24 more runs follow, 40 such pages in all.");
  }

  @Test
  void runsBeyondTheLimitAreCounted() throws IOException {
    for (int runs = HealthFindings.MAX_RUN_FINDINGS; runs < 19; runs++) {
      byte[] bytes = new byte[(2 * runs + 1) * 4096];
      for (int page = 0; page <= 2 * runs; page += 2) {
        bytes[page * 4096 + 4096 - HealthFiles.BEGIN] = 1;
      }
      List<Finding> findings = findings(Dtype.U8, bytes, bytes.length);
      int more = runs - HealthFindings.MAX_RUN_FINDINGS;
      String end = "; %d more runs follow, %d such pages in all.".formatted(more, runs);
      assertThat(findings).hasSize(HealthFindings.MAX_RUN_FINDINGS);
      assertThat(findings.getLast().message().endsWith(end)).as(runs + " runs").isEqualTo(more > 0);
      assertThat(findings.getLast().message().contains("more")).isEqualTo(more > 0);
    }
  }
}
