package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.testing.FinishedProcess;
import io.github.tensorloupe.testing.JavaCommand;
import io.github.tensorloupe.testing.SampleBytes;
import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Starts processes, because pictures are drawn with a separate toolkit.
class OffscreenWindowTest {

  @TempDir private Path folder;

  private FinishedProcess screenshot(String header, String javaOption, String... arguments)
      throws Exception {
    SampleBytes.write(folder.resolve("a.safetensors"), SampleBytes.file(header));
    List<String> all = new ArrayList<>(List.of("screenshot", "a.safetensors", "--out", "a.png"));
    all.addAll(List.of(arguments));
    return launch(javaOption, all);
  }

  private FinishedProcess launch(String javaOption, List<String> arguments) throws Exception {
    List<String> command = JavaCommand.of(javaOption, "-cp", classPath(), Launcher.class.getName());
    command.addAll(arguments);
    return FinishedProcess.of(folder, Map.of("LC_ALL", "C.UTF-8"), command);
  }

  private static String classPath() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(entry -> Path.of(entry).toAbsolutePath().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }

  private BufferedImage picture() throws IOException {
    return ImageIO.read(folder.resolve("a.png").toFile());
  }

  @Test
  void pictureHasTheWantedSizeAlsoWhereTheContentsNeedMore() throws Exception {
    FinishedProcess process = screenshot("{}", "-Xmx512m", "--size", "320x240", "--scale", "2");

    assertThat(process.exitCode()).as(process.errors()).isZero();
    assertThat(picture().getWidth()).isEqualTo(640);
    assertThat(picture().getHeight()).isEqualTo(480);
  }

  @Test
  void modelCardIsDrawnInThePlaceOfTheEntries() throws Exception {
    List<byte[]> pictures = new ArrayList<>();
    for (String value : List.of("one", "two")) {
      String header = "{\"__metadata__\":{\"of no field\":\"%s\"}}".formatted(value);
      FinishedProcess process =
          screenshot(header, "-Xmx512m", "--pane", "card", "--size", "640x480");
      assertThat(process.exitCode()).as(process.errors()).isZero();
      pictures.add(Files.readAllBytes(folder.resolve("a.png")));
    }

    assertThat(pictures.getFirst())
        .as("the card has no place for these entries")
        .isEqualTo(pictures.getLast());
  }

  @Test
  void emptyNameIsNotTheWorkingDirectory() throws Exception {
    FinishedProcess process = launch("-Xmx512m", List.of(""));

    assertThat(process.exitCode()).isEqualTo(2);
    assertThat(process.errors()).hasLineCount(1).contains("is not a path");
  }

  @Test
  void pictureThatNeedsMoreMemoryIsASentence() throws Exception {
    FinishedProcess process = screenshot("{}", "-Xmx64m", "--size", "4096x4096", "--scale", "2");

    assertThat(process.exitCode()).isEqualTo(2);
    assertThat(process.errors()).contains("needs more memory").doesNotContain("\tat ");
    assertThat(folder.resolve("a.png")).doesNotExist();
  }
}
