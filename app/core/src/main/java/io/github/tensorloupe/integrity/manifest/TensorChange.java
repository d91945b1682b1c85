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
    /// Its bytes are not all in the file any more.
    CUT,
    UNREADABLE,
    /// No tensor has its name or its content.
    MISSING,
    /// The same content under another name.
    RENAMED,
    /// The same in another file, or elsewhere in the data buffer.
    MOVED,
    NEW,
    /// The same in the same place.
    EQUAL;

    /// True if the content that the manifest lists is not there any more.
    public boolean isLoss() {
      return compareTo(MISSING) <= 0;
    }
  }

  /// A tensor of the manifest, or one that is there.
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

  /// The name it has now, or had.
  public String name() {
    return place().info().name();
  }

  /// The name of the file it is in now, or was in.
  public String file() {
    return place().file().name();
  }
}
