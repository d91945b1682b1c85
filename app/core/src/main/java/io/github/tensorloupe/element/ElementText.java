package io.github.tensorloupe.element;

import module java.base;

/// Elements as people read them.
public final class ElementText {

  private ElementText() {}

  /// The shortest exact text of an element; of a complex one both parts, as `1.5 − 2.0i`.
  ///
  /// @param codeOfPart gives the code of each part by its number, which is 0 or, for complex
  ///   elements, 0 and 1
  public static String of(ElementType type, IntToLongFunction codeOfPart) {
    String first = type.text(codeOfPart.applyAsLong(0));
    return type.partsPerElement() == 1
        ? first
        : complex(first, type.text(codeOfPart.applyAsLong(1)));
  }

  /// Both parts of a complex number as one text.
  public static String complex(String real, String imaginary) {
    return imaginary.startsWith("-")
        ? real + " − " + imaginary.substring(1) + "i"
        : real + " + " + imaginary + "i";
  }
}
