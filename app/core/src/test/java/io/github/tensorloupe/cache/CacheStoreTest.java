package io.github.tensorloupe.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.github.tensorloupe.cache.CacheStore.Limits;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CacheStoreTest {

  private static final Limits LIMITS = new Limits(1000, 1 << 20);
  private static final String STATE = "ab".repeat(32);

  @TempDir private Path folder;

  private CacheStore store() {
    return store(1 << 20);
  }

  private CacheStore store(long maxBytes) {
    return new CacheStore(() -> Optional.of(folder), maxBytes);
  }

  /// Returns incompressible bytes.
  private static byte[] block(int number) {
    byte[] bytes = new byte[1 << 14];
    new Random(number).nextBytes(bytes);
    return bytes;
  }

  @Test
  void onlyTheLeastRecentlyUsedValuesAreDeletedBeyondTheLimit() throws IOException {
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    Path state = Files.createDirectory(folder.resolve(STATE));
    List<Path> others =
        List.of(elsewhere.resolve("1"), folder.resolve("readme"), state.resolve("readme"));
    for (Path each : others) {
      Files.write(each, block(0));
      Files.setLastModifiedTime(each, FileTime.fromMillis(0));
    }
    Files.createSymbolicLink(folder.resolve("cd".repeat(32)), elsewhere);
    CacheStore store = store(5 << 14);
    for (int i = 0; i < 10; i++) {
      store.write(STATE + "/" + i, block(i));
      Files.setLastModifiedTime(state.resolve("" + i), FileTime.fromMillis(1000L * i));
    }
    assertThat(store.keys())
        .hasSizeBetween(3, 4)
        .contains(STATE + "/9")
        .doesNotContain(STATE + "/0");
    assertThat(others).allMatch(Files::exists);
  }

  private static String draft(String end) {
    return ".tensorloupe-draft-00000000000000%s.part".formatted(end);
  }

  @Test
  void firstWriteDeletesOldDraftsEvenWithoutALimit() throws IOException {
    Path state = Files.createDirectory(folder.resolve(STATE));
    Path recent = Files.createFile(state.resolve(draft("1f")));
    for (Path old : List.of(folder.resolve(draft("12")), state.resolve(draft("3e")))) {
      Files.write(old, block(0));
      Files.setLastModifiedTime(old, FileTime.fromMillis(0));
    }

    store(Long.MAX_VALUE).write("1", "x");

    assertThat(folder).isDirectoryNotContaining("glob:**/.tensorloupe-draft*");
    assertThat(state)
        .isDirectoryContaining(recent::equals)
        .isDirectoryNotContaining("glob:**/*3e.part");
  }

  @Test
  void fileOfAnEarlierFormatIsDeletedOnceItIsTheOldest() throws IOException {
    Path earlier = Files.createDirectory(folder.resolve(STATE)).resolve("1f");
    Files.write(earlier, block(0));
    Files.setLastModifiedTime(earlier, FileTime.fromMillis(0));
    CacheStore store = store(3 << 14);
    assertThat(store.read(STATE + "/1f", byte[].class, LIMITS)).isEmpty();

    for (int i = 0; i < 3; i++) {
      store.write("" + i, block(i));
    }

    assertThat(earlier).doesNotExist();
  }

  @Test
  void linkInPlaceOfAValueIsNotFollowed() throws IOException {
    Path own = Files.writeString(Files.createTempDirectory(folder, "own").resolve("own"), "mine");
    Files.createSymbolicLink(folder.resolve("1"), own);

    store().write("1", block(1));

    assertThat(own).hasContent("mine");
    assertThat(store().read("1", byte[].class, LIMITS).orElseThrow()).isEqualTo(block(1));
  }

  @Test
  void damagedValueIsMissing() throws IOException {
    store().write("1", List.of("text", 7L, 0.5));
    byte[] bytes = Files.readAllBytes(folder.resolve("1"));
    for (int i = 0; i < bytes.length; i++) {
      Files.write(folder.resolve("1"), Arrays.copyOf(bytes, i));
      assertThat(store().read("1", List.class, LIMITS)).isEmpty();
      byte[] damaged = bytes.clone();
      damaged[i] ^= (byte) (1 << (i % 8));
      Files.write(folder.resolve("1"), damaged);
      // Some bits of the gzip header are ignored.
      assertThat(store().read("1", Object[].class, LIMITS))
          .as("byte %d", i)
          .matches(read -> read.isEmpty() || read.get().length == 3);
    }
  }

  @Test
  void valueOfAnotherTypeOrBeyondTheLimitsIsMissing() throws IOException {
    store().write("1", new long[2000]);

    assertThat(store().read("1", String.class, new Limits(3000, 1 << 20))).isEmpty();
    assertThat(store().read("1", long[].class, new Limits(1000, 1 << 20))).isEmpty();
    assertThat(store().read("1", long[].class, new Limits(3000, 1000))).isEmpty();
    assertThat(store().read("1", long[].class, new Limits(3000, 1 << 20))).isPresent();
  }

  @Test
  void compressedZerosBeyondTheLimitsAreNotRead() throws IOException {
    try (DataOutputStream out =
        new DataOutputStream(new GZIPOutputStream(Files.newOutputStream(folder.resolve("1"))))) {
      out.writeUTF("TensorLoupe cache 1 1");
      out.write(CacheMapper.SMILE.writeValueAsBytes("x"), 0, 4);
      for (int i = 0; i < 200; i++) {
        out.write(new byte[1 << 20]);
      }
    }
    assertThat(store().read("1", String.class, LIMITS)).isEmpty();
    assertThat(store().read("1", List.class, LIMITS)).isEmpty();
  }

  @Test
  void onlyTheOwnerCanReadTheValues() throws IOException {
    assumeThat(folder.getFileSystem().supportedFileAttributeViews()).contains("posix");
    store().write(STATE + "/1", 1);

    assertThat(Files.getPosixFilePermissions(folder.resolve(STATE)))
        .allMatch(it -> it.name().startsWith("OWNER"));
    assertThat(Files.getPosixFilePermissions(folder.resolve(STATE, "1")))
        .allMatch(it -> it.name().startsWith("OWNER"));
  }

  @Test
  void processesThatShareAFolderReadCompleteValuesOrNone() {
    AtomicInteger complete = new AtomicInteger();
    List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
    try (ExecutorService processes = Executors.newFixedThreadPool(4)) {
      for (int process = 0; process < 40; process++) {
        processes.execute(
            () -> {
              CacheStore store = store(3 << 14);
              for (int i = 0; i < 4; i++) {
                try {
                  Optional<byte[]> read = store.read("" + i, byte[].class, LIMITS);
                  store.write("" + i, block(i));
                  if (read.isPresent()) {
                    assertThat(read.get()).isEqualTo(block(i));
                    complete.incrementAndGet();
                  }
                } catch (IOException | AssertionError e) {
                  failures.add(e);
                }
              }
            });
      }
    }
    assertThat(failures).isEmpty();
    assertThat(complete).hasPositiveValue();
  }
}
