package io.github.tensorloupe.compare;

import module java.base;

import io.github.tensorloupe.compare.PairedElements.Block;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.TensorSpec;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.ComputedFile;
import io.github.tensorloupe.model.TensorFile;

/// A computed tensor of the element-wise differences b − a of two tensors. Differences are
/// correctly rounded. Differences of non-finite numbers follow IEEE 754, except that the difference
/// of equal infinities or of two NaNs is 0.
public final class DifferenceFile {

  private DifferenceFile() {}

  /// Returns a file with the differences of all elements that exist on both sides, computed on
  /// demand, under the name of the newer tensor. Empty if it would exceed the maximum file length.
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
