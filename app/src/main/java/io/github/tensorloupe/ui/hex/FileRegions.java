package io.github.tensorloupe.ui.hex;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.ui.selection.Selection;

/// Which part of a file a byte belongs to, broken files included.
final class FileRegions {

  private static final int HEADER_LENGTH_BYTES = 8;

  private FileRegions() {}

  /// The part that a byte belongs to.
  ///
  /// @param byteOffset file offset
  static ByteRegion at(TensorFile file, long byteOffset) {
    if (file.kind() != FileKind.SAFETENSORS) {
      return new ByteRegion.Foreign();
    }
    if (byteOffset < HEADER_LENGTH_BYTES) {
      return new ByteRegion.HeaderLength();
    }
    if (header(file).contains(byteOffset)) {
      return new ByteRegion.Header();
    }
    return Selection.tensorAt(file, byteOffset)
        .<ByteRegion>map(tensor -> inTensor(tensor, byteOffset))
        .orElseGet(ByteRegion.Unclaimed::new);
  }

  private static ByteRegion inTensor(TensorRef tensor, long byteOffset) {
    long begin = tensor.data().map(data -> data.range().begin()).orElse(byteOffset);
    return new ByteRegion.Tensor(tensor, byteOffset - begin);
  }

  /// The bytes of header length and header, as far as the file goes; an empty range where the file
  /// is no safetensors file.
  static ByteRange header(TensorFile file) {
    if (file.kind() != FileKind.SAFETENSORS) {
      return HexPage.NOTHING;
    }
    long fileLength = file.bytes().length();
    return new ByteRange(0, file.reading().dataStart().orElse(fileLength));
  }

  /// The bytes of a tensor that lie in a file; an empty range where there are none.
  static ByteRange tensor(TensorFile file, TensorRef tensor) {
    return tensor.file() == file
        ? tensor.data().map(TensorData::range).orElse(HexPage.NOTHING)
        : HexPage.NOTHING;
  }
}
