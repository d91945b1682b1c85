package io.github.tensorloupe.desktop.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.logging.ConsoleHandler;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ProgramLogTest {

  @TempDir Path folder;

  private ProgramLog begin() {
    return ProgramLog.begin(() -> Optional.of(folder), Duration.ZERO);
  }

  private static String written(ProgramLog log) throws IOException {
    return Files.readString(log.file().orElseThrow());
  }

  @Test
  void entriesHaveTimeLevelThreadAndMessageOnOneLine() throws IOException {
    try (ProgramLog log = begin()) {
      log.info("opened /models/a\nb.safetensors");

      assertThat(written(log))
          .matches(
              "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,3})?Z INFO    \\[%s] opened /models/a\\\\nb.safetensors\n"
                  .formatted(Thread.currentThread().getName()));
    }
  }

  @Test
  void failuresAreLoggedWithStackTraceAndCauses() throws IOException {
    try (ProgramLog log = begin()) {
      log.error("broken", new IllegalStateException("outer", new IOException("inner")));

      assertThat(written(log))
          .contains("ERROR   [", "    java.lang.IllegalStateException: outer\n")
          .contains("    \tat io.github.tensorloupe.desktop.log.ProgramLogTest")
          .contains("    Caused by: java.io.IOException: inner");
    }
  }

  @Test
  void libraryWarningsAreLogged() throws IOException {
    Logger library = Logger.getLogger("some.library");
    library.setUseParentHandlers(true);
    try (ProgramLog log = begin()) {
      log.file();
      library.log(Level.WARNING, "CSS Error in {0}", "base.css");
      library.log(Level.INFO, "nothing of interest");

      assertThat(written(log))
          .contains("some.library: CSS Error in base.css")
          .doesNotContain("nothing of interest");
    }
  }

  @Test
  void twoProcessesWriteToFilesOfTheirOwn() throws IOException {
    try (ProgramLog one = begin();
        ProgramLog other = begin()) {
      one.info("one");
      one.file();
      other.info("other");
      other.file();
      try (Stream<Path> files = Files.list(folder)) {
        assertThat(files.map(file -> file.getFileName().toString()))
            .contains("tensorloupe.0.0.log", "tensorloupe.1.0.log");
      }
    }
  }

  @Test
  void theFileOfALogIsItsOwnWhoeverHasWrittenLast() throws IOException {
    try (ProgramLog one = begin()) {
      one.info("one");
      one.file();
      try (ProgramLog other = begin()) {
        other.info("other");
        Files.setLastModifiedTime(
            other.file().orElseThrow(), FileTime.from(Instant.now().plusSeconds(60)));

        assertThat(written(one)).contains("one").doesNotContain("other");
      }
    }
  }

  @Test
  void unusableFileIsSkipped() throws IOException {
    Files.createDirectory(folder.resolve("tensorloupe.0.lck"));
    Files.createDirectory(folder.resolve("tensorloupe.1.0.log"));
    try (ProgramLog log = begin()) {
      log.info("here");

      assertThat(log.file()).contains(folder.resolve("tensorloupe.2.0.log"));
    }
  }

  @Test
  void aHugeFailureIsCut() throws IOException {
    try (ProgramLog log = begin()) {
      for (int i = 0; i < 30; i++) {
        log.error("huge", new IOException("x".repeat(1 << 20)));
      }
      log.info("the end");

      assertThat(written(log)).endsWith("the end\n");
      try (Stream<Path> files = Files.list(folder)) {
        assertThat(files.mapToLong(file -> file.toFile().length()).sum()).isLessThan(4 << 20);
      }
    }
  }

  @Test
  void failureThatCannotBeFormattedLosesOnlyItsOwnEntry() throws IOException {
    IOException odd =
        new IOException() {
          private static final long serialVersionUID = 1;

          @Override
          public String getMessage() {
            throw new IllegalStateException("odd");
          }
        };
    try (ProgramLog log = begin()) {
      log.error("odd", odd);
      log.info("after it");

      assertThat(written(log)).contains("after it\n(1 further entries are lost)");
    }
  }

  @Test
  void repeatedLibraryWarningsAreLoggedAFewTimes() throws IOException {
    Logger library = Logger.getLogger("some.busy.library");
    Handler console =
        Arrays.stream(Logger.getLogger("").getHandlers())
            .filter(ConsoleHandler.class::isInstance)
            .findFirst()
            .orElseThrow();
    Level before = console.getLevel();
    console.setLevel(Level.OFF);
    try (ProgramLog log = begin()) {
      log.file();
      for (int i = 0; i < 5000; i++) {
        library.log(Level.WARNING, "CSS Error {0}", i);
      }

      assertThat(written(log).lines())
          .hasSize(4)
          .last()
          .asString()
          .endsWith("CSS Error 999 (1,000 times by now)");
    } finally {
      console.setLevel(before);
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void fullDiskLosesOnlyEntriesWrittenMeanwhile() throws Exception {
    Path file = folder.resolve("tensorloupe.0.0.log");
    // The log does not follow links, and only root can create a device.
    assumeThat(new ProcessBuilder("mknod", file.toString(), "c", "1", "7").start().waitFor())
        .isZero();
    try (ProgramLog log = begin()) {
      log.info("lost");
      log.file();
      Files.delete(file);
      log.info("after it");

      assertThat(written(log)).contains("after it\n(1 further entries are lost)");
    }
  }

  @Test
  void aFullFileMovesAsideAndTheOldestAreDeleted() throws IOException {
    try (RotatingFile file = RotatingFile.in(folder, 1000)) {
      for (int i = 0; i < 200; i++) {
        file.write("entry %03d, which is thirty bytes\n".formatted(i));
      }

      try (Stream<Path> files = Files.list(folder)) {
        assertThat(files.filter(path -> path.toString().endsWith(".log")))
            .hasSize(RotatingFile.MAX_GENERATIONS);
      }
      assertThat(Files.readString(file.file(0))).contains("entry 199");
    }
  }

  @Test
  void closingWritesWhatWaits() throws IOException {
    ProgramLog log = ProgramLog.begin(() -> Optional.of(folder), Duration.ofHours(1));
    log.info("the last words");
    log.close();

    assertThat(Files.readString(folder.resolve("tensorloupe.0.0.log"))).contains("the last words");
  }

  @Test
  void nothingIsLoggedWithoutAFolder() {
    try (ProgramLog log = ProgramLog.begin(Optional::empty, Duration.ZERO)) {
      log.info("it has no listener");

      assertThat(log.file()).isEmpty();
    }
    ProgramLog none = ProgramLog.none();
    none.info("it has no listener");
    none.close();
    assertThat(none.file()).isEmpty();
  }

  @Test
  void aFolderThatCannotBeWrittenIsNoError() throws IOException {
    Path notAFolder = Files.writeString(folder.resolve("file"), "");
    try (ProgramLog log = ProgramLog.begin(() -> Optional.of(notAFolder), Duration.ZERO)) {
      log.info("it has no listener");

      assertThat(log.file()).isEmpty();
    }
  }
}
