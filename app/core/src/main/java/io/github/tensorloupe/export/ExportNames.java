package io.github.tensorloupe.export;

import module java.base;

/// File names for arbitrary tensor names. The names are valid on all file systems, contain no
/// folders, and are unique even if the file system ignores case.
public final class ExportNames {

  private static final int MAX_LENGTH = 180;
  private static final String OTHER_CHARACTERS = "[^A-Za-z0-9._+=@()\\[\\],-]+";

  /// Windows device names, which are reserved with any extension.
  private static final String DEVICES = "(?i)(con|prn|aux|nul|com[0-9]|lpt[0-9])(\\..*)?";

  /// Characters that some file systems reject or interpret.
  private static final String FORBIDDEN = "(?s).*[\\p{Cntrl}<>:\"/\\\\|?*].*";

  private ExportNames() {}

  /// Returns a unique file name for each tensor, in the same order. The extension has no dot.
  public static List<String> of(List<String> tensorNames, String extension) {
    // The next suffix to try, by lowercase name.
    Map<String, Integer> nextNumbers = HashMap.newHashMap(tensorNames.size());
    List<String> names = new ArrayList<>(tensorNames.size());
    for (String tensorName : tensorNames) {
      String safe = safe(tensorName);
      String name = safe;
      int number = nextNumbers.getOrDefault(safe.toLowerCase(Locale.ROOT), 1);
      while (nextNumbers.putIfAbsent(name.toLowerCase(Locale.ROOT), 2) != null) {
        name = safe + "-" + number++;
      }
      nextNumbers.put(safe.toLowerCase(Locale.ROOT), Math.max(2, number));
      names.add(name + "." + extension);
    }
    return names;
  }

  public static String of(String tensorName, String extension) {
    return of(List.of(tensorName), extension).getFirst();
  }

  /// Returns true if an untrusted file name is safe: valid on all file systems, without a folder,
  /// and not hidden.
  public static boolean isSafe(String fileName) {
    return !fileName.isEmpty()
        && !fileName.startsWith(".")
        && !fileName.matches(".*[. ]")
        && !fileName.matches(FORBIDDEN)
        && !fileName.matches(DEVICES);
  }

  private static String safe(String tensorName) {
    String plain =
        tensorName.replaceAll(OTHER_CHARACTERS, "_").replaceAll("^\\.+|(?<!\\.)\\.++$", "_");
    // Keeps the end, because many tensor names have the same beginning.
    String end = plain.substring(Math.max(0, plain.length() - MAX_LENGTH));
    if (end.isEmpty()) {
      return "tensor";
    }
    return end.matches(DEVICES) || end.startsWith(".") || end.startsWith("-") ? "_" + end : end;
  }
}
