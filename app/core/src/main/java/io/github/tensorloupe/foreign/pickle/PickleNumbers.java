package io.github.tensorloupe.foreign.pickle;

import static io.github.tensorloupe.foreign.pickle.InstructionReader.limit;
import static io.github.tensorloupe.foreign.pickle.InstructionReader.malformed;

import module java.base;

import io.github.tensorloupe.foreign.pickle.PickleValue.BigInt;
import io.github.tensorloupe.foreign.pickle.PickleValue.Constant;
import io.github.tensorloupe.foreign.pickle.PickleValue.Int;
import io.github.tensorloupe.foreign.pickle.PickleValue.Real;

/// Parses the numbers of a pickle.
final class PickleNumbers {

  private static final int MAX_INTEGER_BYTES = 1024;

  /// The number of decimal digits of [#MAX_INTEGER_BYTES].
  private static final int MAX_DIGITS = 2466;

  private static final int MAX_SHORT_DIGITS = 18;
  private static final int MAX_ALL_DIGITS = 4_000_000;

  private static final Pattern REAL =
      Pattern.compile("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d{1,9})?");

  private PickleNumbers() {}

  /// Returns the number of an instruction, or a Boolean.
  static PickleValue integer(InstructionReader in) throws IOException, MalformedPickleException {
    return switch (in.opcode) {
      case LONG1, LONG4 -> binary(in);
      case INT -> {
        String line = in.firstLine();
        yield switch (line) {
          case "00" -> Constant.FALSE;
          case "01" -> Constant.TRUE;
          default -> decimal(in, line);
        };
      }
      case LONG -> decimal(in, in.firstLine().replaceFirst("L$", ""));
      default -> new Int(in.number);
    };
  }

  private static PickleValue binary(InstructionReader in)
      throws IOException, MalformedPickleException {
    if (in.textLength > MAX_INTEGER_BYTES) {
      throw limit("an integer has more than {0} bytes", MAX_INTEGER_BYTES);
    }
    if (in.textLength == 0) {
      return new Int(0);
    }
    byte[] digits = in.bytes.copy(in.textBegin, in.textLength);
    for (int i = 0; i < digits.length / 2; i++) {
      byte swapped = digits[i];
      digits[i] = digits[digits.length - 1 - i];
      digits[digits.length - 1 - i] = swapped;
    }
    return of(new BigInteger(digits));
  }

  private static PickleValue decimal(InstructionReader in, String text)
      throws MalformedPickleException {
    String digits = text.strip();
    if (!digits.matches("[+-]?[0-9]+")) {
      throw malformed("an integer is invalid");
    }
    if (digits.length() > MAX_DIGITS) {
      throw limit("an integer has more than {0} bytes", MAX_INTEGER_BYTES);
    }
    // The conversion of decimal digits takes quadratic time.
    in.digitCount += digits.length() > MAX_SHORT_DIGITS ? digits.length() : 0;
    if (in.digitCount > MAX_ALL_DIGITS) {
      throw limit("its integers have more than {0} digits", MAX_ALL_DIGITS);
    }
    return of(new BigInteger(digits));
  }

  private static PickleValue of(BigInteger number) {
    return number.bitLength() < Long.SIZE ? new Int(number.longValue()) : new BigInt(number);
  }

  static Real real(String text) throws MalformedPickleException {
    String digits = text.strip();
    return switch (digits.toLowerCase(Locale.ROOT)) {
      case "nan", "-nan" -> new Real(Double.NaN);
      case "inf", "infinity" -> new Real(Double.POSITIVE_INFINITY);
      case "-inf", "-infinity" -> new Real(Double.NEGATIVE_INFINITY);
      default -> {
        if (!REAL.matcher(digits).matches()) {
          throw malformed("a floating-point number is invalid");
        }
        yield new Real(Double.parseDouble(digits));
      }
    };
  }
}
