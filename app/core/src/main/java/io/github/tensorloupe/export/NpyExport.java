package io.github.tensorloupe.export;

import module java.base;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.export.ExportOptions.UnsupportedDtypes;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Writes a tensor as a `.npy` file in C order, little-endian.
///
/// The bytes of dtypes that NumPy supports are unchanged. NumPy does not define `BOOL` bytes other
/// than 0 and 1; a tensor that contains such bytes has the type `|u1`, which preserves them.
record NpyExport(TensorData data, UnsupportedDtypes foreign, Draft draft) {

  private static final String BYTES = "|u1";

  /// The maximum header length of version 1.0, in bytes.
  private static final int MAX_LENGTH_1 = 0xffff;

  private static final int ALIGNMENT = 64;
  private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};

  ExportResult write(Cancellation cancellation, Progress progress) throws IOException {
    Dtype dtype = data.info().dtype();
    boolean isForeign = TensorExport.isUnsupportedByNumpy(dtype);
    String descr = isForeign ? ofForeign(dtype) : ofNumpy(dtype);
    draft.write(ByteBuffer.wrap(header(descr)));
    if (dtype == Dtype.BOOL) {
      return writeBooleans(descr, cancellation, progress);
    }
    List<Sentence> notes = new ArrayList<>();
    if (isForeign && foreign == UnsupportedDtypes.F32) {
      writeF32(dtype, cancellation, progress);
      notes.add(Sentence.of("NumPy has no {0}: written as F32, every value exactly.", dtype));
    } else {
      draft.copy(data.file(), data.range(), progress);
      if (isPacked()) {
        notes.add(Sentence.of("NumPy has no {0}: written as packed bytes in one axis.", dtype));
      } else if (isForeign) {
        notes.add(Sentence.of("NumPy has no {0}: written as its bits, in {1}.", dtype, descr));
      }
    }
    return draft.exported(descr, notes);
  }

  private String ofForeign(Dtype dtype) {
    return switch (foreign) {
      case F32 -> "<f4";
      case RAW -> dtype.bits() == 16 ? "<u2" : BYTES;
    };
  }

  private static String ofNumpy(Dtype dtype) {
    char kind =
        switch (dtype.kind()) {
          case BOOLEAN -> 'b';
          case SIGNED -> 'i';
          case UNSIGNED -> 'u';
          case FLOAT -> 'f';
          case COMPLEX -> 'c';
        };
    int byteCount = dtype.bits() / 8;
    return (byteCount == 1 ? "|" : "<") + kind + byteCount;
  }

  private boolean isPacked() {
    return foreign == UnsupportedDtypes.RAW && data.info().dtype().bits() < 8;
  }

  private byte[] header(String descr) {
    return isPacked()
        ? header(descr, data.range().byteCount())
        : header(descr, data.info().shape().dimensions());
  }

  /// @param dtype BF16 or a dtype of at most 8 bits
  private void writeF32(Dtype dtype, Cancellation cancellation, Progress progress)
      throws IOException {
    boolean isBf16 = dtype == Dtype.BF16;
    ElementType type = ElementType.of(dtype);
    int[] table = new int[isBf16 ? 0 : 1 << dtype.bits()];
    Arrays.setAll(table, code -> Float.floatToRawIntBits((float) type.toDouble(code)));
    ByteBuffer floats =
        ByteBuffer.allocateDirect(TensorData.BLOCK_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    ElementCodes writing =
        (codes, count) -> {
          if (floats.remaining() < count * Float.BYTES) {
            draft.write(floats.flip());
            floats.clear();
          }
          for (int i = 0; i < count; i++) {
            // BF16 is the upper half of F32, so even NaN payloads are preserved.
            floats.putInt(isBf16 ? (int) codes[i] << 16 : table[(int) codes[i]]);
          }
        };
    ElementCodes.read(data, writing, cancellation, progress);
    draft.write(floats.flip());
  }

  private ExportResult writeBooleans(String descr, Cancellation cancellation, Progress progress)
      throws IOException {
    long[] others = {0};
    TensorData.BlockConsumer writing =
        (block, _) -> {
          for (int i = 0; i < block.limit(); i++) {
            others[0] += (block.get(i) & ~1) == 0 ? 0 : 1;
          }
          draft.write(block);
        };
    data.forEachBlock(writing, cancellation, progress);
    if (others[0] == 0) {
      return draft.exported(descr, List.of());
    }
    draft.write(ByteBuffer.wrap(header(BYTES)), 0);
    return draft.exported(
        BYTES,
        List.of(
            Sentence.of(
                "{0} {0#byte|bytes} of this BOOL tensor {0#is|are} neither 0 nor 1: written as"
                    + " bytes (U8), none changed.",
                others[0])));
  }

  /// Returns the header of a `.npy` file: magic, version, and the array description as a Python
  /// literal, padded so that the data begins at a multiple of 64 bytes. The version is 1.0, or 2.0
  /// if the description is too long for 1.0.
  ///
  /// @param descr the type string, such as `<f4`
  /// @param dimensions the dimensions, outermost first, unsigned; none for a scalar
  static byte[] header(String descr, long... dimensions) {
    String shape =
        Arrays.stream(dimensions)
            .mapToObj(Long::toUnsignedString)
            .collect(Collectors.joining(", ", "(", dimensions.length == 1 ? ",)" : ")"));
    String text = "{'descr': '%s', 'fortran_order': False, 'shape': %s, }".formatted(descr, shape);
    int version1Begin = MAGIC.length + 2 + Short.BYTES;
    boolean fits = padded(version1Begin + text.length() + 1) - version1Begin <= MAX_LENGTH_1;
    int begin = fits ? version1Begin : MAGIC.length + 2 + Integer.BYTES;
    byte[] bytes = new byte[padded(begin + text.length() + 1)];
    Arrays.fill(bytes, (byte) ' ');
    bytes[bytes.length - 1] = '\n';
    ByteBuffer header = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    header.put(MAGIC).put((byte) (fits ? 1 : 2)).put((byte) 0);
    if (fits) {
      header.putShort((short) (bytes.length - begin));
    } else {
      header.putInt(bytes.length - begin);
    }
    header.put(text.getBytes(StandardCharsets.US_ASCII));
    return bytes;
  }

  private static int padded(int byteCount) {
    return Math.ceilDiv(byteCount, ALIGNMENT) * ALIGNMENT;
  }
}
