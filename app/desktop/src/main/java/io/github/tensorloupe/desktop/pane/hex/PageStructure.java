package io.github.tensorloupe.desktop.pane.hex;

import module java.base;

import io.github.tensorloupe.desktop.pane.hex.FileStructure.Segment;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.TensorInfo;

/// The part of each visible byte of a file. Immutable; created for every page in time that depends
/// only on the number of visible bytes.
public final class PageStructure {

  static final int ZERO_RUN_BYTES = 256;

  private final FileStructure file;
  private final ByteRange visible;
  private final Optional<HeaderTokens> headerText;
  private final Part[] parts;
  private final int[] tensors;
  private final BitSet notFinite = new BitSet();
  private final BitSet zeros = new BitSet();

  private PageStructure(FileStructure file, ByteWindow window, ByteRange visible) {
    this.file = file;
    this.visible = visible;
    this.parts = new Part[(int) visible.byteCount()];
    this.tensors = new int[parts.length];
    boolean showsHeader = visible.begin() < file.header().end() && visible.end() > Long.BYTES;
    this.headerText =
        showsHeader
            ? Optional.of(HeaderTokens.of(window, new ByteRange(Long.BYTES, file.header().end())))
            : Optional.empty();
  }

  /// Creates the structure of a page.
  ///
  /// @param window the loaded bytes; others are described in less detail
  /// @param visible the bytes of the page
  /// @param zeroPages known runs of zeros, as file offsets
  public static PageStructure of(
      FileStructure file, ByteWindow window, ByteRange visible, List<ByteRange> zeroPages) {
    PageStructure page = new PageStructure(file, window, visible);
    for (long at = visible.begin(); at < visible.end(); ) {
      Segment segment = file.at(at);
      ByteRange range = new ByteRange(at, Math.min(segment.end(), visible.end()));
      page.fill(range, segment);
      if (segment.part().isInTensor()) {
        page.markNotFinite(window, range, segment.tensor());
      }
      at = range.end();
    }
    page.markZeroRuns(window);
    zeroPages.forEach(page::markZeros);
    return page;
  }

  private void fill(ByteRange range, Segment segment) {
    int from = index(range.begin());
    int to = index(range.end());
    Arrays.fill(parts, from, to, segment.part());
    Arrays.fill(tensors, from, to, segment.tensor());
    for (int i = from; i < to && segment.part() == Part.HEADER && headerText.isPresent(); i++) {
      parts[i] = headerText.get().at(visible.begin() + i);
    }
  }

  private int index(long byteOffset) {
    return (int) (byteOffset - visible.begin());
  }

  private void markNotFinite(ByteWindow window, ByteRange range, int tensor) {
    ElementType type = ElementType.of(file.tensor(tensor).dtype());
    int width = type.partBits() / Byte.SIZE;
    // Floats of less than a byte have no codes for NaN and infinity.
    if (type.isInteger() || width == 0) {
      return;
    }
    long begin = file.tensorBegin(tensor);
    long first = (range.begin() - begin) / width;
    long last = (range.end() - 1 - begin) / width;
    for (long part = first; part <= last; part++) {
      OptionalLong code = window.code(type, begin, part);
      if (code.isPresent() && !type.classify(code.getAsLong()).isFinite()) {
        long from = Math.max(begin + part * width, range.begin());
        long to = Math.min(begin + (part + 1) * width, range.end());
        notFinite.set(index(from), index(to));
      }
    }
  }

  /// Marks zeros, including long runs that overlap the page.
  private void markZeroRuns(ByteWindow window) {
    long end = window.range().end();
    for (long at = window.range().begin(); at < end; at++) {
      long from = at;
      while (at < end && window.at(at) == 0) {
        at++;
      }
      if (at - from >= ZERO_RUN_BYTES) {
        markZeros(new ByteRange(from, at));
      }
    }
  }

  private void markZeros(ByteRange range) {
    long from = Math.max(range.begin(), visible.begin());
    long to = Math.min(range.end(), visible.end());
    for (long at = from; at < to; at++) {
      zeros.set(index(at), parts[index(at)].isInTensor());
    }
  }

  public ByteRange visible() {
    return visible;
  }

  public Part part(long byteOffset) {
    return parts[index(byteOffset)];
  }

  /// Returns the index of the tensor of a visible byte, or [Segment#NO_TENSOR].
  public int tensor(long byteOffset) {
    return tensors[index(byteOffset)];
  }

  public TensorInfo tensorInfo(int index) {
    return file.tensor(index);
  }

  /// Returns true if a visible byte belongs to an element that is NaN or infinite.
  public boolean isNotFinite(long byteOffset) {
    return notFinite.get(index(byteOffset));
  }

  public boolean isDamaged(long byteOffset) {
    return file.isDamaged(byteOffset);
  }

  /// Returns true if a visible byte is part of a run of zeros in a tensor.
  public boolean isZeros(long byteOffset) {
    return zeros.get(index(byteOffset));
  }

  /// Returns the name, as written in the header, of the entry that contains a visible byte; empty
  /// if unknown.
  public Optional<String> entry(long byteOffset) {
    return part(byteOffset).isInHeader()
        ? headerText.flatMap(text -> text.entryAt(byteOffset))
        : Optional.empty();
  }

  /// Returns the number of bytes per element at a visible byte: 1 outside of tensors and for
  /// elements that are not whole bytes.
  public int elementBytes(long byteOffset) {
    int tensor = tensor(byteOffset);
    int bits = tensor == Segment.NO_TENSOR ? Byte.SIZE : file.tensor(tensor).dtype().bits();
    return Math.max(1, bits / Byte.SIZE);
  }

  /// Returns the index of a visible byte in its element, from 0 to [#elementBytes] - 1.
  public int byteInElement(long byteOffset) {
    int tensor = tensor(byteOffset);
    return tensor == Segment.NO_TENSOR
        ? 0
        : (int) ((byteOffset - file.tensorBegin(tensor)) % elementBytes(byteOffset));
  }
}
