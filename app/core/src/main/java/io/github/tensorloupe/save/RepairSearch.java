package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.HeaderExtent;
import io.github.tensorloupe.format.Preface;
import io.github.tensorloupe.model.LeadingBytes;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.text.Sentence;

/// Looks for the one repair after which a file loads. Of a file in which two things are wrong, none
/// is found.
final class RepairSearch {

  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

  private final TensorFile file;
  private final long fileLength;

  RepairSearch(TensorFile file) {
    this.file = file;
    this.fileLength = file.bytes().length();
  }

  /// The layout of the repaired file; empty where nothing is to be repaired or nothing is certain.
  ///
  /// @throws IOException if reading fails
  Optional<RepairedLayout> find() throws IOException {
    if (fileLength < Preface.BYTE_COUNT || file.isUnfinished()) {
      return Optional.empty();
    }
    Optional<byte[]> header = header();
    Optional<RepairedLayout> found = Optional.empty();
    if (header.isPresent()) {
      found = replacedPadding(header.get()).or(() -> withoutMark(header.get()));
      if (found.isEmpty()) {
        found = withoutTrailingBytes(header.get());
      }
      found = found.filter(RepairedLayout::loads);
    }
    if (found.isEmpty() && file.isRefused()) {
      found = new LengthCorrection(file).find().filter(RepairedLayout::loads);
    }
    if (found.isEmpty() && file.isRefused()) {
      found = withoutLeadingBytes().filter(RepairedLayout::loads);
    }
    return found;
  }

  /// The header by its length, where it ends inside the file and is not too long for readers.
  private Optional<byte[]> header() throws IOException {
    long length = file.reading().headerLength().orElseThrow();
    boolean isReadable =
        Long.compareUnsigned(length, fileLength - Preface.BYTE_COUNT) <= 0
            && length <= Preface.MAX_HEADER_LENGTH;
    return isReadable
        ? Optional.of(file.bytes().read(Preface.BYTE_COUNT, (int) length))
        : Optional.empty();
  }

  private ByteRange dataBehind(byte[] header) {
    return new ByteRange(Preface.BYTE_COUNT + header.length, fileLength);
  }

  private Optional<RepairedLayout> replacedPadding(byte[] header) {
    Optional<HeaderExtent> extent = HeaderExtent.of(header);
    if (extent.isEmpty()) {
      return Optional.empty();
    }
    int from = extent.get().end();
    while (from < header.length && header[from] == ' ') {
      from++;
    }
    int to = header.length;
    while (to > from && header[to - 1] == ' ') {
      to--;
    }
    for (int i = from; i < to; i++) {
      if (!isPadding(header[i])) {
        return Optional.empty();
      }
    }
    if (from == to) {
      return Optional.empty();
    }
    byte[] repaired = header.clone();
    Arrays.fill(repaired, from, to, (byte) ' ');
    ByteRange wrong = new ByteRange(Preface.BYTE_COUNT + from, Preface.BYTE_COUNT + to);
    return Optional.of(
        new RepairedLayout(
            Repair.REPLACE_PADDING,
            wrong,
            Sentence.of(
                "The padding behind the JSON of the header, {0}, becomes spaces.", told(wrong)),
            repaired,
            extent.get().end(),
            dataBehind(header)));
  }

  /// Whether a byte says nothing in a text, so that it can only be padding.
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
    return HeaderExtent.of(repaired)
        .map(
            extent ->
                new RepairedLayout(
                    Repair.REMOVE_BYTE_ORDER_MARK,
                    wrong,
                    Sentence.of(
                        "The byte order mark before the header, {0}, is taken out; as many spaces"
                            + " come behind the JSON.",
                        told(wrong)),
                    repaired,
                    extent.end(),
                    dataBehind(header)));
  }

  private Optional<RepairedLayout> withoutTrailingBytes(byte[] header) throws IOException {
    ByteRange data = dataBehind(header);
    Optional<HeaderExtent> extent = HeaderExtent.of(header);
    if (extent.isEmpty() || !new TrailingBytes(file, data, extent.get()).areCertain()) {
      return Optional.empty();
    }
    long end = data.begin() + extent.get().dataByteCount();
    ByteRange wrong = new ByteRange(end, fileLength);
    return Optional.of(
        new RepairedLayout(
            Repair.CUT_TRAILING_BYTES,
            wrong,
            Sentence.of("What stands behind the last tensor, {0}, is cut off.", told(wrong)),
            header,
            extent.get().end(),
            new ByteRange(data.begin(), end)));
  }

  private Optional<RepairedLayout> withoutLeadingBytes() throws IOException {
    OptionalInt count = LeadingBytes.count(file);
    if (count.isEmpty()) {
      return Optional.empty();
    }
    int begin = count.getAsInt();
    Preface preface = Preface.of(fileLength - begin, file.bytes().read(begin, Preface.BYTE_COUNT));
    if (preface.loadError().isPresent()) {
      return Optional.empty();
    }
    byte[] header =
        file.bytes()
            .read((long) begin + Preface.BYTE_COUNT, (int) preface.presentHeaderByteCount());
    ByteRange wrong = new ByteRange(0, begin);
    return HeaderExtent.of(header)
        .map(
            extent ->
                new RepairedLayout(
                    Repair.REMOVE_LEADING_BYTES,
                    wrong,
                    Sentence.of("What stands before the file, {0}, is taken out.", told(wrong)),
                    header,
                    extent.end(),
                    new ByteRange((long) begin + Preface.BYTE_COUNT + header.length, fileLength)));
  }

  private static Sentence told(ByteRange range) {
    return Sentence.of("{0} {0#byte|bytes} from byte {1} on", range.byteCount(), range.begin());
  }
}
