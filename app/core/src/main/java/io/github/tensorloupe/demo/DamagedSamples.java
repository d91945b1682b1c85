package io.github.tensorloupe.demo;

import module java.base;

import io.github.tensorloupe.format.Dtype;

/// Files with something wrong with them: in their values, or in their length.
final class DamagedSamples {

  private static final double SPREAD = 0.05;

  private DamagedSamples() {}

  /// A file that loads, with values that are hardly meant, in many dtypes.
  static byte[] withBadValues() {
    List<SampleTensor> tensors = new ArrayList<>(notFinite());
    tensors.addAll(uniform());
    tensors.addAll(quantised());
    tensors.addAll(others());
    return new SampleFile(tensors, Map.of("format", "pt")).bytes();
  }

  private static List<SampleTensor> notFinite() {
    return List.of(
        SampleTensor.of(
            "encoder.0.weight",
            Dtype.F32,
            Values.withEvery(800, Double.NaN, normal("encoder.0.weight")),
            64,
            64),
        SampleTensor.of(
            "encoder.0.bias",
            Dtype.F16,
            Values.withEvery(
                20,
                Double.POSITIVE_INFINITY,
                Values.withEvery(33, Double.NEGATIVE_INFINITY, normal("encoder.0.bias"))),
            64),
        SampleTensor.of(
            "encoder.3.weight",
            Dtype.F8_E5M2,
            Values.withEvery(
                900,
                Double.NaN,
                Values.withEvery(700, Double.POSITIVE_INFINITY, normal("encoder.3.weight"))),
            64,
            64));
  }

  private static List<SampleTensor> uniform() {
    return List.of(
        SampleTensor.of("encoder.1.weight", Dtype.BF16, Values.constant(0), 64, 64),
        SampleTensor.of("encoder.1.bias", Dtype.F32, Values.constant(0.5), 64),
        SampleTensor.of("positions.mask", Dtype.BOOL, Values.constant(1), 128));
  }

  private static List<SampleTensor> quantised() {
    return List.of(
        SampleTensor.of("encoder.2.weight", Dtype.F8_E4M3, normal("encoder.2.weight"), 64, 64),
        SampleTensor.of("encoder.2.weight_scale", Dtype.F32, Values.constant(0.125)),
        SampleTensor.of(
            "encoder.4.weight", Dtype.F4, Values.normal("encoder.4.weight", 0, 2), 64, 64),
        SampleTensor.of(
            "encoder.4.weight_scale",
            Dtype.F8_E8M0,
            Values.withEvery(5, 0.0078125, Values.constant(0.015625)),
            64,
            2));
  }

  private static List<SampleTensor> others() {
    return List.of(
        SampleTensor.of("positions.ids", Dtype.I64, Values.counting(), 128),
        SampleTensor.of("positions.rotary", Dtype.C64, Values.normal("rotary", 0, 0.7), 64),
        SampleTensor.of("steps", Dtype.U64, Values.constant(12_000)),
        SampleTensor.of("v_pred", Dtype.F32, Values.constant(0), 0));
  }

  private static DoubleSupplier normal(String name) {
    return Values.normal(name, 0, SPREAD);
  }

  /// A file whose download ended too early.
  static byte[] truncated() {
    List<SampleTensor> tensors = new ArrayList<>();
    for (int block = 0; block < 8; block++) {
      String prefix = "decoder.blocks." + block + ".";
      tensors.add(SampleTensor.of(prefix + "conv.weight", Dtype.F16, normal(prefix), 64, 32, 3, 3));
      tensors.add(SampleTensor.of(prefix + "conv.bias", Dtype.F16, normal(prefix + "bias"), 64));
    }
    byte[] whole = new SampleFile(tensors, Map.of("format", "pt")).bytes();
    return Arrays.copyOf(whole, whole.length * 5 / 8 + 3);
  }
}
