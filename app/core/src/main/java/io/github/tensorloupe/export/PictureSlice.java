package io.github.tensorloupe.export;

import module java.base;

import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorRef;

/// The part of a tensor that becomes a picture: the last two axes, the others held at 0; a vector
/// is cut into rows, so that the picture is about as high as wide.
final class PictureSlice {

  private PictureSlice() {}

  /// @throws IOException if there is nothing to see; the message is a sentence
  static TensorSlice of(TensorRef tensor) throws IOException {
    TensorData data = WholeTensor.of(tensor);
    int rank = data.info().shape().rank();
    if (data.range().byteCount() == 0) {
      throw new IOException(
          WholeTensor.named(tensor) + " is empty: there is nothing to make a picture of.");
    }
    return rank == 1
        ? TensorSlice.folded(data, (long) Math.ceil(Math.sqrt(data.info().shape().dimension(0))))
        : TensorSlice.of(data);
  }

  /// What is not in the picture, or not as it stands.
  static List<String> notes(TensorSlice slice) {
    int rank = slice.data().info().shape().rank();
    if (rank == 1) {
      return List.of("The vector was cut into rows of %d elements.".formatted(slice.columnCount()));
    }
    return rank > 2
        ? List.of("The picture shows the slice %s.".formatted(slice.axes().text()))
        : List.of();
  }
}
