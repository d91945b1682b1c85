package io.github.tensorloupe.quantization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Layouts that programs other than the large quantizers write.
class FieldLayoutsTest {

  @TempDir Path folder;

  private final TensorFiles files = new TensorFiles();
  private Checkpoint checkpoint;

  @AfterEach
  void close() throws IOException {
    if (checkpoint != null) {
      checkpoint.close();
    }
  }

  private FieldLayoutsTest tensor(String name, Dtype dtype, long... shape) {
    long count = Arrays.stream(shape).reduce(1, (a, b) -> a * b);
    byte[] bytes = new byte[(int) (count * dtype.bits() / Byte.SIZE)];
    Arrays.fill(bytes, (byte) 0x38);
    files.tensor(name, dtype, bytes, shape);
    return this;
  }

  private FieldLayoutsTest number(String name, float value, long... shape) {
    byte[] bytes = new byte[4];
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putFloat(value);
    files.tensor(name, Dtype.F32, bytes, shape);
    return this;
  }

  private FieldLayoutsTest marker(String module, String json) {
    byte[] bytes = json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    files.tensor(module + ".comfy_quant", Dtype.U8, bytes, bytes.length);
    return this;
  }

  private Quantization found(String config) throws IOException {
    if (!config.isEmpty()) {
      Files.writeString(
          folder.resolve("config.json"),
          "{\"quantization_config\":" + config.replace('\'', '"') + "}");
    }
    Path path = files.write(folder.resolve("model.safetensors"));
    checkpoint = Checkpoint.open(path, Cancellation.NEVER, Progress.NONE);
    return Quantization.of(checkpoint, Cancellation.NEVER)
        .examined(Cancellation.NEVER, Progress.NONE);
  }

  private static List<FindingCode> codes(Quantization quantization) {
    return quantization.allFindings().stream().map(Finding::code).toList();
  }

  /// Returns the sign of an element of the matrix of ConvRot, computed from its definition.
  private static int sign(int row, int column, int size) {
    int sign = 1;
    for (int digit = 1; digit < size; digit *= 4) {
      sign *= row / digit % 4 + column / digit % 4 == 3 ? -1 : 1;
    }
    return sign;
  }

  @ParameterizedTest
  @CsvSource({
    "qweight, I32, lut", "qweight, U8, scales", "weight_packed, U8, weight_zero_point",
    "weight_packed, I32, meta", "qweight, I32, weight_scale_2", "q_weight, I32, other"
  })
  void packedWeightsOfAnUnknownLayoutAreOneNeutralFinding(
      String codes, Dtype dtype, String companion) throws IOException {
    for (String module : List.of("a", "b")) {
      tensor(module + "." + codes, dtype, 4, 32).tensor(module + "." + companion, Dtype.F16, 32);
    }

    Quantization quantization = found("");

    assertThat(quantization.weights()).isEmpty();
    assertThat(quantization.allFindings())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.code()).isEqualTo(FindingCode.CONFIG_QUANTIZATION_UNKNOWN);
              assertThat(finding.severity()).isEqualTo(Severity.INFO);
              assertThat(finding.message())
                  .isEqualTo(
                      "2 packed weights of an unknown layout, such as a.%s; not decoded here.",
                      codes);
            });
  }

  @Test
  void floatsNamedLikePackedWeightsAreNot() throws IOException {
    assertThat(codes(tensor("a.qweight", Dtype.F16, 4, 32).found(""))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 16, 64})
  void rotatedWeightsAreRotatedBackExactly(int size) throws IOException {
    byte[] codes = new byte[3 * 128];
    for (int i = 0; i < codes.length; i++) {
      codes[i] = (byte) (i * 37 % 255 - 127);
    }
    files.tensor("a.weight", Dtype.I8, codes, 3, 128);
    number("a.weight_scale", 0.3f);
    marker(
        "a", "{'format': 'int8_tensorwise', 'convrot': true, 'convrot_groupsize': " + size + "}");

    QuantizedWeight weight = found("").weights().getFirst();

    assertThat(weight.label()).isEqualTo("INT8 ConvRot " + size);
    double[] values = weight.logical().orElseThrow().data().orElseThrow().numbers();
    for (int i = 0; i < values.length; i++) {
      int begin = i / size * size;
      double sum = 0;
      for (int k = 0; k < size; k++) {
        sum += codes[begin + k] * sign(k, i % size, size);
      }
      assertThat(values[i]).isEqualTo((float) (sum * (double) 0.3f / Math.sqrt(size)));
    }
    double[] part = weight.logical().orElseThrow().data().orElseThrow().numbers(130, 5);
    assertThat(part).isEqualTo(Arrays.copyOfRange(values, 130, 135));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'format': 'int8_tensorwise', 'convrot': true, 'convrot_groupsize': 32}",
        "{'format': 'int8_tensorwise', 'convrot': true}",
        "{'format': 'int8_tensorwise', 'convrot': true, 'convrot_groupsize': 0}"
      })
  void weightsThatCannotBeRotatedBackHaveNoValues(String marker) throws IOException {
    tensor("a.weight", Dtype.I8, 4, 64).number("a.weight_scale", 1).marker("a", marker);

    Quantization quantization = found("");

    QuantizedWeight weight = quantization.weights().getFirst();
    assertThat(weight.label()).startsWith("INT8 ConvRot");
    assertThat(weight.hasValues()).isFalse();
    assertThat(codes(quantization)).isEmpty();
  }

  @Test
  void unknownFormatOfAMarkerIsNamedAndNotDecoded() throws IOException {
    tensor("a.weight", Dtype.I8, 4, 64).number("a.weight_scale", 1);
    marker("a", "{'format': 'convrot_w4a4', 'convrot_groupsize': 256}");

    Quantization quantization = found("");

    assertThat(quantization.weights().getFirst().hasValues()).isFalse();
    assertThat(quantization.allFindings())
        .singleElement()
        .satisfies(
            finding ->
                assertThat(finding.message())
                    .isEqualTo(
                        "Quantized with ComfyUI convrot_w4a4 ConvRot 256, not decoded here."));
  }

  @Test
  void namesOfQuarkAreDecodedLikeThoseOfOthers() throws IOException {
    tensor("a.weight", Dtype.U8, 8, 32).tensor("a.weight_quantizer.scale", Dtype.U8, 8, 2);
    number("a.input_quantizer.scale", 1);

    Quantization quantization = found("{'quant_method': 'quark'}");

    QuantizedWeight weight = quantization.weights().getFirst();
    assertThat(weight.scheme()).isEqualTo(Scheme.MXFP4);
    assertThat(weight.shape()).contains(Shape.of(8, 64));
    assertThat(weight.hasValues()).isTrue();
    assertThat(weight.parts()).containsKeys(Role.SCALE, Role.INPUT_SCALE);
    assertThat(codes(quantization)).containsExactly(FindingCode.SCALE_SUFFIX);
  }

  @Test
  void namesOfModeloptAreNotThoseOfQuark() throws IOException {
    tensor("a.weight", Dtype.U8, 8, 32).tensor("a.weight_scale", Dtype.U8, 8, 2);

    assertThat(codes(found("{'quant_method': 'modelopt'}"))).isEmpty();
  }

  @Test
  void integersUnderTheirOwnNameAreAWeight() throws IOException {
    tensor("a.int8_weight", Dtype.I8, 4, 8).number("a.scale", 0.5f, 1, 1);
    tensor("b.scale", Dtype.F32, 4).tensor("b.weight", Dtype.F32, 4);

    Quantization quantization = found("");

    QuantizedWeight weight = quantization.weights().getFirst();
    assertThat(weight.name()).isEqualTo("a.weight");
    assertThat(weight.scheme()).isEqualTo(Scheme.INT8);
    assertThat(weight.logical().orElseThrow().data().orElseThrow().numbers())
        .containsOnly(0x38 * 0.5);
    assertThat(quantization.allFindings()).isEmpty();
  }

  private void addUndecoded(Scheme scheme) {
    switch (scheme) {
      case EXL2 ->
          tensor("a.q_weight", Dtype.I32, 10, 16)
              .tensor("a.q_scale", Dtype.I32, 4, 2)
              .tensor("a.q_groups", Dtype.I16, 8)
              .tensor("a.q_invperm", Dtype.I16, 64);
      case EXL3 ->
          tensor("a.trellis", Dtype.I16, 4, 1, 80)
              .tensor("a.suh", Dtype.F16, 64)
              .tensor("a.svh", Dtype.F16, 16);
      case AQLM ->
          tensor("a.codes", Dtype.I16, 16, 8, 1)
              .tensor("a.codebooks", Dtype.F16, 1, 1024, 1, 8)
              .tensor("a.scales", Dtype.F16, 16, 1, 1, 1);
      case VPTQ ->
          tensor("a.indices", Dtype.I32, 1, 16, 4)
              .tensor("a.centroids.weight", Dtype.F16, 1, 512)
              .tensor("a.weight_scale", Dtype.F16, 64);
      default ->
          tensor("a.Qidxs", Dtype.I16, 16, 8)
              .tensor("a.SU", Dtype.F16, 64)
              .tensor("a.SV", Dtype.F16, 16);
    }
  }

  @ParameterizedTest
  @CsvSource({"EXL2, 5", "EXL3, 5", "AQLM, 1.25", "VPTQ, NaN", "QUIP, NaN"})
  void undecodedMethodIsNamedWithoutAdvice(Scheme scheme, double bits) throws IOException {
    addUndecoded(scheme);
    tensor("embed_tokens.weight", Dtype.F8_E4M3, 32, 16);

    Quantization quantization = found("");

    QuantizedWeight weight = quantization.weights().getFirst();
    assertThat(quantization.weights()).hasSize(1);
    assertThat(weight.scheme()).isEqualTo(scheme);
    assertThat(weight.bits()).isEqualTo(bits, within(1e-9));
    if (scheme != Scheme.VPTQ) {
      assertThat(weight.shape()).contains(Shape.of(16, 64));
    }
    assertThat(weight.hasValues()).isFalse();
    assertThat(quantization.allFindings())
        .singleElement()
        .satisfies(
            finding ->
                assertThat(finding.message())
                    .isEqualTo("Quantized with " + scheme.label() + ", not decoded here."));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.q_weight", "a.trellis", "a.codes", "a.indices", "a.Qidxs"})
  void nameAloneIsNoMethod(String name) throws IOException {
    tensor(name, Dtype.I16, 16, 4, 1);

    assertThat(found("").weights()).isEmpty();
  }

  @Test
  void weightsOfAnUnknownMethodHaveNoValues() throws IOException {
    tensor("a.weight", Dtype.I8, 4, 8).number("a.weight_scale", 1);
    tensor("b.weight_scale", Dtype.F32, 4);

    Quantization quantization = found("{'quant_method': 'frobq'}");

    assertThat(quantization.weights()).isEmpty();
    assertThat(codes(quantization)).containsExactly(FindingCode.CONFIG_QUANTIZATION_UNKNOWN);
  }

  @ParameterizedTest
  @CsvSource({
    "fp4_e2m1_all, F8_E4M3, 16, FP4, false",
    "int4, BF16, 64, INT4, false",
    "int4, F8_E4M3, 64, INT4, true",
    "fp4_e2m1_all, BF16, 16, FP4, true",
    "'', F8_E4M3, 16, FP4, false",
    "'', BF16, 64, INT4, false",
    "'', F8_E4M3, 64, '', false"
  })
  void svdQuantNamesItsPrecision(
      String declared, Dtype scale, long group, String precision, boolean isWrong)
      throws IOException {
    tensor("a.qweight", Dtype.I8, 16, 64).tensor("a.wscales", scale, 128 / group, 16);
    files.metadata(
        "quantization_config",
        "{\"method\": \"svdquant\", \"weight\": {\"dtype\": \"" + declared + "\"}}");

    Quantization quantization = found("");

    assertThat(quantization.weights().getFirst().variant()).isEqualTo(precision);
    assertThat(codes(quantization))
        .isEqualTo(isWrong ? List.of(FindingCode.SCALE_DTYPE) : List.of());
    assertThat(quantization.shares().getFirst().details().toString())
        .matches(text -> text.contains("Blackwell") == precision.equals("FP4"));
  }

  private void addNvfp4(String module, float whole) {
    tensor(module + ".weight", Dtype.U8, 8, 32)
        .tensor(module + ".weight_scale", Dtype.F8_E4M3, 8, 4);
    number(module + ".weight_scale_2", whole);
  }

  @ParameterizedTest
  @CsvSource({
    "l.0.mlp.experts.#.gate_proj, l.0.mlp.experts.#.up_proj",
    "l.0.mlp.experts.#.w1, l.0.mlp.experts.#.w3",
    "l.#.self_attn.q_proj, l.#.self_attn.v_proj"
  })
  void differentGlobalScalesOfFusedWeightsAreAWarning(String first, String other)
      throws IOException {
    for (int i = 0; i < 3; i++) {
      addNvfp4(first.replace("#", "" + i), 0.5f);
      addNvfp4(other.replace("#", "" + i), i == 1 ? 0.75f : 0.5f);
      addNvfp4("l.0.mlp.experts." + i + ".down_proj", i + 1);
    }

    assertThat(found("{'quant_method': 'modelopt', 'quant_algo': 'NVFP4'}").allFindings())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.code()).isEqualTo(FindingCode.SCALE_FUSED);
              assertThat(finding.tensor()).contains(other.replace("#", "1") + ".weight_scale_2");
              assertThat(finding.message()).contains("1.5");
            });
  }

  @Test
  void globalScalesThatLoadersDoNotFuseMayDiffer() throws IOException {
    addNvfp4("l.0.self_attn.q_proj", 0.5f);
    addNvfp4("l.1.self_attn.k_proj", 0.75f);
    addNvfp4("l.0.self_attn.o_proj", 0.25f);

    assertThat(codes(found("{'quant_method': 'modelopt', 'quant_algo': 'NVFP4'}"))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "a.qzeros I32, a.scales F16",
    "a.weight_shape I64, a.weight_scale F16",
    "a.weight.quant_map F32, a.weight.absmax F32",
    "a.biases F16, a.scales F16"
  })
  void lostCodesAreAnError(String part, String companion) throws IOException {
    for (String each : List.of(part, companion)) {
      String[] words = each.split(" ");
      tensor(words[0], Dtype.valueOf(words[1]), 2, 16);
    }

    assertThat(codes(found(""))).contains(FindingCode.CODES_MISSING);
  }

  @Test
  void loneZerosAreOnlyOrphaned() throws IOException {
    tensor("a.qzeros", Dtype.I32, 2, 16);

    assertThat(codes(found(""))).containsExactly(FindingCode.SCALE_ORPHANED);
  }

  @Test
  void overridesOfGptqModelApplyToTheirLayers() throws IOException {
    tensor("l.0.a.qweight", Dtype.I32, 8, 16).tensor("l.0.a.qzeros", Dtype.I32, 2, 2);
    tensor("l.0.a.scales", Dtype.F16, 2, 16);
    tensor("l.1.a.qweight", Dtype.I32, 16, 16).tensor("l.1.a.qzeros", Dtype.I32, 4, 4);
    tensor("l.1.a.scales", Dtype.F16, 4, 16);

    Quantization quantization =
        found(
            "{'quant_method': 'gptq', 'bits': 4, 'group_size': 32,"
                + " 'dynamic': {'+:l\\\\.1\\\\.': {'bits': 8, 'group_size': 16}}}");

    assertThat(codes(quantization)).isEmpty();
    assertThat(quantization.weights()).allMatch(QuantizedWeight::hasValues);
  }
}
