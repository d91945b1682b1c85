package io.github.tensorloupe.desktop.pane.overview;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.format.Saturating;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.identify.EmbeddedImage;
import io.github.tensorloupe.identify.Identification;
import io.github.tensorloupe.identify.Identity;
import io.github.tensorloupe.identify.Topic;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.GitLfsPointer;
import io.github.tensorloupe.model.NaturalOrder;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.work.Cancellation;

/// The content of the overview. Immutable; computed in the background.
///
/// @param dtypes sorted by bytes, the most first
/// @param largestTensors at most [#MAX_ROWS], the largest first, then in natural order of their
///   names
/// @param missingShards the names of missing shards of a set, at most [#MAX_MISSING]
/// @param cut the state of a truncated single file
/// @param pointer the content of a Git LFS pointer file
/// @param beginning the first lines of a text that is not a safetensors file, safe to display
/// @param files the files of a set or folder; refused files first, then in the document's order
record Overview(
    FileDocument document,
    Verdict verdict,
    List<DtypeShare> dtypes,
    LargestGroups groups,
    List<TensorRef> largestTensors,
    List<FileRow> files,
    List<IdentifiedPart> identified,
    List<String> missingShards,
    Optional<TruncatedFile> cut,
    Optional<GitLfsPointer> pointer,
    Optional<String> beginning) {

  /// Maximum number of missing shards that are counted.
  static final int MAX_MISSING = 1000;

  /// Maximum number of groups or tensors that are listed.
  static final int MAX_ROWS = 8;

  /// The most informative metadata keys, in order of importance.
  private static final List<String> IMPORTANT_KEYS =
      List.of(
          "modelspec.title",
          "modelspec.architecture",
          "ss_output_name",
          "ss_base_model_version",
          "ss_network_module",
          "ss_network_dim",
          "ss_network_alpha",
          "modelspec.trigger_phrase",
          "modelspec.resolution",
          "modelspec.author",
          "modelspec.license",
          "software",
          "format");

  private static final int MAX_ENTRIES = 8;
  private static final int MAX_OTHER_ENTRIES = 5;
  private static final int MAX_ALL_ENTRIES = 40;

  private static final Comparator<TensorRef> LARGEST_FIRST =
      Comparator.comparingLong((TensorRef tensor) -> tensor.info().clampedByteCount())
          .reversed()
          .thenComparing(tensor -> tensor.info().name(), NaturalOrder.INSTANCE);

  /// Summarizes a document. Takes time linear in the number of tensors.
  ///
  /// @throws java.util.concurrent.CancellationException if cancelled
  static Overview of(FileDocument document, Cancellation cancellation) {
    Checkpoint checkpoint = document.checkpoint();
    return new Overview(
        document,
        Verdict.of(document),
        DtypeShare.of(checkpoint.tensors(), cancellation),
        LargestGroups.of(document.tree(), MAX_ROWS, cancellation),
        largest(checkpoint.tensors(), cancellation),
        checkpoint.kind() == FileKind.SAFETENSORS ? List.of() : FileRow.of(document),
        IdentifiedPart.of(checkpoint, cancellation),
        checkpoint.kind() == FileKind.SET
            ? checkpoint.parts().getFirst().missingShards(MAX_MISSING)
            : List.of(),
        onlyFile(checkpoint).flatMap(TruncatedFile::of),
        onlyFile(checkpoint).flatMap(Overview::pointer),
        onlyFile(checkpoint).flatMap(Overview::beginning));
  }

  private static Optional<TensorFile> onlyFile(Checkpoint checkpoint) {
    return Optional.of(checkpoint.files())
        .filter(files -> files.size() == 1 && checkpoint.kind() == FileKind.SAFETENSORS)
        .map(List::getFirst);
  }

  private static Optional<GitLfsPointer> pointer(TensorFile file) {
    try {
      return file.kind() == FileKind.GIT_LFS_POINTER
          ? Optional.of(GitLfsPointer.read(file.bytes()))
          : Optional.empty();
    } catch (IOException e) {
      // The file is reported as a pointer even if it cannot be read.
      return Optional.empty();
    }
  }

  private static List<TensorRef> largest(List<TensorRef> tensors, Cancellation cancellation) {
    PriorityQueue<TensorRef> topTensors =
        new PriorityQueue<>(MAX_ROWS + 1, LARGEST_FIRST.reversed());
    for (TensorRef tensor : tensors) {
      if (topTensors.size() < MAX_ROWS || LARGEST_FIRST.compare(tensor, topTensors.peek()) < 0) {
        cancellation.check();
        topTensors.add(tensor);
        if (topTensors.size() > MAX_ROWS) {
          topTensors.remove();
        }
      }
    }
    return topTensors.stream().sorted(LARGEST_FIRST).toList();
  }

  private static Optional<String> beginning(TensorFile file) {
    return switch (file.kind()) {
      case HTML, TEXT, INDEX -> Verdict.HeaderExcerpt.beginning(file.bytes());
      default -> Optional.empty();
    };
  }

  Checkpoint checkpoint() {
    return document.checkpoint();
  }

  /// Returns the detected type of a single file, or set or folder.
  FileKind kind() {
    return checkpoint().kind() == FileKind.SAFETENSORS
        ? checkpoint().files().getFirst().kind()
        : checkpoint().kind();
  }

  /// Returns whether this is a single file without a list of tensors, because it is neither a
  /// safetensors file nor a checkpoint in another known format.
  boolean isOther() {
    return switch (kind()) {
      case SAFETENSORS, SET, DIRECTORY -> false;
      default -> checkpoint().tensors().isEmpty();
    };
  }

  int fileCount() {
    return checkpoint().files().size();
  }

  /// Returns the parts of a folder; empty if there is only one.
  List<CheckpointPart> parts() {
    return checkpoint().parts().size() > 1 ? checkpoint().parts() : List.of();
  }

  /// Returns whether a file of a part is refused or missing, or the set has another error.
  static boolean isBroken(CheckpointPart part) {
    return part.files().stream().anyMatch(file -> !file.isIntact())
        || part.findings().stream().anyMatch(finding -> finding.concern() == Severity.ERROR);
  }

  /// Returns whether all headers could be read to the end; otherwise the counts cover only the
  /// known tensors.
  boolean headersRead() {
    return checkpoint().files().stream().allMatch(file -> file.reading().headerParsed());
  }

  /// Returns the size of the data buffers; empty if no header ends within its file.
  OptionalLong dataByteCount() {
    return wholeFiles().mapToLong(file -> file.dataLength().getAsLong()).reduce(Long::sum);
  }

  /// Returns the sum of the header lengths; empty if no header ends within its file.
  OptionalLong headerByteCount() {
    return wholeFiles()
        .mapToLong(file -> file.reading().headerLength().orElseThrow())
        .reduce(Long::sum);
  }

  private Stream<TensorFile> wholeFiles() {
    return checkpoint().files().stream().filter(file -> file.dataLength().isPresent());
  }

  /// Returns the number of weights in all parts, regardless of packing; if unknown, the number of
  /// elements of all tensors.
  long parameterCount() {
    long known =
        identified.stream()
            .flatMap(part -> part.identity().statement(Topic.PARAMETERS).stream())
            .mapToLong(statement -> statement.number().orElse(0))
            .reduce(0, Saturating::sum);
    return known == 0
        ? dtypes.stream().mapToLong(DtypeShare::elementCount).reduce(0, Saturating::sum)
        : known;
  }

  /// Returns true if the number of weights is unknown because the tensors are slices.
  boolean hasSlices() {
    return checkpoint().files().stream().anyMatch(file -> file.slices().isPresent());
  }

  Optional<TensorFile> fileWithMetadata() {
    return checkpoint().files().stream().filter(file -> !entries(file).isEmpty()).findFirst();
  }

  static Map<String, String> entries(TensorFile file) {
    return file.header().metadata().orElse(Metadata.EMPTY).entries();
  }

  /// Returns the most informative metadata keys: known ones, or the first ones if there are none.
  ///
  /// @param areAll true to return the first keys in any case, if the metadata are all there is to
  ///   show
  static List<String> importantKeys(Map<String, String> entries, boolean areAll) {
    if (areAll) {
      return entries.keySet().stream().limit(MAX_ALL_ENTRIES).toList();
    }
    List<String> important =
        IMPORTANT_KEYS.stream().filter(entries::containsKey).limit(MAX_ENTRIES).toList();
    return important.isEmpty()
        ? entries.keySet().stream().limit(MAX_OTHER_ENTRIES).toList()
        : important;
  }

  static long lengthOf(List<TensorFile> files) {
    return files.stream().mapToLong(file -> file.bytes().length()).sum();
  }

  /// The share of a dtype in a document. Sums saturate at 63 bits.
  ///
  /// @param tensorCount at least 1
  /// @param elementCount according to the shapes
  /// @param byteCount according to the data offsets
  record DtypeShare(Dtype dtype, int tensorCount, long elementCount, long byteCount) {

    /// Returns the occurring dtypes sorted by bytes, the most first.
    ///
    /// @throws java.util.concurrent.CancellationException if cancelled
    static List<DtypeShare> of(List<TensorRef> tensors, Cancellation cancellation) {
      Map<Dtype, DtypeShare> shares = new EnumMap<>(Dtype.class);
      for (TensorRef tensor : tensors) {
        cancellation.check();
        shares.merge(tensor.info().dtype(), of(tensor.info()), DtypeShare::plus);
      }
      return shares.values().stream()
          .sorted(
              Comparator.comparingLong(DtypeShare::byteCount)
                  .thenComparingInt(DtypeShare::tensorCount)
                  .reversed())
          .toList();
    }

    private static DtypeShare of(TensorInfo tensor) {
      return new DtypeShare(
          tensor.dtype(), 1, tensor.shape().saturatedElementCount(), tensor.clampedByteCount());
    }

    private DtypeShare plus(DtypeShare other) {
      return new DtypeShare(
          dtype,
          tensorCount + other.tensorCount,
          Saturating.sum(elementCount, other.elementCount),
          Saturating.sum(byteCount, other.byteCount));
    }
  }

  /// @param state the state according to the worst problem
  record FileRow(TensorFile file, State state) {

    /// The state of a file, the worst first.
    enum State {
      /// The reference library refuses it.
      REFUSED,
      /// It loads, but with errors or warnings.
      PROBLEMS,
      /// It loads without errors or warnings.
      LOADS
    }

    /// Returns the files in their order, but the worst first.
    static List<FileRow> of(FileDocument document) {
      Set<TensorFile> troubled =
          document.findings().stream()
              .filter(located -> located.finding().concern() != Severity.INFO)
              .flatMap(located -> located.file().stream())
              .collect(Collectors.toSet());
      return document.checkpoint().files().stream()
          .map(file -> new FileRow(file, troubled.contains(file) ? State.PROBLEMS : State.LOADS))
          .map(row -> !row.file().isIntact() ? new FileRow(row.file(), State.REFUSED) : row)
          .sorted(Comparator.comparing(FileRow::state))
          .toList();
    }
  }

  /// A part of the document with its identity and picture.
  ///
  /// @param picture decoded, at most [#PICTURE_SIDE] pixels wide and high; empty if it does not
  ///   exist or is damaged, or if there are other parts
  record IdentifiedPart(Identity identity, Optional<Image> picture) {

    /// Maximum side of a decoded picture in pixels: twice the displayed size.
    static final int PICTURE_SIDE = 256;

    /// Returns the parts of a document whose header or index could be read. Takes time linear in
    /// the number of tensors.
    private static List<IdentifiedPart> of(Checkpoint checkpoint, Cancellation cancellation) {
      // The pictures of thousands of parts would fill the heap, although they are not shown.
      boolean isOnly = checkpoint.parts().size() == 1;
      return checkpoint.parts().stream()
          .filter(IdentifiedPart::isReadable)
          .map(part -> Identification.of(part, cancellation))
          .map(it -> new IdentifiedPart(it, isOnly ? picture(it) : Optional.empty()))
          .toList();
    }

    private static boolean isReadable(CheckpointPart part) {
      return part.files().stream()
              .map(TensorFile::header)
              .anyMatch(it -> !it.tensors().isEmpty() || it.metadata().isPresent())
          || part.index().filter(index -> !index.weightMap().isEmpty()).isPresent();
    }

    private static Optional<Image> picture(Identity identity) {
      return identity.thumbnail().flatMap(IdentifiedPart::decode);
    }

    private static Optional<Image> decode(EmbeddedImage thumbnail) {
      return Optional.of(new Image(thumbnail.dataUri(), PICTURE_SIDE, PICTURE_SIDE, true, true))
          .filter(image -> !image.isError());
    }
  }
}
