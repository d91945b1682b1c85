package io.github.tensorloupe.quantization;

import module java.base;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.text.Quantities;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Finds faults of scales and codes by reading the parts of quantized weights.
final class Doctor {

  private static final double MAX_SATURATED = 0.01;
  private static final double OUTLIER_FACTOR = 100;
  private static final int MIN_SIBLINGS = 4;
  private static final Pattern NUMBER = Pattern.compile("\\d+");
  private static final Set<Scheme> SIGNED_BYTES =
      EnumSet.of(Scheme.FP8, Scheme.FP8_BLOCK, Scheme.MXFP8, Scheme.INT8);

  private final QuantizedWeight weight;
  private final Cancellation cancellation;
  private final List<Finding> findings = new ArrayList<>();

  /// The mean magnitude of the finite nonzero scales.
  private double magnitude;

  private final boolean isSecondGptq;

  private Doctor(QuantizedWeight weight, boolean isSecondGptq, Cancellation cancellation) {
    this.weight = weight;
    this.isSecondGptq = isSecondGptq;
    this.cancellation = cancellation;
  }

  static List<QuantizedWeight> examine(
      List<QuantizedWeight> weights,
      QuantizationConfig config,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    long total = weights.stream().mapToLong(QuantizedWeight::storedBytes).sum();
    long done = 0;
    List<Doctor> examined = new ArrayList<>();
    for (QuantizedWeight weight : weights) {
      Doctor doctor = new Doctor(weight, GptqRule.isVersion2(config), cancellation);
      doctor.examine();
      examined.add(doctor);
      done += weight.storedBytes();
      progress.report(done, total);
    }
    compareSiblings(examined);
    return FusedScales.compare(examined.stream().map(Doctor::examined).toList());
  }

  private QuantizedWeight examined() {
    Stream<Finding> all = Stream.concat(weight.findings().stream(), findings.stream());
    return weight.with(all.distinct().toList());
  }

  private void examine() throws IOException {
    cancellation.check();
    if (!weight.isComplete() || !weight.scheme().isDecoded()) {
      return;
    }
    for (Role role : weight.parts().keySet()) {
      if (role.holdsNumbers()) {
        examineNumbers(role);
      }
    }
    examineCodes();
    examineZeros();
    for (TensorRef part : weight.parts().values()) {
      part.file().bytes().requireUnchanged();
    }
  }

  private static final class Tally {
    private long nan;
    private long infinite;
    private long negative;
    private long zero;
    private long count;
    private double sum;

    void add(double number) {
      count++;
      if (Double.isNaN(number)) {
        nan++;
      } else if (Double.isInfinite(number)) {
        infinite++;
      } else {
        negative += number < 0 ? 1 : 0;
        zero += number == 0 ? 1 : 0;
        sum += Math.abs(number);
      }
    }
  }

  private void examineNumbers(Role role) throws IOException {
    Tally tally = tally(role);
    TensorRef part = weight.parts().get(role);
    if (tally.nan > 0) {
      addFinding(
          FindingCode.SCALE_NAN,
          part,
          "{0} contains {1} NaN: the weights that they apply to become NaN. Compare the tensor with"
              + " the original.",
          tally.nan);
    }
    if (tally.infinite > 0) {
      addFinding(
          FindingCode.SCALE_INF,
          part,
          "{0} contains {1} infinite {1#number|numbers}: the weights that they apply to become"
              + " infinite or NaN. Compare the tensor with the original.",
          tally.infinite);
    }
    if (role != Role.SCALE && role != Role.SCALE2) {
      return;
    }
    if (tally.negative > 0 && weight.scheme() != Scheme.MLX) {
      addFinding(
          FindingCode.SCALE_NEGATIVE,
          part,
          "{0} contains {1} negative {1#scale|scales}, which {2} never writes: the weights that"
              + " they apply to change their sign. Compare the tensor with the original.",
          tally.negative,
          weight.scheme().label());
    }
    if (tally.zero > 0 && hasNonzeroCodesWithZeroScale(role)) {
      addFinding(
          FindingCode.SCALE_ZERO,
          part,
          "{0} contains {1} zero {1#scale|scales} for codes that are not zero: these weights are"
              + " lost. Compare the tensor with the original.",
          tally.zero);
    }
    if (role == Role.SCALE) {
      magnitude = tally.sum / Math.max(1, tally.count - tally.zero);
    }
  }

  private void addFinding(FindingCode code, TensorRef part, String key, Object... more) {
    findings.add(WeightDraft.finding(code, part, key, more));
  }

  /// Excludes padding, but counts all stored numbers if values cannot be computed.
  private Tally tally(Role role) throws IOException {
    Tally tally = new Tally();
    Scheme scheme = weight.scheme();
    Optional<Grid> grid = weight.scaled().flatMap(decoding -> grid(decoding, role));
    if (grid.isPresent()) {
      Grid.Reader reader = grid.get().open();
      long rows = reader.rows.count(weight.scaled().get().rows);
      boolean isBnb = scheme == Scheme.BNB_NF4 || scheme == Scheme.BNB_FP4;
      long remaining = isBnb && role == Role.SCALE ? elementCount(role) : Long.MAX_VALUE;
      for (long row = 0; row < rows; row++) {
        double[] numbers = reader.groupRow(row);
        // The last row of groups may be incomplete.
        int length = (int) Math.min(remaining, numbers.length);
        for (int i = 0; i < length; i++) {
          tally.add(numbers[i]);
        }
        remaining -= length;
        if (row % 1024 == 0) {
          cancellation.check();
        }
      }
      return tally;
    }
    TensorData data = weight.parts().get(role).data().orElseThrow();
    Dtype dtype = data.info().dtype();
    boolean isMx = scheme == Scheme.MXFP4 || scheme == Scheme.MXFP8;
    boolean isExponent = role == Role.SCALE && dtype == Dtype.U8 && isMx;
    ElementType type = ElementType.of(isExponent ? Dtype.F8_E8M0 : dtype);
    TensorData.BlockConsumer reader =
        (block, _) -> {
          MemorySegment bytes = MemorySegment.ofBuffer(block);
          for (long i = 0; i < type.elementsIn(bytes.byteSize()); i++) {
            tally.add(type.toDouble(type.code(bytes, i)));
          }
        };
    if (!type.isInteger()) {
      data.forEachBlock(reader, cancellation, Progress.NONE);
    }
    return tally;
  }

  private long elementCount(Role role) {
    TensorRef part = weight.parts().get(role);
    return part == null ? 0 : part.info().shape().elementCount().orElse(0);
  }

  private Optional<Grid> grid(Decoding decoding, Role role) {
    return switch (role) {
      case SCALE ->
          Optional.of(decoding.scale).filter(_ -> !weight.parts().containsKey(Role.NESTED_SCALE));
      case ZERO -> decoding.zero;
      case BIAS -> decoding.bias;
      default -> Optional.empty();
    };
  }

  private boolean hasNonzeroCodesWithZeroScale(Role role) throws IOException {
    return weight.scaled().isPresent()
        && new Dequantizer(weight.scaled().get())
            .hasNonzeroCodesWithZeroScale(role == Role.SCALE2, cancellation);
  }

  private void examineCodes() throws IOException {
    TensorRef codes = weight.codes();
    Dtype dtype = codes.info().dtype();
    boolean isFp8 = dtype == Dtype.F8_E4M3 || dtype == Dtype.F8_E5M2;
    if (!isFp8 && !(dtype == Dtype.I8 && SIGNED_BYTES.contains(weight.scheme()))) {
      return;
    }
    long[] counts = new long[1 << Byte.SIZE];
    TensorData.BlockConsumer counter =
        (block, _) -> {
          while (block.hasRemaining()) {
            counts[block.get() & 0xff]++;
          }
        };
    codes.data().orElseThrow().forEachBlock(counter, cancellation, Progress.NONE);
    double[] numbers = Decoding.table(dtype).get();
    double maxNumber = Arrays.stream(numbers).filter(Double::isFinite).max().orElseThrow();
    long nan = 0;
    long saturated = 0;
    for (int code = 0; code < counts.length; code++) {
      double number = Math.abs(numbers[code]);
      nan += Double.isNaN(number) ? counts[code] : 0;
      saturated += Double.isFinite(number) && number >= maxNumber ? counts[code] : 0;
    }
    if (nan > 0) {
      addFinding(
          FindingCode.CODE_NAN,
          codes,
          "{0} contains {1} NaN {1#code|codes}, so these weights are NaN. The values were not"
              + " limited to the range of {2} in the conversion. Compare the tensor with the"
              + " original.",
          nan,
          dtype);
    }
    long elements = weight.elementCount();
    long scales = elementCount(Role.SCALE);
    if (SIGNED_BYTES.contains(weight.scheme()) && saturated - scales > MAX_SATURATED * elements) {
      addFinding(
          FindingCode.CODES_SATURATED,
          codes,
          "{1} of {2} codes of {0} have the largest possible magnitude, more than one per scale:"
              + " the scale was too small, and the largest weights were clipped. Compare the tensor"
              + " with the original.",
          saturated,
          elements);
    }
  }

  private void examineZeros() throws IOException {
    if (weight.scheme() != Scheme.GPTQ || weight.scaled().isEmpty()) {
      return;
    }
    Decoding decoding = weight.scaled().get();
    Grid.Reader zeros = decoding.zero.orElseThrow().open();
    int middle = 1 << (int) weight.bits() - 1;
    // Version 1 stores zero points minus 1.
    int suspicious = isSecondGptq ? middle - 1 : middle + 1;
    long rows = zeros.rows.count(decoding.rows);
    for (long row = 0; row < rows; row++) {
      if (Arrays.stream(zeros.groupRow(row)).anyMatch(zero -> zero != suspicious)) {
        return;
      }
    }
    addFinding(
        FindingCode.GPTQ_ZERO_OFFSET,
        weight.parts().get(Role.ZERO),
        "Every zero point in {0} is {1}, where symmetric weights have {2}: the configuration seems"
            + " to name the wrong version of GPTQ (the first stores zero points less 1, the second"
            + " as they are). Loaders shift every weight by one step. Compare checkpoint_format"
            + " with the original.",
        suspicious,
        middle);
  }

  private static void compareSiblings(List<Doctor> examined) {
    Map<String, List<Doctor>> siblings = new HashMap<>();
    for (Doctor doctor : examined) {
      if (doctor.magnitude > 0 && Double.isFinite(doctor.magnitude)) {
        String pattern = NUMBER.matcher(doctor.weight.name()).replaceAll("#");
        // Strings are comparable, so the map stays fast if names have equal hash codes.
        String key = doctor.weight.scheme() + " " + doctor.weight.parts().keySet() + pattern;
        siblings.computeIfAbsent(key, _ -> new ArrayList<>()).add(doctor);
      }
    }
    for (List<Doctor> each : siblings.values()) {
      if (each.size() < MIN_SIBLINGS) {
        continue;
      }
      double[] sorted = each.stream().mapToDouble(doctor -> doctor.magnitude).sorted().toArray();
      double median = sorted[sorted.length / 2];
      for (Doctor doctor : each) {
        double ratio = doctor.magnitude / median;
        if (ratio > OUTLIER_FACTOR || ratio < 1 / OUTLIER_FACTOR) {
          doctor.addFinding(
              FindingCode.SCALE_OUTLIER,
              doctor.weight.parts().get(Role.SCALE),
              "Scales in {0} are {1} times the scales of the same weight in other layers: they may"
                  + " be from another conversion. Compare the layer with the original.",
              Quantities.value(ratio));
        }
      }
    }
  }
}
