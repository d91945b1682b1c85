package io.github.tensorloupe.identify;

import module java.base;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Saturating;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.ForeignTensor;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;

/// The tensors of a checkpoint whose names differ only in their numbers.
final class NameGroup {

  /// @param blockType the type of quantized blocks, or an empty string
  private record Layout(Dtype dtype, Shape shape, String blockType) implements Comparable<Layout> {

    private static final Comparator<Layout> ORDER =
        Comparator.comparing(Layout::dtype)
            .thenComparing(Layout::shape)
            .thenComparing(Layout::blockType);

    static Layout of(TensorFile file, TensorInfo info) {
      Optional<ForeignTensor> foreign = file.foreign(info);
      Optional<Shape> values = foreign.flatMap(ForeignTensor::sourceShape);
      return values.isEmpty()
          ? new Layout(info.dtype(), info.shape(), "")
          : new Layout(info.dtype(), values.get(), foreign.get().sourceDtype());
    }

    @Override
    public int compareTo(Layout other) {
      return ORDER.compare(this, other);
    }
  }

  /// The tensors of a group with the same dtype and shape.
  static final class SimilarMembers {

    final TensorRef first;

    private final Layout layout;

    long count;

    /// The total number of bytes according to the data offsets.
    long byteCount;

    private SimilarMembers(TensorRef first, Layout layout) {
      this.first = first;
      this.layout = layout;
    }

    Evidence evidence() {
      return new Evidence.OfTensor(first);
    }

    Dtype dtype() {
      return layout.dtype;
    }

    /// Returns the type of the blocks if the tensors contain blocks of quantized values.
    Optional<String> blockType() {
      return layout.blockType.isEmpty() ? Optional.empty() : Optional.of(layout.blockType);
    }

    /// Returns the shape, which counts values instead of bytes for blocks of quantized values.
    Shape shape() {
      return layout.shape;
    }

    /// Returns the total number of elements, at most [Long#MAX_VALUE].
    long elementCount() {
      return Saturating.product(shape().saturatedElementCount(), count);
    }
  }

  final String nameShape;
  private final Map<Layout, SimilarMembers> members = new LinkedHashMap<>();
  private SimilarMembers last;

  /// The name of the first tensor in a missing or unreadable shard, if any.
  Optional<String> absent = Optional.empty();

  /// The distinct numbers by their positions. Not bit sets, because a few large numbers in each of
  /// many groups would need much memory.
  private final List<Set<Integer>> indexes = new ArrayList<>(NameShape.MAX_INDEXES);

  NameGroup(String nameShape) {
    this.nameShape = nameShape;
  }

  void add(TensorFile file, TensorInfo info, NameShape name) {
    Layout layout = Layout.of(file, info);
    // Shortcut: most tensors have the dtype and shape of the previous tensor.
    if (last == null || !last.layout.equals(layout)) {
      last =
          members.computeIfAbsent(
              layout, _ -> new SimilarMembers(new TensorRef(file, info), layout));
    }
    last.count++;
    last.byteCount = Saturating.sum(last.byteCount, info.clampedByteCount());
    addIndexes(name);
  }

  void addAbsent(String tensorName, NameShape name) {
    absent = absent.or(() -> Optional.of(tensorName));
    addIndexes(name);
  }

  private void addIndexes(NameShape name) {
    for (int position = 0; position < name.indexes().size(); position++) {
      if (position == indexes.size()) {
        indexes.add(new HashSet<>());
      }
      indexes.get(position).add(name.indexes().get(position));
    }
  }

  Evidence evidence() {
    return members.isEmpty()
        ? new Evidence.OfName(absent.orElseThrow())
        : members.values().iterator().next().evidence();
  }

  /// Returns the tensors by dtype and shape, in file order. Empty if only names are known.
  Collection<SimilarMembers> members() {
    return members.values();
  }

  Set<Integer> indexes(int position) {
    return position < indexes.size() ? indexes.get(position) : Set.of();
  }
}
