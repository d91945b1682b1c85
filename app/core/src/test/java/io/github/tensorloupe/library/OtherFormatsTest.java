package io.github.tensorloupe.library;

import static io.github.tensorloupe.testing.TorchFile.tuple;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.testing.TorchFile;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OtherFormatsTest {

  @TempDir private Path parent;

  private Path folder;

  @BeforeEach
  void write() throws IOException {
    folder = Files.createDirectory(parent.resolve("models"));
    new TensorFiles().floats("a", 1, 2).write(folder.resolve("model.safetensors"));
    TorchFile torch = new TorchFile().floats("s", 4);
    torch.entry("w", torch.tensor("s", 4, 0, tuple(4), tuple(1)));
    Files.write(folder.resolve("model.ckpt"), torch.write());
    Files.write(folder.resolve("model.unknown"), torch.write());
    String call = TorchFile.call("os.system", TorchFile.text("id"));
    Files.write(folder.resolve("dangerous.pt"), new TorchFile().entry("x", call).write());
    Files.writeString(folder.resolve("firmware.bin"), "not a checkpoint");
    Path snapshot =
        Files.createDirectories(
            folder.resolve("models--org--name/snapshots/0123456789012345678901234567890123456789"));
    Files.write(snapshot.resolve("pytorch_model.bin"), torch.write());
    new TensorFiles().floats("a", 1, 2).write(snapshot.resolve("model.safetensors"));
  }

  private Map<String, String> scan(boolean includesOtherFormats) {
    Map<String, String> found = Collections.synchronizedMap(new TreeMap<>());
    LibraryListener listener =
        new LibraryListener() {
          @Override
          public void onEntry(LibraryEntry entry) {
            found.put(
                entry.name(),
                entry.otherFormat().map(FileKind::name).orElse("safetensors")
                    + " "
                    + entry.state());
          }

          @Override
          public void onUnreadableFolder(Path where, Finding why) {
            throw new AssertionError(why.message());
          }
        };
    new LibraryScan(
            new HeaderCache(),
            KnownHealthLookup.NONE,
            _ -> List.of(),
            _ -> false,
            includesOtherFormats)
        .run(List.of(LibraryFolder.folder(folder)), listener, Cancellation.NEVER, Progress.NONE);
    return found;
  }

  @Test
  void filesOfOtherFormatsAreFoundByNameAndContent() {
    assertThat(scan(true))
        .isEqualTo(
            Map.of(
                "models/model.safetensors", "safetensors COMPLETE",
                "models/model.ckpt", "PYTORCH_ZIP COMPLETE",
                "dangerous.pt", "PYTORCH_ZIP REFUSED",
                "org/name", "safetensors COMPLETE",
                "org/name: pytorch_model.bin", "PYTORCH_ZIP COMPLETE"));
  }

  @Test
  void filesOfOtherFormatsAreFoundOnRequestOnly() {
    assertThat(scan(false).keySet()).containsExactly("models/model.safetensors", "org/name");
  }
}
