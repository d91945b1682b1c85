package io.github.tensorloupe.desktop.session;

import module java.base;

import io.github.tensorloupe.model.TensorRef;

/// A place in a document. Refers to tensors and groups by name, so that it can be found after
/// reopening.
///
/// @param file the file of the caret
/// @param byteOffset file offset of the caret, at least 0
/// @param tensor the selected tensor
/// @param group the selected group, by its labels from the root of the name tree
/// @param pane the name of the selected pane
public record RememberedPlace(
    Path file,
    long byteOffset,
    Optional<Tensor> tensor,
    Optional<List<String>> group,
    String pane) {

  /// A tensor, identified by name.
  ///
  /// @param index its index in the file, where the search starts; -1 if unknown
  /// @param begin the file offset of its first byte at that time; 0 if it had none
  public record Tensor(Path file, String name, int index, long begin) {
    public static Tensor of(TensorRef tensor) {
      return new Tensor(
          tensor.file().path(),
          tensor.info().name(),
          tensor.file().header().indexOf(tensor.info()),
          tensor.data().map(data -> data.range().begin()).orElse(0L));
    }
  }

  public RememberedPlace {
    group = group.map(List::copyOf);
    if (byteOffset < 0) {
      throw new IllegalArgumentException("a caret at " + byteOffset);
    }
  }

  RememberedPlace renamed(Path from, Path to) {
    UnaryOperator<Path> now = path -> path.equals(from) ? to : path;
    return new RememberedPlace(
        now.apply(file),
        byteOffset,
        tensor.map(it -> new Tensor(now.apply(it.file()), it.name(), it.index(), it.begin())),
        group,
        pane);
  }

  public RememberedPlace withPane(String other) {
    return new RememberedPlace(file, byteOffset, tensor, group, other);
  }

  /// Returns true if the selection is the same and the carets are at most `reach` bytes apart. The
  /// panes may differ.
  public boolean isNear(RememberedPlace other, long reach) {
    return file.equals(other.file)
        && tensor.equals(other.tensor)
        && group.equals(other.group)
        && Math.abs(byteOffset - other.byteOffset) <= reach;
  }
}
