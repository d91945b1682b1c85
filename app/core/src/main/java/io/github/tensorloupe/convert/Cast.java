package io.github.tensorloupe.convert;

import module java.base;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;

/// A conversion of floating-point values to another dtype. Each value is rounded once, to the
/// nearest value, ties to even. Immutable and thread-safe.
///
/// NaNs become quiet NaNs with the sign of the source and without payload; a source dtype whose NaN
/// has no sign has a positive NaN.
///
/// @param saturates true to replace a finite value that overflows by the largest finite value
public record Cast(Dtype from, Dtype to, boolean saturates) {

  /// The dtypes to which values can be cast.
  public static final Set<Dtype> TARGETS =
      Collections.unmodifiableSet(
          EnumSet.of(Dtype.F64, Dtype.F32, Dtype.F16, Dtype.BF16, Dtype.F8_E4M3, Dtype.F8_E5M2));

  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final int BF16_SHIFT = 16;
  private static final int INFINITE_FLOAT = 0x7f80_0000;
  private static final short QUIET_BF16 = 0x7fc0;

  /// Returns true if values of a dtype can be cast.
  public static boolean isSource(Dtype dtype) {
    return dtype.kind() == Dtype.Kind.FLOAT;
  }

  /// Converts consecutive values.
  ///
  /// @param source the codes of the source, from the first byte of an element
  /// @param count the number of values; for dtypes of less than 8 bits, fills whole bytes
  /// @param target a little-endian buffer with space for `count` codes; its position moves to the
  ///   end
  public CastCounts convert(MemorySegment source, int count, ByteBuffer target) {
    return from == Dtype.F32 && to == Dtype.BF16
        ? toBfloat(source, count, target)
        : new General(this).convert(source, count, target);
  }

  private CastCounts toBfloat(MemorySegment source, int count, ByteBuffer target) {
    long overflow = 0;
    long saturated = 0;
    long nan = 0;
    long underflow = 0;
    long rounded = 0;
    double largestError = 0;
    for (int i = 0; i < count; i++) {
      int bits = source.get(INT, (long) Integer.BYTES * i);
      int magnitude = bits & Integer.MAX_VALUE;
      short sign = (short) (bits >>> BF16_SHIFT & 0x8000);
      if (magnitude > INFINITE_FLOAT) {
        nan++;
        target.putShort((short) (sign | QUIET_BF16));
        continue;
      }
      int lower = bits & 0xffff;
      int result = magnitude + 0x7fff + (magnitude >>> BF16_SHIFT & 1) >>> BF16_SHIFT;
      if (lower != 0) {
        if (result == INFINITE_FLOAT >>> BF16_SHIFT) {
          overflow += saturates ? 0 : 1;
          saturated += saturates ? 1 : 0;
          result -= saturates ? 1 : 0;
        } else {
          underflow += result == 0 ? 1 : 0;
          rounded += result == 0 ? 0 : 1;
          float error =
              Math.abs(
                  Float.intBitsToFloat(magnitude) - Float.intBitsToFloat(result << BF16_SHIFT));
          largestError = Math.max(largestError, error);
        }
      }
      target.putShort((short) (sign | result));
    }
    return new CastCounts(overflow, saturated, 0, nan, underflow, rounded, largestError);
  }

  /// A cast between any two dtypes. Not thread-safe.
  private static final class General {

    private static final int TILE = 1024;

    private final ElementType source;
    private final ElementType target;
    private final boolean saturates;
    private final long sourceSign;
    private final long targetSign;
    private final double largestFinite;
    private long overflow;
    private long saturated;
    private long infToNan;
    private long nan;
    private long underflow;
    private long rounded;
    private double largestError;

    General(Cast cast) {
      source = ElementType.of(cast.from);
      target = ElementType.of(cast.to);
      saturates = cast.saturates;
      sourceSign =
          switch (cast.from) {
            case F8_E4M3FNUZ, F8_E5M2FNUZ, F8_E8M0 -> 0;
            default -> 1L << cast.from.bits() - 1;
          };
      targetSign = 1L << cast.to.bits() - 1;
      largestFinite = largestFinite(cast.to);
    }

    private static double largestFinite(Dtype dtype) {
      return switch (dtype) {
        case F64 -> Double.MAX_VALUE;
        case F32 -> Float.MAX_VALUE;
        case F16 -> 65504;
        case BF16 -> 0x1.fep127;
        case F8_E4M3 -> 448;
        case F8_E5M2 -> 57344;
        default -> throw new IllegalArgumentException("not a target of a cast: " + dtype);
      };
    }

    CastCounts convert(MemorySegment bytes, int count, ByteBuffer output) {
      long[] codes = new long[Math.min(TILE, count)];
      for (int begin = 0; begin < count; begin += TILE) {
        int length = Math.min(TILE, count - begin);
        source.codes(bytes, begin, codes, length);
        for (int i = 0; i < length; i++) {
          put(output, convert(codes[i]));
        }
      }
      return new CastCounts(overflow, saturated, infToNan, nan, underflow, rounded, largestError);
    }

    private void put(ByteBuffer output, long code) {
      switch (target.partBits()) {
        case Byte.SIZE -> output.put((byte) code);
        case Short.SIZE -> output.putShort((short) code);
        case Integer.SIZE -> output.putInt((int) code);
        default -> output.putLong(code);
      }
    }

    private long convert(long code) {
      double value = source.toDouble(code);
      if (Double.isNaN(value)) {
        nan++;
        long positive = target.encode(Double.NaN) & ~targetSign;
        return (code & sourceSign) == 0 ? positive : positive | targetSign;
      }
      long result = target.encode(value);
      double written = target.toDouble(result);
      if (Double.isInfinite(value)) {
        infToNan += Double.isNaN(written) ? 1 : 0;
      } else if (!Double.isFinite(written)) {
        if (saturates) {
          saturated++;
          return target.encode(Math.copySign(largestFinite, value));
        }
        overflow++;
      } else if (written != value) {
        underflow += written == 0 ? 1 : 0;
        rounded += written == 0 ? 0 : 1;
        largestError = Math.max(largestError, Math.abs(value - written));
      }
      return result;
    }
  }
}
