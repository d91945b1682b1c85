package io.github.tensorloupe.export;

import module java.base;

/// Names of files for tensors, which may be named anything: names that every file system takes,
/// that leave the folder nowhere, and that differ also where case does not count.
public final class ExportNames {

  private static final int MAX_LENGTH = 180;
  private static final int MAX_DRAWING_LENGTH = 80;
  private static final String OTHER_CHARACTERS = "[^A-Za-z0-9._+=@()\\[\\],-]+";

  /// The names that Windows takes for devices, whatever follows behind a dot.
  private static final String DEVICES = "(?i)(con|prn|aux|nul|com[0-9]|lpt[0-9])(\\..*)?";

  /// Characters that some file system does not take in names, or takes for something else.
  private static final String FORBIDDEN = "(?s).*[\\p{Cntrl}<>:\"/\\\\|?*].*";

  private ExportNames() {}

  /// A file name for each tensor, in the same order.
  ///
  /// @param tensorNames any texts
  /// @param extension without the dot
  public static List<String> of(List<String> tensorNames, String extension) {
    // With the number to try next.
    Map<String, Integer> taken = HashMap.newHashMap(tensorNames.size());
    List<String> names = new ArrayList<>(tensorNames.size());
    for (String tensorName : tensorNames) {
      String safe = safe(tensorName);
      String name = safe;
      int number = taken.getOrDefault(safe.toLowerCase(Locale.ROOT), 1);
      while (taken.putIfAbsent(name.toLowerCase(Locale.ROOT), 2) != null) {
        name = safe + "-" + number++;
      }
      taken.put(safe.toLowerCase(Locale.ROOT), Math.max(2, number));
      names.add(name + "." + extension);
    }
    return names;
  }

  public static String of(String tensorName, String extension) {
    return of(List.of(tensorName), extension).getFirst();
  }

  /// The file name to begin with where a person is asked for one: the end of the name of what is
  /// drawn, without what file systems do not take.
  ///
  /// @param kind of drawing, which stands before the extension
  /// @param extension without the dot
  public static String ofDrawing(String name, String kind, String extension) {
    String plain = name.replaceAll("[^A-Za-z0-9._-]+", "_").replaceAll("^[._-]+", "");
    String end = plain.substring(Math.max(0, plain.length() - MAX_DRAWING_LENGTH));
    return (end.isEmpty() ? kind : end + "." + kind) + "." + extension;
  }

  /// True if a file may have a name that somebody else has chosen: every file system takes it, it
  /// leads out of no folder, and it is not hidden, as the files are that programs follow.
  static boolean isSafe(String fileName) {
    return !fileName.isEmpty()
        && !fileName.startsWith(".")
        && !fileName.matches(".*[. ]")
        && !fileName.matches(FORBIDDEN)
        && !fileName.matches(DEVICES);
  }

  private static String safe(String tensorName) {
    String plain =
        tensorName.replaceAll(OTHER_CHARACTERS, "_").replaceAll("^\\.+|(?<!\\.)\\.++$", "_");
    // The end of a name tells tensors apart, the beginning is the same for many.
    String end = plain.substring(Math.max(0, plain.length() - MAX_LENGTH));
    if (end.isEmpty()) {
      return "tensor";
    }
    return end.matches(DEVICES) || end.startsWith(".") || end.startsWith("-") ? "_" + end : end;
  }
}
