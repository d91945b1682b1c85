package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.library.LibraryEntry;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.save.Recovery;
import io.github.tensorloupe.storage.Folders;
import io.github.tensorloupe.testing.InterruptedSaves;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DesktopTest {

  @TempDir private Path folder;

  @Test
  void libraryOfTheUserFindsInterruptedSaves() throws IOException {
    Path file = new TensorFiles().floats("a", 1).write(folder.resolve("a.safetensors"));
    InterruptedSaves.beginOfRewrite(file);
    Finding finding = new Recovery(FileOperations.ofThisComputer()).findings(file).getFirst();
    Folders folders =
        new Folders(Map.of("XDG_CACHE_HOME", folder.resolve("cache").toString()), new Properties());

    LibraryEntry entry =
        Desktop.libraryOf(folders, Map.of()).scan().inspect(file, Cancellation.NEVER);

    assertThat(entry.problem()).contains(finding.sentence());
  }
}
