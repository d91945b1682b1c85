package io.github.tensorloupe.export;

import module java.base;

import io.github.tensorloupe.format.Preface;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.InsertedBytes;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.text.ByteSize;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// The intact and the damaged tensors of a damaged file. The intact tensors can be written to a new
/// file. Immutable. A tensor is intact if its data offsets match its shape and dtype, are inside
/// the file, and share no bytes with another such tensor. Values are not checked. If the JSON of
/// the header is invalid from some point on, the tensors before that point count, provided that the
/// header ends with a closing brace; otherwise the position of the data is unknown.
///
/// @param file the damaged file
/// @param intact the intact tensors, in file order
/// @param damaged the other tensors, in file order
/// @param limitation the reason why the file is only partly readable, or empty if it is readable
public record SalvagePlan(
    TensorFile file,
    List<TensorRef> intact,
    List<DamagedTensor> damaged,
    Optional<Limitation> limitation) {

  public enum Fate {
    /// The file ends inside its data.
    CUT(Sentence.of("cut")),
    /// The file ends before its data.
    LOST(Sentence.of("lost")),
    /// Its data offsets do not match its shape and dtype.
    WRONG_OFFSETS(Sentence.of("of a size that does not match shape and dtype")),
    /// It shares bytes with another tensor, and the file does not reveal which entry is correct.
    OVERLAPS(Sentence.of("overlapping with another"));

    private final Sentence words;

    Fate(Sentence words) {
      this.words = words;
    }

    /// Returns the predicate of a sentence about tensors.
    public Sentence words() {
      return words;
    }
  }

  public record DamagedTensor(TensorInfo tensor, Fate fate) {}

  /// The reasons why a file is only partly readable.
  public enum Limitation {
    FOREIGN(Sentence.of("The file has another format than safetensors.")),
    NO_HEADER(Sentence.of("The header cannot be read.")),
    ENDS_IN_HEADER(Sentence.of("The file ends inside its header, so it has no data.")),
    /// The header length may be wrong.
    NO_DATA_START(
        Sentence.of(
            "The header is cut off and its closing brace is missing, so the beginning of the data"
                + " is unknown.")),
    BREAKS_OFF(
        Sentence.of("The header is cut off: tensors and metadata beyond that point are lost.")),
    INSERTED_BYTES(
        Sentence.of(
            "The file is too long, and the additional bytes seem to be inside the data: the values"
                + " of the tensors may be shifted."));

    private final Sentence sentence;

    Limitation(Sentence sentence) {
      this.sentence = sentence;
    }
  }

  /// The number of bytes at the end of a header that are searched for the closing brace.
  private static final int TAIL_BYTES = 4096;

  public SalvagePlan {
    intact = List.copyOf(intact);
    damaged = List.copyOf(damaged);
  }

  /// Examines a file in time linear in the number of tensors.
  public static SalvagePlan of(TensorFile file) throws IOException {
    Optional<Limitation> limitation = limitation(file);
    if (limitation.equals(Optional.of(Limitation.FOREIGN))) {
      return new SalvagePlan(file, List.of(), List.of(), limitation);
    }
    boolean isAllLost =
        switch (limitation.orElse(Limitation.BREAKS_OFF)) {
          case BREAKS_OFF, INSERTED_BYTES -> false;
          case NO_HEADER, ENDS_IN_HEADER, NO_DATA_START -> true;
          case FOREIGN -> throw new IllegalStateException("not a safetensors file");
        };
    List<TensorInfo> tensors = file.header().tensors();
    BitSet overlapping = overlapping(tensors);
    List<TensorRef> intact = new ArrayList<>();
    List<DamagedTensor> left = new ArrayList<>();
    for (int i = 0; i < tensors.size(); i++) {
      TensorInfo tensor = tensors.get(i);
      Optional<Fate> fate =
          isAllLost ? Optional.of(Fate.LOST) : fate(tensor, overlapping.get(i), file.dataLength());
      fate.ifPresentOrElse(
          reason -> left.add(new DamagedTensor(tensor, reason)),
          () -> intact.add(new TensorRef(file, tensor)));
    }
    return new SalvagePlan(file, intact, left, limitation);
  }

  private static Optional<Limitation> limitation(TensorFile file) throws IOException {
    if (file.foreign().isPresent()) {
      return Optional.of(Limitation.FOREIGN);
    }
    if (file.reading().headerParsed()) {
      long dataLength = file.dataLength().orElse(0);
      long end =
          file.header().tensors().stream()
              .map(TensorInfo::end)
              .max(Long::compareUnsigned)
              .orElse(dataLength);
      long dataBegin = file.bytes().length() - dataLength;
      return Long.compareUnsigned(end, dataLength) < 0
              && InsertedBytes.areEvident(file.bytes(), dataBegin, dataLength - end)
          ? Optional.of(Limitation.INSERTED_BYTES)
          : Optional.empty();
    }
    if (file.header().tensors().isEmpty()) {
      return Optional.of(Limitation.NO_HEADER);
    }
    OptionalLong dataStart = file.reading().dataStart();
    if (dataStart.isEmpty()) {
      return Optional.of(Limitation.ENDS_IN_HEADER);
    }
    return Optional.of(
        endsAsHeader(file, dataStart.getAsLong())
            ? Limitation.BREAKS_OFF
            : Limitation.NO_DATA_START);
  }

  private static boolean endsAsHeader(TensorFile file, long dataStart) throws IOException {
    int count = (int) Math.min(TAIL_BYTES, dataStart - Preface.BYTE_COUNT);
    byte[] tail = file.bytes().read(dataStart - count, count);
    if (!new String(tail, StandardCharsets.ISO_8859_1).replaceFirst(" +$", "").endsWith("}")) {
      return false;
    }
    // A brace after the header suggests a header length that is one byte too short.
    return dataStart == file.bytes().length() || file.bytes().read(dataStart, 1)[0] != '}';
  }

  private static Optional<Fate> fate(
      TensorInfo tensor, boolean isOverlapping, OptionalLong dataLength) {
    if (!hasExpectedSize(tensor)) {
      return Optional.of(Fate.WRONG_OFFSETS);
    }
    long length = dataLength.orElse(0);
    if (Long.compareUnsigned(tensor.end(), length) > 0) {
      boolean isBeginPresent = Long.compareUnsigned(tensor.begin(), length) < 0;
      return Optional.of(isBeginPresent ? Fate.CUT : Fate.LOST);
    }
    return isOverlapping ? Optional.of(Fate.OVERLAPS) : Optional.empty();
  }

  private static boolean hasExpectedSize(TensorInfo tensor) {
    return Long.compareUnsigned(tensor.begin(), tensor.end()) <= 0
        && tensor.requiredByteCount().equals(OptionalLong.of(tensor.byteCount()));
  }

  /// Returns the total size of the intact tensors in bytes.
  public long intactByteCount() {
    return intact.stream().mapToLong(tensor -> tensor.info().byteCount()).sum();
  }

  /// Returns a summary of the intact and damaged tensors.
  public Sentence summary() {
    boolean isForeign = limitation.equals(Optional.of(Limitation.FOREIGN));
    if (isForeign && !file.header().tensors().isEmpty()) {
      return Sentence.of(
          "The file has another format than safetensors; a conversion copies its readable"
              + " tensors.");
    }
    Sentence tensorSummary = tensorSummary(PathText.of(String.valueOf(file.path().getFileName())));
    return limitation.map(reason -> tensorSummary.then(reason.sentence)).orElse(tensorSummary);
  }

  private Sentence tensorSummary(String name) {
    int count = intact.size() + damaged.size();
    if (count == 0) {
      return Sentence.of("No tensor of {0} can be read.", name);
    }
    if (intact.isEmpty()) {
      return count == 1
          ? Sentence.of("No tensor of {0} is intact; {1}.", name, others())
          : Sentence.of("None of the {0} tensors of {1} is intact; {2}.", count, name, others());
    }
    ByteSize intactSize = new ByteSize(intactByteCount());
    return Sentence.of(
        "{0} of the {1} {1#tensor|tensors} of {2} {0#is|are} intact, {3}.",
        intact.size(),
        count,
        name,
        damaged.isEmpty() ? intactSize : Sentence.joined("; ", List.of(intactSize, others())));
  }

  private Sentence others() {
    SortedMap<Fate, Integer> counts = new TreeMap<>();
    damaged.forEach(tensor -> counts.merge(tensor.fate(), 1, Integer::sum));
    List<Sentence> parts = new ArrayList<>();
    counts.forEach((fate, n) -> parts.add(Sentence.of("{0} {0#is|are} {1}", n, fate.words)));
    return Sentence.joined(", ", parts);
  }

  /// Writes the intact tensors and the readable metadata to a new file that the reference library
  /// can load. Never changes the damaged file.
  ///
  /// @param progress reported in bytes: twice the size of the tensors, which are read back
  /// @throws IOException if no tensor is intact, or if reading or writing fails
  public ExportResult write(
      FileOperations files,
      Path out,
      boolean replaces,
      Collection<Path> sources,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    if (intact.isEmpty()) {
      throw new SentenceException(summary().then(Sentence.of("Nothing was written.")));
    }
    ExportOptions options = ExportOptions.of(ExportFormat.SAFETENSORS).withReplaces(replaces);
    List<Path> read = new ArrayList<>(sources);
    read.add(file.path());
    return new TensorExport(files).write(intact, options, out, read, cancellation, progress);
  }

  /// Returns the indexes of tensors that share bytes with another tensor. Ignores tensors whose
  /// data offsets do not match their shape and dtype.
  ///
  /// @param tensors the tensors, sorted by data offsets
  private static BitSet overlapping(List<TensorInfo> tensors) {
    BitSet shared = new BitSet();
    int furthest = -1;
    for (int i = 0; i < tensors.size(); i++) {
      TensorInfo tensor = tensors.get(i);
      if (tensor.byteCount() == 0 || !hasExpectedSize(tensor)) {
        continue;
      }
      long reached = furthest < 0 ? 0 : tensors.get(furthest).end();
      if (Long.compareUnsigned(tensor.begin(), reached) < 0) {
        // Other tensors that reach this position overlap the furthest one and are already marked.
        shared.set(i);
        shared.set(furthest);
      }
      if (Long.compareUnsigned(tensor.end(), reached) > 0) {
        furthest = i;
      }
    }
    return shared;
  }
}
