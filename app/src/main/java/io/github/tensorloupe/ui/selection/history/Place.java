package io.github.tensorloupe.ui.selection.history;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Where one has been, by names, so that it can be found again when the document is opened anew.
///
/// @param file of the caret
/// @param byteOffset file offset of the caret, as it was then
/// @param tensor that was selected
/// @param group that was selected, by the labels from the top of the name tree down to it
/// @param view what the window had turned to, by a name that means something only to the window
public record Place(
    Path file,
    long byteOffset,
    Optional<NamedTensor> tensor,
    Optional<List<String>> group,
    String view) {

  /// A tensor by its name.
  ///
  /// @param index where it stood among the tensors of its file; it is looked for there first
  /// @param begin the file offset that its first byte had; 0 where it had no bytes in the file
  public record NamedTensor(Path file, String name, int index, long begin) {}

  public Place {
    group = group.map(List::copyOf);
  }

  /// The same place seen another way.
  public Place withView(String other) {
    return new Place(file, byteOffset, tensor, group, other);
  }

  /// Whether the other place differs at most in the way it was seen.
  boolean isSameSpot(Place other) {
    return isNear(other, 0);
  }

  /// Whether the same is selected and the carets are no further apart than `reach` bytes.
  boolean isNear(Place other, long reach) {
    return file.equals(other.file)
        && tensor.equals(other.tensor)
        && group.equals(other.group)
        && Math.abs(byteOffset - other.byteOffset) <= reach;
  }
}
