package io.github.tensorloupe.desktop.selection;

import module java.base;

import io.github.tensorloupe.element.ElementPosition;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;

/// One byte of an open file.
///
/// @param file an open file of the document
/// @param byteOffset file offset of the byte
public record Caret(TensorFile file, long byteOffset) {

  /// The element of a tensor that the byte belongs to, of several elements in one byte the first;
  /// empty where it belongs to none.
  public Optional<ElementPosition> elementIn(TensorRef tensor) {
    return tensor
        .data()
        .filter(data -> file == tensor.file() && data.range().contains(byteOffset))
        .flatMap(data -> ElementPosition.of(data.info(), byteOffset - data.range().begin()));
  }
}
