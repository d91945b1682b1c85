package io.github.tensorloupe.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileIdentityTest {

  private static final FileTime TIME = FileTime.fromMillis(1_700_000_000_000L);

  @TempDir Path folder;
  private Path path;

  @BeforeEach
  void write() throws IOException {
    path = SampleFiles.write(folder.resolve("m.safetensors"), "a", "b");
    Files.setLastModifiedTime(path, TIME);
  }

  /// Changes one byte and restores the modification time.
  private void changeByte(long byteOffset) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
      file.seek(byteOffset);
      file.write(0x7f);
    }
    Files.setLastModifiedTime(path, TIME);
  }

  @Test
  void staysTheSameWhileNothingChanges() throws IOException {
    assertThat(FileIdentity.of(path)).isEqualTo(FileIdentity.of(path));
  }

  @Test
  void hashesTheHeaderLengthAndTheHeader() throws Exception {
    byte[] all = Files.readAllBytes(path);
    byte[] head = Arrays.copyOf(all, all.length - 4);
    assertThat(FileIdentity.of(path).headSha256())
        .isEqualTo(HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(head)));
  }

  @Test
  void hashesALargeHeaderPieceByPiece() throws Exception {
    byte[] all = SampleFiles.bytes("{}" + " ".repeat(700_001), new byte[0]);
    Files.write(path, all);
    assertThat(FileIdentity.of(path).headSha256())
        .isEqualTo(HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(all)));
  }

  @Test
  void changesWithAByteOfTheHeader() throws IOException {
    FileIdentity before = FileIdentity.of(path);
    changeByte(11);
    assertThat(FileIdentity.of(path)).isNotEqualTo(before);
  }

  @Test
  void doesNotLookAtTheData() throws IOException {
    FileIdentity before = FileIdentity.of(path);
    changeByte(Files.size(path) - 1);
    assertThat(FileIdentity.of(path)).isEqualTo(before);
  }

  @Test
  void changesWithTheModificationTime() throws IOException {
    FileIdentity before = FileIdentity.of(path);
    Files.setLastModifiedTime(path, FileTime.fromMillis(TIME.toMillis() + 1));
    assertThat(FileIdentity.of(path)).isNotEqualTo(before);
  }

  @Test
  void anOpenFileKeepsItsIdentityWhenAnotherTakesItsName() throws IOException {
    FileIdentity before = FileIdentity.of(path);
    try (TensorFile file = TensorFile.open(path)) {
      Path copy = Files.copy(path, folder.resolve("copy"), StandardCopyOption.COPY_ATTRIBUTES);
      Files.move(copy, path, StandardCopyOption.REPLACE_EXISTING);
      assertThat(file.identity()).isEqualTo(before);
      if (before.fileKey().isPresent()) {
        assertThat(FileIdentity.of(path)).isNotEqualTo(before);
      }
    }
  }

  @Test
  void brokenFilesHaveOneToo() throws IOException {
    Files.write(path, new byte[] {1, 2, 3});
    assertThat(FileIdentity.of(path).byteLength()).isEqualTo(3);
    Files.write(path, new byte[0]);
    assertThat(FileIdentity.of(path).headSha256()).startsWith("e3b0c442");
    Files.write(path, new byte[] {-1, -1, -1, -1, -1, -1, -1, -1, 5});
    assertThat(FileIdentity.of(path).byteLength()).isEqualTo(9);
  }

  @Test
  void readsNoMoreThanTheLongestHeaderThatLoads() throws IOException {
    byte[] lengthOfOnes = {-1, -1, -1, -1, -1, -1, -1, -1};
    Path large = SampleFiles.writeSparse(folder.resolve("large"), lengthOfOnes, 400 << 20);
    FakeChannel channel = FakeChannel.open(large);
    try (FileBytes file = channel.asFile(large)) {
      FileIdentity.of(file);
      assertThat(channel.bytesRead()).isEqualTo(100_000_008 + 8);
    }
  }

  @Test
  void constructorChecksItsArguments() {
    assertThatThrownBy(() -> new FileIdentity(Optional.empty(), -1, TIME, "0".repeat(64)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new FileIdentity(Optional.empty(), 1, TIME, "0".repeat(63)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
