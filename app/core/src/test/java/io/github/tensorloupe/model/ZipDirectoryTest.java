package io.github.tensorloupe.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.model.Zip.ZipDirectory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ZipDirectoryTest {

  private static final int END = 0x06054b50;
  private static final int LOCATOR_64 = 0x07064b50;
  private static final int END_64 = 0x06064b50;
  private static final int ENTRY = 0x02014b50;

  /// A file of any length that consists of zeros, except for some pieces.
  private static final class Sparse implements ByteSource {

    private final NavigableMap<Long, byte[]> pieces = new TreeMap<>();
    private long length;

    void put(long at, ByteBuffer piece) {
      pieces.put(at, piece.array());
      length = Math.max(length, at + piece.capacity());
    }

    @Override
    public long length() {
      return length;
    }

    @Override
    public byte[] read(long byteOffset, int byteCount) {
      assertThat(byteOffset).isNotNegative();
      assertThat(byteOffset + byteCount).isLessThanOrEqualTo(length);
      byte[] read = new byte[byteCount];
      pieces.forEach(
          (at, piece) -> {
            long from = Math.max(at, byteOffset);
            long to = Math.min(at + piece.length, byteOffset + byteCount);
            if (from < to) {
              System.arraycopy(
                  piece, (int) (from - at), read, (int) (from - byteOffset), (int) (to - from));
            }
          });
      return read;
    }

    @Override
    public void read(long byteOffset, ByteBuffer target) {
      target.put(read(byteOffset, target.remaining()));
    }

    @Override
    public Path path() {
      throw new UnsupportedOperationException();
    }

    @Override
    public FileStamp stamp() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void requireUnchanged() {}

    @Override
    public void close() {}

    ZipDirectory directory() throws IOException {
      return ZipDirectory.of(new Sample(this, Sample.headOf(this))).orElseThrow();
    }
  }

  private static ByteBuffer buffer(int byteCount) {
    return ByteBuffer.allocate(byteCount).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static ByteBuffer entry(String name, int extraBytes, int commentBytes) {
    byte[] text = name.getBytes(StandardCharsets.UTF_8);
    return buffer(46 + text.length + extraBytes + commentBytes)
        .putInt(0, ENTRY)
        .putShort(28, (short) text.length)
        .putShort(30, (short) extraBytes)
        .putShort(32, (short) commentBytes)
        .put(46, text);
  }

  private static ByteBuffer end(int count, int byteCount, int begin, int commentBytes) {
    return buffer(22 + commentBytes)
        .putInt(0, END)
        .putShort(10, (short) count)
        .putInt(12, byteCount)
        .putInt(16, begin)
        .putShort(20, (short) commentBytes);
  }

  /// Writes entries with the given names at an offset and returns their length in bytes.
  private static int put(Sparse file, long begin, List<String> names) {
    long at = begin;
    for (String name : names) {
      ByteBuffer entry = entry(name, 0, 0);
      file.put(at, entry);
      at += entry.capacity();
    }
    return (int) (at - begin);
  }

  private static Sparse plain(long begin, int commentBytes, String... names) {
    Sparse file = new Sparse();
    int byteCount = put(file, begin, List.of(names));
    file.put(begin + byteCount, end(names.length, byteCount, (int) begin, commentBytes));
    return file;
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1L << 20, (1L << 31) - 1, 1L << 31, (1L << 32) - 2})
  void namesAreReadWhereverTheDirectoryBegins(long begin) throws IOException {
    ZipDirectory directory = plain(begin, 0, "a", "archive/data.pkl").directory();

    assertThat(directory.entryCount()).isEqualTo(2);
    assertThat(directory.names()).containsExactly("a", "archive/data.pkl");
  }

  @ParameterizedTest
  @ValueSource(longs = {1L << 20, (1L << 32) - 1, 5L << 32})
  void largeFilesHaveADirectoryOf64Bits(long begin) throws IOException {
    Sparse file = new Sparse();
    int byteCount = put(file, begin, List.of("a/data.pkl", "b"));
    long end64 = begin + byteCount;
    file.put(
        end64,
        buffer(56).putInt(0, END_64).putLong(32, 70_000).putLong(40, byteCount).putLong(48, begin));
    file.put(end64 + 56, buffer(20).putInt(0, LOCATOR_64).putLong(8, end64));
    file.put(end64 + 76, end(0xffff, -1, -1, 0));

    ZipDirectory directory = file.directory();

    assertThat(directory.entryCount()).isEqualTo(70_000);
    assertThat(directory.names()).containsExactly("a/data.pkl", "b");
  }

  @Test
  void sizesOf32BitsCountWhereThoseOf64AreMissing() throws IOException {
    Sparse file = new Sparse();
    int byteCount = put(file, 100, List.of("a"));
    file.put(100 + byteCount, buffer(20).putInt(0, LOCATOR_64).putLong(8, 7));
    file.put(120 + byteCount, end(1, byteCount, 100, 0));

    assertThat(file.directory().names()).containsExactly("a");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 0xffff})
  void commentsAfterTheEndRecordAreSkipped(int commentBytes) throws IOException {
    assertThat(plain(1 << 20, commentBytes, "a").directory().names()).containsExactly("a");
  }

  @Test
  void endBeforeTheLongestCommentIsNone() throws IOException {
    Sparse file = plain(1 << 20, 0xffff + 30, "a");

    assertThat(ZipDirectory.of(new Sample(file, file.read(0, Sample.HEAD_BYTES)))).isEmpty();
  }

  @Test
  void extraFieldsAndCommentsOfEntriesAreSkipped() throws IOException {
    Sparse file = new Sparse();
    ByteBuffer first = entry("a", 300, 40_000);
    file.put(5000, first);
    file.put(5000 + first.capacity(), entry("b", 0, 1));
    int byteCount = first.capacity() + 46 + 2;
    file.put(5000 + byteCount, end(2, byteCount, 5000, 0));

    assertThat(file.directory().names()).containsExactly("a", "b");
  }

  @Test
  void countIsThatOfTheArchiveAndNamesStopAt256KiB() throws IOException {
    List<String> names = IntStream.range(0, 2048).mapToObj("%082d"::formatted).toList();
    Sparse file = new Sparse();
    int byteCount = put(file, 1 << 20, names);
    assertThat(byteCount).isEqualTo(256 << 10);
    List<String> more = new ArrayList<>(names);
    more.add("one more");
    put(file, 1 << 20, more);
    file.put((1 << 20) + byteCount + 60, end(0xfff0, byteCount + 54, 1 << 20, 0));

    ZipDirectory directory = file.directory();

    assertThat(directory.entryCount()).isEqualTo(0xfff0);
    assertThat(directory.names()).isEqualTo(names);
  }

  @Test
  void nameExtendingBeyondTheDirectoryIsOmitted() throws IOException {
    Sparse file = new Sparse();
    int byteCount = put(file, 5000, List.of("a", "bcd"));
    file.put(5000 + byteCount, end(2, byteCount - 1, 5000, 0));

    assertThat(file.directory().names()).containsExactly("a");
  }

  @Test
  void directoryStartingAtOrBeyondTheEndHasNoNames() throws IOException {
    for (int begin : new int[] {22, 23, -1}) {
      Sparse file = new Sparse();
      file.put(0, end(3, 100, begin, 0));

      assertThat(file.directory()).isEqualTo(new ZipDirectory(3, List.of()));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, Long.MIN_VALUE, Long.MAX_VALUE})
  void place64BitsAwayFromTheFileHasNoNames(long begin) throws IOException {
    Sparse file = new Sparse();
    file.put(0, buffer(56).putInt(0, END_64).putLong(32, 3).putLong(40, 100).putLong(48, begin));
    file.put(56, buffer(20).putInt(0, LOCATOR_64).putLong(8, 0));
    file.put(76, end(0xffff, -1, -1, 0));

    assertThat(file.directory()).isEqualTo(new ZipDirectory(3, List.of()));
  }
}
