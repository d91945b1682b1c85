package io.github.tensorloupe.integrity.expected;

import module java.base;

import io.github.tensorloupe.integrity.expected.Check.Result;
import io.github.tensorloupe.integrity.expected.ExpectedHash.Measure;
import io.github.tensorloupe.model.CheckpointFinder;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.FileStamp;
import io.github.tensorloupe.model.GitLfsPointer;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.ShardSet;
import io.github.tensorloupe.model.SmallFiles;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.text.Sentence;

/// Finds expected hashes from Git LFS: the file is a pointer, a pointer is next to the file, or the
/// file is `.git/lfs/objects/aa/bb/<hash>` in the object store.
final class LfsPointers {

  /// The maximum number of pointers with the length of a file that are not named after it, once
  /// [#MAX_COMPARED] pointers were compared with files.
  private static final int MAX_POINTERS_OF_LENGTH = 1000;

  private static final int MAX_COMPARED = 10_000;

  private record Pointers(
      NavigableMap<String, GitLfsPointer> byName, Map<Long, List<String>> namesByLength) {}

  private final Map<Path, Pointers> pointers = new HashMap<>();
  private final Map<Path, Map<Long, List<Path>>> filesByLength = new HashMap<>();
  private final Map<Path, Check> incomplete = new HashMap<>();
  private int comparedCount;

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
      Pointers inFolder = pointers.computeIfAbsent(path.getParent(), LfsPointers::pointersIn);
      String name = path.getFileName() + ".";
      // A pointer named after this file is binding.
      Set<String> named =
          new TreeSet<>(inFolder.byName.subMap(name, name + Character.MAX_VALUE).keySet());
      named.removeIf(each -> ShardSet.isIndexName(path.resolveSibling(each)));
      named.forEach(
          each -> add(hashes, path.resolveSibling(each), inFolder.byName.get(each), true));
      addOthers(file, path, inFolder, named, hashes);
    }
    return hashes;
  }

  /// Adds pointers with the length of a file that are not named after it. They may describe another
  /// file.
  private void addOthers(
      TensorFile file, Path path, Pointers inFolder, Set<String> named, List<ExpectedHash> hashes) {
    List<String> others =
        new ArrayList<>(inFolder.namesByLength.getOrDefault(file.bytes().length(), List.of()));
    others.removeAll(named);
    String stem = CheckpointFinder.stem(path.getFileName().toString());
    others.sort(Comparator.comparing(each -> !each.startsWith(stem)));
    int limit = Math.max(MAX_POINTERS_OF_LENGTH, MAX_COMPARED - comparedCount);
    List<String> compared = others.subList(0, Math.min(limit, others.size()));
    comparedCount += compared.size();
    compared.forEach(
        each -> add(hashes, path.resolveSibling(each), inFolder.byName.get(each), false));
    if (compared.size() < others.size()) {
      Sentence sentence =
          Sentence.of(
              "Only {0} of {1} Git LFS pointers with the length of the file were compared.",
              compared.size(), others.size());
      incomplete.put(
          path,
          Check.of(
              ExpectedHashSource.LFS_POINTER,
              path.getParent(),
              Optional.empty(),
              Result.UNKNOWN,
              sentence));
    }
  }

  static boolean isMatch(Check check) {
    return check.kind() == ExpectedHashSource.LFS_POINTER && check.isFullMatch();
  }

  /// Returns a check if not all pointers that may describe a file are in its expected hashes.
  Optional<Check> incompleteCheck(Path path) {
    return Optional.ofNullable(incomplete.get(path));
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
      SmallFiles.text(child, GitLfsPointer.MAX_BYTES)
          .filter(GitLfsPointer::isStartOfPointer)
          .ifPresent(
              text -> pointers.byName.put(child.getFileName().toString(), GitLfsPointer.of(text)));
    }
    pointers.byName.forEach(
        (name, pointer) -> {
          long length = pointer.byteCount().orElse(-1);
          pointers.namesByLength.computeIfAbsent(length, _ -> new ArrayList<>()).add(name);
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
    return Stream.iterate(path.getParent(), Objects::nonNull, Path::getParent)
        .map(folder -> folder.resolve(".git").resolve(place(oid)))
        .filter(Files::isRegularFile)
        .findFirst();
  }

  private static Path place(String oid) {
    return Path.of("lfs", "objects", oid.substring(0, 2), oid.substring(2, 4), oid);
  }
}
