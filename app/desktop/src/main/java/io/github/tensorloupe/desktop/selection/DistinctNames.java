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
    List<Path> named = paths.stream().map(DistinctNames::named).toList();
    Map<Path, String> names = new HashMap<>();
    named.stream()
        .distinct()
        .collect(Collectors.groupingBy(path -> part(path, 1)))
        .forEach(
            (name, namesakes) -> {
              String shown = namesakes.size() == 1 ? name : withoutExtension(name);
              addNames(namesakes, 2, 1, shown, names);
            });
    return abbreviate(named.stream().map(names::get).toList(), limit);
  }

  /// Returns the path whose last element names a checkpoint: for an index its folder, because every
  /// index has the same name.
  public static Path named(Path checkpoint) {
    Path path = checkpoint.toAbsolutePath().normalize();
    Path parent = path.getParent();
    boolean isInFolder = parent != null && parent.getFileName() != null;
    return ShardSet.isIndexName(path) && isInFolder ? parent : path;
  }

  /// Adds the names of paths that end with the same elements. Takes linear time, because the
  /// library may contain many files with the same name.
  ///
  /// @param level the first element that may differ, counted from the end
  /// @param shownLevel the first element in the name so far
  /// @param shown the name so far
  private static void addNames(
      List<Path> paths, int level, int shownLevel, String shown, Map<Path, String> names) {
    Map<String, List<Path>> byFolder =
        paths.stream().collect(Collectors.groupingBy(path -> part(path, level)));
    byFolder.forEach(
        (folder, namesakes) -> {
          if (paths.size() == 1 || folder.isEmpty()) {
            namesakes.forEach(path -> names.put(path, shown));
          } else if (byFolder.size() == 1) {
            addNames(namesakes, level + 1, shownLevel, shown, names);
          } else {
            String separator = level == shownLevel + 1 ? "/" : "/…/";
            addNames(namesakes, level + 1, level, folder + separator + shown, names);
          }
        });
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
    NavigableSet<String> sorted = new TreeSet<>(texts);
    return texts.stream().map(text -> abbreviate(text, sorted, limit)).toList();
  }

  private static String abbreviate(String text, NavigableSet<String> all, int limit) {
    // The texts with the longest common beginning are neighbors.
    int difference =
        Stream.of(Optional.ofNullable(all.lower(text)), Optional.ofNullable(all.higher(text)))
            .flatMap(Optional::stream)
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
