package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.testing.FinishedProcess;
import io.github.tensorloupe.testing.ProjectFolders;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Starts the program like a user: with its start script and its modules, and with only the
/// environment variables that a test sets.
@DisabledOnOs(OS.WINDOWS)
class StartedProgramTest {

  private static final String MODULES =
      ".*/(javafx-|controlsfx-|atlantafx-|ikonli-|jackson-|picocli-|jhdf-|msgpack-|slf4j-|commons-lang3-)[^/]*\\.jar";

  @TempDir private static Path program;
  @TempDir private Path folder;
  private final Map<String, String> environment = new HashMap<>();

  @BeforeAll
  static void assembleProgram() throws IOException {
    Path script = Files.createDirectory(program.resolve("bin")).resolve("tensorloupe");
    Path launch = Path.of("src", "main", "launch");
    Files.copy(launch.resolve("tensorloupe"), script);
    assertThat(script.toFile().setExecutable(true)).isTrue();
    Path lib = Files.createDirectory(program.resolve("lib"));
    for (String options : List.of("java.options", "window.options")) {
      Files.copy(launch.resolve(options), lib.resolve(options));
    }
    for (Path classes : ProjectFolders.classes()) {
      packInto(lib.resolve(classes.getName(1) + ".jar"), classes);
    }
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      if (entry.matches(MODULES)) {
        Path jar = Path.of(entry);
        Files.copy(jar, lib.resolve(jar.getFileName()));
      }
    }
  }

  private static void packInto(Path jar, Path classes) {
    int failed =
        ToolProvider.findFirst("jar")
            .orElseThrow()
            .run(System.out, System.err, "-c0f", jar.toString(), "-C", classes.toString(), ".");
    assertThat(failed).isZero();
  }

  @BeforeEach
  void nameTheJdk() {
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    environment.put("TENSORLOUPE_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1");
  }

  private FinishedProcess run(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of(program.resolve("bin/tensorloupe").toString()));
    command.addAll(List.of(arguments));
    return FinishedProcess.of(folder, environment, command);
  }

  @Test
  void aNameInAnyScriptIsCheckedInABareEnvironment() throws Exception {
    new TensorFiles().floats("层.权重", 1).write(folder.resolve("模型.safetensors"));

    FinishedProcess process = run("check", "--json", "模型.safetensors");

    assertThat(process.errors()).isEmpty();
    assertThat(process.output())
        .startsWith("{\"path\":\"模型.safetensors\",\"kind\":\"safetensors\",\"verdict\":\"ok\"");
    assertThat(process.exitCode()).isZero();
  }

  @Test
  void withoutADisplayTheSampleWithNanIsDrawnAndWhatIsWrongWithItIsPrinted() throws Exception {
    environment.put("XDG_CACHE_HOME", folder.toString());

    FinishedProcess process = run();

    Path picture = folder.resolve("tensorloupe/window/nan-and-inf.safetensors.png");
    assertThat(process.errors()).isEmpty();
    assertThat(process.output())
        .contains(
            "nan: NaN in 2 tensors",
            "No display was found",
            picture.toString(),
            "the subcommands check, watch, survey, info, stats, hash, verify, compare,"
                + " quantization,",
            "lora, manifest, duplicates, metadata, export, convert, salvage, repair, index,"
                + " recover,",
            "library, screenshot, demo, completion and help need no display");
    assertThat(picture).isNotEmptyFile();
    assertThat(process.exitCode()).isZero();
  }

  @Test
  void missingFileIsReportedInOneSentence() throws Exception {
    environment.put("XDG_CACHE_HOME", folder.toString());

    FinishedProcess process = run("nothing-here.safetensors");

    assertThat(process.errors()).hasLineCount(1).contains("The file nothing-here");
    assertThat(process.exitCode()).isEqualTo(2);
  }

  @Test
  void screenshotHasTheRequestedSize() throws Exception {
    new TensorFiles().floats("a", 1, 2).write(folder.resolve("a.safetensors"));

    FinishedProcess process =
        run(
            "screenshot",
            "a.safetensors",
            "--out",
            "a.png",
            "--tensor",
            "a",
            "--size",
            "800x600",
            "--scale",
            "2",
            "--theme",
            "dark");

    assertThat(process.errors()).isEmpty();
    assertThat(process.exitCode()).isZero();
    assertThat(sizeOf(folder.resolve("a.png"))).isEqualTo("1600x1200");
  }

  @Test
  void aScreenshotOfAnUnknownTensorIsRefused() throws Exception {
    new TensorFiles().floats("a", 1, 2).write(folder.resolve("a.safetensors"));

    FinishedProcess process = run("screenshot", "a.safetensors", "--out", "a.png", "--tensor", "b");

    assertThat(process.errors()).hasLineCount(1).contains("No tensor is named \"b\"");
    assertThat(process.exitCode()).isEqualTo(2);
    assertThat(folder.resolve("a.png")).doesNotExist();
  }

  /// Returns the width and height from the header of a PNG file.
  private static String sizeOf(Path picture) throws IOException {
    ByteBuffer head = ByteBuffer.wrap(Files.readAllBytes(picture));
    return head.getInt(16) + "x" + head.getInt(20);
  }
}
