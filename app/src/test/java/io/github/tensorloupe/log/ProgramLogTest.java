package io.github.tensorloupe.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
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
  void anEntryTellsTimeLevelThreadAndMessageInOneLine() throws IOException {
    try (ProgramLog log = begin()) {
      log.info("opened /models/a\nb.safetensors");

      assertThat(written(log))
          .matches(
              "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,3})?Z INFO    \\[%s] opened /models/a\\\\nb.safetensors\n"
                  .formatted(Thread.currentThread().getName()));
    }
  }

  @Test
  void aFailureIsToldWithItsStackAndItsCauses() throws IOException {
    try (ProgramLog log = begin()) {
      log.error("broken", new IllegalStateException("outer", new IOException("inner")));

      assertThat(written(log))
          .contains("ERROR   [", "    java.lang.IllegalStateException: outer\n")
          .contains("    \tat io.github.tensorloupe.log.ProgramLogTest")
          .contains("    Caused by: java.io.IOException: inner");
    }
  }

  @Test
  void whatLibrariesWarnOfIsTakenIn() throws IOException {
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
  void aFullFileMovesAsideAndTheOldestAreDeleted() throws IOException {
    try (RotatingFile file = new RotatingFile(folder, 1000)) {
      for (int i = 0; i < 200; i++) {
        file.write("entry %03d, which is thirty bytes\n".formatted(i));
      }

      try (Stream<Path> files = Files.list(folder)) {
        assertThat(files.filter(path -> path.toString().endsWith(".log")))
            .hasSize(RotatingFile.KEPT);
      }
      assertThat(Files.readString(file.newest().orElseThrow())).contains("entry 199");
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
  void withoutAFolderNothingIsToldAndNothingFails() {
    try (ProgramLog log = ProgramLog.begin(Optional::empty, Duration.ZERO)) {
      log.info("nobody hears it");

      assertThat(log.file()).isEmpty();
    }
    ProgramLog none = ProgramLog.none();
    none.info("nobody hears it");
    none.close();
    assertThat(none.file()).isEmpty();
  }

  @Test
  void aFolderThatCannotBeWrittenIsNoError() throws IOException {
    Path notAFolder = Files.writeString(folder.resolve("file"), "");
    try (ProgramLog log = ProgramLog.begin(() -> Optional.of(notAFolder), Duration.ZERO)) {
      log.info("nobody hears it");

      assertThat(log.file()).isEmpty();
    }
  }
}
