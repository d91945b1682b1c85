package io.github.tensorloupe.integrity.manifest;

import module java.base;

import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.integrity.content.ContentHash;
import io.github.tensorloupe.integrity.manifest.Survey.SurveyedTensor;

/// The change of a tensor since a manifest was made.
///
/// @param kind what became of it
/// @param was what the manifest lists; empty for a new tensor
/// @param is what there is now; empty for a missing one
public record TensorChange(Kind kind, Optional<Was> was, Optional<Is> is) {

  public TensorChange {
    if (was.isEmpty() && is.isEmpty()) {
      throw new IllegalArgumentException("neither before nor now");
    }
  }

  /// The kind of change, the most important first.
  public enum Kind {
    /// Other bytes, another dtype or another shape.
    CHANGED,
    /// Its bytes are not all in the file any more.
    CUT,
    /// Its bytes cannot be read.
    UNREADABLE,
    /// No tensor has its name or its content.
    MISSING,
    /// The same content under another name.
    RENAMED,
    /// The same in another file, or elsewhere in the data buffer.
    MOVED,
    /// Not in the manifest.
    NEW,
    /// The same in the same place.
    EQUAL;

    /// The name in lower case, as in output.
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    /// True if the content that the manifest lists is not there any more.
    public boolean isLoss() {
      return compareTo(MISSING) <= 0;
    }
  }

  /// A tensor in the manifest.
  ///
  /// @param file the name of its file
  public record Was(String file, TensorInfo info, ContentHash hash) {}

  /// A tensor that is there.
  ///
  /// @param file the name of its file
  public record Is(String file, SurveyedTensor surveyed) {

    /// The entry of the tensor in the header.
    public TensorInfo info() {
      return surveyed.tensor().info();
    }

    /// The hash of its bytes; empty where they were not all read.
    public Optional<ContentHash> hash() {
      return surveyed.content() instanceof SurveyedTensor.Hashed(ContentHash hash)
          ? Optional.of(hash)
          : Optional.empty();
    }
  }

  /// The name it has now, or had.
  public String name() {
    return is.map(Is::info).or(() -> was.map(Was::info)).orElseThrow().name();
  }

  /// The file it is in now, or was in.
  public String file() {
    return is.map(Is::file).or(() -> was.map(Was::file)).orElseThrow();
  }
}
