package io.github.tensorloupe.desktop.text;

import module java.base;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.text.Quantities;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.text.Sentences;
import io.github.tensorloupe.text.Spelled;

/// The texts of the window in one language. Immutable.
///
/// Numbers have the decimal separator of the language. A count of objects or bytes has digit
/// grouping ([#count(long)]); a single value, such as an element, an index or a minimum, has none,
/// so that it looks the same everywhere.
public final class Messages {

  private static final String[] BINARY_UNITS = {" KiB", " MiB", " GiB", " TiB"};
  private static final int MAX_AXES = 16;
  private static final int MAX_WARNINGS = 3;

  private final Language language;
  private final Map<String, String> texts;
  private final Sentences sentences;

  Messages(Language language, Map<String, String> texts) {
    this.language = language;
    this.texts = texts;
    this.sentences = Sentences.in(Locale.forLanguageTag(language.tag()));
  }

  public static Messages of(Language language) {
    return language == Language.ENGLISH ? english() : new Messages(language, texts(language));
  }

  public static Messages english() {
    return English.MESSAGES;
  }

  public Language language() {
    return language;
  }

  /// Returns the text with this key.
  ///
  /// @throws MissingResourceException if there is none
  public String text(String key) {
    String text = texts.get(key);
    if (text == null) {
      throw new MissingResourceException(
          "No text has the key " + key, Messages.class.getName(), key);
    }
    return text;
  }

  /// Returns the text with this key, or empty if there is none.
  public Optional<String> find(String key) {
    return Optional.ofNullable(texts.get(key));
  }

  /// Returns the keys with this prefix, in alphabetical order.
  public List<String> keys(String prefix) {
    return texts.keySet().stream().filter(key -> key.startsWith(prefix)).sorted().toList();
  }

  /// Returns the text with this key, with `{0}`, `{1}` ... replaced by the arguments: strings
  /// unchanged, numbers with the separators of the language.
  ///
  /// @throws MissingResourceException if there is none
  public String text(String key, Object... arguments) {
    return new MessageFormat(text(key), Locale.forLanguageTag(language.tag())).format(arguments);
  }

  /// Returns the text for a number of objects. The number 1 has a separate key, `KEY.one`.
  public String count(String key, long count) {
    return count == 1 ? text(key + ".one") : text(key, count(count));
  }

  public String sentence(Sentence sentence) {
    return sentences.text(sentence);
  }

  /// Adds warnings to a text. Long lists are cut.
  public String withWarnings(String text, List<Sentence> warnings) {
    List<String> sentences = new ArrayList<>(List.of(text));
    warnings.stream().limit(MAX_WARNINGS).map(this::sentence).forEach(sentences::add);
    if (warnings.size() > MAX_WARNINGS) {
      sentences.add(count("warnings.more", warnings.size() - MAX_WARNINGS));
    }
    return String.join(" ", sentences);
  }

  /// Converts a number in English format to the separators of the language.
  public String localized(String english) {
    return sentences.localized(english);
  }

  /// Replaces the decimal separator of the language in a typed number with a point.
  public String withPoint(String typed) {
    return typed.replace(localized(".").charAt(0), '.');
  }

  /// Parses a typed number with the decimal separator of the language or a point.
  ///
  /// @return NaN if it is not a number
  public double number(String typed) {
    String plain = withPoint(typed.strip().replace('−', '-'));
    try {
      return Double.parseDouble(plain);
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }

  /// Formats a count with the digit grouping of the language: `1,582,501`.
  public String count(long count) {
    return sentences.localized(Quantities.formatCount(count));
  }

  /// Formats a count with three significant digits: `7.24 B`.
  public String shortCount(long count) {
    return sentences.localized(Quantities.shortCount(count));
  }

  /// Formats a number of bytes with three significant digits: `1.58 MB`. Decimal units, as for
  /// downloads.
  public String bytes(long byteCount) {
    return sentences.localized(Quantities.bytes(byteCount));
  }

  /// Formats an exact number of bytes: `1,582,501 bytes`.
  public String exactBytes(long byteCount) {
    return text(byteCount == 1 ? "figures.bytes.one" : "figures.bytes", count(byteCount));
  }

  /// Formats a number of bytes that the user chose: `8 GiB` if it is a whole number of a binary
  /// unit, otherwise like [#bytes(long)].
  public String chosenBytes(long byteCount) {
    int unit = Math.min(Long.numberOfTrailingZeros(byteCount) / 10, BINARY_UNITS.length);
    return byteCount <= 0 || unit == 0
        ? bytes(byteCount)
        : count(byteCount >>> 10 * unit) + BINARY_UNITS[unit - 1];
  }

  /// Formats a share as a percentage: `12.5 %`, `<0.1 %`.
  public String share(double fraction) {
    String exact = fraction == 1 ? "100" : String.format(Locale.ENGLISH, "%.1f", fraction * 100);
    return sentences.localized((fraction > 0 && fraction < 0.001 ? "<0.1" : exact) + " %");
  }

  /// Formats a figure with at most six significant digits: `0.0321`, `1.2e−09`, `42`.
  public String value(double value) {
    return sentences.localized(Quantities.value(value));
  }

  /// Formats a figure with at most three significant digits, as in evidence: `0.0321`.
  public String rounded(double value) {
    return sentences.localized(Quantities.rounded(value));
  }

  /// Formats an approximate duration: `less than 1 s`, `12 s`, `3 min`, `2 h 10 min`.
  public String duration(Duration duration) {
    if (duration.toMillis() < 1000) {
      return text("figures.duration.short");
    }
    long seconds = duration.plusMillis(500).toSeconds();
    long minutes = (seconds + 30) / 60;
    if (seconds < 100) {
      return seconds + " s";
    }
    return minutes < 100 ? minutes + " min" : "%d h %d min".formatted(minutes / 60, minutes % 60);
  }

  /// Formats a shape: `2 × 3`, or `scalar`.
  public String shape(Shape shape) {
    if (shape.rank() == 0) {
      return text("figures.scalar");
    }
    String axes =
        IntStream.range(0, Math.min(shape.rank(), MAX_AXES))
            .mapToObj(axis -> Long.toUnsignedString(shape.dimension(axis)))
            .collect(Collectors.joining(" × "));
    return shape.rank() > MAX_AXES ? axes + " × …" : axes;
  }

  /// Returns the name of a constant in message keys and node ids: `FULL_SCREEN` is `full-screen`.
  public static String word(Enum<?> constant) {
    return Spelled.of(constant);
  }

  /// Returns bits, range and precision of a dtype in one or two sentences, for beginners.
  public String dtype(Dtype dtype) {
    return text("dtype." + word(dtype));
  }

  /// Returns the texts of the window by their keys, with English texts as a fallback.
  ///
  /// Not a [java.util.ResourceBundle], which would search for English, whose file has no suffix, in
  /// the language of the system first.
  static Map<String, String> texts(Language language) {
    if (language == Language.ENGLISH) {
      return English.MESSAGES.texts;
    }
    Map<String, String> texts = new HashMap<>(English.MESSAGES.texts);
    texts.putAll(read("messages_%s.properties".formatted(language.tag())));
    return Map.copyOf(texts);
  }

  static Map<String, String> read(String name) {
    Properties properties = new Properties();
    try (Reader reader = open(name)) {
      properties.load(reader);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Map<String, String> texts = HashMap.newHashMap(properties.size());
    properties.forEach((key, text) -> texts.put((String) key, (String) text));
    return texts;
  }

  /// Opens a file of texts in UTF-8. The caller closes it.
  static Reader open(String name) {
    return new InputStreamReader(
        Objects.requireNonNull(Messages.class.getResourceAsStream(name), name),
        StandardCharsets.UTF_8);
  }

  /// Loaded once and on demand: it is the fallback of all other languages.
  private static final class English {

    private static final Messages MESSAGES =
        new Messages(Language.ENGLISH, Map.copyOf(read("messages.properties")));
  }
}
