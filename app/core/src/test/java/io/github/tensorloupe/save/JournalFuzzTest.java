package io.github.tensorloupe.save;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.format.Preface;
import io.github.tensorloupe.model.Sha256;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.FuzzInput;
import io.github.tensorloupe.testing.FuzzTest;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/// Recovers files with damaged journals, or with forged journals that have a valid checksum. No
/// byte of a tensor changes, and neither healthy files nor the files next to them change. A second
/// recovery has no effect.
class JournalFuzzTest extends FuzzTest {

  private static final int CHECKSUM_BYTES = 32;
  private static final int VERSION_OFFSET = 8;
  private static final int NUMBERS_OFFSET = 24;
  private static final int NUMBERS = 3;

  private static final byte[] OTHER = {1, 2, 3};

  private final Recovery recovery = new Recovery(FileOperations.ofThisComputer());

  private FuzzInput random;
  private Path folder;
  private Path path;
  private Path journal;
  private byte[] before;
  private byte[] after;
  private byte[] journalBytes;

  @Override
  protected int rounds() {
    return 500;
  }

  private void saveOnce() throws IOException {
    folder = scratch();
    SavedFile file = new SavedFile(folder);
    path = file.path();
    before = file.bytes();
    journal = SaveNames.journal(path.toRealPath());
    WatchedFiles peeking =
        new WatchedFiles() {
          @Override
          void before(Step step) throws IOException {
            if (step.name().equals("write") && step.path().endsWith("model.safetensors")) {
              journalBytes = Files.readAllBytes(journal);
            }
          }
        };
    SaveOptions options = SaveOptions.DEFAULT.withStrategy(StrategyChoice.IN_PLACE);
    SavePlan plan = file.plan(peeking, file.with("note", "s".repeat(2000)), options);
    new Saver(peeking).save(plan, Cancellation.NEVER, Progress.NONE);
    after = file.bytes();
  }

  @Override
  protected void check(FuzzInput input) throws Exception {
    if (path == null) {
      saveOnce();
    }
    random = input;
    int dataStart = (int) (Preface.BYTE_COUNT + headerLength(before));
    byte[] found = found(random.nextInt(4));
    Files.write(path, found);
    Files.write(journal, forged());
    Path neighbor = Files.write(folder.resolve("neighbor.safetensors"), OTHER);
    Path neighborJournal =
        Files.write(folder.resolve(".neighbor.safetensors.tensorloupe-save"), OTHER);
    boolean otherHostToo = random.nextBoolean();

    boolean isRecovered = tried(() -> recovery.recover(path, otherHostToo));
    byte[] left = Files.readAllBytes(path);
    if (isRecovered) {
      tried(() -> recovery.recover(path, otherHostToo));
      assertThat(path).hasBinaryContent(left);
    }
    boolean wasHealthy = loads(found);
    if (!wasHealthy && random.nextBoolean()) {
      RecoveryChoice choice = random.oneOf(RecoveryChoice.values());
      tried(() -> recovery.choose(path, choice, true));
      left = Files.readAllBytes(path);
    }

    assertThat(Arrays.copyOfRange(left, dataStart, left.length))
        .isEqualTo(Arrays.copyOfRange(found, dataStart, found.length));
    if (wasHealthy) {
      assertThat(loads(left)).isTrue();
      assertThat(Arrays.equals(left, before) || Arrays.equals(left, after)).isTrue();
    }
    assertThat(neighbor).hasBinaryContent(OTHER);
    assertThat(neighborJournal).hasBinaryContent(OTHER);
    deleteEverythingElse();
  }

  private interface Attempt {
    Object run() throws IOException;
  }

  private static boolean tried(Attempt attempt) throws IOException {
    try {
      attempt.run();
      return true;
    } catch (SaveException e) {
      return false;
    }
  }

  private byte[] found(int kind) {
    byte[] found = (kind == 1 ? after : before).clone();
    if (kind >= 2) {
      System.arraycopy(after, 0, found, 0, kind == 2 ? 700 : 1536);
      System.arraycopy(Preface.unfinishedMark(), 0, found, 0, Preface.BYTE_COUNT);
    }
    return found;
  }

  private byte[] forged() {
    byte[] forged = journalBytes.clone();
    switch (random.nextInt(5)) {
      case 0 -> forged[random.nextInt(forged.length)] ^= (byte) (1 << random.nextInt(8));
      case 1 -> forged = Arrays.copyOf(forged, random.nextInt(forged.length));
      case 2 -> random.nextBytes(forged);
      case 3 -> {
        putRandomNumber(forged);
        seal(forged);
      }
      default -> {
        for (int i = random.nextInt(8); i >= 0; i--) {
          forged[VERSION_OFFSET + random.nextInt(forged.length - VERSION_OFFSET)] =
              (byte) random.nextInt();
        }
        if (random.nextBoolean()) {
          putRandomNumber(forged);
        }
        seal(forged);
      }
    }
    return forged;
  }

  /// Replaces the length of the file, of the header or of the images by a random number.
  private void putRandomNumber(byte[] forged) {
    long[] numbers = {
      random.nextLong(), random.nextInt(5000), before.length, before.length - 8, 4096, 8192, -1
    };
    ByteBuffer bytes = ByteBuffer.wrap(forged).order(ByteOrder.LITTLE_ENDIAN);
    int field = random.nextInt(NUMBERS);
    bytes.putLong(NUMBERS_OFFSET + Long.BYTES * field, numbers[random.nextInt(numbers.length)]);
  }

  private static void seal(byte[] forged) {
    int end = forged.length - CHECKSUM_BYTES;
    byte[] checksum = Sha256.digest().digest(Arrays.copyOf(forged, end));
    System.arraycopy(checksum, 0, forged, end, CHECKSUM_BYTES);
  }

  private static long headerLength(byte[] file) {
    return ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getLong();
  }

  private boolean loads(byte[] bytes) throws IOException {
    Path file = Files.write(folder.resolve("looked-at"), bytes);
    try (TensorFile open = TensorFile.open(file)) {
      return !open.isRefused();
    } finally {
      Files.delete(file);
    }
  }

  private void deleteEverythingElse() throws IOException {
    try (var entries = Files.list(folder)) {
      for (Path entry : entries.toList()) {
        Files.delete(entry);
      }
    }
  }
}
