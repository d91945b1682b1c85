package io.github.tensorloupe.identify;

import module java.base;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Saturating;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;

/// The tensors of a checkpoint whose names differ in their numbers only.
final class NameGroup {

  /// Tensors of a group that have the same dtype and shape.
  static final class Alike {

    final TensorRef first;

    long count;

    /// Their bytes together, as the data offsets say.
    long byteCount;

    private Alike(TensorRef first) {
      this.first = first;
    }

    Evidence evidence() {
      return new Evidence.OfTensor(first);
    }

    Dtype dtype() {
      return first.info().dtype();
    }

    Shape shape() {
      return first.info().shape();
    }

    /// Elements of all of them together, as the shape says; at most [Long#MAX_VALUE].
    long elementCount() {
      return Saturating.product(shape().saturatedElementCount(), count);
    }
  }

  private record Likeness(Dtype dtype, Shape shape) {}

  /// The form of their names.
  final String nameShape;

  private final Map<Likeness, Alike> members = new LinkedHashMap<>();
  private Alike last;

  /// The first tensor of which only the name is known, where there is one.
  Optional<String> absent = Optional.empty();

  private final BitSet[] indexes = new BitSet[NameShape.MAX_INDEXES];

  NameGroup(String nameShape) {
    this.nameShape = nameShape;
  }

  /// @param names has read the name of the tensor last
  void add(TensorFile file, TensorInfo info, NameShape names) {
    // Most often the tensor is like the one before.
    if (last == null || last.dtype() != info.dtype() || !last.shape().equals(info.shape())) {
      last =
          members.computeIfAbsent(
              new Likeness(info.dtype(), info.shape()), _ -> new Alike(new TensorRef(file, info)));
    }
    last.count++;
    last.byteCount = Saturating.sum(last.byteCount, info.spannedByteCount());
    noteIndexes(names);
  }

  /// Adds a tensor of which only the name is known.
  ///
  /// @param names has read its name last
  void addAbsent(String name, NameShape names) {
    absent = absent.or(() -> Optional.of(name));
    noteIndexes(names);
  }

  private void noteIndexes(NameShape names) {
    for (int position = 0; position < names.indexCount; position++) {
      if (indexes[position] == null) {
        indexes[position] = new BitSet();
      }
      indexes[position].set(names.indexes[position]);
    }
  }

  Evidence evidence() {
    return members.values().stream()
        .findFirst()
        .map(Alike::evidence)
        .orElseGet(() -> new Evidence.OfName(absent.orElseThrow()));
  }

  /// The tensors by dtype and shape, in the order of the file; none where only names are known.
  Collection<Alike> members() {
    return members.values();
  }

  /// The different numbers at one place of the names, counted from the left.
  BitSet indexes(int position) {
    return indexes[position] == null ? new BitSet() : indexes[position];
  }
}
