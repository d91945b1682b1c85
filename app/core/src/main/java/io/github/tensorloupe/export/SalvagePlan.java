package io.github.tensorloupe.export;

import module java.base;

import io.github.tensorloupe.format.Preface;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;

/// Which tensors of a damaged file are intact, and what is wrong with the others. Nothing is
/// written. Immutable.
///
/// A tensor is intact where its data offsets span what its shape and dtype need, lie inside the
/// file, and share no byte with those of another such tensor. The values are not looked at. Where
/// the JSON of the header breaks off, the tensors before the break count, provided that the header
/// ends as one does, for else nobody knows where the data begin.
///
/// @param file the damaged file
/// @param kept the intact tensors, in the order of the file
/// @param left the others, in the order of the file
/// @param doubt why nothing or not everything can be known of the file; empty where all is known
public record SalvagePlan(
    TensorFile file, List<TensorRef> kept, List<Casualty> left, Optional<Doubt> doubt) {

  /// The reason why a tensor is not intact.
  public enum Fate {
    /// The file ends within its data.
    CUT,
    /// The file ends before its data.
    LOST,
    /// Its data offsets do not fit its shape and dtype.
    WRONG_OFFSETS,
    /// Its data offsets share bytes with those of another tensor, and which is right is not known.
    OVERLAPS
  }

  /// A tensor that is not intact.
  public record Casualty(TensorInfo tensor, Fate fate) {}

  /// Something that is not known of a file.
  public enum Doubt {
    /// It has no header that can be read.
    NO_HEADER,
    /// The file ends inside its header, so that there are no data.
    ENDS_IN_HEADER,
    /// The header breaks off, and it does not end as a header does: its length may be wrong.
    NO_DATA_START,
    /// The header breaks off; tensors behind the break are not known, nor all metadata perhaps.
    BREAKS_OFF
  }

  /// The number of bytes at the end of a header that are searched for the brace before its padding.
  private static final int TAIL_BYTES = 4096;

  public SalvagePlan {
    kept = List.copyOf(kept);
    left = List.copyOf(left);
  }

  /// Looks at a file's header; takes time in proportion to the number of tensors.
  ///
  /// @throws IOException if reading fails
  public static SalvagePlan of(TensorFile file) throws IOException {
    Optional<Doubt> doubt = doubt(file);
    boolean nothing = doubt.isPresent() && doubt.get() != Doubt.BREAKS_OFF;
    List<TensorInfo> tensors = file.header().tensors();
    BitSet overlapping = overlapping(tensors);
    List<TensorRef> kept = new ArrayList<>();
    List<Casualty> left = new ArrayList<>();
    for (int i = 0; i < tensors.size(); i++) {
      TensorInfo tensor = tensors.get(i);
      Optional<Fate> fate =
          nothing ? Optional.of(Fate.LOST) : fate(tensor, overlapping.get(i), file.dataLength());
      fate.ifPresentOrElse(
          why -> left.add(new Casualty(tensor, why)), () -> kept.add(new TensorRef(file, tensor)));
    }
    return new SalvagePlan(file, kept, left, doubt);
  }

  private static Optional<Doubt> doubt(TensorFile file) throws IOException {
    if (file.reading().headerParsed()) {
      return Optional.empty();
    }
    if (file.header().tensors().isEmpty()) {
      return Optional.of(Doubt.NO_HEADER);
    }
    OptionalLong dataStart = file.reading().dataStart();
    if (dataStart.isEmpty()) {
      return Optional.of(Doubt.ENDS_IN_HEADER);
    }
    return Optional.of(
        endsAsHeader(file, dataStart.getAsLong()) ? Doubt.BREAKS_OFF : Doubt.NO_DATA_START);
  }

  private static boolean endsAsHeader(TensorFile file, long dataStart) throws IOException {
    int count = (int) Math.min(TAIL_BYTES, dataStart - Preface.BYTE_COUNT);
    byte[] tail = file.bytes().read(dataStart - count, count);
    int at = tail.length - 1;
    while (at >= 0 && tail[at] == ' ') {
      at--;
    }
    // A brace behind it is the header's own, and the header one byte longer than it says.
    return at >= 0 && tail[at] == '}' && !standsAt(file, dataStart, '}');
  }

  private static boolean standsAt(TensorFile file, long byteOffset, char expected)
      throws IOException {
    return byteOffset < file.bytes().length()
        && file.bytes().read(byteOffset, 1)[0] == (byte) expected;
  }

  private static Optional<Fate> fate(TensorInfo tensor, boolean overlaps, OptionalLong dataLength) {
    if (!hasItsSize(tensor)) {
      return Optional.of(Fate.WRONG_OFFSETS);
    }
    long length = dataLength.orElse(0);
    if (Long.compareUnsigned(tensor.end(), length) > 0) {
      boolean begins = Long.compareUnsigned(tensor.begin(), length) < 0;
      return Optional.of(begins ? Fate.CUT : Fate.LOST);
    }
    return overlaps ? Optional.of(Fate.OVERLAPS) : Optional.empty();
  }

  /// True if the data offsets span what shape and dtype need.
  private static boolean hasItsSize(TensorInfo tensor) {
    OptionalLong expected = WholeTensor.byteCount(tensor);
    return Long.compareUnsigned(tensor.begin(), tensor.end()) <= 0
        && expected.isPresent()
        && expected.getAsLong() == tensor.byteCount();
  }

  /// The number of tensors that have this fate.
  public int count(Fate fate) {
    return (int) left.stream().filter(casualty -> casualty.fate() == fate).count();
  }

  /// The bytes of the intact tensors.
  public long keptByteCount() {
    return kept.stream().mapToLong(tensor -> tensor.info().byteCount()).sum();
  }

  /// The tensors that share bytes with another one, by index. One whose data offsets do not fit its
  /// own shape has no claim to any.
  ///
  /// @param tensors by data offsets
  private static BitSet overlapping(List<TensorInfo> tensors) {
    BitSet shared = new BitSet();
    int furthest = -1;
    for (int i = 0; i < tensors.size(); i++) {
      TensorInfo tensor = tensors.get(i);
      if (tensor.byteCount() == 0 || !hasItsSize(tensor)) {
        continue;
      }
      long reached = furthest < 0 ? 0 : tensors.get(furthest).end();
      if (Long.compareUnsigned(tensor.begin(), reached) < 0) {
        // Whoever else reaches to here shares bytes with the furthest one, and is marked already.
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
