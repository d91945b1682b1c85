package io.github.tensorloupe.remote;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskBlocksTest {

  private static final String STATE = "ab".repeat(32);

  private static final long LIMIT_BYTES = 4L * BlockCache.BLOCK_BYTES;

  @TempDir private Path folder;

  @Test
  void onlyBlocksBeyondTheLimitAreDeleted() throws IOException {
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    Path cache = Files.createDirectory(folder.resolve("cache"));
    Path state = Files.createDirectory(cache.resolve(STATE));
    for (int i = 0; i < 10; i++) {
      Files.createFile(state.resolve(Integer.toHexString(i)));
    }
    List<Path> others =
        List.of(elsewhere.resolve("1"), cache.resolve("readme"), state.resolve("readme"));
    for (Path each : others) {
      Files.createFile(each);
    }
    Files.createSymbolicLink(cache.resolve("cd".repeat(32)), elsewhere);
    for (Path each : List.of(elsewhere, cache.resolve("readme"))) {
      Files.setLastModifiedTime(each, FileTime.fromMillis(0));
    }
    assertThat(new DiskBlocks(cache, LIMIT_BYTES).has(STATE, 0)).isTrue();
    assertThat(others).allMatch(Files::exists);
    try (Stream<Path> left = Files.list(state)) {
      assertThat(left).hasSize(4 + 1);
    }
  }

  @Test
  void linkInPlaceOfABlockIsNotFollowed() throws IOException {
    Path own = Files.writeString(folder.resolve("own"), "mine");
    DiskBlocks blocks = new DiskBlocks(folder, LIMIT_BYTES);
    blocks.put(STATE, 0, new byte[10]);
    Files.createSymbolicLink(folder.resolve(STATE).resolve("1"), own);
    blocks.put(STATE, 1, new byte[10]);
    assertThat(own).hasContent("mine");
    assertThat(blocks.get(STATE, 1, 10)).isNull();
  }

  /// Each process knows only its own blocks, and may write the one that another reads.
  @Test
  void processesThatShareADiskGetRightBytesOrNone() {
    AtomicInteger right = new AtomicInteger();
    List<Integer> wrong = Collections.synchronizedList(new ArrayList<>());
    try (ExecutorService processes = Executors.newFixedThreadPool(4)) {
      for (int process = 0; process < 40; process++) {
        processes.execute(
            () -> {
              DiskBlocks blocks = new DiskBlocks(folder, LIMIT_BYTES);
              for (int block = 0; block < 4; block++) {
                byte[] bytes = new byte[BlockCache.BLOCK_BYTES];
                Arrays.fill(bytes, (byte) block);
                byte[] found = blocks.get(STATE, block, bytes.length);
                blocks.put(STATE, block, bytes);
                if (found != null && !Arrays.equals(found, bytes)) {
                  wrong.add(block);
                } else if (found != null) {
                  right.incrementAndGet();
                }
              }
            });
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(right).hasPositiveValue();
  }
}
