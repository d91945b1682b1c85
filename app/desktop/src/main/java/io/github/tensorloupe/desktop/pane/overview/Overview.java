package io.github.tensorloupe.desktop.pane.overview;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.identify.EmbeddedImage;
import io.github.tensorloupe.identify.Identification;
import io.github.tensorloupe.identify.Identity;
import io.github.tensorloupe.identify.Topic;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.LargestGroups;
import io.github.tensorloupe.model.NaturalOrder;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.work.Cancellation;
import java.nio.file.Path;

/// The content of the overview. Immutable; made in the background.
///
/// @param name for display
/// @param kind a single file (what it really is), a set or a folder
/// @param dtypes by bytes, the most first
/// @param parts of a folder, where it has several
/// @param largestTensors at most [#MAX_ROWS], the largest first, then in natural order of their
///   names
/// @param files of a set or folder; those that are refused first, then in the document's order
record Overview(
    String name,
    Path path,
    FileKind kind,
    Verdict verdict,
    Totals totals,
    List<DtypeShare> dtypes,
    LargestGroups groups,
    List<PartRow> parts,
    List<TensorRef> largestTensors,
    MetadataSummary metadata,
    List<FileRow> files,
    List<IdentifiedPart> identified) {

  /// The most groups or tensors that are listed.
  static final int MAX_ROWS = 8;

  private static final Comparator<TensorRef> LARGEST_FIRST =
      Comparator.comparingLong(Overview::byteCount)
          .reversed()
          .thenComparing(tensor -> tensor.info().name(), NaturalOrder.INSTANCE);

  /// The sum of two numbers that are not negative, or `Long.MAX_VALUE` where it does not fit: a
  /// file may declare any size.
  static long saturatingSum(long left, long right) {
    long sum = left + right;
    return sum < 0 ? Long.MAX_VALUE : sum;
  }

  /// Sums up a document. Takes time in proportion to the number of tensors.
  ///
  /// @throws java.util.concurrent.CancellationException if cancelled
  static Overview of(OpenDocument document, Cancellation cancellation) {
    Checkpoint checkpoint = document.checkpoint();
    boolean single = checkpoint.kind() == FileKind.SAFETENSORS;
    List<DtypeShare> dtypes = DtypeShare.of(checkpoint.tensors(), cancellation);
    return new Overview(
        document.name(),
        checkpoint.path(),
        single ? checkpoint.files().getFirst().kind() : checkpoint.kind(),
        Verdict.of(document),
        Totals.of(checkpoint, dtypes),
        dtypes,
        LargestGroups.of(document.tree(), MAX_ROWS, cancellation),
        PartRow.of(checkpoint),
        largest(checkpoint.tensors(), cancellation),
        MetadataSummary.of(checkpoint.files()),
        single ? List.of() : FileRow.of(document),
        IdentifiedPart.of(checkpoint, cancellation));
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

  /// The weights of all parts together, whatever they are packed into; where that is not known, the
  /// elements of all tensors.
  long parameterCount() {
    long known =
        identified.stream()
            .flatMap(part -> part.identity().statement(Topic.PARAMETERS).stream())
            .mapToLong(statement -> statement.number().orElse(0))
            .reduce(0, Overview::saturatingSum);
    return known == 0 ? totals.elementCount() : known;
  }

  /// A refused file may promise a tensor that ends before it begins.
  static long byteCount(TensorRef tensor) {
    return Math.max(0, tensor.info().byteCount());
  }

  /// The figures of a whole document. Sums that leave 63 bits stay at their limit.
  ///
  /// @param headersRead false where the header of a file could not be read to its end; then the
  ///   counts tell what is known
  /// @param dataByteCount size of the data buffers; empty where no header ends inside its file
  /// @param headerByteCount sum of the header lengths; empty where no header ends inside its file
  record Totals(
      boolean headersRead,
      int tensorCount,
      long elementCount,
      OptionalLong dataByteCount,
      OptionalLong headerByteCount,
      int fileCount,
      long fileByteCount) {

    static Totals of(Checkpoint checkpoint, List<DtypeShare> dtypes) {
      List<TensorFile> files = checkpoint.files();
      List<TensorFile> whole =
          files.stream().filter(file -> file.dataLength().isPresent()).toList();
      return new Totals(
          files.stream().allMatch(file -> file.reading().headerParsed()),
          checkpoint.tensors().size(),
          dtypes.stream().mapToLong(DtypeShare::elementCount).reduce(0, Overview::saturatingSum),
          sum(whole, file -> file.dataLength().getAsLong()),
          sum(whole, file -> file.reading().headerLength().orElseThrow()),
          files.size(),
          files.stream().mapToLong(file -> file.bytes().length()).sum());
    }

    private static OptionalLong sum(List<TensorFile> files, ToLongFunction<TensorFile> length) {
      return files.stream().mapToLong(length).reduce(Long::sum);
    }
  }

  /// The share of one dtype in a document. Sums that leave 63 bits stay at their limit.
  ///
  /// @param tensorCount at least 1
  /// @param elementCount as the shapes say
  /// @param byteCount as the data offsets say
  record DtypeShare(Dtype dtype, int tensorCount, long elementCount, long byteCount) {

    private static final int TENSORS_BETWEEN_CHECKS = 4096;

    /// The dtypes that occur, by bytes, the most first.
    ///
    /// @throws java.util.concurrent.CancellationException if cancelled
    static List<DtypeShare> of(List<TensorRef> tensors, Cancellation cancellation) {
      Map<Dtype, DtypeShare> shares = new EnumMap<>(Dtype.class);
      int untilCheck = 0;
      for (TensorRef tensor : tensors) {
        if (untilCheck-- == 0) {
          cancellation.check();
          untilCheck = TENSORS_BETWEEN_CHECKS;
        }
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
      long elementCount = tensor.shape().elementCount().orElse(Long.MAX_VALUE);
      return new DtypeShare(
          tensor.dtype(),
          1,
          elementCount < 0 ? Long.MAX_VALUE : elementCount,
          Math.max(0, tensor.byteCount()));
    }

    private DtypeShare plus(DtypeShare other) {
      return new DtypeShare(
          dtype,
          tensorCount + other.tensorCount,
          Overview.saturatingSum(elementCount, other.elementCount),
          Overview.saturatingSum(byteCount, other.byteCount));
    }
  }

  /// One file of a set or folder.
  ///
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
          .map(file -> new FileRow(file, stateOf(file, troubled.contains(file))))
          .sorted(Comparator.comparing(FileRow::state))
          .toList();
    }

    private static State stateOf(TensorFile file, boolean isTroubled) {
      if (file.isRefused()) {
        return State.REFUSED;
      }
      return isTroubled ? State.PROBLEMS : State.LOADS;
    }
  }

  /// One set or lone file of a folder that holds several.
  ///
  /// @param broken true where a file is refused or missing, or the set has another error
  record PartRow(
      String label,
      boolean isSet,
      int fileCount,
      long tensorCount,
      long byteCount,
      boolean broken) {

    /// The parts in their order; empty where there is only one.
    static List<PartRow> of(Checkpoint checkpoint) {
      return checkpoint.parts().size() > 1
          ? checkpoint.parts().stream().map(PartRow::of).toList()
          : List.of();
    }

    private static PartRow of(CheckpointPart part) {
      List<TensorFile> files = part.files();
      return new PartRow(
          part.label(),
          part.isSet(),
          files.size(),
          files.stream().mapToLong(file -> file.header().tensors().size()).sum(),
          files.stream().mapToLong(file -> file.bytes().length()).sum(),
          files.stream().anyMatch(TensorFile::isRefused)
              || part.findings().stream().anyMatch(finding -> finding.concern() == Severity.ERROR));
    }
  }

  /// The most informative metadata entries. Immutable.
  ///
  /// @param file the first file that has entries, where one has
  /// @param telling the entries that say most of what the checkpoint is
  record MetadataSummary(Optional<TensorFile> file, int entryCount, List<Entry> telling) {

    /// One entry, as it stands in the file.
    record Entry(String key, String value) {}

    private static final int MAX_ENTRIES = 8;
    private static final int MAX_OTHER_ENTRIES = 5;

    /// The most telling keys first.
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

    static MetadataSummary of(List<TensorFile> files) {
      for (TensorFile file : files) {
        Map<String, String> entries = file.header().metadata().orElse(Metadata.EMPTY).entries();
        if (!entries.isEmpty()) {
          return new MetadataSummary(Optional.of(file), entries.size(), tellingOf(entries));
        }
      }
      return new MetadataSummary(Optional.empty(), 0, List.of());
    }

    /// Known keys, or the first ones where there are none of these.
    private static List<Entry> tellingOf(Map<String, String> entries) {
      List<Entry> telling =
          TELLING_KEYS.stream()
              .filter(entries::containsKey)
              .limit(MAX_ENTRIES)
              .map(key -> new Entry(key, entries.get(key)))
              .toList();
      return telling.isEmpty()
          ? entries.entrySet().stream()
              .limit(MAX_OTHER_ENTRIES)
              .map(entry -> new Entry(entry.getKey(), entry.getValue()))
              .toList()
          : telling;
    }
  }

  /// A part of the document with its identity and picture.
  ///
  /// @param picture decoded, at most [#PICTURE_SIDE] pixels wide and high; empty where there is
  ///   none or it is broken
  record IdentifiedPart(Identity identity, Optional<Image> picture) {

    /// The most pixels of a side that a picture is decoded to: twice of what is shown.
    static final int PICTURE_SIDE = 256;

    /// The parts of a document of which a header or an index could be read. Takes time in
    /// proportion to the number of tensors.
    private static List<IdentifiedPart> of(Checkpoint checkpoint, Cancellation cancellation) {
      return checkpoint.parts().stream()
          .filter(IdentifiedPart::isReadable)
          .map(part -> Identification.of(part, cancellation))
          .map(it -> new IdentifiedPart(it, it.thumbnail().flatMap(IdentifiedPart::decode)))
          .toList();
    }

    private static boolean isReadable(CheckpointPart part) {
      return part.files().stream()
              .map(TensorFile::header)
              .anyMatch(it -> !it.tensors().isEmpty() || it.metadata().isPresent())
          || part.index().filter(index -> !index.weightMap().isEmpty()).isPresent();
    }

    private static Optional<Image> decode(EmbeddedImage thumbnail) {
      return Optional.of(new Image(thumbnail.dataUri(), PICTURE_SIDE, PICTURE_SIDE, true, true))
          .filter(image -> !image.isError());
    }
  }
}
