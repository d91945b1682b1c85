package io.github.tensorloupe.desktop.pane.overview;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.selection.OpenDocument;
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

/// The content of the overview. Immutable; made in the background.
///
/// @param dtypes by bytes, the most first
/// @param largestTensors at most [#MAX_ROWS], the largest first, then in natural order of their
///   names
/// @param missingShards the names of shards of a set that are not there, at most [#MAX_MISSING]
/// @param cut what is left of a single file that ends too early
/// @param pointer what a file tells that stands in place of another one
/// @param beginning of a text that is no safetensors file, fit for display
/// @param files of a set or folder; those that are refused first, then in the document's order
record Overview(
    OpenDocument document,
    Verdict verdict,
    List<DtypeShare> dtypes,
    LargestGroups groups,
    List<TensorRef> largestTensors,
    List<FileRow> files,
    List<IdentifiedPart> identified,
    List<String> missingShards,
    Optional<CutFile> cut,
    Optional<GitLfsPointer> pointer,
    Optional<String> beginning) {

  /// The most missing shards that are counted.
  static final int MAX_MISSING = 1000;

  /// The most groups or tensors that are listed.
  static final int MAX_ROWS = 8;

  /// The most telling keys of metadata first.
  private static final List<String> TELLING_KEYS =
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
      Comparator.comparingLong((TensorRef tensor) -> tensor.info().spannedByteCount())
          .reversed()
          .thenComparing(tensor -> tensor.info().name(), NaturalOrder.INSTANCE);

  /// Sums up a document. Takes time in proportion to the number of tensors.
  ///
  /// @throws java.util.concurrent.CancellationException if cancelled
  static Overview of(OpenDocument document, Cancellation cancellation) {
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
        onlyFile(checkpoint).flatMap(CutFile::of),
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
      // That it is one is told all the same.
      return Optional.empty();
    }
  }

  private static List<TensorRef> largest(List<TensorRef> tensors, Cancellation cancellation) {
    PriorityQueue<TensorRef> kept = new PriorityQueue<>(MAX_ROWS + 1, LARGEST_FIRST.reversed());
    for (TensorRef tensor : tensors) {
      if (kept.size() < MAX_ROWS || LARGEST_FIRST.compare(tensor, kept.peek()) < 0) {
        cancellation.check();
        kept.add(tensor);
        if (kept.size() > MAX_ROWS) {
          kept.remove();
        }
      }
    }
    return kept.stream().sorted(LARGEST_FIRST).toList();
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

  /// A single file (what it really is), a set or a folder.
  FileKind kind() {
    return checkpoint().kind() == FileKind.SAFETENSORS
        ? checkpoint().files().getFirst().kind()
        : checkpoint().kind();
  }

  /// True for a single file that is no safetensors file, whatever its name says.
  boolean isOther() {
    return switch (kind()) {
      case SAFETENSORS, SET, DIRECTORY -> false;
      default -> true;
    };
  }

  int fileCount() {
    return checkpoint().files().size();
  }

  /// The parts of a folder; empty where there is only one.
  List<CheckpointPart> parts() {
    return checkpoint().parts().size() > 1 ? checkpoint().parts() : List.of();
  }

  /// True where a file of a part is refused or missing, or the set has another error.
  static boolean isBroken(CheckpointPart part) {
    return part.files().stream().anyMatch(TensorFile::isRefused)
        || part.findings().stream().anyMatch(finding -> finding.concern() == Severity.ERROR);
  }

  /// False where the header of a file could not be read to its end; the counts tell what is known.
  boolean headersRead() {
    return checkpoint().files().stream().allMatch(file -> file.reading().headerParsed());
  }

  /// Size of the data buffers; empty where no header ends inside its file.
  OptionalLong dataByteCount() {
    return wholeFiles().mapToLong(file -> file.dataLength().getAsLong()).reduce(Long::sum);
  }

  /// Sum of the header lengths; empty where no header ends inside its file.
  OptionalLong headerByteCount() {
    return wholeFiles()
        .mapToLong(file -> file.reading().headerLength().orElseThrow())
        .reduce(Long::sum);
  }

  private Stream<TensorFile> wholeFiles() {
    return checkpoint().files().stream().filter(file -> file.dataLength().isPresent());
  }

  /// The weights of all parts together, whatever they are packed into; where that is not known, the
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

  Optional<TensorFile> fileWithMetadata() {
    return checkpoint().files().stream().filter(file -> !entries(file).isEmpty()).findFirst();
  }

  static Map<String, String> entries(TensorFile file) {
    return file.header().metadata().orElse(Metadata.EMPTY).entries();
  }

  /// The keys of the metadata that say most of what the checkpoint is: known ones, or the first
  /// ones where there are none of these.
  ///
  /// @param areAll true where there is nothing else to tell of: then no others are left out
  static List<String> tellingKeys(Map<String, String> entries, boolean areAll) {
    if (areAll) {
      return entries.keySet().stream().limit(MAX_ALL_ENTRIES).toList();
    }
    List<String> telling =
        TELLING_KEYS.stream().filter(entries::containsKey).limit(MAX_ENTRIES).toList();
    return telling.isEmpty()
        ? entries.keySet().stream().limit(MAX_OTHER_ENTRIES).toList()
        : telling;
  }

  static long lengthOf(List<TensorFile> files) {
    return files.stream().mapToLong(file -> file.bytes().length()).sum();
  }

  /// The share of one dtype in a document. Sums that leave 63 bits stay at their limit.
  ///
  /// @param tensorCount at least 1
  /// @param elementCount as the shapes say
  /// @param byteCount as the data offsets say
  record DtypeShare(Dtype dtype, int tensorCount, long elementCount, long byteCount) {

    /// The dtypes that occur, by bytes, the most first.
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
          tensor.dtype(), 1, tensor.shape().saturatedElementCount(), tensor.spannedByteCount());
    }

    private DtypeShare plus(DtypeShare other) {
      return new DtypeShare(
          dtype,
          tensorCount + other.tensorCount,
          Saturating.sum(elementCount, other.elementCount),
          Saturating.sum(byteCount, other.byteCount));
    }
  }

  /// @param state its worst problem
  record FileRow(TensorFile file, State state) {

    /// The state of a file, the worst first.
    enum State {
      /// The reference library refuses it.
      REFUSED,
      /// It loads, but there is an error or a warning.
      PROBLEMS,
      /// It loads, and there is nothing to warn of.
      LOADS
    }

    /// The files in their order, but the worst first.
    static List<FileRow> of(OpenDocument document) {
      Set<TensorFile> troubled =
          document.findings().stream()
              .filter(located -> located.finding().concern() != Severity.INFO)
              .flatMap(located -> located.file().stream())
              .collect(Collectors.toSet());
      return document.checkpoint().files().stream()
          .map(file -> new FileRow(file, troubled.contains(file) ? State.PROBLEMS : State.LOADS))
          .map(row -> row.file().isRefused() ? new FileRow(row.file(), State.REFUSED) : row)
          .sorted(Comparator.comparing(FileRow::state))
          .toList();
    }
  }

  /// A part of the document with its identity and picture.
  ///
  /// @param picture decoded, at most [#PICTURE_SIDE] pixels wide and high; empty where there is
  ///   none, it is broken, or there are other parts
  record IdentifiedPart(Identity identity, Optional<Image> picture) {

    /// The most pixels of a side that a picture is decoded to: twice of what is shown.
    static final int PICTURE_SIDE = 256;

    /// The parts of a document of which a header or an index could be read. Takes time in
    /// proportion to the number of tensors.
    private static List<IdentifiedPart> of(Checkpoint checkpoint, Cancellation cancellation) {
      // The pictures of thousands of parts would fill the heap, and none of them is shown.
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
