package io.github.tensorloupe.analysis.layers;

import module java.base;

import io.github.tensorloupe.analysis.health.InitialValue;
import io.github.tensorloupe.analysis.layers.Outliers.Outlier;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.text.Quantities;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;

/// Creates findings about outliers that intact models do not have: matrices whose scale is at least
/// [#MIN_FACTOR] times the scale of their siblings, or at most this fraction of it.
public final class LayerFindings {

  /// Healthy models have matrices with up to ten times the scale of their siblings, mainly in the
  /// first and last layers.
  static final double MIN_FACTOR = 20;

  /// The ratio of two F64 values may be infinite.
  private static final double MAX_SHOWN_FACTOR = 1e308;

  private static final int MAX_SAMPLES = 8;
  private static final int SAMPLE_ELEMENTS = 1024;

  private LayerFindings() {}

  /// Finds outliers by samples: reads at most 8,192 elements of each matrix, evenly distributed.
  ///
  /// @param files the files of one checkpoint, without duplicate names
  /// @throws IOException if a file cannot be read or has changed
  public static List<Finding> of(List<TensorFile> files, Cancellation cancellation)
      throws IOException {
    List<TensorRef> tensors =
        files.stream()
            .flatMap(file -> file.header().tensors().stream().map(it -> new TensorRef(file, it)))
            .toList();
    LayerMap map = LayerMap.of(tensors.stream().map(tensor -> tensor.info().name()).toList());
    double[] scales = new double[tensors.size()];
    Arrays.fill(scales, Double.NaN);
    for (int[] role : map.byRole().toList()) {
      for (int i = 0; i < role.length && role.length >= Outliers.MIN_TENSORS; i++) {
        cancellation.check();
        Optional<TensorData> data = tensors.get(role[i]).data().filter(TensorData::isComplete);
        if (isMatrix(tensors.get(role[i]).info()) && data.isPresent()) {
          scales[role[i]] = sampledScale(data.get());
        }
      }
    }
    return Outliers.of(map, tensor -> scales[tensor]).stream()
        .flatMap(outlier -> of(tensors.get(outlier.tensor()), outlier).stream())
        .toList();
  }

  /// Returns the finding about an outlier, or empty if intact models may have such an outlier.
  public static Optional<Finding> of(TensorRef tensor, Outlier outlier) {
    double factor = outlier.factor();
    // The output matrix of an adapter is zero at first, and stays small in layers that learn
    // little.
    boolean isReported =
        isMatrix(tensor.info())
            && (factor >= MIN_FACTOR
                || factor <= 1 / MIN_FACTOR && !InitialValue.isOfAdapter(tensor.info()));
    if (!isReported) {
      return Optional.empty();
    }
    String pattern =
        factor > 1
            ? "The values of \"{0}\" are {1} times larger than in the same weight of other layers"
                + " (root mean square {2}, median {3}): the layer may be scaled wrongly."
            : "The values of \"{0}\" are {1} times smaller than in the same weight of other layers"
                + " (root mean square {2}, median {3}): the layer may be scaled wrongly.";
    Sentence sentence =
        Sentence.of(
            pattern,
            DisplayText.of(tensor.info().name()),
            rounded(Math.min(Math.max(factor, 1 / factor), MAX_SHOWN_FACTOR)),
            Quantities.value(outlier.value()),
            Quantities.value(outlier.median()));
    return Optional.of(
        new Finding(
            FindingCode.LAYER_OUTLIER,
            sentence,
            Optional.of(tensor.info().name()),
            tensor.data().map(TensorData::range)));
  }

  private static String rounded(double factor) {
    return Quantities.value(new BigDecimal(factor).round(new MathContext(2)).doubleValue());
  }

  /// Vectors, such as the weights of norms and biases, differ more between layers.
  private static boolean isMatrix(TensorInfo tensor) {
    long[] dimensions = tensor.shape().dimensions();
    return tensor.dtype().kind() == Dtype.Kind.FLOAT
        && Arrays.stream(dimensions).filter(dimension -> dimension != 1).count() >= 2;
  }

  private static double sampledScale(TensorData data) throws IOException {
    long elementCount = data.elementCount();
    int samples = Math.clamp(elementCount / SAMPLE_ELEMENTS, 1, MAX_SAMPLES);
    int count = (int) Math.min(SAMPLE_ELEMENTS, elementCount);
    double sum = 0;
    long finiteCount = 0;
    for (int i = 0; i < samples; i++) {
      // Sub-byte elements are read from a byte boundary.
      long first = samples == 1 ? 0 : (elementCount - count) / (samples - 1) * i & -8L;
      for (double value : data.numbers(first, count)) {
        if (Double.isFinite(value)) {
          sum += value * value;
          finiteCount++;
        }
      }
    }
    return Math.sqrt(sum / finiteCount);
  }
}
