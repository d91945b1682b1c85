package io.github.tensorloupe.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.distribution.TensorSummary;
import io.github.tensorloupe.analysis.distribution.ValueCounts;
import io.github.tensorloupe.analysis.health.Occurrences;
import io.github.tensorloupe.analysis.health.Repetition;
import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.analysis.health.ZeroPages;
import io.github.tensorloupe.cache.ScanCache.Scan;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.FileIdentity;
import io.github.tensorloupe.storage.Folders;
import io.github.tensorloupe.testing.Rounds;
import io.github.tensorloupe.text.Quantities;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScanCacheTest {

  private static final FileIdentity FILE = identity("1", 4711);

  @TempDir private Path folder;
  private Folders folders;
  private ScanCache cache;

  @BeforeEach
  void makeCache() {
    folders = new Folders(Map.of("XDG_CACHE_HOME", folder.toString()), new Properties());
    cache = new ScanCache(folders);
  }

  private static FileIdentity identity(String fileKey, long byteLength) {
    return new FileIdentity(
        Optional.of(fileKey), byteLength, FileTime.fromMillis(99), "ab".repeat(32));
  }

  @Test
  void everyLongAndDoubleRoundTrips() throws IOException {
    Random random = new Random(11);
    for (int run = 0; run < 100; run++) {
      Scan scan = randomScan(random, random.nextInt(40));
      cache.write(FILE, scan);

      Scan read = cache.read(FILE, scan.health().length).orElseThrow();

      assertThat(values(read)).isEqualTo(values(scan));
      // Records treat all NaN as equal, so the bits are compared as well.
      assertThat(bits(read)).isEqualTo(bits(scan));
    }
  }

  private static List<Optional<?>> values(Scan scan) {
    return IntStream.range(0, scan.health().length)
        .boxed()
        .<Optional<?>>flatMap(
            i ->
                Stream.of(
                    Optional.ofNullable(scan.health()[i]), Optional.ofNullable(scan.figures()[i])))
        .toList();
  }

  private static List<Object> bits(Scan scan) {
    return Arrays.stream(scan.figures())
        .filter(Objects::nonNull)
        .flatMap(
            figures ->
                Stream.<Number>of(
                    figures.min(),
                    figures.max(),
                    figures.mean(),
                    figures.standardDeviation(),
                    figures.rootMeanSquare()))
        .<Object>map(it -> it instanceof Double real ? Double.doubleToRawLongBits(real) : it)
        .toList();
  }

  private static Scan randomScan(Random random, int tensorCount) {
    Scan known = new Scan(new TensorHealth[tensorCount], new TensorSummary[tensorCount]);
    for (int i = 0; i < tensorCount; i++) {
      if (random.nextInt(4) > 0) {
        known.health()[i] = randomHealth(random);
      }
      if (random.nextInt(4) > 0) {
        known.figures()[i] = randomFigures(random);
      }
    }
    return known;
  }

  private static TensorHealth randomHealth(Random random) {
    return new TensorHealth(
        randomLong(random),
        randomOccurrences(random),
        randomOccurrences(random),
        randomOccurrences(random),
        randomOccurrences(random),
        randomOccurrences(random),
        randomOccurrences(random),
        Repetition.values()[random.nextInt(3)],
        random.nextBoolean(),
        randomPages(random));
  }

  private static long randomLong(Random random) {
    return random.nextLong() >>> (1 + random.nextInt(63));
  }

  private static Occurrences randomOccurrences(Random random) {
    long count = randomLong(random);
    return count == 0 ? Occurrences.NONE : new Occurrences(count, randomLong(random));
  }

  private static ZeroPages randomPages(Random random) {
    int runCount = random.nextInt(100);
    List<ByteRange> runs =
        Stream.generate(() -> randomLong(random) / 2)
            .map(begin -> new ByteRange(begin, begin + 1 + random.nextInt(99)))
            .limit(Math.min(runCount, ZeroPages.MAX_RUNS))
            .toList();
    return new ZeroPages(runCount == 0 ? 0 : 1 + randomLong(random) / 2, runCount, runs);
  }

  private static TensorSummary randomFigures(Random random) {
    return new TensorSummary(
        new ValueCounts(
            randomLong(random),
            randomLong(random),
            randomLong(random),
            randomLong(random),
            randomLong(random),
            randomLong(random)),
        random.nextBoolean() ? (Number) randomDouble(random) : (Number) randomLong(random),
        random.nextBoolean() ? (Number) randomDouble(random) : Quantities.exact(random.nextLong()),
        randomDouble(random),
        randomDouble(random),
        randomDouble(random));
  }

  private static double randomDouble(Random random) {
    return switch (random.nextInt(5)) {
      case 0 -> Double.NaN;
      case 1 -> -0.0;
      case 2 -> Double.NEGATIVE_INFINITY;
      default -> Double.longBitsToDouble(random.nextLong());
    };
  }

  @Test
  void anotherFileHasNothing() throws IOException {
    Scan scan = randomScan(new Random(1), 3);
    cache.write(FILE, scan);

    assertThat(cache.read(identity("2", 4711), 3)).isEmpty();
    assertThat(cache.read(identity("1", 4712), 3)).isEmpty();
    assertThat(
            cache.read(
                new FileIdentity(FILE.fileKey(), 4711, FileTime.fromMillis(98), FILE.headSha256()),
                3))
        .isEmpty();
    assertThat(
            cache.read(new FileIdentity(FILE.fileKey(), 4711, FILE.modified(), "cd".repeat(32)), 3))
        .isEmpty();
    assertThat(cache.read(FILE, 4)).isEmpty();
    assertThat(values(cache.read(FILE, 3).orElseThrow())).isEqualTo(values(scan));
  }

  @Test
  void resultsUnderTheNameOfAnotherFileAreForeign() throws IOException {
    Scan scan = randomScan(new Random(1), 3);
    cache.write(FILE, scan);
    Path first = onlyFile();
    byte[] bytes = Files.readAllBytes(first);
    Files.delete(first);
    FileIdentity other = identity("2", 4711);
    cache.write(other, scan);

    Files.write(onlyFile(), bytes);

    assertThat(cache.read(other, 3)).isEmpty();
  }

  @Test
  void damagedResultsAreNone() throws IOException {
    Scan scan = randomScan(new Random(2), 5);
    cache.write(FILE, scan);
    byte[] bytes = Files.readAllBytes(onlyFile());
    int step = Math.max(1, bytes.length / Rounds.of(200));
    for (int length = 0; length < bytes.length; length += step) {
      Files.write(onlyFile(), Arrays.copyOf(bytes, length));
      assertThat(cache.read(FILE, 5)).as("first %d bytes", length).isEmpty();
    }
    for (int i = 0; i < bytes.length; i += i < 20 ? 1 : step) {
      byte[] damaged = bytes.clone();
      damaged[i] ^= (byte) (1 << (i % 8));
      Files.write(onlyFile(), damaged);
      // Some bits of the gzip header are ignored.
      assertThat(cache.read(FILE, 5))
          .as("byte %d", i)
          .matches(read -> read.isEmpty() || values(read.get()).equals(values(scan)));
    }
  }

  @Test
  void randomBytesWithAValidChecksumAreIgnoredOrValid() throws IOException {
    CacheStore store = new CacheStore(() -> Optional.of(folder), Long.MAX_VALUE);
    Random random = new Random(3);
    byte[] valid = CacheMapper.SMILE.writeValueAsBytes(randomScan(random, 3));
    for (int run = 0; run < 300; run++) {
      byte[] damaged = valid.clone();
      damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      try {
        store.write("1", CacheMapper.SMILE.readTree(damaged));
      } catch (IOException e) {
        continue;
      }
      // Must not throw an exception.
      Optional<Scan> read = store.read("1", Scan.class, new CacheStore.Limits(1000, 10_000));
      assertThat(read.map(it -> it.health().length).orElse(3)).isLessThan(1000);
    }
  }

  @Test
  void leastRecentlyUsedIsEvictedFirst() throws IOException {
    Scan scan = randomScan(new Random(4), 50);
    cache.write(FILE, scan);
    long size = Files.size(onlyFile());
    ScanCache small = new ScanCache(folders, 4 * size - 100);
    List<FileIdentity> files =
        Stream.of("1", "2", "3", "4").map(key -> identity(key, 4711)).toList();
    for (int i = 0; i < 3; i++) {
      small.write(files.get(i), scan);
      age(i);
    }
    assertThat(small.read(files.getFirst(), 50)).isPresent();

    small.write(files.get(3), scan);

    assertThat(small.read(files.get(0), 50)).isPresent();
    assertThat(small.read(files.get(1), 50)).isEmpty();
    assertThat(small.read(files.get(2), 50)).isPresent();
    assertThat(small.read(files.get(3), 50)).isPresent();
  }

  /// Sets the modification time of the latest files to the past, in the order of `i`.
  private void age(int i) throws IOException {
    Instant now = Instant.now();
    for (Path file : cachedFiles()) {
      if (Files.getLastModifiedTime(file).toInstant().isAfter(now.minusSeconds(600))) {
        Files.setLastModifiedTime(file, FileTime.from(now.minusSeconds(3600 - i)));
      }
    }
  }

  @Test
  void resultsBeyondTheLimitAreNotCached() throws IOException {
    ScanCache small = new ScanCache(folders, 10);

    small.write(FILE, randomScan(new Random(5), 50));

    assertThat(cachedFiles()).isEmpty();
  }

  @Test
  void nothingOfTheIdentityCanBeRead() throws IOException {
    FileIdentity file =
        new FileIdentity(Optional.of("secret-key"), 4711, FileTime.fromMillis(99), "ab".repeat(32));
    cache.write(file, randomScan(new Random(5), 1));

    assertThat(onlyFile().getFileName().toString()).matches("[0-9a-f]{64}\\.scan");
    assertThat(new String(Files.readAllBytes(onlyFile()), StandardCharsets.ISO_8859_1))
        .doesNotContain("secret", "abab");
  }

  @Test
  void nothingIsCachedWithoutAFolder() throws IOException {
    ScanCache nowhere = new ScanCache(new Folders(Map.of(), new Properties()));

    nowhere.write(FILE, randomScan(new Random(6), 2));

    assertThat(nowhere.read(FILE, 2)).isEmpty();
  }

  private Path onlyFile() throws IOException {
    assertThat(cachedFiles()).hasSize(1);
    return cachedFiles().getFirst();
  }

  private List<Path> cachedFiles() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("tensorloupe/scans"))) {
      return files.toList();
    }
  }
}
