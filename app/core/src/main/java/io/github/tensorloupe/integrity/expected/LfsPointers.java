package io.github.tensorloupe.integrity.expected;

import module java.base;

import io.github.tensorloupe.integrity.expected.ExpectedHash.Measure;
import io.github.tensorloupe.model.AbsolutePaths;
import io.github.tensorloupe.model.CheckpointFinder;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.FileStamp;
import io.github.tensorloupe.model.GitLfsPointer;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.SmallFiles;
import io.github.tensorloupe.model.TensorFile;

/// Finds expected hashes from Git LFS: the file is a pointer, a pointer is next to the file, or the
/// file is `.git/lfs/objects/aa/bb/<hash>` in the object store.
final class LfsPointers {

  /// The maximum number of reported pointers to a file that are not named after it.
  private static final int MAX_OTHERS = 10;

  /// The endings of pointers that are named after their file. A pointer with another ending may
  /// represent another file, such as a preview picture.
  private static final List<String> SUFFIXES =
      List.of(".pointer", ".ptr", ".lfs", ".lfs-pointer", ".git-lfs");

  /// @param namesByContent the names by length and SHA-256. Not HashMaps of hashes, because crafted
  ///   hashes may have the same hash code
  private record Pointers(
      Map<String, GitLfsPointer> byName,
      Map<Long, NavigableMap<String, List<String>>> namesByContent) {

    /// Returns the pointers to files of a length, by their SHA-256.
    NavigableMap<String, List<String>> withLength(long byteCount) {
      return namesByContent.getOrDefault(byteCount, Collections.emptyNavigableMap());
    }
  }

  private final Map<Path, Pointers> pointers = new TreeMap<>();
  private final Map<Path, Map<Long, List<Path>>> filesByLength = new TreeMap<>();

  /// @param path an absolute, normalized path
  /// @param real the path with all links resolved
  List<ExpectedHash> expectedHashes(TensorFile file, Path path, Path real) throws IOException {
    List<ExpectedHash> hashes = new ArrayList<>();
    String hash = String.valueOf(real.getFileName());
    if (Hex.isSha256(hash) && real.endsWith(place(hash))) {
      hashes.add(new ExpectedHash(ExpectedHashSource.LFS_OBJECT, real, Measure.FILE_SHA256, hash));
    }
    if (file.kind() == FileKind.GIT_LFS_POINTER) {
      add(hashes, path, GitLfsPointer.read(file.bytes()), true);
    } else if (path.getParent() != null) {
      Pointers inFolder = inFolder(path);
      // A pointer named after this file is binding.
      SUFFIXES.stream()
          .map(suffix -> path.getFileName() + suffix)
          .filter(inFolder.byName::containsKey)
          .forEach(each -> add(hashes, path.resolveSibling(each), inFolder.byName.get(each), true));
      inFolder.withLength(file.bytes().length()).values().stream()
          .flatMap(List::stream)
          .filter(each -> !isNamedAfter(each, path))
          .findFirst()
          .ifPresent(
              each -> add(hashes, path.resolveSibling(each), inFolder.byName.get(each), false));
    }
    return hashes;
  }

  private Pointers inFolder(Path path) {
    return pointers.computeIfAbsent(path.getParent(), LfsPointers::pointersIn);
  }

  private static boolean isNamedAfter(String pointer, Path path) {
    String name = path.getFileName().toString();
    return SUFFIXES.stream().anyMatch(suffix -> pointer.equals(name + suffix));
  }

  /// Replaces the pointer that represents all pointers with the length of a file and without its
  /// name by the pointers that also have its SHA-256.
  ///
  /// @param path absolute and normalized
  List<ExpectedHash> resolved(
      TensorFile file, Path path, List<ExpectedHash> expectedHashes, String sha256) {
    List<ExpectedHash> resolved = new ArrayList<>();
    for (ExpectedHash each : expectedHashes) {
      if (each.kind() != ExpectedHashSource.LFS_POINTER || each.binding()) {
        resolved.add(each);
      } else if (each.measure() == Measure.FILE_SHA256) {
        Pointers inFolder = inFolder(path);
        String stem = CheckpointFinder.stem(path.getFileName().toString());
        inFolder.withLength(file.bytes().length()).getOrDefault(sha256, List.of()).stream()
            .filter(name -> !isNamedAfter(name, path))
            .sorted(Comparator.comparing(name -> !name.startsWith(stem)))
            .limit(MAX_OTHERS)
            .forEach(
                name -> add(resolved, path.resolveSibling(name), inFolder.byName.get(name), false));
      }
    }
    return resolved;
  }

  private static void add(
      List<ExpectedHash> hashes, Path path, GitLfsPointer pointer, boolean isBinding) {
    BiConsumer<Measure, String> add =
        (measure, value) ->
            hashes.add(
                new ExpectedHash(
                    ExpectedHashSource.LFS_POINTER, PathText.of(path), measure, value, isBinding));
    pointer.byteCount().ifPresent(count -> add.accept(Measure.LENGTH, Long.toString(count)));
    // A pointer without a SHA-256 identifies no file, which the check of the empty hash reports.
    add.accept(Measure.FILE_SHA256, pointer.oid().orElse(""));
  }

  private static Pointers pointersIn(Path folder) {
    Pointers pointers = new Pointers(new TreeMap<>(), new HashMap<>());
    for (Path child : SmallFiles.children(folder)) {
      SmallFiles.unicodeText(child, GitLfsPointer.MAX_BYTES)
          .filter(GitLfsPointer::isStartOfPointer)
          .ifPresent(
              text -> pointers.byName.put(child.getFileName().toString(), GitLfsPointer.of(text)));
    }
    pointers.byName.forEach(
        (name, pointer) -> {
          if (pointer.oid().isPresent() && pointer.byteCount().isPresent()) {
            pointers
                .namesByContent
                .computeIfAbsent(pointer.byteCount().getAsLong(), _ -> new TreeMap<>())
                .computeIfAbsent(pointer.oid().get(), _ -> new ArrayList<>())
                .add(name);
          }
        });
    return pointers;
  }

  /// Finds the content of a pointer at an absolute and normalized path: by hash in the object store
  /// of its repository, otherwise by length in its folder. Computes no hashes.
  Optional<Path> contentOf(Path path, GitLfsPointer pointer) {
    Optional<Path> stored = pointer.oid().flatMap(oid -> inStore(path, oid));
    if (stored.isPresent() || pointer.byteCount().isEmpty()) {
      return stored;
    }
    Map<Long, List<Path>> files =
        filesByLength.computeIfAbsent(path.getParent(), LfsPointers::filesByLength);
    List<Path> sameLength = files.getOrDefault(pointer.byteCount().getAsLong(), List.of());
    return sameLength.stream().filter(child -> !child.equals(path)).findFirst();
  }

  private static Map<Long, List<Path>> filesByLength(Path folder) {
    Stream<Path> files = SmallFiles.children(folder).stream().filter(Files::isRegularFile).sorted();
    return files.collect(Collectors.groupingBy(file -> FileStamp.lengthOf(file).orElse(-1)));
  }

  private static Optional<Path> inStore(Path path, String oid) {
    return AbsolutePaths.foldersAbove(path)
        .map(folder -> folder.resolve(".git").resolve(place(oid)))
        .filter(Files::isRegularFile)
        .findFirst();
  }

  private static Path place(String oid) {
    return Path.of("lfs", "objects", oid.substring(0, 2), oid.substring(2, 4), oid);
  }
}
