package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.model.CheckpointFinder.Found;
import io.github.tensorloupe.model.CheckpointFinder.FoundFile;
import io.github.tensorloupe.model.CheckpointFinder.FoundSet;

/// Short names that tell the sets and files of a folder apart.
///
/// A set is called by its folder, and by its own name too where it is not alone there; a file by
/// its path. A component of a diffusion pipeline is called by its folder whether it is a file or a
/// set; of its variants (`fp16` and the like) those with a name have it behind a dot.
final class PartLabels {

  /// Lies in the folder whose sub-folders hold the components of a pipeline.
  private static final String PIPELINE_FILE = "model_index.json";

  private final Path opened;
  private final Map<Path, Long> countsByFolder;

  private PartLabels(Path opened, List<Found> parts) {
    this.opened = opened;
    this.countsByFolder =
        parts.stream().collect(Collectors.groupingBy(PartLabels::folderOf, Collectors.counting()));
  }

  /// A label for each part, all of them different.
  ///
  /// @param opened the folder in which the parts were found
  static List<String> of(Path opened, List<Found> parts) {
    if (parts.size() == 1) {
      return List.of("");
    }
    PartLabels labels = new PartLabels(opened, parts);
    List<String> wanted = parts.stream().map(labels::label).toList();
    Map<String, Long> counts =
        wanted.stream().collect(Collectors.groupingBy(label -> label, Collectors.counting()));
    return IntStream.range(0, wanted.size())
        .mapToObj(
            i -> counts.get(wanted.get(i)) > 1 ? labels.fullLabel(parts.get(i)) : wanted.get(i))
        .toList();
  }

  private String label(Found part) {
    Path folder = folderOf(part);
    String folderName = fromOpened(folder);
    boolean alone = countsByFolder.get(folder) == 1;
    if (isComponent(folder)) {
      // The weights of components have one of few names, which say nothing before their variant.
      int dot = baseName(part).indexOf('.');
      return alone || dot < 0 ? folderName : folderName + baseName(part).substring(dot);
    }
    if (part instanceof FoundFile) {
      return fullLabel(part);
    }
    return alone && !folderName.isEmpty() ? folderName : joined(folderName, baseName(part));
  }

  private String fullLabel(Found part) {
    return joined(
        fromOpened(folderOf(part)),
        part instanceof FoundSet(ShardSet set) ? set.name() : part.path().getFileName().toString());
  }

  private static String joined(String folderName, String name) {
    return folderName.isEmpty() ? name : folderName + "/" + name;
  }

  private static String baseName(Found part) {
    return part instanceof FoundSet(ShardSet set)
        ? ShardSet.baseName(set.indexPath())
        : CheckpointFinder.stem(part.path());
  }

  private boolean isComponent(Path folder) {
    Path parent = folder.equals(opened) ? null : folder.getParent();
    return parent != null && Files.isRegularFile(parent.resolve(PIPELINE_FILE));
  }

  private static Path folderOf(Found part) {
    return Objects.requireNonNull(part.path().getParent());
  }

  /// The path from the opened folder on, with slashes on every system; empty for that itself.
  private String fromOpened(Path folder) {
    List<String> names = new ArrayList<>();
    opened.relativize(folder).forEach(name -> names.add(name.toString()));
    return String.join("/", names);
  }
}
