package io.github.tensorloupe.format;

import module java.base;

/// Reads dtypes, without a string for each: those of up to seven letters are compared as numbers.
final class DtypeSpellings {

  private static final Dtype[] DTYPES = Dtype.values();

  /// Each spelling with its closing quote, 0 for those too long for it.
  private static final long[] QUOTED = quoted();

  private int last;

  private static long[] quoted() {
    long[] quoted = new long[DTYPES.length];
    for (int i = 0; i < quoted.length; i++) {
      String spelling = DTYPES[i].name();
      quoted[i] = spelling.length() < 8 ? EntryParser.asciiWord(spelling + '"') : 0;
    }
    return quoted;
  }

  /// Reads the string that comes next.
  Dtype read(JsonCursor json) throws HeaderSyntaxException {
    if (json.peek() != '"') {
      throw json.error("a dtype in quotes");
    }
    if (isNext(json, last)) {
      return DTYPES[last];
    }
    for (int i = 0; i < DTYPES.length; i++) {
      if (isNext(json, i)) {
        last = i;
        return DTYPES[i];
      }
    }
    int from = json.at();
    String spelling = json.string("a dtype");
    Optional<Dtype> dtype = Dtype.named(spelling);
    return dtype.orElseThrow(() -> json.error(from, json.at(), "a known dtype"));
  }

  /// Whether the dtype with this index is next; if so it is passed over.
  private static boolean isNext(JsonCursor json, int index) {
    long quoted = QUOTED[index];
    int length = Long.SIZE - Long.numberOfLeadingZeros(quoted) + 7 >>> 3;
    if (length == 0 || !json.startsWith(1, quoted, -1L >>> Long.SIZE - 8 * length)) {
      return false;
    }
    json.skip(1 + length);
    return true;
  }
}
