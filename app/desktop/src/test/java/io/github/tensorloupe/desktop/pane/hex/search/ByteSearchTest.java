package io.github.tensorloupe.desktop.pane.hex.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.FileBytes;
import io.github.tensorloupe.model.FileChangedException;
import io.github.tensorloupe.testing.FileInterference;
import io.github.tensorloupe.testing.Rounds;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ByteSearchTest {

  private static final int[] CHUNKS = {
    24, 48, 240, 24 * 128, 24 * 1000, ByteSearch.DEFAULT_CHUNK_BYTES
  };

  @TempDir Path folder;

  private FileBytes open(byte[] bytes) throws IOException {
    return FileBytes.open(Files.write(folder.resolve("file"), bytes));
  }

  private static Optional<ByteRange> next(
      ByteSearch search, FileBytes file, List<SearchArea> areas, long from) throws IOException {
    return search.find(
        file, areas, new ByteRange(from, file.length()), true, Cancellation.NEVER, Progress.NONE);
  }

  private static Optional<ByteRange> previous(
      ByteSearch search, FileBytes file, List<SearchArea> areas, long before) throws IOException {
    return search.find(
        file, areas, new ByteRange(0, before), false, Cancellation.NEVER, Progress.NONE);
  }

  private static void assertFinds(
      List<ByteRange> expected, FileBytes file, SearchArea area, Random random) throws IOException {
    ByteSearch search =
        new ByteSearch(1 + random.nextInt(3), CHUNKS[random.nextInt(CHUNKS.length)]);
    List<SearchArea> areas = List.of(area);
    List<Long> positions = new ArrayList<>(List.of(0L, area.range().begin(), file.length()));
    for (int i = 0; i < 6; i++) {
      positions.add(random.nextLong(file.length() + 1));
    }
    expected.stream().limit(3).forEach(match -> positions.add(match.begin()));
    expected.stream().limit(3).forEach(match -> positions.add(match.begin() + 1));
    for (long position : positions) {
      assertThat(next(search, file, areas, position))
          .isEqualTo(expected.stream().filter(match -> match.begin() >= position).findFirst());
      assertThat(previous(search, file, areas, position).map(ByteRange::begin))
          .isEqualTo(
              expected.reversed().stream()
                  .map(ByteRange::begin)
                  .filter(begin -> begin < position)
                  .findFirst());
    }
    ByteSearch counter = new ByteSearch(1 + random.nextInt(3), search.chunkBytes());
    MatchCounts counts = counter.count(file, areas, _ -> {}, Cancellation.NEVER, Progress.NONE);
    assertThat(counts.total()).isEqualTo(expected.size());
    long place = random.nextLong(file.length());
    assertThat(counter.countBefore(file, areas, counts, place, Cancellation.NEVER))
        .isEqualTo(expected.stream().filter(match -> match.begin() < place).count());
  }

  private static byte[] data(Random random) {
    byte[] bytes = new byte[1 + random.nextInt(random.nextBoolean() ? 200 : 9000)];
    switch (random.nextInt(4)) {
      case 0 -> random.nextBytes(bytes);
      case 1 -> {}
      case 2 -> {
        int period = 1 + random.nextInt(9);
        for (int i = 0; i < bytes.length; i++) {
          bytes[i] = (byte) (i % period);
        }
      }
      default -> {
        for (int i = 0; i < bytes.length; i++) {
          bytes[i] = (byte) (random.nextInt(50) == 0 ? random.nextInt(4) : 0);
        }
      }
    }
    return bytes;
  }

  /// Returns a pattern that often occurs in the bytes, with some wildcard bits.
  private static BytePattern pattern(Random random, byte[] bytes) {
    int length = 1 + random.nextInt(Math.min(bytes.length, random.nextBoolean() ? 4 : 40));
    int begin = random.nextInt(bytes.length - length + 1);
    byte[] values = Arrays.copyOfRange(bytes, begin, begin + length);
    byte[] masks = new byte[length];
    for (int i = 0; i < length; i++) {
      masks[i] = new byte[] {0, -1, -1, -1, 0x0f, (byte) 0xf0, (byte) 0xdf}[random.nextInt(7)];
    }
    masks[random.nextInt(length)] = -1;
    if (random.nextInt(3) == 0) {
      values[random.nextInt(length)]++;
    }
    return BytePattern.of(values, masks);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void bytesAreFoundWhereAPlainSearchFindsThem(int seed) throws IOException {
    Random random = new Random(seed);
    for (int i = 0; i < Rounds.of(20); i++) {
      byte[] bytes = data(random);
      BytePattern pattern = pattern(random, bytes);
      long begin = random.nextBoolean() ? 0 : random.nextInt(bytes.length);
      long end =
          random.nextBoolean() ? bytes.length : begin + random.nextLong(bytes.length - begin + 1);
      ByteRange range = new ByteRange(begin, end);
      try (FileBytes file = open(bytes)) {
        SearchArea area = SearchArea.of(range, pattern);
        assertFinds(NaiveSearch.of(bytes, range, pattern), file, area, random);
      }
    }
  }

  /// Returns bytes with only two values, which contain many partial matches of every pattern of
  /// these values.
  private static byte[] deceptiveData(Random random) {
    byte[] bytes = new byte[100_000 + random.nextInt(50_000)];
    boolean isPeriodic = random.nextBoolean();
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (isPeriodic ? i & 1 : random.nextInt(2));
    }
    return bytes;
  }

  private static BytePattern deceptivePattern(Random random, byte[] bytes) {
    int length = List.of(9, 40, 63, 64, 65, 100, 1024).get(random.nextInt(7));
    int begin = bytes.length - length - random.nextInt(2000);
    byte[] values = Arrays.copyOfRange(bytes, begin, begin + length);
    byte[] masks = new byte[length];
    Arrays.fill(masks, (byte) -1);
    if (random.nextBoolean()) {
      masks[random.nextInt(length)] = 0;
    }
    int changed = begin + random.nextInt(length);
    if (random.nextInt(3) > 0) {
      values[changed - begin] ^= 1;
    }
    if (random.nextBoolean()) {
      bytes[changed] ^= 1;
    }
    return BytePattern.of(values, masks);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void patternWhoseBytesAreEverywhereIsFoundWhereAPlainSearchFindsIt(int seed) throws IOException {
    Random random = new Random(seed);
    for (int i = 0; i < Rounds.of(4); i++) {
      byte[] bytes = deceptiveData(random);
      BytePattern pattern = deceptivePattern(random, bytes);
      ByteRange range = new ByteRange(random.nextInt(9), bytes.length - random.nextInt(9));
      try (FileBytes file = open(bytes)) {
        SearchArea area = SearchArea.of(range, pattern);
        assertFinds(NaiveSearch.of(bytes, range, pattern), file, area, random);
      }
    }
  }

  private static List<ElementTest> tests(Dtype dtype, Random random, long sample) {
    List<ElementTest> tests = new ArrayList<>();
    tests.add(ElementTest.nonZero(dtype));
    ElementTest.zero(dtype).ifPresent(tests::add);
    ElementTest.nan(dtype).ifPresent(tests::add);
    ElementTest.infinity(dtype).ifPresent(tests::add);
    tests.add(ElementTest.code(dtype, sample));
    tests.add(
        ElementTest.code(dtype, random.nextLong() & ElementTest.allBits(tests.getFirst().bits())));
    return tests;
  }

  @ParameterizedTest
  @EnumSource(Dtype.class)
  void elementsOfEveryDtypeAreFoundWhereAPlainSearchFindsThem(Dtype dtype) throws IOException {
    Random random = new Random(dtype.ordinal());
    for (int i = 0; i < Rounds.of(4); i++) {
      byte[] bytes = data(random);
      long begin = random.nextInt(Math.min(9, bytes.length));
      ByteRange range =
          new ByteRange(
              begin, bytes.length - random.nextInt((int) Math.min(3, bytes.length - begin) + 1));
      long sample =
          bytes[random.nextInt(bytes.length)]
              & ElementTest.allBits(dtype.bits() == 4 ? 4 : dtype.bits() == 6 ? 6 : 8);
      try (FileBytes file = open(bytes)) {
        for (ElementTest test : tests(dtype, random, sample)) {
          SearchArea area = SearchArea.of(range, test);
          assertFinds(NaiveSearch.of(bytes, range, dtype, test), file, area, random);
        }
      }
    }
  }

  @Test
  void aLongFileIsSearchedByManyThreadsAndTheNearestMatchWins() throws IOException {
    byte[] bytes = new byte[24 << 20];
    for (int at = 17_500_003; at < 24_000_000; at += 500_000) {
      bytes[at] = 7;
    }
    try (FileBytes file = open(bytes)) {
      List<SearchArea> areas =
          List.of(SearchArea.of(new ByteRange(0, bytes.length), NaiveSearch.exactly((byte) 7)));
      for (int i = 0; i < Rounds.of(8); i++) {
        ByteSearch search = new ByteSearch(1 + i % 8);
        assertThat(next(search, file, areas, 0)).contains(new ByteRange(17_500_003, 17_500_004));
        assertThat(previous(search, file, areas, bytes.length))
            .contains(new ByteRange(23_500_003, 23_500_004));
        assertThat(previous(search, file, areas, 17_500_003)).isEmpty();
      }
    }
  }

  @Test
  void areasAreSearchedOneAfterTheOther() throws IOException {
    byte[] bytes = {9, 1, 0, 1, 0, 9, 1, 0, 9};
    SearchArea first = SearchArea.of(new ByteRange(1, 3), ElementTest.code(Dtype.U16, 1));
    SearchArea second = SearchArea.of(new ByteRange(6, 8), ElementTest.code(Dtype.U16, 1));
    try (FileBytes file = open(bytes)) {
      ByteSearch search = new ByteSearch(1);
      assertThat(next(search, file, List.of(first, second), 2)).contains(new ByteRange(6, 8));
      assertThat(previous(search, file, List.of(first, second), 6)).contains(new ByteRange(1, 3));
    }
  }

  @Test
  void aSearchThatIsCancelledStopsAtTheNextChunk() throws IOException {
    try (FileBytes file = open(new byte[10_000])) {
      AtomicInteger questions = new AtomicInteger();
      SearchArea area = SearchArea.of(new ByteRange(0, 10_000), NaiveSearch.exactly((byte) 1));
      assertThatThrownBy(
              () ->
                  new ByteSearch(1, 240)
                      .find(
                          file,
                          List.of(area),
                          new ByteRange(0, file.length()),
                          true,
                          () -> questions.incrementAndGet() > 5,
                          Progress.NONE))
          .isInstanceOf(CancellationException.class);
      assertThat(questions).hasValue(6);
    }
  }

  @Test
  void progressEndsWithAllBytes() throws IOException {
    try (FileBytes file = open(new byte[9600])) {
      List<Long> done = new ArrayList<>();
      SearchArea area = SearchArea.of(new ByteRange(0, 9600), ElementTest.nonZero(Dtype.F32));
      new ByteSearch(1, 2400)
          .find(
              file,
              List.of(area),
              new ByteRange(0, file.length()),
              true,
              Cancellation.NEVER,
              (bytes, total) -> {
                assertThat(total).isEqualTo(9600);
                done.add(bytes);
              });
      assertThat(done).containsExactly(2400L, 4800L, 7200L, 9600L);
    }
  }

  @Test
  void marksShowThePositionsOfMatches() throws IOException {
    byte[] bytes = new byte[4096];
    bytes[0] = 1;
    bytes[2050] = 1;
    bytes[2051] = 1;
    try (FileBytes file = open(bytes)) {
      SearchArea area = SearchArea.of(new ByteRange(0, 4096), NaiveSearch.exactly((byte) 1));
      MatchCounts counts =
          new ByteSearch(1).count(file, List.of(area), _ -> {}, Cancellation.NEVER, Progress.NONE);
      assertThat(counts.total()).isEqualTo(3);
      assertThat(counts.marks()).containsExactly(0, 2050 / 4096.0);
    }
  }

  @Test
  void countsAreReportedDuringTheSearch() throws IOException {
    try (FileBytes file = open(new byte[24 * 1024])) {
      List<Long> totals = new ArrayList<>();
      SearchArea area = SearchArea.of(new ByteRange(0, 24 * 1024), NaiveSearch.exactly((byte) 0));
      new ByteSearch(1, 24)
          .count(
              file,
              List.of(area),
              counts -> totals.add(counts.total()),
              Cancellation.NEVER,
              Progress.NONE);
      assertThat(totals).containsExactly(6144L, 12288L, 18432L, 24576L);
    }
  }

  @ParameterizedTest
  @EnumSource
  void ofAFileThatChangesWhileItIsSearchedThereIsNoCountAndNoAbsence(FileInterference meddling)
      throws IOException {
    try (FileBytes file = open(new byte[4096])) {
      SearchArea area = SearchArea.of(new ByteRange(0, 4095), NaiveSearch.exactly((byte) 7));
      Progress meddle =
          (done, total) -> {
            if (done == total) {
              meddling.to(file.path());
            }
          };
      assertThatThrownBy(
              () ->
                  new ByteSearch(1).count(file, List.of(area), _ -> {}, Cancellation.NEVER, meddle))
          .isInstanceOf(FileChangedException.class);
      assertThatThrownBy(
              () ->
                  new ByteSearch(1)
                      .find(
                          file,
                          List.of(area),
                          new ByteRange(0, 4095),
                          true,
                          Cancellation.NEVER,
                          Progress.NONE))
          .isInstanceOf(FileChangedException.class);
    }
  }
}
