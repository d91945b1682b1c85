package io.github.tensorloupe.integrity.manifest;

import module java.base;

import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.integrity.manifest.Manifest.ListedFile;
import io.github.tensorloupe.integrity.manifest.Manifest.ListedTensor;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.text.Spelled;

/// The change of a tensor since a manifest was made.
///
/// @param was the tensor in the manifest; empty for a new tensor
/// @param is the current tensor; empty for a missing tensor
public record TensorChange(Kind kind, Optional<Place> was, Optional<Place> is) {

  /// The kind of change, most important first.
  public enum Kind implements Spelled {
    /// Different bytes, dtype or shape.
    CHANGED,
    CUT,
    UNREADABLE,
    /// No current tensor has the same name or content.
    MISSING,
    RENAMED,
    /// The same tensor in another file or at other data offsets.
    MOVED,
    NEW,
    EQUAL;

    public boolean isLoss() {
      return compareTo(MISSING) <= 0;
    }
  }

  public record Place(ListedFile file, ListedTensor tensor) {

    public TensorInfo info() {
      return tensor.info();
    }

    /// Returns the open tensor, or empty for a tensor in a manifest.
    public Optional<TensorRef> open() {
      return file.open().map(open -> new TensorRef(open, info()));
    }
  }

  private Place place() {
    return is.or(() -> was).orElseThrow();
  }

  public String name() {
    return place().info().name();
  }

  public String file() {
    return place().file().name();
  }
}
