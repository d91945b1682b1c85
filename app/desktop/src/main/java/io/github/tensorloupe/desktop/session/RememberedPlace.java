package io.github.tensorloupe.desktop.session;

import module java.base;

import io.github.tensorloupe.model.TensorRef;

/// A place in a document, by names, so that it can be found again when the document is opened anew.
///
/// @param file that the caret is in
/// @param byteOffset file offset of the caret, 0 or more
/// @param tensor that was selected
/// @param group that was selected, by the labels from the top of the name tree down to it
/// @param pane that was turned to, by a name that means something only to the window
public record RememberedPlace(
    Path file,
    long byteOffset,
    Optional<Tensor> tensor,
    Optional<List<String>> group,
    String pane) {

  /// A tensor by its name.
  ///
  /// @param index where it stood among the tensors of its file, where it is looked for first; -1
  ///   where nobody knows
  /// @param begin the file offset of its first byte then; 0 where it had none
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

  public RememberedPlace withPane(String other) {
    return new RememberedPlace(file, byteOffset, tensor, group, other);
  }

  /// True if the same is selected and the carets are no further apart than `reach` bytes; the panes
  /// may differ.
  public boolean isNear(RememberedPlace other, long reach) {
    return file.equals(other.file)
        && tensor.equals(other.tensor)
        && group.equals(other.group)
        && Math.abs(byteOffset - other.byteOffset) <= reach;
  }
}
