package io.github.tensorloupe.integrity.doctor;

import io.github.tensorloupe.text.Quantities;
import java.util.Collection;

/// Names of tensors within sentences.
final class TensorNames {

  private static final int NAMED_TENSORS = 3;

  private TensorNames() {}

  /// How many tensors there are, with the first names.
  static String counted(Collection<String> names) {
    String shown =
        String.join(", ", names.stream().limit(NAMED_TENSORS).map(FindingList::quoted).toList());
    return names.size() == 1
        ? "the tensor " + shown
        : "%s tensors (%s%s)"
            .formatted(
                Quantities.count(names.size()), shown, names.size() > NAMED_TENSORS ? ", …" : "");
  }
}
