package io.github.tensorloupe.export;

import module java.base;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.text.Quantities;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Writes a tensor as a `.npy` file, in C order, little-endian.
///
/// Dtypes that NumPy has keep their bytes. A `BOOL` byte that is neither 0 nor 1 is nothing that
/// NumPy promises to read: where there is one, the file says that its elements are bytes (`|u1`),
/// so that none changes.
final class NpyExport {

  private static final int BOOL_LIMIT = 1;
  private static final String BYTES = "|u1";

  private final TensorData data;
  private final ForeignDtypes foreign;
  private final List<String> notes = new ArrayList<>();
  private String descr;

  NpyExport(TensorData data, ForeignDtypes foreign) {
    this.data = data;
    this.foreign = foreign;
  }

  /// Writes all of the file.
  void write(Draft draft, Cancellation cancellation, Progress progress) throws IOException {
    Dtype dtype = data.info().dtype();
    NpyType type = NpyType.of(dtype, foreign);
    descr = type.descr();
    draft.write(ByteBuffer.wrap(header(descr)));
    ElementBlocks blocks = new ElementBlocks(data, cancellation, progress);
    if (!type.isAsInSource()) {
      writeF32(draft, blocks);
      notes.add("NumPy has no %s: written as F32, every value exactly.".formatted(dtype));
    } else if (dtype == Dtype.BOOL) {
      writeBooleans(draft, blocks);
    } else {
      RawExport.copy(data, draft, cancellation, progress);
      noteRaw(dtype);
    }
  }

  private byte[] header(String elements) {
    return NpyHeader.of(elements, dimensions());
  }

  private long[] dimensions() {
    TensorInfo info = data.info();
    boolean packed = foreign == ForeignDtypes.RAW && info.dtype().bits() < 8;
    return packed ? new long[] {data.range().byteCount()} : info.shape().dimensions();
  }

  private void noteRaw(Dtype dtype) {
    if (dtype.bits() < 8) {
      notes.add("NumPy has no %s: written as packed bytes in one axis.".formatted(dtype));
    } else if (NpyType.isForeign(dtype)) {
      notes.add("NumPy has no %s: written as its bits, in %s.".formatted(dtype, descr));
    }
  }

  private void writeF32(Draft draft, ElementBlocks blocks) throws IOException {
    ToF32 toF32 = new ToF32(data.info().dtype());
    ByteBuffer floats =
        ByteBuffer.allocateDirect(TensorData.BLOCK_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    blocks.codes(
        (codes, count) -> {
          if (floats.remaining() < count * Float.BYTES) {
            draft.write(floats.flip());
            floats.clear();
          }
          toF32.put(codes, count, floats);
        });
    draft.write(floats.flip());
  }

  private void writeBooleans(Draft draft, ElementBlocks blocks) throws IOException {
    long[] others = {0};
    blocks.bytes(
        block -> {
          for (int i = 0; i < block.limit(); i++) {
            others[0] += (block.get(i) & 0xff) > BOOL_LIMIT ? 1 : 0;
          }
          draft.write(block);
        });
    if (others[0] > 0) {
      descr = BYTES;
      draft.writeAgain(header(descr), 0);
      notes.add(
          "%s of this BOOL tensor %s neither 0 nor 1: written as bytes (U8), none changed."
              .formatted(
                  others[0] == 1 ? "1 byte" : Quantities.count(others[0]) + " bytes",
                  others[0] == 1 ? "is" : "are"));
    }
  }

  /// What the elements are in the file; known once it is written.
  String writtenAs() {
    return descr;
  }

  /// What differs from the source; known once it is written.
  List<String> notes() {
    return notes;
  }
}
