package io.github.tensorloupe.integrity.manifest;

import module java.base;

import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.integrity.manifest.Manifest.ListedFile;
import io.github.tensorloupe.integrity.manifest.Manifest.ListedTensor;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.text.Spelled;

/// The change of a tensor since a manifest was made.
///
/// @param was what the manifest lists; empty for a new tensor
/// @param is what there is now; empty for a missing one
public record TensorChange(Kind kind, Optional<Place> was, Optional<Place> is) {

  /// The kind of change, the most important first.
  public enum Kind implements Spelled {
    /// Other bytes, another dtype or another shape.
    CHANGED,
    CUT,
    UNREADABLE,
    /// No tensor has its name or its content.
    MISSING,
    RENAMED,
    /// The same in another file, or elsewhere in the data buffer.
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

    /// The tensor itself; empty where it is one of the manifest.
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
