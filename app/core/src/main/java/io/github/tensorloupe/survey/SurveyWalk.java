package io.github.tensorloupe.survey;

import module java.base;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.model.CheckpointFinder;
import io.github.tensorloupe.model.ReadFailures;
import io.github.tensorloupe.model.ShardName;
import io.github.tensorloupe.model.ShardSet;
import io.github.tensorloupe.work.Cancellation;

/// Lists the files of one part of a survey, and holds none of them: within a folder they come as
/// the system lists them. Links to files are followed, links to folders are not, as where
/// checkpoints are found otherwise. Belongs to one thread.
public final class SurveyWalk {

  private final Part part;
  private final Consumer<SurveyedFile> files;
  private final BiConsumer<String, List<Finding>> places;
  private final Cancellation cancellation;

  /// Folders that are still to be looked through: they may be nested deeper than calls can be.
  private final Deque<Folder> folders = new ArrayDeque<>();

  /// @param files receives the files
  /// @param places receives the text of the path of each folder and set, and what keeps it from
  ///   being read or what it misses; an empty list where nothing is wrong with it
  public SurveyWalk(
      Part part,
      Consumer<SurveyedFile> files,
      BiConsumer<String, List<Finding>> places,
      Cancellation cancellation) {
    this.part = part;
    this.files = files;
    this.places = places;
    this.cancellation = cancellation;
  }

  /// The arguments that are not found below another one anyway, which would give their files
  /// another part.
  ///
  /// @param arguments by their texts
  static SequencedMap<String, Path> outermost(SequencedMap<String, Path> arguments) {
    Set<Path> folders =
        arguments.values().stream()
            .filter(Files::isDirectory)
            .flatMap(folder -> place(folder).stream())
            .collect(Collectors.toSet());
    SequencedMap<String, Path> outermost = new LinkedHashMap<>(arguments);
    outermost
        .values()
        .removeIf(
            argument -> place(argument).filter(place -> isBelowOne(place, folders)).isPresent());
    return outermost;
  }

  private static boolean isBelowOne(Path place, Set<Path> folders) {
    return Stream.iterate(place.getParent(), Objects::nonNull, Path::getParent)
        .anyMatch(folders::contains);
  }

  /// The path by which a walk from above comes to an argument; empty where none does. Links to
  /// files are followed where they are found, links to folders are not.
  private static Optional<Path> place(Path argument) {
    try {
      if (Files.isDirectory(argument)) {
        return Optional.of(argument.toRealPath());
      }
      return isLookedAt(argument)
          ? Optional.of(
              argument.toAbsolutePath().getParent().toRealPath().resolve(argument.getFileName()))
          : Optional.empty();
    } catch (IOException e) {
      // Walking through it tells why.
      return Optional.empty();
    }
  }

  /// Lists what an argument stands for.
  ///
  /// @param text as typed
  public void walk(Path path, String text) {
    if (Files.isDirectory(path)) {
      folders.push(new Folder(new Place(path, text, ""), part));
      while (!folders.isEmpty()) {
        folder(folders.pop());
      }
      return;
    }
    Place place = new Place(path, text, path.getFileName().toString());
    if (ShardSet.isIndexName(path)) {
      for (Path shard : shards(place, part)) {
        Place sibling = place.sibling(shard);
        if (part.contains(sibling.relative())) {
          file(sibling, Optional.of(place.text()));
        }
      }
    } else if (part.contains(place.relative())) {
      file(place, Optional.empty());
    }
  }

  /// A path, its text in lines, and what its part goes by.
  private record Place(Path path, String text, String relative) {

    Place child(Path child) {
      return child(child, child.getFileName().toString());
    }

    /// @param name stands in lines
    Place child(Path child, String name) {
      return new Place(child, textOf(name), relative.isEmpty() ? name : relative + "/" + name);
    }

    String textOf(String name) {
      return text + (text.endsWith("/") ? "" : "/") + name;
    }

    Place sibling(Path sibling) {
      String name = sibling.getFileName().toString();
      int nameLength = path.getFileName().toString().length();
      return new Place(sibling, text.substring(0, text.length() - nameLength) + name, name);
    }
  }

  /// @param part the part within the folder
  private record Folder(Place place, Part part) {}

  private void folder(Folder next) {
    cancellation.check();
    Place folder = next.place();
    Part own = next.part();
    List<Finding> unread = List.of();
    Map<Path, String> sets = new HashMap<>();
    List<Path> others = new ArrayList<>();
    try {
      try (DirectoryStream<Path> children = Files.newDirectoryStream(folder.path())) {
        for (Path child : children) {
          if (ShardSet.isIndexName(child) && !Files.isDirectory(child)) {
            Place index = folder.child(child);
            shards(index, own).forEach(shard -> sets.putIfAbsent(shard, index.text()));
          } else if (!CheckpointFinder.isNamedAsTensors(child) && isFolder(child)) {
            folders.push(new Folder(folder.child(child), own));
          }
        }
      }
      // Once more, since an index may come behind its shards.
      try (DirectoryStream<Path> children = Files.newDirectoryStream(folder.path())) {
        for (Path child : children) {
          Place place = folder.child(child);
          if (!sets.containsKey(child)
              && patternOf(child).isPresent()
              && !Files.isDirectory(child)) {
            others.add(child);
          }
          // Others are not even looked at.
          if (CheckpointFinder.isNamedAsTensors(child) && own.contains(place.relative())) {
            if (sets.containsKey(child) && Files.isDirectory(child)) {
              // Reading it fails, and that is reported.
              file(place, Optional.of(sets.get(child)));
            }
            fileOrFolder(place, setOf(folder, child, sets));
          }
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      IOException why =
          e instanceof DirectoryIteratorException it ? it.getCause() : (IOException) e;
      unread = List.of(ReadFailures.finding(why));
    }
    tell(folder, unread, own);
    others.sort(Comparator.naturalOrder());
    for (ShardSet set : CheckpointFinder.setsWithoutIndex(others, sets.keySet(), Set.of())) {
      tellErrors(folder.child(set.indexPath(), set.name()), set, own);
    }
  }

  /// True if a walk looks at a file with such a name.
  public static boolean isLookedAt(Path path) {
    return CheckpointFinder.isNamedAsTensors(path) || ShardSet.isIndexName(path);
  }

  private static boolean isFolder(Path path) {
    return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
  }

  /// The set of a shard, as text: its index, or else the pattern of its name.
  private static Optional<String> setOf(Place folder, Path shard, Map<Path, String> sets) {
    return Optional.ofNullable(sets.get(shard)).or(() -> patternOf(shard).map(folder::textOf));
  }

  private static Optional<String> patternOf(Path shard) {
    return ShardName.of(shard.getFileName().toString())
        .filter(ShardName::isOfSet)
        .map(name -> name.family().pattern());
  }

  private void fileOrFolder(Place place, Optional<String> set) {
    if (isFolder(place.path())) {
      // Its name alone says whose it is, so that others need not look.
      folders.push(new Folder(place, Part.WHOLE));
    } else if (!Files.isDirectory(place.path())) {
      file(place, set);
    }
  }

  private void file(Place place, Optional<String> set) {
    cancellation.check();
    files.accept(SurveyedFile.of(place.path(), place.text(), set));
  }

  private List<Path> shards(Place index, Part own) {
    try {
      ShardSet set = ShardSet.read(index.path());
      tellErrors(index, set, own);
      return set.shards();
    } catch (IOException e) {
      tell(index, List.of(ReadFailures.finding(e)), own);
      return List.of();
    }
  }

  private void tellErrors(Place place, ShardSet set, Part own) {
    tell(
        place,
        set.findings().stream().filter(each -> each.severity() == Severity.ERROR).toList(),
        own);
  }

  private void tell(Place place, List<Finding> why, Part own) {
    if (own.contains(place.relative())) {
      places.accept(SurveyedFile.text(place.path(), place.text()), why);
    }
  }
}
