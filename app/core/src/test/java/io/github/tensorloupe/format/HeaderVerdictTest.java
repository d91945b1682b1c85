package io.github.tensorloupe.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The verdict of the reference library for each rule. In header texts, `T` is a valid entry
/// (`"t":{...}` of 4 bytes), and `F` its three fields.
class HeaderVerdictTest {

  private static final String FIELDS = "\"dtype\":\"U8\",\"shape\":[4],\"data_offsets\":[0,4]";
  private static final String TENSOR = "\"t\":{" + FIELDS + "}";
  private static final int DATA_BYTES = 4;

  @ParameterizedTest(name = "{0}")
  @MethodSource({
    "roots",
    "whiteSpace",
    "syntax",
    "strings",
    "numbers",
    "nesting",
    "metadata",
    "entries",
    "dtypes",
    "integers",
    "repetitions"
  })
  void textDecides(String rule, String header, boolean isAccepted) {
    HeaderReading reading = HeaderFiles.read(header, header.contains("[0,4]") ? DATA_BYTES : 0);

    assertThat(reading.loadError())
        .isEqualTo(
            isAccepted ? Optional.empty() : Optional.of(LoadError.INVALID_HEADER_DESERIALIZATION));
    assertThat(reading.headerParsed()).isEqualTo(isAccepted);
  }

  static Stream<Arguments> roots() {
    return table()
        .yes("smallest header", "{}")
        .no("no header", "")
        .no("white space only", "    ")
        .no("array", "[]")
        .no("array of an object", "[{}]")
        .no("number", "1")
        .no("string", "\"{}\"")
        .no("null", "null")
        .no("second object", "{}{}")
        .no("comma behind", "{},")
        .no("letter behind", "{} x")
        .no("unclosed", "{")
        .no("unclosed with a tensor", "{T")
        .rows();
  }

  static Stream<Arguments> whiteSpace() {
    return table()
        .yes("spaces around", "  {T}  ")
        .yes("tab before", "\t{T}")
        .yes("line feed before", "\n{T}")
        .yes("carriage return behind", "{T}\r")
        .yes("all four inside", "{ \t\r\n\"t\" \t\r\n: \t\r\n{F} \t\r\n} \t\r\n")
        .no("NUL behind", "{T}\0")
        .no("NUL before", "\0{T}")
        .no("vertical tab behind", "{T}\u000b")
        .no("form feed before", "\f{T}")
        .no("no-break space behind", "{T}\u00a0")
        .no("byte order mark before", "\ufeff{T}")
        .no("line separator behind", "{T}\u2028")
        .rows();
  }

  static Stream<Arguments> syntax() {
    return table()
        .no("trailing comma", "{T,}")
        .no("leading comma", "{,T}")
        .no("double comma", "{\"__metadata__\":{},,T}")
        .no("missing comma", "{\"__metadata__\":{}T}")
        .no("trailing comma in an entry", "{\"t\":{F,}}")
        .no("comment", "{/**/T}")
        .no("single quotes", "{'t':{F}}")
        .no("bare name", "{t:{F}}")
        .no("name without value", "{\"t\"}")
        .no("name and colon without value", "{\"t\":}")
        .no("semicolon", "{T;}")
        .no("equals sign", "{\"t\"={F}}")
        .no("number as name", "{1:{F}}")
        .no("null as name", "{null:{F}}")
        .no("capital null", "{\"__metadata__\":NULL}")
        .no("None", "{\"__metadata__\":None}")
        .no("cut null", "{\"__metadata__\":nul}")
        .no("NaN in an ignored field", "{\"t\":{F,\"x\":NaN}}")
        .no("Infinity in an ignored field", "{\"t\":{F,\"x\":-Infinity}}")
        .yes("words in ignored fields", "{\"t\":{F,\"x\":[true,false,null,{}]}}")
        .no("trailing comma in an ignored array", "{\"t\":{F,\"x\":[1,]}}")
        .no("trailing comma in an ignored object", "{\"t\":{F,\"x\":{\"a\":1,}}}")
        .no("unclosed ignored array", "{\"t\":{F,\"x\":[1}}")
        .no("name of an ignored member without quotes", "{\"t\":{F,\"x\":{a:1}}}")
        .rows();
  }

  static Stream<Arguments> strings() {
    Table table =
        table()
            .yes("empty name", "{\"\":{F}}")
            .yes("path as name", "{\"../x\":{F}}")
            .yes("name with NUL", "{\"\\u0000\":{F}}")
            .yes("name with DEL and C1 controls", "{\"\u007f\u0080\u009f\":{F}}")
            .yes("name of another script", "{\"\u00e9\u20ac\ud83d\ude00\":{F}}")
            .yes(
                "escaped field names",
                "{\"t\":{\"\\u0064type\":\"U8\",\"sha\\u0070e\":[4],"
                    + "\"data\\u005foffsets\":[0,4]}}")
            .yes(
                "escaped dtype",
                "{\"t\":{\"dtype\":\"U\\u0038\",\"shape\":[4]," + "\"data_offsets\":[0,4]}}");
    for (String place :
        List.of(
            "{\"%s\":{F}}",
            "{\"__metadata__\":{\"k\":\"%s\"}}",
            "{\"__metadata__\":{\"%s\":\"v\"}}",
            "{\"t\":{F,\"x\":\"%s\"}}",
            "{\"t\":{F,\"%s\":1}}",
            "{\"t\":{F,\"x\":{\"%s\":1}}}")) {
      String where = place.replace("%s", "\u2026") + ": ";
      table
          .yes(where + "all escapes", place.formatted("\\\" \\\\ \\/ \\b \\f \\n \\r \\t"))
          .yes(where + "hexadecimal digits of either case", place.formatted("\\u00aF\\uFEff"))
          .yes(where + "surrogate pair", place.formatted("\\ud83d\\uDE00"))
          .no(where + "lone high surrogate", place.formatted("\\ud83d"))
          .no(where + "lone low surrogate", place.formatted("\\ude00"))
          .no(where + "reversed pair", place.formatted("\\ude00\\ud83d"))
          .no(where + "two high surrogates", place.formatted("\\ud83d\\ud83d"))
          .no(where + "high surrogate, then another letter", place.formatted("\\ud83d\\u0041"))
          .no(where + "high surrogate, then no escape", place.formatted("\\ud83dxxxxxx"))
          .no(where + "unknown escape", place.formatted("\\x41"))
          .no(where + "capital U escape", place.formatted("\\U0041"))
          .no(where + "short unicode escape", place.formatted("\\u12"))
          .no(where + "unicode escape of other letters", place.formatted("\\u12g4"))
          .no(where + "full-width digits", place.formatted("\\u\uff11\uff11\uff11\uff11"))
          .no(where + "raw line feed", place.formatted("a\nb"))
          .no(where + "raw tab", place.formatted("a\tb"))
          .no(where + "raw NUL", place.formatted("a\0b"))
          .no(
              where + "raw unit separator behind 20 letters",
              place.formatted("aaaaaaaaaaaaaaaaaaaa\u001f"));
    }
    return table.rows();
  }

  static Stream<Arguments> numbers() {
    String field = "{\"t\":{F,\"x\":%s}}";
    Table table = table();
    for (String good :
        List.of(
            "0",
            "-0",
            "0.0",
            "-0.5",
            "1e5",
            "1E+5",
            "1e-5",
            "1.5e05",
            "1e308",
            "1.7976931348623157e308",
            "1e-400",
            "4.9e-324",
            "0e400",
            "0.000e999999999999",
            "-1e308",
            "18446744073709551616",
            "1e-99999999999999999999",
            "9".repeat(40),
            "1".repeat(309),
            "0." + "0".repeat(400) + "1e401",
            "1" + "0".repeat(400) + "e-300",
            "0." + "1".repeat(1200),
            "1".repeat(1200) + "e-1000")) {
      table.yes(shortened(good), field.formatted(good));
    }
    for (String bad :
        List.of(
            "+1",
            "01",
            "-01",
            "00",
            ".5",
            "5.",
            "5.e1",
            "1e",
            "1e+",
            "1e-",
            "-",
            "--1",
            "0x10",
            "1_000",
            "1,",
            "1e400",
            "-1e400",
            "1e309",
            "1.8e308",
            "2e308",
            "1e99999999999",
            "1".repeat(310),
            "9".repeat(309),
            "1" + "0".repeat(309),
            "1" + "0".repeat(400) + "e-90")) {
      table.no(shortened(bad), field.formatted(bad));
    }
    return table.rows();
  }

  static Stream<Arguments> nesting() {
    String arrays = "{\"t\":{F,\"x\":%s}}";
    String open = "{\"a\":".repeat(124);
    return table()
        .yes("125 arrays in an ignored field", arrays.formatted(nested(125)))
        .no("126 arrays in an ignored field", arrays.formatted(nested(126)))
        .no("100,000 arrays in an ignored field", arrays.formatted(nested(100_000)))
        .no("100,000 arrays that never end", "{\"t\":{F,\"x\":" + "[".repeat(100_000))
        .yes("125 objects", arrays.formatted(open + "{}" + "}".repeat(124)))
        .no("126 objects", arrays.formatted(open + "{\"a\":{}}" + "}".repeat(124)))
        .yes("wide, not deep", arrays.formatted("[" + "[],".repeat(3000) + "[]]"))
        .no("arrays instead of the header", nested(30_000))
        .rows();
  }

  static Stream<Arguments> metadata() {
    return table()
        .yes("null", "{\"__metadata__\":null}")
        .yes("empty", "{\"__metadata__\":{}}")
        .yes("entries", "{\"__metadata__\":{\"a\":\"b\",\"\":\"\"}}")
        .yes("behind a tensor", "{T,\"__metadata__\":{\"a\":\"b\"}}")
        .yes("escaped key", "{\"\\u005f_metadata__\":{\"a\":\"b\"}}")
        .yes("repeated inner key", "{\"__metadata__\":{\"a\":\"b\",\"a\":\"c\"}}")
        .no("number", "{\"__metadata__\":1}")
        .no("array", "{\"__metadata__\":[]}")
        .no("string", "{\"__metadata__\":\"a\"}")
        .no("number value", "{\"__metadata__\":{\"a\":1}}")
        .no("null value", "{\"__metadata__\":{\"a\":null}}")
        .no("object value", "{\"__metadata__\":{\"a\":{}}}")
        .no("trailing comma", "{\"__metadata__\":{\"a\":\"b\",}}")
        .no("twice", "{\"__metadata__\":{},\"__metadata__\":{}}")
        .no("twice null", "{\"__metadata__\":null,\"__metadata__\":null}")
        .no("a tensor of that name", "{\"__metadata__\":{F}}")
        .no("capital, so a tensor", "{\"__METADATA__\":{}}")
        .rows();
  }

  static Stream<Arguments> entries() {
    return table()
        .yes("other order", "{\"t\":{\"data_offsets\":[0,4],\"shape\":[4],\"dtype\":\"U8\"}}")
        .yes("unknown field first", "{\"t\":{\"x\":{\"dtype\":1},F}}")
        .yes("empty unknown field", "{\"t\":{F,\"\":0}}")
        .yes("repeated unknown field", "{\"t\":{F,\"x\":1,\"x\":2}}")
        .yes("array form", "{\"t\":[\"U8\",[4],[0,4]]}")
        .no("array form in another order", "{\"t\":[[4],\"U8\",[0,4]]}")
        .no("array form with two elements", "{\"t\":[\"U8\",[4]]}")
        .no("array form with four elements", "{\"t\":[\"U8\",[4],[0,4],1]}")
        .no("array form of nothing", "{\"t\":[]}")
        .no("no dtype", "{\"t\":{\"shape\":[4],\"data_offsets\":[0,4]}}")
        .no("no shape", "{\"t\":{\"dtype\":\"U8\",\"data_offsets\":[0,4]}}")
        .no("no data offsets", "{\"t\":{\"dtype\":\"U8\",\"shape\":[0]}}")
        .no("empty entry", "{\"t\":{}}")
        .no("null entry", "{\"t\":null}")
        .no("number entry", "{\"t\":1}")
        .no("string entry", "{\"t\":\"U8\"}")
        .no("entry one level deeper", "{\"t\":{\"u\":{F}}}")
        .no("capital field", "{\"t\":{\"Dtype\":\"U8\",\"shape\":[4],\"data_offsets\":[0,4]}}")
        .no(
            "field with a space",
            "{\"t\":{\"dtype \":\"U8\",\"shape\":[4],\"data_offsets\":[0,4]}}")
        .no("shape null", entry("\"U8\"", "null", "[0,4]"))
        .no("shape a number", entry("\"U8\"", "4", "[0,4]"))
        .no("shape of a string", entry("\"U8\"", "[\"4\"]", "[0,4]"))
        .no("shape nested", entry("\"U8\"", "[[4]]", "[0,4]"))
        .no("shape with a trailing comma", entry("\"U8\"", "[4,]", "[0,4]"))
        .no("one data offset", entry("\"U8\"", "[4]", "[4]"))
        .no("three data offsets", entry("\"U8\"", "[4]", "[0,4,4]"))
        .no("no data offset", entry("\"U8\"", "[0]", "[]"))
        .no("data offsets as an object", entry("\"U8\"", "[0]", "{\"0\":0}"))
        .rows();
  }

  static Stream<Arguments> dtypes() {
    Table table = table();
    for (Dtype dtype : Dtype.values()) {
      table.yes(dtype.name(), entry("\"" + dtype + "\"", "[0]", "[0,0]"));
    }
    for (String unknown :
        List.of(
            "",
            "f32",
            "F32 ",
            " F32",
            "F31",
            "float32",
            "F8_E4M3FN",
            "U4",
            "C128",
            "F8_E4M3FNUZ2",
            "BF16\0",
            "F32\u00a0")) {
      table.no(
          "unknown " + unknown,
          entry("\"" + unknown.replace("\0", "\\u0000") + "\"", "[0]", "[0,0]"));
    }
    return table
        .yes("object of null", entry("{\"U8\":null}", "[0]", "[0,0]"))
        .yes("object of null with white space", entry("{ \"U8\" : null }", "[0]", "[0,0]"))
        .no("object of an empty object", entry("{\"U8\":{}}", "[0]", "[0,0]"))
        .no("object of an empty array", entry("{\"U8\":[]}", "[0]", "[0,0]"))
        .no("object of two", entry("{\"U8\":null,\"U8\":null}", "[0]", "[0,0]"))
        .no("empty object", entry("{}", "[0]", "[0,0]"))
        .no("object of an unknown dtype", entry("{\"U9\":null}", "[0]", "[0,0]"))
        .no("number", entry("4", "[0]", "[0,0]"))
        .no("null", entry("null", "[0]", "[0,0]"))
        .no("array", entry("[\"U8\"]", "[0]", "[0,0]"))
        .rows();
  }

  static Stream<Arguments> integers() {
    Table table =
        table()
            .yes("largest dimension", entry("\"U8\"", "[18446744073709551615,0]", "[0,0]"))
            .yes("dimension of 2^63", entry("\"U8\"", "[0,9223372036854775808]", "[0,0]"))
            .yes("a hundred zeros", entry("\"U8\"", "[" + "0,".repeat(99) + "0]", "[0,0]"));
    for (String bad :
        List.of(
            "-0",
            "-1",
            "+1",
            "1.0",
            "0.0",
            "1e0",
            "0e0",
            "2E0",
            "00",
            "04",
            "0x4",
            "18446744073709551616",
            "18446744073709551620",
            "99999999999999999999",
            "1".repeat(40),
            "\"4\"",
            "null",
            "true",
            "{}",
            "")) {
      table
          .no("dimension " + bad, entry("\"U8\"", "[0," + bad + "]", "[0,0]"))
          .no("begin " + bad, entry("\"U8\"", "[0]", "[" + bad + ",0]"))
          .no("end " + bad, entry("\"U8\"", "[0]", "[0," + bad + "]"));
    }
    return table.rows();
  }

  static Stream<Arguments> repetitions() {
    return table()
        .yes(
            "tensor twice, last counts",
            "{\"t\":{\"dtype\":\"F64\",\"shape\":[9]," + "\"data_offsets\":[5,6]},T}")
        .yes("tensor twice, once escaped", "{\"\\u0074\":{F},T}")
        .no(
            "overwritten entry is still checked",
            "{\"t\":{\"dtype\":\"U9\",\"shape\":[4]," + "\"data_offsets\":[0,4]},T}")
        .no("dtype twice", "{\"t\":{F,\"dtype\":\"U8\"}}")
        .no("shape twice", "{\"t\":{F,\"shape\":[4]}}")
        .no("data offsets twice", "{\"t\":{F,\"data_offsets\":[0,4]}}")
        .no("dtype twice, once escaped", "{\"t\":{F,\"dtyp\\u0065\":\"U8\"}}")
        .rows();
  }

  private static String entry(String dtype, String shape, String offsets) {
    return "{\"t\":{\"dtype\":%s,\"shape\":%s,\"data_offsets\":%s}}"
        .formatted(dtype, shape, offsets);
  }

  private static String nested(int depth) {
    return "[".repeat(depth) + "]".repeat(depth);
  }

  private static String shortened(String number) {
    return number.length() < 30 ? number : number.substring(0, 20) + "\u2026" + number.length();
  }

  private static Table table() {
    return new Table();
  }

  /// A table of header texts that are accepted or refused.
  private static final class Table {
    private final List<Arguments> rows = new ArrayList<>();

    Table yes(String rule, String header) {
      return add(rule, header, true);
    }

    Table no(String rule, String header) {
      return add(rule, header, false);
    }

    private Table add(String rule, String header, boolean isAccepted) {
      String text = header.replace("{F", "{" + FIELDS).replace(",F", "," + FIELDS);
      text =
          text.replace("{T", "{" + TENSOR).replace(",T", "," + TENSOR).replace("}T", "}" + TENSOR);
      rows.add(arguments(rule, text, isAccepted));
      return this;
    }

    Stream<Arguments> rows() {
      return rows.stream();
    }
  }
}
