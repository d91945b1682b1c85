package io.github.tensorloupe.foreign.zip;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tensorloupe.foreign.zip.ZipArchive.TensorEntry;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.testing.Intercepted;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ZipArchiveTest {

  private static final byte[] FIVE = "five!".getBytes(UTF_8);

  @TempDir private Path folder;

  private final List<ByteSource> opened = new ArrayList<>();
  private final ZipBuilder zip = new ZipBuilder();

  @AfterEach
  void close() throws IOException {
    for (ByteSource file : opened) {
      file.close();
    }
  }

  private Optional<ZipArchive> read(byte[] bytes) throws IOException {
    Path path = Files.write(folder.resolve("file" + opened.size()), bytes);
    ByteSource file = ByteSource.open(path);
    opened.add(file);
    byte[] head = Arrays.copyOf(bytes, Math.min(bytes.length, 4096));
    Optional<ZipDirectory> directory = ZipDirectory.read(file, head, Cancellation.NEVER);
    return directory.isEmpty()
        ? Optional.empty()
        : Optional.of(ZipArchive.open(directory.get(), Cancellation.NEVER));
  }

  private ZipArchive archive() throws IOException {
    return read(zip.bytes()).orElseThrow();
  }

  private static List<FindingCode> codes(ZipArchive archive) {
    return archive.findings().stream().map(Finding::code).toList();
  }

  private static byte[] bytes(ZipArchive archive, String name) throws IOException {
    List<Finding> findings = new ArrayList<>();
    ArchiveEntry entry = archive.entry(name).orElseThrow();
    byte[] bytes = archive.bytes(entry, findings, Cancellation.NEVER).orElseThrow();
    assertThat(findings).isEmpty();
    return bytes;
  }

  private static List<FindingCode> damage(ZipArchive archive, String name) throws IOException {
    List<Finding> findings = new ArrayList<>();
    ArchiveEntry entry = archive.entry(name).orElseThrow();
    assertThat(archive.bytes(entry, findings, Cancellation.NEVER)).isEmpty();
    return findings.stream().map(Finding::code).toList();
  }

  private static byte[] random(int count) {
    byte[] bytes = new byte[count];
    new Random(count).nextBytes(bytes);
    return bytes;
  }

  private static byte[] compressible(int count) {
    byte[] bytes = random(count);
    for (int i = 0; i < count; i++) {
      bytes[i] &= 15;
    }
    return bytes;
  }

  @ParameterizedTest
  @CsvSource({
    "false, 0, 0, 0",
    "false, 7, 0, 0",
    "false, 0, 5, 0",
    "false, 7, 5, 8",
    "true, 0, 0, 0",
    "true, 7, 5, 0",
    "true, 7, 0, 8"
  })
  void entriesAreFoundWithPrefixCommentDescriptorsAnd64BitSizes(
      boolean is64, int prefix, int comment, int flags) throws IOException {
    zip.is64 = is64;
    zip.prefix = new byte[prefix];
    zip.comment = new byte[comment];
    zip.store("b/data.pkl", FIVE).flags = flags;
    zip.deflate("a", new byte[1000]).flags = flags;

    ZipArchive archive = archive();

    assertThat(archive.findings()).isEmpty();
    assertThat(archive.isTrusted()).isTrue();
    assertThat(archive.entries()).extracting(ArchiveEntry::name).containsExactly("b/data.pkl", "a");
    assertThat(bytes(archive, "b/data.pkl")).isEqualTo(FIVE);
    assertThat(bytes(archive, "a")).isEqualTo(new byte[1000]);
    long offset = archive.entries().getFirst().directOffset().orElseThrow();
    assertThat(opened.getFirst().read(offset, 5)).isEqualTo(FIVE);
    assertThat(archive.entries().getLast().directOffset()).isEmpty();
  }

  @Test
  void otherFilesAreNoArchives() throws IOException {
    assertThat(read(new byte[0])).isEmpty();
    assertThat(read(random(100_000))).isEmpty();
    // The header length of a safetensors file can look like the first bytes of an archive.
    assertThat(read("PK\3\4\0\0\0\0{\"a".getBytes(UTF_8))).isEmpty();
  }

  @Test
  void anArchiveWithoutItsEndIsTruncated() throws IOException {
    zip.store("a", FIVE);
    byte[] bytes = zip.bytes();

    ZipArchive archive = read(Arrays.copyOf(bytes, bytes.length - 1)).orElseThrow();

    assertThat(codes(archive)).containsExactly(FindingCode.ZIP_TRUNCATED);
    assertThat(archive.entries()).isEmpty();
    assertThat(archive.isTrusted()).isFalse();
  }

  @Test
  void aDirectoryWithAnotherNumberOfEntriesIsMalformed() throws IOException {
    zip.store("a", FIVE);
    zip.count = 2;

    assertThat(codes(archive())).containsExactly(FindingCode.ZIP_MALFORMED);
  }

  @Test
  void anEndInsideTheCommentIsAmbiguousIfItHasADirectory() throws IOException {
    ZipBuilder inner = new ZipBuilder();
    inner.store("b", FIVE);
    zip.store("a", FIVE);
    zip.comment = inner.bytes();
    assertThat(codes(archive())).containsExactly(FindingCode.ZIP_AMBIGUOUS);

    zip.comment = "PK\5\6 is the mark, and more than 22 bytes follow".getBytes(UTF_8);
    assertThat(codes(archive())).isEmpty();
  }

  @Test
  void aDirectoryWithTwoPositionsIsAmbiguous() throws IOException {
    zip.is64 = true;
    zip.store("a", FIVE);
    byte[] bytes = zip.bytes();
    // The 32-bit position of the directory.
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(bytes.length - 6, 7);

    assertThat(codes(read(bytes).orElseThrow())).containsExactly(FindingCode.ZIP_AMBIGUOUS);
  }

  @Test
  void aStoredArchiveInsideAnArchiveIsNotAmbiguous() throws IOException {
    ZipBuilder inner = new ZipBuilder();
    inner.store("b", FIVE);
    zip.store("a.zip", inner.bytes());

    assertThat(codes(archive())).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "a\0b"})
  void repeatedNamesAreNotTrusted(String second) throws IOException {
    zip.store("a", FIVE);
    zip.store(second, FIVE);

    ZipArchive archive = archive();

    assertThat(codes(archive)).containsExactly(FindingCode.ZIP_DUPLICATE_NAME);
    assertThat(archive.isTrusted()).isFalse();
    assertThat(archive.entries()).allMatch(ArchiveEntry::isReadable);
  }

  @Test
  void aSecondNameInTheExtraFieldIsAmbiguous() throws IOException {
    zip.store("a", FIVE).extra = new byte[] {0x75, 0x70, 6, 0, 1, 0, 0, 0, 0, 'b'};

    ZipArchive archive = archive();

    assertThat(codes(archive)).containsExactly(FindingCode.ZIP_AMBIGUOUS);
    assertThat(archive.isTrusted()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/a", "../a", "a/../b", "a/..", "..", "a\\b", "C:/a"})
  void namesOutsideOfTheFolderAreReportedAndNotUsed(String name) throws IOException {
    zip.store(name, FIVE);

    ZipArchive archive = archive();

    assertThat(codes(archive)).containsExactly(FindingCode.ZIP_UNSAFE_PATH);
    assertThat(archive.isTrusted()).isTrue();
    assertThat(archive.entry(name)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a..b", "a/..b/c", "w:0", "ä/b"})
  void otherNamesAreUsed(String name) throws IOException {
    zip.store(name, FIVE);

    assertThat(codes(archive())).isEmpty();
    assertThat(archive().entry(name)).isPresent();
  }

  @Test
  void localHeadersMustEqualTheDirectory() throws IOException {
    zip.store("a", FIVE).localName = "b";
    zip.store("c", FIVE).localMethod = 8;
    zip.store("d", FIVE).localSize = 4;
    zip.store("e", FIVE);

    ZipArchive archive = archive();

    assertThat(codes(archive))
        .containsExactly(
            FindingCode.ZIP_HEADER_MISMATCH,
            FindingCode.ZIP_HEADER_MISMATCH,
            FindingCode.ZIP_HEADER_MISMATCH);
    assertThat(archive.entries())
        .extracting(ArchiveEntry::isReadable)
        .containsExactly(false, false, false, true);
  }

  @Test
  void encryptedEntriesAndOtherMethodsAreNotRead() throws IOException {
    zip.store("a", FIVE).flags = 1;
    ZipBuilder.Entry entry = zip.store("b", FIVE);
    entry.method = 12;
    entry.localMethod = 12;
    entry = zip.store("c", FIVE);
    entry.size = 6;
    entry.localSize = 6;

    ZipArchive archive = archive();

    assertThat(codes(archive))
        .containsExactly(FindingCode.ZIP_ENCRYPTED, FindingCode.ZIP_METHOD, FindingCode.ZIP_SIZE);
    assertThat(archive.entries()).noneMatch(ArchiveEntry::isReadable);
  }

  @Test
  void entriesMustNotOverlapEachOtherOrTheDirectory() throws IOException {
    zip.store("a", FIVE);
    zip.store("a2", FIVE).offset = 0;
    assertThat(codes(archive()))
        .containsExactly(FindingCode.ZIP_HEADER_MISMATCH, FindingCode.ZIP_OVERLAP);

    ZipBuilder beyond = new ZipBuilder();
    ZipBuilder.Entry entry = beyond.store("a", FIVE);
    entry.compressedSize = 6;
    entry.size = 6;
    entry.localSize = 6;
    assertThat(codes(read(beyond.bytes()).orElseThrow()))
        .containsExactly(FindingCode.ZIP_MALFORMED);

    ZipBuilder outside = new ZipBuilder();
    outside.store("a", FIVE).offset = 1_000_000;
    assertThat(codes(read(outside.bytes()).orElseThrow()))
        .containsExactly(FindingCode.ZIP_MALFORMED);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 1, 1_000_000_000})
  void inflatedSizesMustBeTheDeclaredOnes(int difference) throws IOException {
    ZipBuilder.Entry entry = zip.deflate("a", random(1000));
    entry.size += difference;
    entry.localSize += difference;

    ZipArchive archive = archive();

    assertThat(damage(archive, "a")).containsExactly(FindingCode.ZIP_SIZE);
    TensorEntry tensor = new TensorEntry(archive.entries().getFirst(), "w");
    Finding finding = archive.sizeFindings(List.of(tensor), Cancellation.NEVER).get(tensor.entry());
    assertThat(finding.code()).isEqualTo(FindingCode.ZIP_SIZE);
    assertThat(finding.tensor()).contains("w");
  }

  @Test
  void checksumsAreComparedUnlessAllAreZero() throws IOException {
    ZipBuilder.Entry entry = zip.store("a", FIVE);
    entry.crc ^= 1;
    ZipArchive archive = archive();

    assertThat(archive.infos()).isEmpty();
    assertThat(damage(archive, "a")).containsExactly(FindingCode.ZIP_CRC);
    TensorEntry tensor = new TensorEntry(archive.entries().getFirst(), "w");
    assertThat(archive.crcFindings(List.of(tensor), Cancellation.NEVER, Progress.NONE))
        .extracting(Finding::code)
        .containsExactly(FindingCode.ZIP_CRC);

    entry.crc = 0;
    assertThat(archive().infos()).extracting(Finding::code).containsExactly(FindingCode.ZIP_NO_CRC);
    assertThat(bytes(archive(), "a")).isEqualTo(FIVE);
  }

  @Test
  void compressedDataIsReadAtAnyPosition() throws IOException {
    byte[] data = random(200_000);
    zip.deflate("a", data);
    EntryReader reader = archive().reader(archive().entries().getFirst());
    Random random = new Random(5);

    for (int i = 0; i < 50; i++) {
      int begin = random.nextInt(data.length);
      int end = begin + random.nextInt(Math.min(data.length - begin, 9000) + 1);
      ByteBuffer target = ByteBuffer.allocate(end - begin);
      reader.read(begin, target);
      assertThat(target.array()).isEqualTo(Arrays.copyOfRange(data, begin, end));
    }
    assertThat(archive().infos())
        .extracting(Finding::code)
        .containsExactly(FindingCode.ZIP_COMPRESSED);
  }

  /// Returns a reader of the first entry.
  ///
  /// @param readBytes counts the bytes that are read from the file
  private EntryReader countedReader(AtomicLong readBytes) throws IOException {
    byte[] bytes = zip.bytes();
    ByteSource file = ByteSource.open(Files.write(folder.resolve("counted"), bytes));
    opened.add(file);
    ByteSource counted =
        Intercepted.calls(
            ByteSource.class,
            file,
            (name, arguments, call) -> {
              if (name.equals("read") && arguments[1] instanceof Integer count) {
                readBytes.addAndGet(count);
              }
              return call.run();
            });
    ZipDirectory directory = ZipDirectory.read(counted, bytes, Cancellation.NEVER).orElseThrow();
    ZipArchive archive = ZipArchive.open(directory, Cancellation.NEVER);
    readBytes.set(0);
    return archive.reader(archive.entries().getFirst());
  }

  @Test
  void anyOrderOfReadsInflatesAnEntryAFewTimes() throws IOException {
    byte[] data = compressible(1_000_000);
    zip.deflate("a", data);
    AtomicLong readBytes = new AtomicLong();
    EntryReader reader = countedReader(readBytes);

    for (int begin = data.length - 5000; begin >= 0; begin -= 5000) {
      ByteBuffer target = ByteBuffer.allocate(5000);
      reader.read(begin, target);
      assertThat(target.array()).isEqualTo(Arrays.copyOfRange(data, begin, begin + 5000));
    }

    assertThat(readBytes.get()).isLessThan(4L * data.length);
  }

  @Test
  void damagedDataIsReadableUpToTheDamageInAnyOrder() throws IOException {
    byte[] data = compressible(1_000_000);
    ZipBuilder.Entry entry = zip.deflate("a", data);
    entry.size += 1000;
    entry.localSize += 1000;
    EntryReader reader = countedReader(new AtomicLong());

    for (int begin = data.length - 5000; begin >= 0; begin -= 5000) {
      ByteBuffer target = ByteBuffer.allocate(5000);
      reader.read(begin, target);
      assertThat(target.array()).isEqualTo(Arrays.copyOfRange(data, begin, begin + 5000));
      assertThatThrownBy(() -> reader.read(data.length - 1, ByteBuffer.allocate(2)))
          .isInstanceOf(EntryReader.SizeException.class);
    }
  }

  @Test
  void dataThatContinuesAfterTheDeclaredSizeIsNotReadToItsEnd() throws IOException {
    ZipBuilder.Entry entry = zip.deflate("a", random(1000));
    entry.size = 999;
    entry.localSize = 999;
    EntryReader reader = archive().reader(archive().entries().getFirst());

    reader.read(0, ByteBuffer.allocate(10));
    assertThatThrownBy(() -> reader.read(900, ByteBuffer.allocate(99)))
        .isInstanceOf(EntryReader.SizeException.class);
  }

  @Test
  void readingStopsOnCancellation() throws IOException {
    zip.store("a", FIVE);
    byte[] bytes = zip.bytes();
    Path path = Files.write(folder.resolve("file"), bytes);
    try (ByteSource file = ByteSource.open(path)) {
      assertThatThrownBy(() -> ZipDirectory.read(file, bytes, () -> true))
          .isInstanceOf(CancellationException.class);
    }
  }
}
