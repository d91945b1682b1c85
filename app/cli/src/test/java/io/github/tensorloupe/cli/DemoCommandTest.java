package io.github.tensorloupe.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoCommandTest {

  @TempDir Path folder;

  private static List<String> namesIn(Path folder) throws IOException {
    try (Stream<Path> children = Files.list(folder)) {
      return children.map(child -> child.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void saysWhatItWrote() throws IOException {
    Ran ran = Ran.in(folder, "demo", "new/d", "--json");

    assertThat(ran.exitCode()).isZero();
    assertThat(ran.texts("path"))
        .containsExactly(
            "new/d/healthy-sharded",
            "new/d/nan-and-inf.safetensors",
            "new/d/truncated.safetensors",
            "new/d/rich-metadata.safetensors");
    assertThat(ran.texts("description")).doesNotContain("");
    assertThat(namesIn(folder.resolve("new/d"))).hasSize(4);
  }

  @Test
  void samplesAreWhatTheySay() {
    Ran.in(folder, "demo", ".");

    Ran ran =
        Ran.in(
            folder,
            "check",
            "--values",
            "--json",
            "healthy-sharded",
            "nan-and-inf.safetensors",
            "truncated.safetensors",
            "rich-metadata.safetensors");

    assertThat(ran.texts("verdict")).containsExactly("ok", "ok", "ok", "ok", "ok", "refused", "ok");
    assertThat(ran.objects().subList(0, 4)).allMatch(report -> Ran.codes(report).isEmpty());
    assertThat(Ran.codes(ran.objects().get(4))).contains("nan", "inf", "all-zero", "constant");
    assertThat(Ran.codes(ran.objects().get(5))).contains("truncated");
  }

  @Test
  void nothingIsReplaced() throws IOException {
    Files.writeString(folder.resolve("truncated.safetensors"), "mine");

    Ran ran = Ran.in(folder, "demo", ".");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("truncated.safetensors already exists").hasLineCount(1);
    assertThat(namesIn(folder)).containsExactly("truncated.safetensors");
    assertThat(folder.resolve("truncated.safetensors")).hasContent("mine");
  }

  @Test
  void emptyNameIsNotTheWorkingDirectory() throws IOException {
    Ran ran = Ran.in(folder, "demo", "");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("an empty text is not a path").hasLineCount(1);
    assertThat(namesIn(folder)).isEmpty();
  }

  @Test
  void folderThatIsAFileIsASentence() throws IOException {
    Files.writeString(folder.resolve("file"), "mine");

    Ran ran = Ran.in(folder, "demo", "file");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).startsWith("tensorloupe: The samples cannot be written").hasLineCount(1);
  }
}
