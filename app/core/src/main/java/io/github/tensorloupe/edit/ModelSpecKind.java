package io.github.tensorloupe.edit;

import module java.base;

/// The form of the values of a ModelSpec field.
public enum ModelSpecKind {
  TEXT("text", _ -> true),
  MULTI_LINE("text", _ -> true),
  DATE("a date as in ISO 8601, such as 2024-06-03 or 2024-06-03T12:30:00Z", ModelSpecKind::isDate),
  RESOLUTION("width x height in pixels, such as 1024x1024", "[1-9][0-9]*x[1-9][0-9]*"),
  SHA_256("0x and 64 hexadecimal digits in lower case", "0x[0-9a-f]{64}"),
  LIST("words with commas between them", ModelSpecKind::isList),
  IMAGE("a picture as data:image/…;base64,…", ModelSpecKind::isImage),
  PREDICTION("epsilon or v", "epsilon|v"),
  RANGE("two whole numbers with a comma between them, such as 0,1000", ModelSpecKind::isRange),
  INTEGER("a whole number", "-?[0-9]+"),
  BOOLEAN("true or false", "true|false");

  private static final DateTimeFormatter ISO_8601 =
      DateTimeFormatter.ofPattern(
              "uuuu[-MM[-dd['T'HH:mm[:ss][.SSSSSSSSS][.SSSSSS][.SSS][XXX][XX][X]]]]", Locale.ROOT)
          .withResolverStyle(ResolverStyle.STRICT);

  private static final Pattern IMAGE_START = Pattern.compile("data:image/[a-z0-9.+-]+;base64,");

  private static final Pattern TWO_NUMBERS = Pattern.compile("([0-9]{1,9}), ?([0-9]{1,9})");

  private final String expected;
  private final Predicate<String> check;

  ModelSpecKind(String expected, Predicate<String> check) {
    this.expected = expected;
    this.check = check;
  }

  ModelSpecKind(String expected, String pattern) {
    this(expected, Pattern.compile(pattern).asMatchPredicate());
  }

  /// The expected form, as the end of a sentence.
  public String expected() {
    return expected;
  }

  /// True if a value looks like this. Takes time in proportion to the value.
  public boolean accepts(String value) {
    return check.test(value);
  }

  private static boolean isDate(String value) {
    try {
      ISO_8601.parse(value);
      return true;
    } catch (DateTimeParseException e) {
      return false;
    }
  }

  private static boolean isList(String value) {
    return Arrays.stream(value.split(",", -1)).noneMatch(String::isBlank);
  }

  private static boolean isImage(String value) {
    Matcher start = IMAGE_START.matcher(value);
    if (!start.lookingAt() || start.end() == value.length()) {
      return false;
    }
    try {
      Base64.getDecoder().decode(value.substring(start.end()));
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static boolean isRange(String value) {
    Matcher numbers = TWO_NUMBERS.matcher(value);
    return numbers.matches()
        && Integer.parseInt(numbers.group(1)) <= Integer.parseInt(numbers.group(2));
  }
}
