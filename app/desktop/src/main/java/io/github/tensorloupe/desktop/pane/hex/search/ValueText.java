package io.github.tensorloupe.desktop.pane.hex.search;

import module java.base;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.text.Quantities;

/// Parses typed numbers to find in a tensor.
public final class ValueText {

  /// The result of parsing.
  public sealed interface Reading {}

  /// A number that the dtype can represent.
  ///
  /// @param test matches every code of the number
  public record Found(ElementTest test) implements Reading {}

  /// A number that the dtype cannot represent exactly, but that is the displayed text of one code.
  ///
  /// @param nearest the value of that code, with enough digits to distinguish it from the typed
  ///   number
  public record Named(ElementTest test, String nearest) implements Reading {}

  /// A number that the dtype cannot represent.
  ///
  /// @param nearest the displayed text of the nearest code
  public record Absent(String nearest) implements Reading {}

  /// NaN or an infinity that the dtype does not have.
  public record Unsupported() implements Reading {}

  /// Not a number at all.
  public record NotANumber() implements Reading {}

  /// Longer texts are rejected, since they are hardly typed numbers.
  private static final int MAX_CHARACTERS = 400;

  private static final int SHORT_BITS = 16;
  private static final int FEW_DIGITS = 4;

  private static final Pattern COMPLEX =
      Pattern.compile("(?<real>.*[^e(+-])??(?<imaginary>(^|[+-])[^+-]*(e[+-]?[^+-]*)?)[ij]");

  private ValueText() {}

  /// Parses a number for the elements of a dtype: decimal, an integer after `0x` or `0b`, `NaN`,
  /// `inf`, `true` or `false`. Complex dtypes also accept `1.5 - 2i`; the imaginary part of a real
  /// number is 0.
  public static Reading read(String typed, Dtype dtype) {
    String text = typed.strip().replace('−', '-').replaceAll("[\\s_]", "").toLowerCase(Locale.ROOT);
    if (text.isEmpty() || text.length() > MAX_CHARACTERS) {
      return new NotANumber();
    }
    return ElementType.of(dtype).partsPerElement() == 1
        ? readPart(text, dtype)
        : readComplex(text, dtype);
  }

  private static Reading readPart(String text, Dtype dtype) {
    boolean negative = text.startsWith("-");
    String magnitude = negative || text.startsWith("+") ? text.substring(1) : text;
    return switch (magnitude) {
      case "nan" -> found(ElementTest.nan(dtype));
      case "inf", "infinity", "∞" -> infinity(dtype, negative);
      case "true" -> number(BigDecimal.ONE, dtype);
      case "false" -> number(BigDecimal.ZERO, dtype);
      default ->
          decimal(magnitude)
              .map(value -> number(negative ? value.negate() : value, dtype))
              .orElse(new NotANumber());
    };
  }

  private static Reading found(Optional<ElementTest> test) {
    return test.<Reading>map(Found::new).orElse(new Unsupported());
  }

  private static Reading infinity(Dtype dtype, boolean negative) {
    ElementType type = ElementType.of(dtype);
    long code = type.encode(negative ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY);
    return found(ElementTest.infinity(dtype).map(_ -> ElementTest.code(dtype, code)));
  }

  private static Optional<BigDecimal> decimal(String magnitude) {
    int radix = magnitude.startsWith("0x") ? 16 : magnitude.startsWith("0b") ? 2 : 10;
    String digits = radix == 10 ? magnitude : magnitude.substring(2);
    // The parsers would accept a second sign.
    if (digits.startsWith("-") || digits.startsWith("+")) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          radix == 10 ? new BigDecimal(digits) : new BigDecimal(new BigInteger(digits, radix)));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static Reading number(BigDecimal value, Dtype dtype) {
    ElementType type = ElementType.of(dtype);
    long code = nearest(value, type);
    if (number(type, code).compareTo(value) == 0) {
      ElementTest same = ElementTest.code(dtype, code);
      return new Found(value.signum() == 0 ? ElementTest.zero(dtype).orElse(same) : same);
    }
    String name = type.text(code);
    return new BigDecimal(name).compareTo(value) == 0
        ? named(value, type, code)
        : new Absent(type.displayText(code));
  }

  private static Reading named(BigDecimal value, ElementType type, long code) {
    ElementTest test = ElementTest.code(type.dtype(), code);
    // In wide dtypes, the inexact representation of numbers like 0.1 is not worth a remark.
    return type.partBits() > SHORT_BITS
        ? new Found(test)
        : new Named(test, distinct(number(type, code), value));
  }

  /// Rounds a number, but keeps enough digits to distinguish it from the other one.
  private static String distinct(BigDecimal number, BigDecimal other) {
    int digits = FEW_DIGITS;
    while (number.round(new MathContext(digits)).compareTo(other) == 0) {
      digits++;
    }
    return Quantities.number(number.round(new MathContext(digits)));
  }

  private static BigDecimal number(ElementType type, long code) {
    return switch (type.toNumber(code)) {
      case BigInteger integer -> new BigDecimal(integer);
      case Long integer -> BigDecimal.valueOf(integer);
      case Number number -> new BigDecimal(number.doubleValue());
    };
  }

  /// Returns the code of the finite number nearest to a value.
  private static long nearest(BigDecimal value, ElementType type) {
    if (type.isInteger()) {
      return nearestInteger(value, type);
    }
    long code = type.encode(value.doubleValue());
    return type.classify(code).isFinite() ? code : extreme(type, value.signum() > 0);
  }

  private static long nearestInteger(BigDecimal value, ElementType type) {
    // Avoids expanding very small numbers to many digits; large ones are clamped below.
    if ((long) value.precision() - value.scale() < 0) {
      return 0;
    }
    return value
            .max(number(type, extreme(type, false)))
            .min(number(type, extreme(type, true)))
            .setScale(0, RoundingMode.HALF_EVEN)
            .toBigInteger()
            .longValue()
        & ElementTest.allBits(type.partBits());
  }

  /// Returns the code of the largest or the smallest finite number.
  private static long extreme(ElementType type, boolean largest) {
    if (type.isInteger()) {
      return type.codeAtRank(largest ? ElementTest.allBits(type.partBits()) : 0);
    }
    long nearest = type.encode(Double.MAX_VALUE);
    // Codes that are not finite follow the largest number.
    long greatest = type.classify(nearest).isFinite() ? nearest : nearest - 1;
    long opposite = greatest ^ ElementTest.highestBit(type.partBits());
    // Without negative numbers, the smallest number has the smallest code.
    return largest ? greatest : type.toDouble(opposite) < 0 ? opposite : 0;
  }

  private static Reading readComplex(String text, Dtype dtype) {
    String real = text;
    String imaginary = "0";
    Matcher matcher = COMPLEX.matcher(text);
    if (matcher.matches()) {
      real = Objects.requireNonNullElse(matcher.group("real"), "0");
      String typed = matcher.group("imaginary");
      imaginary = typed.isEmpty() || typed.equals("+") || typed.equals("-") ? typed + "1" : typed;
    }
    Reading first = readPart(real, dtype);
    Reading second = readPart(imaginary, dtype);
    if (first instanceof Found(ElementTest firstTest)
        && second instanceof Found(ElementTest secondTest)) {
      return together(firstTest, secondTest, text.contains("nan"));
    }
    return first instanceof Found ? second : first;
  }

  /// Combines the tests of both parts. For NaN, returns a test for single parts, so that a NaN in
  /// either part matches.
  private static Reading together(ElementTest real, ElementTest imaginary, boolean isNan) {
    if (isNan) {
      return new Found(real.relation() == ElementTest.Relation.AT_LEAST ? real : imaginary);
    }
    int bits = real.bits();
    return new Found(
        new ElementTest(
            2 * bits,
            ElementTest.Relation.EQUAL,
            imaginary.mask() << bits | real.mask(),
            imaginary.operand() << bits | real.operand()));
  }
}
