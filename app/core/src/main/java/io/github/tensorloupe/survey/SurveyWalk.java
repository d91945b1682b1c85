package io.github.tensorloupe.survey;

import module java.base;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.model.CheckpointFinder;
import io.github.tensorloupe.model.CheckpointFinder.Found;
import io.github.tensorloupe.model.CheckpointFinder.FoundFile;
import io.github.tensorloupe.model.CheckpointFinder.FoundSet;
import io.github.tensorloupe.model.CheckpointFinder.Unreadable;
import io.github.tensorloupe.model.ReadFailures;
import io.github.tensorloupe.model.ShardName;
import io.github.tensorloupe.model.ShardSet;
import io.github.tensorloupe.work.Cancellation;

/// Lists the files of one part of a survey. Keeps the file names of only one folder at a time in
/// memory. Not thread-safe.
public final class SurveyWalk {

  private final Part part;
  private final Consumer<SurveyedFile> files;
  private final BiConsumer<String, List<Finding>> places;
  private final Permission permission;
  private final Cancellation cancellation;

  /// The stack of remaining folders.
  private final Deque<Place> folders = new ArrayDeque<>();

  /// @param files receives the files
  /// @param places receives the path text of each folder and set with its errors
  public SurveyWalk(
      Part part,
      Consumer<SurveyedFile> files,
      BiConsumer<String, List<Finding>> places,
      Cancellation cancellation) {
    this(part, files, places, (_, _) -> {}, cancellation);
  }

  /// A check of the files and indexes that are read.
  interface Permission {

    /// @param fileKey the key of the file that was read; empty before it is read
    /// @throws IOException if the content must not be read, or not be used
    void require(Path path, Optional<Object> fileKey) throws IOException;
  }

  /// @param permission called with each file before it is read, and with each index afterwards
  SurveyWalk(
      Part part,
      Consumer<SurveyedFile> files,
      BiConsumer<String, List<Finding>> places,
      Permission permission,
      Cancellation cancellation) {
    this.part = part;
    this.files = files;
    this.places = places;
    this.permission = permission;
    this.cancellation = cancellation;
  }

  /// Returns the arguments, by the text that the user typed, that are not inside another argument.
  /// Files inside two arguments could belong to two parts.
  static SequencedMap<String, Path> outermost(SequencedMap<String, Path> arguments) {
    Set<Path> folders = new TreeSet<>();
    for (Path argument : arguments.values()) {
      if (Files.isDirectory(argument)) {
        place(argument).ifPresent(folders::add);
      }
    }
    SequencedMap<String, Path> outermost = new LinkedHashMap<>(arguments);
    outermost
        .values()
        .removeIf(argument -> place(argument).filter(at -> isInsideAny(at, folders)).isPresent());
    return outermost;
  }

  private static boolean isInsideAny(Path place, Set<Path> folders) {
    return Stream.iterate(place.getParent(), Objects::nonNull, Path::getParent)
        .anyMatch(folders::contains);
  }

  /// Returns the path at which a walk from a parent folder would find an argument, if any.
  private static Optional<Path> place(Path argument) {
    try {
      if (Files.isDirectory(argument)) {
        return Optional.of(argument.toRealPath());
      }
      return CheckpointFinder.hasCheckpointName(argument)
          ? Optional.of(
              argument.toAbsolutePath().getParent().toRealPath().resolve(argument.getFileName()))
          : Optional.empty();
    } catch (IOException e) {
      // The walk will report the reason.
      return Optional.empty();
    }
  }

  /// Lists the files of an argument.
  ///
  /// @param text the path as typed
  public void walk(Path path, String text) {
    if (Files.isDirectory(path)) {
      folders.push(new Place(path, text, "", part));
      while (!folders.isEmpty()) {
        addFolder(folders.pop());
      }
      return;
    }
    Place place = new Place(path, text, path.getFileName().toString(), part);
    if (ShardSet.isIndexName(path)) {
      add(CheckpointFinder.read(path), place, new TreeSet<>());
    } else {
      addFile(place, Optional.empty());
    }
  }

  /// A path of the walk.
  ///
  /// @param text the path as written in lines
  /// @param relative the path relative to the argument, which determines the part
  private record Place(Path path, String text, String relative, Part part) {

    Place child(Path child, String name) {
      String separator = text.endsWith("/") ? "" : "/";
      String below = relative.isEmpty() ? name : relative + "/" + name;
      return new Place(child, text + separator + name, below, part);
    }

    Place child(Path child) {
      return child(child, child.getFileName().toString());
    }

    Place sibling(Path sibling) {
      String name = sibling.getFileName().toString();
      int nameBegin = relative.lastIndexOf('/') + 1;
      int folderLength = text.length() - (relative.length() - nameBegin);
      return new Place(
          sibling,
          text.substring(0, folderLength) + name,
          relative.substring(0, nameBegin) + name,
          part);
    }

    int depth() {
      return relative.isEmpty() ? 0 : 1 + (int) relative.chars().filter(c -> c == '/').count();
    }

    boolean isInPart() {
      return part.contains(relative);
    }
  }

  private void addFolder(Place folder) {
    cancellation.check();
    List<Path> children;
    try {
      CheckpointFinder.requireDepth(folder.path, folder.depth());
      children = CheckpointFinder.children(folder.path);
    } catch (IOException e) {
      report(folder, List.of(ReadFailures.finding(e)));
      return;
    }
    report(folder, List.of());
    List<Path> candidates = new ArrayList<>();
    List<Path> subfolders = new ArrayList<>();
    for (Path child : children) {
      boolean isOwn = !CheckpointFinder.hasSafetensorsName(child) || folder.child(child).isInPart();
      // Finding a set requires all its shards. Does not access other files of other parts.
      if (isOwn || ShardName.of(child.getFileName().toString()).isPresent()) {
        candidates.add(child);
      }
      if (isOwn) {
        subfolders.add(child);
      }
    }
    Set<Path> listed = new TreeSet<>();
    for (Found checkpoint : CheckpointFinder.findAmong(candidates)) {
      Place place =
          checkpoint instanceof FoundSet(ShardSet set)
              ? folder.child(set.indexPath(), set.name())
              : folder.child(checkpoint.path());
      add(checkpoint, place, listed);
    }
    BiConsumer<Path, IOException> onFailure =
        (child, cause) -> report(folder.child(child), List.of(ReadFailures.finding(cause)));
    for (Path subfolder : CheckpointFinder.subfolders(subfolders, onFailure)) {
      Place place = folder.child(subfolder);
      // The name of a folder named like a file determines the part of its files.
      boolean isWhole = CheckpointFinder.hasSafetensorsName(subfolder);
      Part inside = isWhole ? Part.WHOLE : folder.part;
      folders.push(new Place(subfolder, place.text, place.relative, inside));
    }
  }

  /// @param listed the shards that were already listed; a shard may be in several indexes
  private void add(Found checkpoint, Place place, Set<Path> listed) {
    Optional<Object> key =
        checkpoint instanceof FoundSet(ShardSet set) ? set.indexKey() : Optional.empty();
    if (!(checkpoint instanceof FoundFile) && !isPermitted(place, key)) {
      return;
    }
    switch (checkpoint) {
      case FoundFile _ -> addFile(place, Optional.empty());
      case FoundSet(ShardSet set) -> {
        report(
            place,
            set.findings().stream()
                .filter(finding -> finding.severity() == Severity.ERROR)
                .toList());
        for (Path shard : set.shards()) {
          if (listed.add(shard)) {
            addFile(place.sibling(shard), Optional.of(place.text));
          }
        }
      }
      case Unreadable(Path _, IOException cause) ->
          report(place, List.of(ReadFailures.finding(cause)));
    }
  }

  private void addFile(Place place, Optional<String> set) {
    if (place.isInPart() && isPermitted(place, Optional.empty())) {
      cancellation.check();
      files.accept(SurveyedFile.of(place.path, place.text, set));
    }
  }

  private boolean isPermitted(Place place, Optional<Object> fileKey) {
    try {
      permission.require(place.path, fileKey);
      return true;
    } catch (IOException e) {
      report(place, List.of(ReadFailures.finding(e)));
      return false;
    }
  }

  private void report(Place place, List<Finding> findings) {
    if (place.isInPart()) {
      places.accept(SurveyedFile.text(place.path, place.text), findings);
    }
  }
}
