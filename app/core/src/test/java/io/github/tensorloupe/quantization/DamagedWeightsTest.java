package io.github.tensorloupe.quantization;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Invalid files result in findings, or in weights without values.
class DamagedWeightsTest {

  @TempDir Path folder;

  private final TensorFiles files = new TensorFiles();

  /// Adds a tensor of zeros.
  private DamagedWeightsTest tensor(String name, Dtype dtype, long... shape) {
    long count = Arrays.stream(shape).anyMatch(it -> it == 0) ? 0 : QuantizedSample.count(shape);
    files.tensor(name, dtype, new byte[(int) (count * dtype.bits() / 8)], shape);
    return this;
  }

  private DamagedWeightsTest longs(String name, long... numbers) {
    ByteBuffer bytes = ByteBuffer.allocate(8 * numbers.length).order(ByteOrder.LITTLE_ENDIAN);
    Arrays.stream(numbers).forEach(bytes::putLong);
    files.tensor(name, Dtype.I64, bytes.array(), numbers.length);
    return this;
  }

  private DamagedWeightsTest text(String name, String text) {
    byte[] bytes = text.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    files.tensor(name, Dtype.U8, bytes, bytes.length);
    return this;
  }

  private DamagedWeightsTest config(String text) throws IOException {
    Files.writeString(folder.resolve("config.json"), QuantizedSample.quoted(text));
    return this;
  }

  private Path write() throws IOException {
    return files.write(folder.resolve("model.safetensors"));
  }

  /// Recognizes, examines and computes the only weight of a file.
  private static QuantizedWeight examined(Path path) throws IOException {
    try (TensorFile file = TensorFile.open(path)) {
      Quantization found =
          Quantization.of(
                  new CheckpointPart("", path, Optional.empty(), List.of(file), List.of()),
                  Cancellation.NEVER)
              .examined(Cancellation.NEVER, Progress.NONE);
      assertThat(found.weights()).hasSize(1);
      QuantizedWeight weight = found.weights().getFirst();
      Optional<TensorData> data = weight.logical().flatMap(logical -> logical.data());
      if (data.isPresent()) {
        data.get().forEachBlock((_, _) -> {}, Cancellation.NEVER, Progress.NONE);
      }
      return weight;
    }
  }

  private void hasNoValues(FindingCode... codes) throws IOException {
    QuantizedWeight weight = examined(write());
    Set<FindingCode> found =
        weight.findings().stream().map(Finding::code).collect(Collectors.toSet());
    assertThat(found).contains(codes);
    assertThat(weight.hasValues()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"scales", "biases"})
  void sizeOfAPartMustMatchItsShape(String part) throws IOException {
    Files.writeString(
        folder.resolve("config.json"), "{\"quantization\":{\"group_size\":32,\"bits\":4}}");
    files.tensor("a.weight", Dtype.U32, new byte[8 * 16 * 4], 8, 16);
    for (String each : List.of("scales", "biases")) {
      files.tensor("a." + each, Dtype.F16, new byte[each.equals(part) ? 16 : 64], 8, 4);
    }
    hasNoValues();
  }

  @Test
  void scalesOfHalfBytesAreNotRead() throws IOException {
    tensor("a.weight", Dtype.F8_E4M3, 16, 16).tensor("a.weight_scale", Dtype.F4, 16, 1);
    hasNoValues(FindingCode.SCALE_DTYPE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"(a*)*b", "(a|c)*b", "("})
  void patternsThatCannotBeMatchedAreFindings(String pattern) throws IOException {
    config("{'quant_method':'fp8','ignore':['re:" + pattern + "']}");
    tensor("a".repeat(50_000) + ".weight", Dtype.F8_E4M3, 16, 16);
    Path path = write();

    try (TensorFile file = TensorFile.open(path)) {
      assertThat(Quantization.of(Checkpoint.of(file), Cancellation.NEVER).findings())
          .extracting(Finding::code)
          .contains(FindingCode.CONFIG_PATTERN);
    }
  }

  @Test
  void emptyWeightsHaveNoBlocksToCount() throws IOException {
    tensor("a.weight", Dtype.F8_E4M3, 0, 16).tensor("a.weight_scale", Dtype.F32, 0, 5);

    assertThat(examined(write()).elementCount()).isZero();
  }

  @Test
  void emptyScalesOfIntegersDivideNothing() throws IOException {
    tensor("a.weight", Dtype.I8, 16, 16).tensor("a.weight_scale", Dtype.F32, 16, 0);
    hasNoValues(FindingCode.SCALE_SHAPE);
  }

  @Test
  @Timeout(180)
  void hugeDimensionsOfEmptyWeightsHaveNoFittingBlock() throws IOException {
    tensor("a.weight", Dtype.F8_E4M3, 0, (1L << 62) - 1).tensor("a.weight_scale", Dtype.F32, 2, 2);
    hasNoValues(FindingCode.SCALE_SHAPE);
  }

  @Test
  void scaleOfWholeTensorIsOneNumber() throws IOException {
    tensor("a.weight", Dtype.U8, 16, 16)
        .tensor("a.weight_scale", Dtype.F8_E4M3, 16, 2)
        .tensor("a.weight_scale_2", Dtype.F32, 0);
    hasNoValues(FindingCode.SCALE_SHAPE);
  }

  @Test
  void zeroPointsOfGptqAreWords() throws IOException {
    tensor("a.qweight", Dtype.I32, 8, 16)
        .tensor("a.qzeros", Dtype.I8, 2, 2)
        .tensor("a.scales", Dtype.F16, 2, 16);
    hasNoValues(FindingCode.SCALE_DTYPE);
  }

  @Test
  void scalesOfGptqAreAMatrix() throws IOException {
    tensor("a.qweight", Dtype.I32, 8, 16)
        .tensor("a.qzeros", Dtype.I32, 2, 2)
        .tensor("a.scales", Dtype.F16, 32);
    hasNoValues(FindingCode.SCALE_SHAPE);
  }

  @Test
  void groupIndexOfOtherLengthIsNotRead() throws IOException {
    tensor("a.qweight", Dtype.I32, 8, 16)
        .tensor("a.qzeros", Dtype.I32, 1, 2)
        .tensor("a.scales", Dtype.F16, 1, 16)
        .tensor("a.g_idx", Dtype.F4, 4);
    hasNoValues(FindingCode.GROUP_INDEX);
  }

  @Test
  void packedWeightsWithoutColumnsHaveNoGroups() throws IOException {
    tensor("a.weight_packed", Dtype.I32, 8, 0).tensor("a.weight_scale", Dtype.F32, 8, 0);

    assertThat(examined(write()).elementCount()).isZero();
  }

  @Test
  void shapeThatOverflowsContradictsPackedCodes() throws IOException {
    config("{'config_groups':{'g':{'weights':{'num_bits':4,'group_size':-1}}}}");
    tensor("a.weight_packed", Dtype.I32, 8, 4)
        .tensor("a.weight_scale", Dtype.F32, 8, 1)
        .longs("a.weight_shape", 8, (1L << 62) + 32);
    hasNoValues(FindingCode.CODE_SHAPE);
  }

  @Test
  void gemvWithoutColumnsHasNoGroups() throws IOException {
    config("{'quant_method':'awq','version':'gemv'}");
    tensor("a.qweight", Dtype.I32, 16, 0)
        .tensor("a.qzeros", Dtype.I32, 16, 0)
        .tensor("a.scales", Dtype.F16, 16, 0);

    assertThat(examined(write()).elementCount()).isZero();
  }

  @Test
  void brokenStateWithoutScaleIsMissing() throws IOException {
    tensor("a.weight", Dtype.U8, 32, 1)
        .tensor("a.weight.quant_map", Dtype.F32, 16)
        .text("a.weight.quant_state.bitsandbytes__nf4", "{");
    hasNoValues(FindingCode.QUANT_STATE_MISSING, FindingCode.SCALE_MISSING);
  }

  @Test
  void negativeShapesContradictCodes() throws IOException {
    tensor("a.weight", Dtype.U8, 0, 1)
        .tensor("a.weight.quant_map", Dtype.F32, 16)
        .tensor("a.weight.absmax", Dtype.F32, 0)
        .text("a.weight.quant_state.bitsandbytes__nf4", "{'blocksize':64,'shape':[-1,0]}");
    hasNoValues(FindingCode.CODE_SHAPE);
  }

  @Test
  void hugeShapesAreNoMoreThanTheWhole() throws IOException {
    for (String name : List.of("a", "b")) {
      tensor(name + ".W_q", Dtype.U8, 8, 32).longs(name + ".shape", 1L << 62, 1);
    }
    tensor("c", Dtype.F32, 2);

    try (Checkpoint checkpoint = Checkpoint.open(write(), Cancellation.NEVER, Progress.NONE)) {
      Quantization found = Quantization.of(checkpoint, Cancellation.NEVER);
      assertThat(found.weights()).hasSize(2);
      assertThat(found.quantizedShare()).isEqualTo(1);
      assertThat(found.bitsPerParameter()).isBetween(0.0, 1e-9);
      assertThat(found.shares())
          .singleElement()
          .satisfies(share -> assertThat(share.elementCount()).isEqualTo(Long.MAX_VALUE));
    }
  }

  @Test
  void shapeOfHqqThatIsCutOffIsNotRead() throws IOException {
    tensor("a.W_q", Dtype.U8, 8, 32)
        .tensor("a.scale", Dtype.F16, 16, 1)
        .tensor("a.zero", Dtype.F16, 16, 1)
        .tensor("a.shape", Dtype.I64, 2);
    byte[] bytes = Files.readAllBytes(write());
    Path cut = Files.write(folder.resolve("cut.safetensors"), Arrays.copyOf(bytes, 300));

    assertThat(examined(cut).hasValues()).isFalse();
  }

  @Test
  void threeBitsOfHqqAreInWords() throws IOException {
    tensor("a.W_q", Dtype.U8, 8, 32)
        .tensor("a.scale", Dtype.F16, 16, 1)
        .tensor("a.zero", Dtype.F16, 16, 1)
        .longs("a.shape", 16, 32)
        .longs("a.nbits", 3);
    hasNoValues(FindingCode.CODE_SHAPE);
  }

  @Test
  void codesOfTorchaoAreBytes() throws IOException {
    tensor("a._weight_qdata", Dtype.F32, 16, 32).tensor("a._weight_scale", Dtype.F32, 16, 1);
    files.metadata("tensor_names", "[\"a.weight\"]");
    files.metadata("a.weight", "{\"_type\":\"Int8Tensor\",\"_data\":{\"block_size\":[1,32]}}");
    hasNoValues();
  }

  @Test
  void quantoHasOneScaleForARow() throws IOException {
    tensor("a.weight._data._data", Dtype.U8, 8, 32)
        .tensor("a.weight._scale", Dtype.F32, 16, 5)
        .tensor("a.weight._shift", Dtype.F32, 16, 5);
    hasNoValues(FindingCode.SCALE_SHAPE);
  }

  @Test
  void mlxHasNoCodesOfSevenBits() throws IOException {
    Files.writeString(
        folder.resolve("config.json"), "{\"quantization\":{\"group_size\":32,\"bits\":7}}");
    tensor("a.weight", Dtype.U32, 8, 7)
        .tensor("a.scales", Dtype.F16, 8, 1)
        .tensor("a.biases", Dtype.F16, 8, 1);
    hasNoValues();
  }

  @Test
  @Timeout(180)
  void patternsThatGoBackWithoutEndFitNothing() throws IOException {
    config(
        "{'config_groups':{'g':{'targets':['re:(a+)+b'],"
            + "'weights':{'block_structure':[16,16]}}},'ignore':['re:(a+)+b']}");
    tensor("a".repeat(60) + ".weight", Dtype.F8_E4M3, 16, 16);
    hasNoValues(FindingCode.SCALE_MISSING);
  }

  private static List<FindingCode> codes(CheckpointPart part) throws IOException {
    return Quantization.of(part, Cancellation.NEVER).allFindings().stream()
        .map(Finding::code)
        .toList();
  }

  @Test
  void scaleInOtherShardIsFoundInTheSetAndNotMissedInAloneShard() throws IOException {
    config("{'quant_method':'fp8'}");
    Path first = folder.resolve("model-00001-of-00002.safetensors");
    Path second = folder.resolve("model-00002-of-00002.safetensors");
    new TensorFiles().tensor("a.weight", Dtype.F8_E4M3, new byte[16], 4, 4).write(first);
    new TensorFiles().floats("a.weight_scale", 2).write(second);
    List<TensorFile> both = new ArrayList<>();
    try (TensorFile one = TensorFile.open(first);
        TensorFile two = TensorFile.open(second)) {
      both.addAll(List.of(one, two));
      Path index = folder.resolve("model.safetensors.index.json");
      CheckpointPart set = new CheckpointPart("", index, Optional.empty(), both, List.of());
      Quantization whole = Quantization.of(set, Cancellation.NEVER);

      assertThat(whole.allFindings()).isEmpty();
      assertThat(whole.weights().getFirst().hasValues()).isTrue();
      for (TensorFile each : both) {
        Path path = each.path();
        assertThat(codes(new CheckpointPart("", path, Optional.empty(), List.of(each), List.of())))
            .isEmpty();
      }
    }
  }
}
