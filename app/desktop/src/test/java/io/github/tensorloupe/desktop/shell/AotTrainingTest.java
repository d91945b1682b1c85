package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.testing.FinishedProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests refusals only; the build of the installers runs the rest.
class AotTrainingTest {

  @TempDir private Path folder;
  private Path home;
  private Path work;

  @BeforeEach
  void makeFolders() throws IOException {
    home = Files.createDirectory(folder.resolve("home"));
    work = Files.createDirectory(folder.resolve("work"));
  }

  private FinishedProcess rehearse(Map<String, String> environment) throws Exception {
    return FinishedProcess.of(
        Files.createDirectories(folder.resolve("output")),
        environment,
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-classpath",
            System.getProperty("java.class.path"),
            AotTraining.class.getName(),
            "window",
            work.toString()));
  }

  private static List<Path> contentOf(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> !file.equals(folder)).toList();
    }
  }

  @Test
  void theHomeOfAPersonIsRefusedAndNothingInItChanges() throws Exception {
    FinishedProcess process = rehearse(Map.of("HOME", home.toString()));

    assertThat(process.exitCode()).isEqualTo(2);
    assertThat(process.errors())
        .startsWith("The files of the user would be changed")
        .contains(work.toString());
    assertThat(contentOf(home)).isEmpty();
    assertThat(contentOf(work)).isEmpty();
  }

  @Test
  void oneFolderOfAPersonIsEnoughToRefuse() throws Exception {
    FinishedProcess process =
        rehearse(Map.of("HOME", work.toString(), "XDG_CACHE_HOME", home.toString()));

    assertThat(process.exitCode()).isEqualTo(2);
    assertThat(contentOf(home)).isEmpty();
    assertThat(contentOf(work)).isEmpty();
  }

  @Test
  void aFolderThatHoldsSomethingIsRefusedAndStaysAsItIs() throws Exception {
    Path own = Files.writeString(work.resolve("mine.txt"), "mine");

    FinishedProcess process = rehearse(Map.of("HOME", work.toString()));

    assertThat(process.exitCode()).isEqualTo(2);
    assertThat(process.errors()).startsWith(work + " is not an empty folder.");
    assertThat(contentOf(work)).containsExactly(own);
  }
}
