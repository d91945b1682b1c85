package io.github.tensorloupe.identify;

import io.github.tensorloupe.model.TensorRef;
import java.util.Objects;

/// What led to a statement.
public sealed interface Evidence {

  /// A tensor: its name, and where it tells something also its shape and dtype.
  record OfTensor(TensorRef tensor) implements Evidence {
    public OfTensor {
      Objects.requireNonNull(tensor);
    }
  }

  /// An entry of the metadata, as it stands in the file.
  record OfMetadata(String key, String value) implements Evidence {
    public OfMetadata {
      Objects.requireNonNull(key);
      Objects.requireNonNull(value);
    }
  }
}
