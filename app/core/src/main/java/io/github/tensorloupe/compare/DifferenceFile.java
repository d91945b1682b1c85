package io.github.tensorloupe.compare;

import module java.base;

import io.github.tensorloupe.compare.PairedElements.Block;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.TensorSpec;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.ComputedFile;
import io.github.tensorloupe.model.TensorFile;

/// The element-wise differences b − a of two tensors as a tensor. Each is computed exactly and
/// rounded once. Differences of non-finite numbers follow IEEE 754, except that equal infinities
/// and NaNs have the difference 0.
public final class DifferenceFile {

  private DifferenceFile() {}

  /// Returns the difference of two tensors as a file with the name of the newer tensor, up to the
  /// last element that both have. Empty if it exceeds the maximum length of a file. Reads nothing.
  public static Optional<TensorFile> of(PairedElements elements) {
    ElementType type = ElementType.of(elements.parts().differenceDtype());
    String name = elements.b().info().name();
    return ComputedFile.of(
        Path.of(name(elements.b().file()) + " − " + name(elements.a().file())),
        new TensorSpec(name, type.dtype(), elements.b().info().shape()),
        elements.count(),
        (first, count, target) -> compute(elements, type, first, count, target),
        List.of(elements.a().file(), elements.b().file()));
  }

  private static String name(ByteSource file) {
    return String.valueOf(file.path().getFileName());
  }

  private static void compute(
      PairedElements elements, ElementType type, long first, int count, ByteBuffer target)
      throws IOException {
    Block block = elements.read(first, count);
    if (block.isSame()) {
      return;
    }
    for (int i = 0; i < count; i++) {
      for (int part = 0; part < type.partsPerElement(); part++) {
        double difference = block.difference(i, part);
        if (type.partBits() == Float.SIZE) {
          target.putFloat((float) difference);
        } else {
          target.putDouble(difference);
        }
      }
    }
  }
}
