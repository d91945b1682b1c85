package io.github.tensorloupe.compare;

import module java.base;

import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.IoFunction;

/// A tensor that contains other tensors as slices along its first axis, which are contiguous bytes.
///
/// @param parts the tensors that are stored separately in the other checkpoint
/// @param slices the slice of each part; the names end with the range of rows
record FusedTensor(List<TensorRef> parts, List<TensorRef> slices) {

  private static final int SAMPLE_BYTES = 1 << 12;

  /// The number of bytes that select candidates for a slice.
  private static final int HEAD_BYTES = 64;

  /// Returns a search for parts by their names. Slices have the order of the rules in `names.txt`
  /// unless their bytes show another order.
  ///
  /// @param readsBytes true to find the order by the bytes
  static IoFunction<TensorRef, Optional<FusedTensor>> byNames(
      OtherNames names, List<TensorRef> others, boolean readsBytes) {
    Map<String, TensorRef> byName = new HashMap<>();
    others.forEach(other -> addUnique(Pairing.stripped(other), other, byName));
    return fused -> {
      for (List<String> parts : names.parts(Pairing.stripped(fused))) {
        List<TensorRef> found = parts.stream().map(byName::get).filter(Objects::nonNull).toList();
        List<TensorRef> slices = found.size() < parts.size() ? List.of() : slices(fused, found);
        if (!slices.isEmpty()) {
          return Optional.of(
              new FusedTensor(found, readsBytes ? inOrderOf(found, slices) : slices));
        }
      }
      return Optional.empty();
    };
  }

  /// Returns a search for parts whose bytes follow each other in the fused tensor.
  static IoFunction<TensorRef, Optional<FusedTensor>> byBytes(
      List<TensorRef> others, Cancellation cancellation) throws IOException {
    Map<String, TensorRef> byHead = new HashMap<>();
    for (TensorRef other : others) {
      Optional<String> head = head(other);
      head.ifPresent(key -> addUnique(key, other, byHead));
    }
    return fused -> {
      SequencedSet<TensorRef> parts = new LinkedHashSet<>();
      List<TensorRef> slices = new ArrayList<>();
      long rowCount = rowCount(fused);
      for (long row = 0; row < rowCount; row += rowCount(parts.getLast())) {
        Optional<String> head = head(rows(fused, row, rowCount));
        TensorRef part = head.map(byHead::get).orElse(null);
        if (part == null || row + rowCount(part) > rowCount || !parts.add(part)) {
          return Optional.empty();
        }
        slices.add(rows(fused, row, row + rowCount(part)));
        TensorData bytes = part.data().orElseThrow();
        if (!bytes.hasSameBytes(slices.getLast().data().orElseThrow(), cancellation)) {
          return Optional.empty();
        }
      }
      return parts.size() < 2
          ? Optional.empty()
          : Optional.of(new FusedTensor(List.copyOf(parts), slices));
    };
  }

  /// Sets the value to null if the key is not unique.
  private static void addUnique(String key, TensorRef tensor, Map<String, TensorRef> tensors) {
    tensors.put(key, tensors.containsKey(key) ? null : tensor);
  }

  /// Returns the dtype, the inner axes and the first bytes as a key, or empty if the tensor is
  /// short or its first bytes are constant.
  private static Optional<String> head(TensorRef tensor) throws IOException {
    Optional<TensorData> data = tensor.data().filter(TensorData::isComplete);
    if (rowCount(tensor) == 0
        || data.filter(it -> it.range().byteCount() >= HEAD_BYTES).isEmpty()) {
      return Optional.empty();
    }
    ByteBuffer bytes = ByteBuffer.wrap(sample(tensor, HEAD_BYTES));
    long[] axes = tensor.info().shape().dimensions();
    axes[0] = 0;
    return bytes.mismatch(bytes.slice(Long.BYTES, HEAD_BYTES - Long.BYTES))
            == HEAD_BYTES - Long.BYTES
        ? Optional.empty()
        : Optional.of(
            "%s %s %s"
                .formatted(
                    tensor.info().dtype(),
                    Shape.of(axes),
                    new String(bytes.array(), StandardCharsets.ISO_8859_1)));
  }

  /// Returns the number of rows, or 0 for a tensor that has no slices.
  private static long rowCount(TensorRef tensor) {
    TensorInfo info = tensor.info();
    long rowCount = info.shape().rank() == 0 ? 0 : Math.max(0, info.shape().dimension(0));
    boolean isComplete = tensor.data().filter(TensorData::isComplete).isPresent();
    return rowCount > 0 && isComplete && info.byteCount() % rowCount == 0 ? rowCount : 0;
  }

  /// Returns the slices in the order of the parts, or an empty list if their shapes do not add up.
  private static List<TensorRef> slices(TensorRef fused, List<TensorRef> parts) {
    List<TensorRef> slices = new ArrayList<>();
    long rowCount = rowCount(fused);
    long row = 0;
    for (TensorRef part : parts) {
      long end = row + rowCount(part);
      if (end > rowCount) {
        return List.of();
      }
      slices.add(rows(fused, row, end));
      if (!slices.getLast().info().shape().equals(part.info().shape())) {
        return List.of();
      }
      row = end;
    }
    return row == rowCount ? slices : List.of();
  }

  private static TensorRef rows(TensorRef fused, long begin, long end) {
    TensorInfo info = fused.info();
    long rowBytes = info.byteCount() / info.shape().dimension(0);
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
    if (slices.stream().map(it -> it.info().shape()).distinct().count() > 1) {
      return slices;
    }
    List<byte[]> samples = new ArrayList<>();
    for (TensorRef slice : slices) {
      samples.add(sample(slice, SAMPLE_BYTES));
    }
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      byte[] sample = sample(parts.get(i), SAMPLE_BYTES);
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

  private static byte[] sample(TensorRef tensor, int maxBytes) throws IOException {
    TensorData data = tensor.data().orElseThrow();
    int byteCount = (int) Math.min(maxBytes, data.range().byteCount());
    return data.file().read(data.range().begin(), byteCount);
  }
}
