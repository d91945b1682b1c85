package io.github.tensorloupe.analysis.layers;

import module java.base;

import io.github.tensorloupe.format.DisplayText;

/// The names of roles for column headings, without the suffix `.weight` and a long common prefix.
public final class RoleNames {

  private static final String COMMON_END = ".weight";
  private static final String CUT = "…";
  private static final int MIN_SHARED = 8;

  private RoleNames() {}

  /// Returns a short name for each role. Different roles have different short names.
  public static List<String> shortened(List<String> roles) {
    Set<String> whole = new HashSet<>(roles);
    List<String> names = new ArrayList<>(roles.size());
    for (String role : roles) {
      int end = role.length() - (role.endsWith(COMMON_END) ? COMMON_END.length() : 0);
      String begin = role.substring(0, end);
      names.add(DisplayText.of(whole.contains(begin) ? role : begin));
    }
    int shared = sharedBeginning(names);
    return shared < MIN_SHARED
        ? names
        : names.stream().map(name -> CUT + name.substring(shared)).toList();
  }

  /// Returns the length of the common prefix without its last word, which is kept for readability:
  /// `to_q` instead of `q`.
  private static int sharedBeginning(List<String> names) {
    String first = names.size() < 2 ? "" : names.getFirst();
    int shared = first.length();
    for (String name : names) {
      int mismatch = CharBuffer.wrap(first).mismatch(CharBuffer.wrap(name));
      shared = mismatch < 0 ? shared : Math.min(shared, mismatch);
    }
    return wordBegin(first, wordBegin(first, shared) - 1);
  }

  private static int wordBegin(String name, int upTo) {
    int begin = Math.max(0, upTo);
    while (begin > 0 && "._".indexOf(name.charAt(begin - 1)) < 0) {
      begin--;
    }
    return begin;
  }
}
