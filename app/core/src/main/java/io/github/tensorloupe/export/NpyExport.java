package io.github.tensorloupe.export;

import module java.base;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.text.Sentence;
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
  private final Draft draft;

  NpyExport(TensorData data, ForeignDtypes foreign, Draft draft) {
    this.data = data;
    this.foreign = foreign;
    this.draft = draft;
  }

  /// Writes all of the file.
  Exported write(Cancellation cancellation, Progress progress) throws IOException {
    Dtype dtype = data.info().dtype();
    NpyType type = NpyType.of(dtype, foreign);
    draft.write(ByteBuffer.wrap(header(type.descr())));
    ElementBlocks blocks = new ElementBlocks(data, cancellation, progress);
    if (!type.isAsInSource()) {
      writeF32(blocks);
      return draft.exported(
          type.descr(),
          List.of(Sentence.of("NumPy has no {0}: written as F32, every value exactly.", dtype)));
    }
    if (dtype == Dtype.BOOL) {
      long others = writeBooleans(blocks);
      return others == 0 ? draft.exported(type.descr(), List.of()) : asBytes(others);
    }
    draft.copy(data.file(), data.range(), cancellation, progress);
    return draft.exported(type.descr(), rawNotes(dtype, type.descr()));
  }

  private byte[] header(String elements) {
    TensorInfo info = data.info();
    boolean packed = foreign == ForeignDtypes.RAW && info.dtype().bits() < 8;
    return packed
        ? NpyHeader.of(elements, data.range().byteCount())
        : NpyHeader.of(elements, info.shape().dimensions());
  }

  private static List<Sentence> rawNotes(Dtype dtype, String descr) {
    if (dtype.bits() < 8) {
      return List.of(Sentence.of("NumPy has no {0}: written as packed bytes in one axis.", dtype));
    }
    return NpyType.isForeign(dtype)
        ? List.of(Sentence.of("NumPy has no {0}: written as its bits, in {1}.", dtype, descr))
        : List.of();
  }

  private void writeF32(ElementBlocks blocks) throws IOException {
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

  /// @return how many bytes are neither 0 nor 1
  private long writeBooleans(ElementBlocks blocks) throws IOException {
    long[] others = {0};
    blocks.bytes(
        block -> {
          for (int i = 0; i < block.limit(); i++) {
            others[0] += (block.get(i) & 0xff) > BOOL_LIMIT ? 1 : 0;
          }
          draft.write(block);
        });
    return others[0];
  }

  private Exported asBytes(long others) throws IOException {
    draft.writeAgain(header(BYTES), 0);
    return draft.exported(
        BYTES,
        List.of(
            Sentence.of(
                "{0} {0#byte|bytes} of this BOOL tensor {0#is|are} neither 0 nor 1: written as"
                    + " bytes (U8), none changed.",
                others)));
  }

  /// Turns codes of floats that fit into F32 into codes of F32 with the same number; NaN stays NaN.
  private static final class ToF32 {

    private static final int TABLE_BITS = 8;

    private final boolean isBf16;
    private final ElementType type;
    private final int[] table;

    ToF32(Dtype dtype) {
      isBf16 = dtype == Dtype.BF16;
      type = ElementType.of(dtype);
      table = new int[type.partBits() <= TABLE_BITS ? 1 << type.partBits() : 0];
      for (int code = 0; code < table.length; code++) {
        table[code] = convert(code);
      }
    }

    private int convert(long code) {
      return Float.floatToRawIntBits((float) type.toDouble(code));
    }

    /// The code with the same number.
    int of(long code) {
      if (isBf16) {
        // The upper half of the F32, so that even what a NaN carries is kept.
        return (int) code << 16;
      }
      return table.length > 0 ? table[(int) code] : convert(code);
    }

    /// Puts the codes with the same numbers into a buffer.
    void put(long[] codes, int count, ByteBuffer target) {
      for (int i = 0; i < count; i++) {
        target.putInt(of(codes[i]));
      }
    }
  }

  /// The beginning of a `.npy` file: magic, version, and what the array is, as a Python literal
  /// that is padded so that the data begin at a multiple of 64 bytes.
  static final class NpyHeader {

    /// The largest value of the length field of version 1.0.
    private static final int MAX_LENGTH_1 = 0xffff;

    private static final int ALIGNMENT = 64;
    private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};

    private NpyHeader() {}

    /// The bytes before the data, of version 1.0, or 2.0 where the text is longer than that can
    /// say.
    ///
    /// @param descr the type string, as `<f4`
    /// @param dimensions outermost first, unsigned; none for a scalar
    static byte[] of(String descr, long... dimensions) {
      String text =
          "{'descr': '%s', 'fortran_order': False, 'shape': %s, }"
              .formatted(descr, shape(dimensions));
      int begin1 = MAGIC.length + 2 + Short.BYTES;
      boolean fits = padded(begin1 + text.length() + 1) - begin1 <= MAX_LENGTH_1;
      int begin = fits ? begin1 : MAGIC.length + 2 + Integer.BYTES;
      int end = padded(begin + text.length() + 1);
      ByteBuffer bytes = ByteBuffer.allocate(end).order(ByteOrder.LITTLE_ENDIAN);
      bytes.put(MAGIC).put((byte) (fits ? 1 : 2)).put((byte) 0);
      if (fits) {
        bytes.putShort((short) (end - begin));
      } else {
        bytes.putInt(end - begin);
      }
      bytes.put(text.getBytes(StandardCharsets.US_ASCII));
      while (bytes.position() < end - 1) {
        bytes.put((byte) ' ');
      }
      return bytes.put((byte) '\n').array();
    }

    private static int padded(int byteCount) {
      return Math.ceilDiv(byteCount, ALIGNMENT) * ALIGNMENT;
    }

    /// A Python tuple: `()`, `(3,)`, `(2, 3)`.
    private static String shape(long[] dimensions) {
      return Arrays.stream(dimensions)
          .mapToObj(Long::toUnsignedString)
          .collect(Collectors.joining(", ", "(", dimensions.length == 1 ? ",)" : ")"));
    }
  }

  /// The spelling of the elements of a `.npy` file in NumPy.
  ///
  /// @param descr the type string, as `<f4`
  /// @param isAsInSource true if the bytes are those of the tensor, so that they are copied
  record NpyType(String descr, boolean isAsInSource) {

    /// The type that a dtype is written as.
    static NpyType of(Dtype dtype, ForeignDtypes foreign) {
      return isForeign(dtype)
          ? switch (foreign) {
            case F32 -> new NpyType("<f4", false);
            case RAW -> new NpyType(dtype.bits() == 16 ? "<u2" : "|u1", true);
          }
          : new NpyType(ofNumpy(dtype), true);
    }

    /// True if NumPy has no such dtype.
    static boolean isForeign(Dtype dtype) {
      return switch (dtype) {
        case BOOL, U8, I8, I16, U16, F16, I32, U32, F32, C64, F64, I64, U64 -> false;
        case F4, F6_E2M3, F6_E3M2, F8_E5M2, F8_E4M3, F8_E8M0, F8_E4M3FNUZ, F8_E5M2FNUZ, BF16 ->
            true;
      };
    }

    private static String ofNumpy(Dtype dtype) {
      String kind =
          switch (dtype.kind()) {
            case BOOLEAN -> "b";
            case SIGNED -> "i";
            case UNSIGNED -> "u";
            case FLOAT -> "f";
            case COMPLEX -> "c";
          };
      int byteCount = dtype.bits() / 8;
      return (byteCount == 1 ? "|" : "<") + kind + byteCount;
    }
  }
}
