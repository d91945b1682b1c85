package io.github.tensorloupe.format;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.testing.Damage;
import io.github.tensorloupe.testing.FuzzInput;
import io.github.tensorloupe.testing.FuzzTest;
import io.github.tensorloupe.testing.StrictJson.UnsureException;
import io.github.tensorloupe.testing.StrictReader;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Compares the header reader with [StrictReader].
class HeaderFuzzTest extends FuzzTest {

  private static final String[] NAMES = ("a|b||\\u0061|__metadata__|é|\\n|x.y").split("[|]");
  private static final String[] NUMBERS =
      ("0 1 2 3 4 8 16 24 -0 01 1.0 1e0 18446744073709551615 18446744073709551616 "
              + "9223372036854775808 4294967296 1e999 -1 1E-999")
          .split(" ");
  private static final String[] VALUES =
      ("null|true|\"text\"|\"\\ud83d\\ude00\"|\"\\ud83d\"|{}|[]|[{\"a\":[]}]|1e308").split("[|]");
  private static final String[] SPACES = {"", "", "", " ", "\t", "\n", "\r"};
  private static final String[] NO_SPACES = {"\u00a0", "\0", "\f"};

  @Override
  protected int rounds() {
    return 600;
  }

  @Override
  protected List<byte[]> examples() {
    List<byte[]> examples = new ArrayList<>();
    String tensor = "\"a\":{\"dtype\":\"F32\",\"shape\":[2,2],\"data_offsets\":[0,16]}";
    for (String header :
        new String[] {
          "{" + tensor + "}",
          " {\"__metadata__\":{\"k\":\"v\"}," + tensor + "}  ",
          "{\"a\":[\"F4\",[2],[0,1]],\"b\":{\"dtype\":{\"U8\":null},\"shape\":[],\"data_offsets\":"
              + "[1,2],\"x\":[{\"y\":1.5e-3}]}}",
          "{\"\\u00e9\\ud83d\\ude00\":{\"shape\":[0],\"dtype\":\"I64\",\"data_offsets\":[0,0]}}"
        }) {
      examples.add(("\0\u0010" + header).getBytes(UTF_8));
    }
    return examples;
  }

  @Override
  protected void check(FuzzInput input) throws Exception {
    compare(file(input));
  }

  /// Returns a small file, valid or not.
  static byte[] file(FuzzInput input) throws UnwritableHeaderException {
    return switch (input.nextInt(4)) {
      case 0 -> inputAsHeader(input);
      case 1 -> Damage.done(written(input), 3, input);
      case 2 -> HeaderFiles.file(spelledOut(input), input.nextInt(40));
      default -> Damage.done(HeaderFiles.file(spelledOut(input), input.nextInt(40)), 2, input);
    };
  }

  /// Reads a file with both readers.
  ///
  /// @return the result of the program; empty if the second reader cannot decide
  /// @throws AssertionError if the results differ
  static Optional<HeaderReading> compare(byte[] file) {
    StrictReader expected;
    try {
      expected = StrictReader.read(file);
    } catch (UnsureException e) {
      return Optional.empty();
    }
    HeaderReading reading = HeaderFiles.read(file);
    compare(reading, expected, file);
    return Optional.of(reading);
  }

  private static byte[] inputAsHeader(FuzzInput input) {
    int dataLength = input.nextInt(64);
    return input.hasRest()
        ? HeaderFiles.file(input.rest(), dataLength)
        : HeaderFiles.file(spelledOut(input), dataLength);
  }

  /// Returns a small valid file.
  static byte[] written(FuzzInput input) throws UnwritableHeaderException {
    WrittenHeader written = HeaderMutationTest.randomHeader(input);
    return Arrays.copyOf(written.bytes(), written.bytes().length + (int) written.dataByteCount());
  }

  private static void compare(HeaderReading reading, StrictReader expected, byte[] file) {
    if (expected.errors().isEmpty()) {
      assertThat(reading.loadError()).isEmpty();
    } else {
      assertThat(reading.loadError().orElseThrow()).isIn(expected.errors());
    }
    assertThat(reading.headerParsed()).isEqualTo(expected.parsed());
    if (expected.parsed()) {
      assertThat(reading.header().tensors())
          .containsExactlyInAnyOrderElementsOf(expected.tensors());
      assertThat(reading.header().metadata()).isEqualTo(expected.metadata());
      assertThat(reading.header().metadata().map(it -> List.copyOf(it.entries().keySet())))
          .isEqualTo(expected.metadata().map(it -> List.copyOf(it.entries().keySet())));
    }
    assertThat(reading.findings().stream().anyMatch(it -> it.severity() == Severity.ERROR))
        .isEqualTo(reading.loadError().isPresent());
    for (Finding finding : reading.findings()) {
      assertThat(finding.range().orElseThrow().end()).isLessThanOrEqualTo(file.length);
      assertThat(finding.message()).isNotBlank();
    }
    assertThat(reading.header().tensors()).isSortedAccordingTo(Comparator.naturalOrder());
    assertThat(reading.header().tensors()).extracting(TensorInfo::name).doesNotHaveDuplicates();
  }

  /// Returns a header with typical mistakes of users and writers.
  private static byte[] spelledOut(FuzzInput input) {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    write(text, space(input) + "{");
    long end = 0;
    for (int count = input.nextInt(5); count > 0; count--) {
      end = entry(text, input, end);
      write(text, count > 1 ? "," : "");
    }
    write(text, "}" + space(input));
    return text.toByteArray();
  }

  private static void write(ByteArrayOutputStream out, String text) {
    out.writeBytes(text.getBytes(text.equals("\u00a0") ? ISO_8859_1 : UTF_8));
  }

  private static long entry(ByteArrayOutputStream text, FuzzInput input, long begin) {
    String name = input.oneOf(NAMES);
    write(text, space(input) + "\"" + name + "\":");
    if (name.equals("__metadata__") || input.nextInt(12) == 0) {
      String entry = "\"" + input.oneOf(NAMES) + "\":\"" + input.oneOf(NAMES) + "\"";
      write(
          text, input.oneOf("{" + entry + "}", "{" + entry + "," + entry + "}", "{}", "null", "1"));
      return begin;
    }
    Dtype dtype = input.oneOf(Dtype.values());
    int count = input.nextInt(3) * 8;
    long end = begin + (long) count * dtype.bits() / 8;
    String shape = input.nextInt(8) == 0 ? odd(input) : "[" + count / 4 + ",4]";
    String offsets = input.nextInt(8) == 0 ? odd(input) : "[" + begin + "," + end + "]";
    String code = "\"" + dtype + "\"";
    if (input.nextInt(6) == 0) {
      write(text, "[" + code + "," + shape + "," + offsets + "]");
      return end;
    }
    List<String> fields = new ArrayList<>();
    fields.add("\"dtype\":" + (input.nextInt(8) == 0 ? "{" + code + ":null}" : code));
    fields.add("\"shape\":" + shape);
    fields.add("\"data_offsets\":" + offsets);
    if (input.nextInt(4) == 0) {
      fields.add("\"" + input.oneOf(NAMES) + "\":" + input.oneOf(VALUES));
    }
    if (input.nextInt(10) == 0) {
      fields.add(fields.get(input.nextInt(fields.size())));
    }
    if (input.nextInt(10) == 0) {
      fields.remove(input.nextInt(fields.size()));
    }
    if (input.nextBoolean()) {
      fields.addFirst(fields.removeLast());
    }
    write(text, "{" + String.join(space(input) + ",", fields) + "}");
    return end;
  }

  private static String space(FuzzInput input) {
    return input.oneOf(input.nextInt(40) == 0 ? NO_SPACES : SPACES);
  }

  private static String odd(FuzzInput input) {
    List<String> numbers = new ArrayList<>();
    for (int count = input.nextInt(4); count > 0; count--) {
      numbers.add(input.nextInt(3) == 0 ? input.oneOf(NUMBERS) : "4");
    }
    return input.nextInt(6) == 0 ? input.oneOf(VALUES) : numbers.toString();
  }
}
