package io.github.tensorloupe.compare;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.format.NameOrder;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.FolderChildren;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.ShardSet;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.text.Clause;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// One of the two checkpoints that are compared. Immutable and thread-safe; closes the checkpoint,
/// so whoever borrowed it does not close this.
///
/// @param path as it was given
/// @param checkpoint what is open
/// @param tensors that are compared, file by file, each by data offsets; of a name in two shards
///   the one that the index assigns
/// @param metadata by key, sorted by code points
/// @param refusals why it is not one whole checkpoint, which a program must not pass over; what is
///   there can be compared all the same
public record Side(
    Path path,
    Checkpoint checkpoint,
    List<TensorRef> tensors,
    SequencedMap<String, MetadataValue> metadata,
    List<Sentence> refusals)
    implements AutoCloseable {

  public Side {
    metadata = Collections.unmodifiableSequencedMap(metadata);
    refusals = List.copyOf(refusals);
  }

  /// Opens a file, an index with its shards, or the files of a folder, without those below it.
  ///
  /// @throws IOException if there is nothing at the path, or it cannot be read
  public static Side open(Path path, Cancellation cancellation, Progress progress)
      throws IOException {
    List<Path> indexes = Files.isDirectory(path) ? indexesIn(path) : List.of();
    Checkpoint checkpoint =
        indexes.size() == 1
            ? Checkpoint.open(indexes.getFirst(), cancellation, progress)
            : Files.isDirectory(path)
                ? Checkpoint.openLevel(path, cancellation, progress)
                : Checkpoint.open(path, cancellation, progress);
    List<Sentence> refusals = new ArrayList<>();
    if (indexes.size() > 1) {
      refusals.add(
          Sentence.of(
              "There are {0} indexes in {1}; name the one that is meant.",
              indexes.size(), PathText.of(path)));
    }
    return of(path, checkpoint, refusals);
  }

  private static List<Path> indexesIn(Path folder) throws IOException {
    return FolderChildren.of(folder).stream()
        .filter(child -> ShardSet.isIndexName(child) && !Files.isDirectory(child))
        .toList();
  }

  /// A checkpoint that is open already.
  public static Side of(Checkpoint checkpoint) {
    return of(checkpoint.path(), checkpoint, new ArrayList<>());
  }

  private static Side of(Path path, Checkpoint checkpoint, List<Sentence> refusals) {
    checkpoint.findings().stream()
        .filter(Side::isRefusal)
        .map(Finding::sentence)
        .forEach(refusals::add);
    if (checkpoint.kind() != FileKind.SET) {
      checkpoint.files().stream()
          .filter(TensorFile::isRefused)
          .map(Side::refusal)
          .forEach(refusals::add);
    }
    List<TensorFile> files = new ArrayList<>(checkpoint.files());
    files.sort(Comparator.comparing(Side::fileName, NameOrder::compare));
    List<TensorRef> tensors =
        files.size() == 1 ? checkpoint.tensors() : tensors(checkpoint, files, refusals);
    return new Side(path, checkpoint, tensors, metadata(files), refusals);
  }

  /// Numbers that are left out in names of shards prove nothing: an index would tell.
  private static boolean isRefusal(Finding finding) {
    return finding.severity() == Severity.ERROR && finding.code() != FindingCode.SHARD_NUMBER_GAP;
  }

  private static Sentence refusal(TensorFile file) {
    String variant = file.reading().loadError().orElseThrow().variant();
    return file.findings().stream()
        .filter(finding -> finding.severity() == Severity.ERROR)
        .findFirst()
        .map(
            finding ->
                Sentence.of(
                    "{0} is refused: {1}; {2}.",
                    PathText.of(file.path()), variant, new Clause(finding.sentence())))
        .orElseGet(() -> Sentence.of("{0} is refused: {1}.", PathText.of(file.path()), variant));
  }

  private static String fileName(TensorFile file) {
    return String.valueOf(file.path().getFileName());
  }

  /// The tensors of several files, each name once.
  ///
  /// @param refusals receives names that no index assigns to one of their files
  private static List<TensorRef> tensors(
      Checkpoint checkpoint, List<TensorFile> files, List<Sentence> refusals) {
    Map<String, TensorFile> fileByName = new HashMap<>();
    for (TensorFile file : files) {
      for (TensorInfo info : file.header().tensors()) {
        TensorFile before = fileByName.putIfAbsent(info.name(), file);
        if (before == null) {
          continue;
        }
        Optional<String> assigned = assigned(checkpoint, info.name());
        if (assigned.isEmpty() && !isIndexed(checkpoint)) {
          refusals.add(
              Sentence.of(
                  "The tensor {0} is in {1} and in {2}.",
                  DisplayText.of(info.name()),
                  DisplayText.of(fileName(before)),
                  DisplayText.of(fileName(file))));
        } else if (assigned.equals(Optional.of(fileName(file)))) {
          fileByName.put(info.name(), file);
        }
      }
    }
    List<TensorRef> tensors = new ArrayList<>();
    for (TensorFile file : files) {
      for (TensorInfo info : file.header().tensors()) {
        if (fileByName.get(info.name()) == file) {
          tensors.add(new TensorRef(file, info));
        }
      }
    }
    return Collections.unmodifiableList(tensors);
  }

  private static boolean isIndexed(Checkpoint checkpoint) {
    return checkpoint.parts().stream().anyMatch(part -> part.index().isPresent());
  }

  private static Optional<String> assigned(Checkpoint checkpoint, String name) {
    return checkpoint.parts().stream()
        .flatMap((CheckpointPart part) -> part.index().stream())
        .flatMap(index -> Optional.ofNullable(index.weightMap().get(name)).stream())
        .findFirst();
  }

  private static SequencedMap<String, MetadataValue> metadata(List<TensorFile> files) {
    SortedMap<String, SortedSet<String>> texts = new TreeMap<>(NameOrder::compare);
    for (TensorFile file : files) {
      file.header()
          .metadata()
          .orElse(Metadata.EMPTY)
          .entries()
          .forEach(
              (key, text) ->
                  texts.computeIfAbsent(key, _ -> new TreeSet<>(NameOrder::compare)).add(text));
    }
    SequencedMap<String, MetadataValue> metadata = new LinkedHashMap<>();
    texts.forEach((key, values) -> metadata.put(key, new MetadataValue(List.copyOf(values))));
    return metadata;
  }

  /// True if both are the same file, or the same files, by whatever names or hard links.
  ///
  /// @throws IOException if the system does not tell
  public boolean isSameAs(Side other) throws IOException {
    List<TensorFile> own = checkpoint.files();
    List<TensorFile> others = other.checkpoint.files();
    if (own.size() != others.size() || own.isEmpty()) {
      return false;
    }
    for (int i = 0; i < own.size(); i++) {
      if (!own.get(i).bytes().isSameFileAs(others.get(i).bytes())) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void close() throws IOException {
    checkpoint.close();
  }
}
