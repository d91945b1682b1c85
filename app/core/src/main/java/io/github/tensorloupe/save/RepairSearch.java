package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.HeaderExtent;
import io.github.tensorloupe.format.Preface;
import io.github.tensorloupe.model.InsertedBytes;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.save.RepairPlan.Repair;
import io.github.tensorloupe.text.Sentence;

/// The search for the repair of a refused file. Files with two faults are not repaired.
record RepairSearch(TensorFile file, long fileLength) {

  private static final int ALIGNMENT = 8;
  private static final int BLOCK_BYTES = 1 << 16;
  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

  /// The layout of a repaired file: a header, followed by a range of the damaged file.
  ///
  /// @param wrong the file offsets of the wrong bytes in the damaged file
  /// @param header the header of the repaired file; must not be modified
  /// @param extent the range of the JSON in the header
  /// @param data the file offsets in the damaged file of the data buffer
  record RepairedLayout(
      Repair repair,
      ByteRange wrong,
      Sentence sentence,
      byte[] header,
      HeaderExtent extent,
      ByteRange data) {

    long fileLength() {
      return Preface.BYTE_COUNT + header.length + data.byteCount();
    }

    PlannedHeader plannedHeader() {
      return new PlannedHeader(data.begin() - Preface.BYTE_COUNT, header, extent.end());
    }

    boolean loads() {
      return data.begin() >= Preface.BYTE_COUNT
          && header.length <= Preface.MAX_HEADER_LENGTH
          && PlannedHeader.refusal(fileLength(), header).isEmpty();
    }

    /// Returns true if the repair only changes header bytes and the data stays in place.
    boolean fitsInPlace(long fileLength) {
      return (repair == Repair.REPLACE_PADDING || repair == Repair.REMOVE_BYTE_ORDER_MARK)
          && data.end() == fileLength;
    }
  }

  RepairSearch(TensorFile file) {
    this(file, file.bytes().length());
  }

  /// Returns the layout of the repaired file, or empty if the file needs no repair or no repair is
  /// unambiguous.
  Optional<RepairedLayout> find() throws IOException {
    if (fileLength < Preface.BYTE_COUNT || file.isUnfinished()) {
      return Optional.empty();
    }
    Optional<RepairedLayout> layout = inHeader().filter(RepairedLayout::loads);
    if (layout.isPresent() || !file.isRefused()) {
      return layout;
    }
    layout = withCorrectLength().filter(RepairedLayout::loads);
    return layout.isPresent() ? layout : withoutLeadingBytes().filter(RepairedLayout::loads);
  }

  private Optional<RepairedLayout> inHeader() throws IOException {
    long length = file.reading().headerLength().orElseThrow();
    if (Long.compareUnsigned(length, fileLength - Preface.BYTE_COUNT) > 0
        || length > Preface.MAX_HEADER_LENGTH) {
      return Optional.empty();
    }
    byte[] header = file.bytes().read(Preface.BYTE_COUNT, (int) length);
    Optional<HeaderExtent> extent = HeaderExtent.of(header);
    if (extent.isEmpty()) {
      return withoutMark(header);
    }
    Optional<RepairedLayout> padded = replacedPadding(header, extent.get());
    return padded.isPresent() ? padded : withoutTrailingBytes(header, extent.get());
  }

  private ByteRange dataAfter(byte[] header) {
    return new ByteRange(Preface.BYTE_COUNT + header.length, fileLength);
  }

  private Optional<RepairedLayout> replacedPadding(byte[] header, HeaderExtent extent) {
    int from = extent.end();
    while (from < header.length && header[from] == ' ') {
      from++;
    }
    int to = header.length;
    while (to > from && header[to - 1] == ' ') {
      to--;
    }
    if (from == to || !IntStream.range(from, to).allMatch(i -> isPadding(header[i]))) {
      return Optional.empty();
    }
    byte[] repaired = header.clone();
    Arrays.fill(repaired, from, to, (byte) ' ');
    ByteRange wrong = new ByteRange(Preface.BYTE_COUNT + from, Preface.BYTE_COUNT + to);
    Sentence sentence =
        Sentence.of(
            "The padding after the JSON of the header, {0}, becomes spaces.", describe(wrong));
    return Optional.of(
        new RepairedLayout(
            Repair.REPLACE_PADDING, wrong, sentence, repaired, extent, dataAfter(header)));
  }

  /// Returns true for control characters, spaces and 0xff.
  private static boolean isPadding(byte b) {
    return b >= 0 && b <= ' ' || b == 0x7f || b == (byte) 0xff;
  }

  private Optional<RepairedLayout> withoutMark(byte[] header) {
    int count = BYTE_ORDER_MARK.length;
    if (header.length < count || !Arrays.equals(header, 0, count, BYTE_ORDER_MARK, 0, count)) {
      return Optional.empty();
    }
    byte[] repaired = Arrays.copyOfRange(header, count, header.length + count);
    Arrays.fill(repaired, header.length - count, header.length, (byte) ' ');
    ByteRange wrong = new ByteRange(Preface.BYTE_COUNT, Preface.BYTE_COUNT + count);
    Sentence sentence =
        Sentence.of(
            "The byte order mark before the header, {0}, is removed; the same number of spaces is"
                + " added after the JSON.",
            describe(wrong));
    Repair repair = Repair.REMOVE_BYTE_ORDER_MARK;
    ByteRange data = dataAfter(header);
    return HeaderExtent.of(repaired)
        .map(extent -> new RepairedLayout(repair, wrong, sentence, repaired, extent, data));
  }

  private Optional<RepairedLayout> withoutTrailingBytes(byte[] header, HeaderExtent extent)
      throws IOException {
    ByteRange data = dataAfter(header);
    if (!areTrailing(data, extent)) {
      return Optional.empty();
    }
    long end = data.begin() + extent.dataByteCount();
    ByteRange wrong = new ByteRange(end, fileLength);
    Sentence sentence =
        Sentence.of("The bytes after the last tensor, {0}, are removed.", describe(wrong));
    ByteRange keptData = new ByteRange(data.begin(), end);
    return Optional.of(
        new RepairedLayout(Repair.CUT_TRAILING_BYTES, wrong, sentence, header, extent, keptData));
  }

  private Optional<RepairedLayout> withoutLeadingBytes() throws IOException {
    OptionalInt count = file.leadingByteCount();
    if (count.isEmpty()) {
      return Optional.empty();
    }
    long begin = count.getAsInt();
    Preface preface = Preface.of(fileLength - begin, file.bytes().read(begin, Preface.BYTE_COUNT));
    if (preface.loadError().isPresent()) {
      return Optional.empty();
    }
    long headerBegin = begin + Preface.BYTE_COUNT;
    byte[] header = file.bytes().read(headerBegin, (int) preface.presentHeaderByteCount());
    ByteRange wrong = new ByteRange(0, begin);
    Sentence sentence =
        Sentence.of("The bytes before the file, {0}, are removed.", describe(wrong));
    Repair repair = Repair.REMOVE_LEADING_BYTES;
    ByteRange data = new ByteRange(headerBegin + header.length, fileLength);
    return HeaderExtent.of(header)
        .map(extent -> new RepairedLayout(repair, wrong, sentence, header, extent, data));
  }

  private static Sentence describe(ByteRange range) {
    return Sentence.of("{0} {0#byte|bytes} from byte {1} on", range.byteCount(), range.begin());
  }

  /// Returns true if the file has bytes that can only be trailing and that no entry of the header
  /// covers. If the header length omits padding, extra bytes precede the first tensor, and removing
  /// bytes at the end would shift all tensors.
  private boolean areTrailing(ByteRange data, HeaderExtent extent) throws IOException {
    long needed = extent.dataByteCount();
    // A header without data may have lost its entries.
    return needed != 0
        && Long.compareUnsigned(needed, data.byteCount()) < 0
        && extent.declaredByteCount() == needed
        && !canPrecedeTensors(data, data.byteCount() - needed)
        && !InsertedBytes.areEvident(file.bytes(), data.begin(), data.byteCount() - needed);
  }

  private boolean canPrecedeTensors(ByteRange data, long count) throws IOException {
    boolean isWellAligned =
        data.begin() % ALIGNMENT == 0
            && Long.numberOfTrailingZeros(data.begin() + count)
                <= Long.numberOfTrailingZeros(data.begin());
    for (long done = 0; done < count; ) {
      int block = (int) Math.min(BLOCK_BYTES, count - done);
      for (byte b : file.bytes().read(data.begin() + done, block)) {
        boolean isOther = b == 0 || b == '\n' || b == (byte) 0xff;
        if (b != ' ' && (isWellAligned || !isOther)) {
          return false;
        }
      }
      done += block;
    }
    return true;
  }

  /// Corrects a wrong header length if only one length is possible: the JSON determines the length
  /// of the data, and the data ends with the file.
  private Optional<RepairedLayout> withCorrectLength() throws IOException {
    Optional<HeaderExtent> headerExtent = extentInFile();
    if (headerExtent.isEmpty()) {
      return Optional.empty();
    }
    HeaderExtent extent = headerExtent.get();
    long length = fileLength - Preface.BYTE_COUNT - extent.dataByteCount();
    if (extent.dataByteCount() < 0
        || isHeaderEnd(extent, file.reading().headerLength().orElseThrow())
        || !isHeaderEnd(extent, length)
        || !isUnambiguous(extent, length)) {
      return Optional.empty();
    }
    byte[] header = file.bytes().read(Preface.BYTE_COUNT, (int) length);
    ByteRange wrong = new ByteRange(0, Preface.BYTE_COUNT);
    Sentence sentence =
        Sentence.of(
            "The header length in bytes 0 to 8 becomes {0} instead of {1}: the header ends there,"
                + " and the tensors fill the rest of the file exactly.",
            length, file.reading().headerLength().orElseThrow());
    return Optional.of(
        new RepairedLayout(
            Repair.CORRECT_HEADER_LENGTH, wrong, sentence, header, extent, dataAfter(header)));
  }

  /// Returns true if a header of the given length consists of the JSON and spaces. If this is true
  /// for the current length, the length is correct, and the file may be truncated.
  private boolean isHeaderEnd(HeaderExtent extent, long length) throws IOException {
    if (length < extent.end()
        || length > fileLength - Preface.BYTE_COUNT
        || length > Preface.MAX_HEADER_LENGTH) {
      return false;
    }
    int count = (int) length - extent.end();
    for (byte b : file.bytes().read((long) Preface.BYTE_COUNT + extent.end(), count)) {
      if (b != ' ') {
        return false;
      }
    }
    return true;
  }

  /// Returns true if no other header length is possible. If data bytes are missing as well, padding
  /// could be mistaken for data.
  private boolean isUnambiguous(HeaderExtent extent, long length) throws IOException {
    boolean isPadded = length > extent.end();
    if (isPadded && length % ALIGNMENT != 0) {
      return false;
    }
    long dataStart = Preface.BYTE_COUNT + length;
    return dataStart == fileLength || file.bytes().read(dataStart, 1)[0] != ' ';
  }

  private Optional<HeaderExtent> extentInFile() throws IOException {
    long maxLength = Math.min(fileLength - Preface.BYTE_COUNT, Preface.MAX_HEADER_LENGTH);
    if (maxLength < 2 || file.bytes().read(Preface.BYTE_COUNT, 1)[0] != '{') {
      return Optional.empty();
    }
    for (long count = BLOCK_BYTES; ; count *= 8) {
      int read = (int) Math.min(count, maxLength);
      Optional<HeaderExtent> extent = HeaderExtent.of(file.bytes().read(Preface.BYTE_COUNT, read));
      if (extent.isPresent() || read == maxLength) {
        return extent;
      }
    }
  }
}
