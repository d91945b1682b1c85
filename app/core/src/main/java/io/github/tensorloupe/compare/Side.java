package io.github.tensorloupe.compare;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.format.NameOrder;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.format.ShardIndex;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.CheckpointFinder;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.CheckpointPart.AbsentTensor;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.ShardSet;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.quantization.Quantization;
import io.github.tensorloupe.text.Clause;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// One of the two checkpoints of a comparison. Immutable and thread-safe. Closing a side closes its
/// checkpoint.
///
/// @param path the path that the user specified
/// @param checkpoint the open checkpoint
/// @param tensors the compared tensors, ordered by file and data offsets; for a name in several
///   shards, only the tensor in the shard that the index specifies
/// @param metadata the values of each key; several if the values in the files differ; keys and
///   values are ordered by code points
/// @param missingTensors the tensors that are in an index but not in its shards, by name
/// @param errors the errors of an incomplete checkpoint, which the caller must report
public record Side(
    Path path,
    Checkpoint checkpoint,
    List<TensorRef> tensors,
    SequencedMap<String, List<String>> metadata,
    Map<String, AbsentTensor> missingTensors,
    List<Sentence> errors)
    implements AutoCloseable {

  public Side {
    metadata = Collections.unmodifiableSequencedMap(metadata);
    errors = List.copyOf(errors);
  }

  /// Opens a file, an index with its shards, or the files of a folder without subfolders.
  ///
  /// @throws IOException if the path does not exist or cannot be read
  public static Side open(Path path, Cancellation cancellation, Progress progress)
      throws IOException {
    if (!Files.isDirectory(path)) {
      return of(path, Checkpoint.open(path, cancellation, progress));
    }
    List<Path> indexes =
        CheckpointFinder.children(path).stream()
            .filter(child -> ShardSet.isIndexName(child) && !Files.isDirectory(child))
            .toList();
    return of(
        path,
        indexes.size() == 1
            ? Checkpoint.open(indexes.getFirst(), cancellation, progress)
            : Checkpoint.openLevel(path, cancellation, progress));
  }

  public static Side of(Checkpoint checkpoint) {
    return of(checkpoint.path(), checkpoint);
  }

  private static Side of(Path path, Checkpoint checkpoint) {
    List<Sentence> refusals = new ArrayList<>();
    long indexes =
        checkpoint.parts().stream()
            .map(CheckpointPart::path)
            .filter(
                file -> ShardSet.isIndexName(file) && checkpoint.path().equals(file.getParent()))
            .filter(Files::exists)
            .count();
    boolean hasSeveralIndexes = checkpoint.kind() == FileKind.DIRECTORY && indexes > 1;
    if (hasSeveralIndexes) {
      refusals.add(
          Sentence.of(
              "{1} contains {0} indexes; specify one of them.", indexes, PathText.of(path)));
    }
    checkpoint.findings().stream()
        .filter(finding -> isRefusal(finding, checkpoint))
        .map(Finding::sentence)
        .forEach(refusals::add);
    if (checkpoint.kind() != FileKind.SET) {
      checkpoint.files().stream()
          .filter(file -> !file.isIntact())
          .map(Side::refusal)
          .forEach(refusals::add);
    }
    List<TensorFile> files =
        hasSeveralIndexes ? new ArrayList<>() : new ArrayList<>(checkpoint.files());
    files.sort(Comparator.comparing(Side::fileName, NameOrder::compare));
    List<TensorRef> tensors =
        files.size() == 1 ? checkpoint.tensors() : tensors(checkpoint, files, refusals);
    Map<String, AbsentTensor> absent =
        checkpoint.parts().stream()
            .flatMap(part -> part.absentTensors().stream())
            .collect(Collectors.toMap(AbsentTensor::name, each -> each, (one, _) -> one));
    return new Side(path, checkpoint, tensors, metadata(files), absent, refusals);
  }

  /// Returns this side with logical tensors instead of quantized weights. Keeps weights that cannot
  /// be dequantized as stored.
  ///
  /// @param weights the quantized weights of the checkpoint
  public Side dequantized(Quantization weights) {
    return new Side(
        path, checkpoint, weights.dequantized(tensors), metadata, missingTensors, errors);
  }

  private static boolean isRefusal(Finding finding, Checkpoint checkpoint) {
    // If there is an index, loaders do not use shard numbers.
    return finding.severity() == Severity.ERROR
        && (finding.code() != FindingCode.SHARD_NUMBER_GAP
            || checkpoint.parts().stream()
                .anyMatch(part -> part.index().isEmpty() && part.findings().contains(finding)));
  }

  private static Sentence refusal(TensorFile file) {
    String path = PathText.of(file.path());
    String variant = file.reading().loadError().orElseThrow().variant();
    return file.findings().stream()
        .filter(finding -> finding.severity() == Severity.ERROR)
        .findFirst()
        .map(
            finding ->
                Sentence.of(
                    "{0} is refused: {1}; {2}.", path, variant, new Clause(finding.sentence())))
        .orElse(Sentence.of("{0} is refused: {1}.", path, variant));
  }

  private static String fileName(TensorFile file) {
    return String.valueOf(file.path().getFileName());
  }

  private static List<TensorRef> tensors(
      Checkpoint checkpoint, List<TensorFile> files, List<Sentence> refusals) {
    List<ShardIndex> indexes =
        checkpoint.parts().stream().flatMap(part -> part.index().stream()).toList();
    List<TensorRef> all =
        files.stream()
            .flatMap(
                file -> file.header().tensors().stream().map(info -> new TensorRef(file, info)))
            .toList();
    Map<String, TensorRef> chosen = HashMap.newHashMap(all.size());
    for (TensorRef tensor : all) {
      String name = tensor.info().name();
      TensorRef previous = chosen.putIfAbsent(name, tensor);
      if (previous == null) {
        continue;
      }
      Stream<String> assigned =
          indexes.stream().map(index -> index.weightMap().get(name)).filter(Objects::nonNull);
      if (indexes.isEmpty()) {
        refusals.add(
            Sentence.of(
                "The tensor {0} is in {1} and in {2}.",
                DisplayText.of(name),
                DisplayText.of(fileName(previous.file())),
                DisplayText.of(fileName(tensor.file()))));
      } else if (assigned.findFirst().filter(fileName(tensor.file())::equals).isPresent()) {
        chosen.put(name, tensor);
      }
    }
    return all.stream().filter(tensor -> chosen.get(tensor.info().name()) == tensor).toList();
  }

  private static SequencedMap<String, List<String>> metadata(List<TensorFile> files) {
    SortedMap<String, SortedSet<String>> values = new TreeMap<>(NameOrder::compare);
    for (TensorFile file : files) {
      Map<String, String> entries = file.header().metadata().orElse(Metadata.EMPTY).entries();
      entries.forEach(
          (key, value) ->
              values.computeIfAbsent(key, _ -> new TreeSet<>(NameOrder::compare)).add(value));
    }
    SequencedMap<String, List<String>> metadata = new LinkedHashMap<>();
    values.forEach((key, all) -> metadata.put(key, List.copyOf(all)));
    return metadata;
  }

  /// Returns true if errors prevent the comparison of all tensors.
  public boolean isUnreadable() {
    return tensors.isEmpty() && !errors.isEmpty();
  }

  /// Returns the reason why the existence of a tensor is unknown, or empty if it is known.
  Optional<Sentence> absence(String name) {
    return isUnreadable()
        ? Optional.of(errors.getFirst())
        : Optional.ofNullable(missingTensors.get(name)).map(AbsentTensor::sentence);
  }

  /// Returns true if both checkpoints consist of the same files, possibly under different paths.
  ///
  /// @throws IOException if file keys cannot be read
  public boolean isSameAs(Side other) throws IOException {
    List<TensorFile> files = checkpoint.files();
    List<TensorFile> others = other.checkpoint.files();
    if (files.size() != others.size() || files.isEmpty()) {
      return false;
    }
    for (int i = 0; i < files.size(); i++) {
      if (!files.get(i).bytes().isSameFileAs(others.get(i).bytes())) {
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
