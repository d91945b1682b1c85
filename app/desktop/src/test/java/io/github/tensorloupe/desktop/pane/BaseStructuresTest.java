package io.github.tensorloupe.desktop.pane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tensorloupe.adapter.BaseTensor;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.storage.Folders;
import io.github.tensorloupe.testing.FullDisk;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class BaseStructuresTest {

  private static final List<BaseTensor> REMEMBERED =
      List.of(
          new BaseTensor("a\n\"ä", Shape.of(2, 3), Optional.empty()),
          new BaseTensor("scalar", Shape.SCALAR, Optional.empty()));

  @RegisterExtension private final FullDisk disk = new FullDisk();

  @TempDir private Path folder;

  private BaseStructures structures() {
    return new BaseStructures(
        new Folders(Map.of("XDG_CACHE_HOME", folder.toString()), new Properties()));
  }

  private Path write(String name) throws IOException {
    return new TensorFiles()
        .tensor("a\n\"ä", Dtype.U8, new byte[6], 2, 3)
        .tensor("scalar", Dtype.U8, new byte[1])
        .write(folder.resolve(name));
  }

  private Path storedFile() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("tensorloupe/bases"))) {
      return files.findFirst().orElseThrow();
    }
  }

  @Test
  void aBaseThatIsAwayIsAsItWas() throws IOException {
    Path base = write("base.safetensors");
    assertThat(structures().tensorsAt(base, Cancellation.NEVER)).hasSize(2);
    Files.delete(base);

    assertThat(structures().tensorsAt(base, Cancellation.NEVER))
        .containsExactlyInAnyOrderElementsOf(REMEMBERED);
    assertThat(structures().all())
        .extracting(BaseStructures.StoredBase::path)
        .containsExactly(base);
  }

  @Test
  void unknownBaseIsAFailure() {
    assertThatThrownBy(() -> structures().tensorsAt(folder.resolve("never"), Cancellation.NEVER))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void aSetOfWhichPartsAreMissingIsNotRemembered() throws IOException {
    Path shard = write("model-00001-of-00002.safetensors");

    structures().tensorsAt(shard, Cancellation.NEVER);

    assertThat(structures().all()).isEmpty();
  }

  @Test
  void damagedStructuresAreNone() throws IOException {
    Path base = write("base.safetensors");
    structures().tensorsAt(base, Cancellation.NEVER);
    byte[] bytes = Files.readAllBytes(storedFile());
    for (int i = 0; i < bytes.length; i++) {
      Files.write(storedFile(), Arrays.copyOf(bytes, i));
      assertThat(structures().load(base)).as("first %d bytes", i).isEmpty();
      byte[] damaged = bytes.clone();
      damaged[i] ^= (byte) (1 << (i % 8));
      Files.write(storedFile(), damaged);
      // Some bits of the gzip header are ignored.
      assertThat(structures().load(base))
          .as("byte %d", i)
          .matches(read -> read.isEmpty() || read.get().containsAll(REMEMBERED));
      assertThat(structures().all()).as("byte %d", i).hasSizeLessThanOrEqualTo(1);
    }
  }

  @Test
  void mostRecentlyUsedBasesAreKept() throws IOException {
    for (int i = 0; i < BaseStructures.MAX_BASES; i++) {
      structures().tensorsAt(write("base-%d.safetensors".formatted(i)), Cancellation.NEVER);
      try (Stream<Path> files = Files.list(folder.resolve("tensorloupe/bases"))) {
        for (Path file : files.toList()) {
          long millis = Files.getLastModifiedTime(file).toMillis();
          Files.setLastModifiedTime(file, FileTime.fromMillis(millis - 10_000));
        }
      }
    }
    Path last = write("last.safetensors");

    structures().tensorsAt(last, Cancellation.NEVER);

    assertThat(structures().all())
        .hasSize(BaseStructures.MAX_BASES)
        .extracting(BaseStructures.StoredBase::path)
        .startsWith(last)
        .doesNotContain(folder.resolve("base-0.safetensors"));
  }

  @Test
  void withoutAFolderNothingIsRemembered() throws IOException {
    BaseStructures nowhere = new BaseStructures(new Folders(Map.of(), new Properties()));

    assertThat(nowhere.tensorsAt(write("base.safetensors"), Cancellation.NEVER)).hasSize(2);
    assertThat(nowhere.all()).isEmpty();
  }

  @Test
  void aFullDiskIsIgnoredAndStoredStructuresRemain() throws Throwable {
    BaseStructures structures =
        new BaseStructures(new Folders(disk.environment(), new Properties()));
    Path base = write("base.safetensors");
    Path other = write("other.safetensors");
    structures.tensorsAt(base, Cancellation.NEVER);
    Map<Path, ByteBuffer> before = disk.files();
    assertThat(before).isNotEmpty();
    disk.fill();

    structures.tensorsAt(base, Cancellation.NEVER);
    structures.tensorsAt(other, Cancellation.NEVER);

    assertThat(disk.files()).isEqualTo(before);
  }
}
