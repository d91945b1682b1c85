package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.testing.FinishedProcess;
import io.github.tensorloupe.testing.JavaCommand;
import io.github.tensorloupe.testing.ProjectFolders;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Starts the program on a class path without JavaFX.
class CoreWithoutJavaFxTest {

  @TempDir private Path folder;

  @Test
  void helpIsPrintedWithoutTheJavaFxJars() throws Exception {
    FinishedProcess process = launch("--help");

    assertThat(process.errors()).isEmpty();
    assertThat(process.exitCode()).isZero();
  }

  @Test
  void filesAreReadWithoutTheJavaFxJars() throws Exception {
    new TensorFiles().floats("a", 1, 2, 3).write(folder.resolve("a.safetensors"));

    FinishedProcess process = launch("stats", "--json", "a.safetensors");

    assertThat(process.errors()).isEmpty();
    assertThat(process.output()).contains("\"name\":\"a\"", "\"mean\":2.0");
    assertThat(process.exitCode()).isZero();
  }

  private FinishedProcess launch(String... arguments) throws Exception {
    List<String> java = JavaCommand.of("-classpath", classPath(), Launcher.class.getName());
    return FinishedProcess.of(
        folder, Map.of(), Stream.concat(java.stream(), Stream.of(arguments)).toList());
  }

  private static String classPath() {
    String libraries =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(
                entry ->
                    entry.matches(
                        ".*[/\\\\](jackson-|picocli-|jhdf-|msgpack-|slf4j-|commons-lang3-)[^/\\\\]*\\.jar"))
            .collect(Collectors.joining(File.pathSeparator));
    assertThat(libraries).contains("jackson-databind", "picocli");
    return ProjectFolders.classes().stream()
        .map(classes -> classes.toAbsolutePath() + File.pathSeparator)
        .collect(Collectors.joining("", "", libraries));
  }
}
