package io.github.tensorloupe.compare;

import module java.base;

import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorRef;

/// A tensor that contains other tensors as slices along its first axis, which are contiguous bytes.
///
/// @param slices the slices in the order of the parts; their names end with the range of rows
record FusedTensor(List<TensorRef> slices) {

  private static final int SAMPLE_BYTES = 1 << 12;

  /// Returns the slices of a tensor, or empty if the shapes of the parts do not add up. The slices
  /// have the order of the parts unless their bytes show another order.
  static Optional<FusedTensor> of(TensorRef fused, List<TensorRef> parts, boolean readsBytes)
      throws IOException {
    Shape shape = fused.info().shape();
    if (shape.rank() == 0 || fused.data().filter(TensorData::isComplete).isEmpty()) {
      return Optional.empty();
    }
    long rowCount = shape.dimension(0);
    long rowBytes = rowCount <= 0 ? 0 : fused.info().byteCount() / rowCount;
    List<TensorRef> slices = new ArrayList<>();
    long begin = 0;
    for (TensorRef part : parts) {
      Shape shapeOfPart = part.info().shape();
      if (shapeOfPart.rank() == 0) {
        return Optional.empty();
      }
      long end = begin + shapeOfPart.dimension(0);
      slices.add(rows(fused, begin, end, rowBytes));
      if (!slices.getLast().info().shape().equals(shapeOfPart)) {
        return Optional.empty();
      }
      begin = end;
    }
    if (begin != rowCount || rowBytes * rowCount != fused.info().byteCount()) {
      return Optional.empty();
    }
    boolean areAlike =
        parts.stream().map(part -> part.info().shape()).distinct().count() == 1 && readsBytes;
    return Optional.of(new FusedTensor(areAlike ? inOrderOf(parts, slices) : slices));
  }

  private static TensorRef rows(TensorRef fused, long begin, long end, long rowBytes) {
    TensorInfo info = fused.info();
    long[] dimensions = info.shape().dimensions();
    dimensions[0] = end - begin;
    return new TensorRef(
        fused.file(),
        new TensorInfo(
            "%s[%d:%d]".formatted(info.name(), begin, end),
            info.dtype(),
            Shape.of(dimensions),
            info.begin() + begin * rowBytes,
            info.begin() + end * rowBytes));
  }

  /// Returns the slices in the order of the parts that begin with the same bytes. The other slices
  /// keep their order.
  private static List<TensorRef> inOrderOf(List<TensorRef> parts, List<TensorRef> slices)
      throws IOException {
    List<byte[]> samples = new ArrayList<>();
    for (TensorRef slice : slices) {
      samples.add(sample(slice));
    }
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      byte[] sample = sample(parts.get(i));
      int match = Arrays.equals(sample, samples.get(i)) ? i : -1;
      for (int j = 0; match < 0 && j < samples.size(); j++) {
        match = Arrays.equals(sample, samples.get(j)) ? j : -1;
      }
      order.add(match);
    }
    List<Integer> found = order.stream().filter(match -> match >= 0).toList();
    if (found.stream().distinct().count() < found.size()) {
      // Several parts have the same bytes.
      return slices;
    }
    Iterator<Integer> left =
        IntStream.range(0, slices.size()).filter(i -> !found.contains(i)).iterator();
    return order.stream().map(match -> slices.get(match < 0 ? left.next() : match)).toList();
  }

  private static byte[] sample(TensorRef tensor) throws IOException {
    Optional<TensorData> data = tensor.data();
    if (data.isEmpty()) {
      return new byte[0];
    }
    int byteCount = (int) Math.min(SAMPLE_BYTES, data.get().range().byteCount());
    return data.get().file().read(data.get().range().begin(), byteCount);
  }
}
