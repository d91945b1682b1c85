package io.github.tensorloupe.desktop.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.storage.Folders;
import io.github.tensorloupe.testing.FinishedProcess;
import io.github.tensorloupe.testing.JavaCommand;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Several windows and processes change the library at the same time.
class ConcurrentLibraryTest {

  private static final int WRITERS = 4;
  private static final int EACH = 10;

  @TempDir private Path folder;

  /// Writes entries whose names begin with the name of the writer.
  @FunctionalInterface
  private interface Writer {
    void write(String name) throws Exception;
  }

  private static void writeAtOnce(Writer writer) throws Exception {
    List<Callable<Boolean>> writers = new ArrayList<>();
    for (int i = 0; i < WRITERS; i++) {
      String name = "w" + i + "-";
      writers.add(
          () -> {
            writer.write(name);
            return true;
          });
    }
    try (ExecutorService threads = Executors.newFixedThreadPool(WRITERS)) {
      for (Future<Boolean> each : threads.invokeAll(writers)) {
        each.get();
      }
    }
  }

  private void assertNothingIsLost() throws Exception {
    LibraryFile library =
        new LibraryFile(
            new Folders(Map.of("XDG_CONFIG_HOME", folder.toString()), new Properties()));
    List<Path> all =
        IntStream.range(0, WRITERS * EACH)
            .mapToObj(i -> folder.resolve("w" + i / EACH + "-" + i % EACH))
            .toList();
    assertThat(library.recent().stream().map(RecentFile::path))
        .containsExactlyInAnyOrderElementsOf(all);
    assertThat(library.folders()).containsExactlyInAnyOrderElementsOf(all);
  }

  @Test
  void nothingIsLostThatThreadsNoteAtTheSameTime() throws Exception {
    writeAtOnce(name -> LibraryWriterProcess.note(folder, name, EACH));

    assertNothingIsLost();
  }

  @Test
  void nothingIsLostThatProcessesNoteAtTheSameTime() throws Exception {
    writeAtOnce(this::process);

    assertNothingIsLost();
  }

  private void process(String name) throws Exception {
    FinishedProcess process =
        FinishedProcess.of(
            folder,
            Map.of(),
            JavaCommand.of(
                "-cp",
                System.getProperty("java.class.path"),
                LibraryWriterProcess.class.getName(),
                folder.toString(),
                name,
                String.valueOf(EACH)));
    assertThat(process.errors()).isEmpty();
    assertThat(process.exitCode()).isZero();
  }
}
