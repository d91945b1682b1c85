package io.github.tensorloupe.desktop.selection;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.NaturalOrder;
import io.github.tensorloupe.model.ShardSet;
import java.nio.file.Path;

/// Short names for files and folders that are shown together. All are escaped for display.
public final class DistinctNames {

  private DistinctNames() {}

  /// Returns a name for each path: the name of the file. If other files have the same name, it is
  /// preceded by the folders that differ, and has no extension.
  ///
  /// @param limit the maximum length; a longer name is shortened where it equals the other names
  public static List<String> of(List<Path> paths, int limit) {
    List<Path> named = paths.stream().map(DistinctNames::named).distinct().toList();
    List<String> names = named.stream().map(path -> name(path, named)).toList();
    List<String> shown = abbreviate(names, limit);
    return paths.stream().map(path -> shown.get(named.indexOf(named(path)))).toList();
  }

  /// Returns the path whose last element names a checkpoint: for an index its folder, because every
  /// index has the same name.
  public static Path named(Path checkpoint) {
    Path path = checkpoint.toAbsolutePath().normalize();
    Path parent = path.getParent();
    boolean isInFolder = parent != null && parent.getFileName() != null;
    return ShardSet.isIndexName(path) && isInFolder ? parent : path;
  }

  private static String name(Path path, List<Path> all) {
    String name = part(path, 1);
    List<Path> namesakes = new ArrayList<>(all);
    namesakes.removeIf(other -> other.equals(path) || !part(other, 1).equals(name));
    if (namesakes.isEmpty()) {
      return name;
    }
    StringBuilder shown = new StringBuilder(withoutExtension(name));
    int shownLevel = 1;
    for (int level = 2; !namesakes.isEmpty() && level <= path.getNameCount(); level++) {
      int from = level;
      String folder = part(path, level);
      if (namesakes.removeIf(other -> !part(other, from).equals(folder))) {
        shown.insert(0, folder + (level == shownLevel + 1 ? "/" : "/…/"));
        shownLevel = level;
      }
    }
    return shown.toString();
  }

  public static String withoutExtension(String name) {
    return name.replaceFirst("\\.safetensors$", "");
  }

  /// Returns the element of a path counted from its end, or an empty text.
  private static String part(Path path, int fromEnd) {
    int index = path.getNameCount() - fromEnd;
    return index < 0 ? "" : path.getName(index).toString();
  }

  /// Shortens texts so that their differences remain visible.
  public static List<String> abbreviate(List<String> texts, int limit) {
    return texts.stream().map(text -> abbreviate(text, texts, limit)).toList();
  }

  private static String abbreviate(String text, List<String> all, int limit) {
    int difference =
        all.stream()
            .filter(other -> !other.equals(text))
            .mapToInt(other -> NaturalOrder.commonLength(text, other))
            .max()
            .orElse(0);
    int half = limit / 2;
    if (text.length() <= limit || difference < half || text.length() - difference <= half) {
      return DisplayText.abbreviateMiddle(text, limit);
    }
    int begin = difference - half / 2;
    return "…"
        + DisplayText.abbreviateMiddle(
            text.substring(Character.isLowSurrogate(text.charAt(begin)) ? begin + 1 : begin),
            limit);
  }
}
