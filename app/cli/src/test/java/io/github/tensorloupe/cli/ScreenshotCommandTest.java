package io.github.tensorloupe.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.cli.ScreenshotRequest.Language;
import io.github.tensorloupe.cli.ScreenshotRequest.Theme;
import io.github.tensorloupe.storage.Accent;
import io.github.tensorloupe.testing.SampleBytes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScreenshotCommandTest {

  private final List<ScreenshotRequest> requests = new ArrayList<>();
  private Screenshot screenshot =
      new Screenshot() {
        @Override
        public void draw(ScreenshotRequest request) {
          requests.add(request);
        }

        @Override
        public List<String> panes() {
          return List.of("overview", "histogram");
        }
      };

  @TempDir Path folder;

  @BeforeEach
  void writeFile() throws IOException {
    SampleBytes.write(folder.resolve("a.safetensors"), SampleBytes.file("{}"));
  }

  private Ran run(String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    CommandEnvironment environment = new CommandEnvironment(folder, out, err, false);
    int exitCode = new CommandLineInterface(environment, screenshot).run(arguments);
    return Ran.of(exitCode, out.toByteArray(), err.toByteArray());
  }

  @Test
  void optionsBecomeARequest() {
    Ran ran =
        run(
            "screenshot",
            "a.safetensors",
            "--out",
            "p.png",
            "--tensor",
            "x y",
            "--pane",
            "histogram",
            "--size",
            "320x4096",
            "--scale",
            "2",
            "--theme",
            "dark",
            "--language",
            "de",
            "--accent",
            "teal",
            "--font-size",
            "18",
            "--json");

    assertThat(ran.exitCode()).isZero();
    assertThat(requests)
        .containsExactly(
            new ScreenshotRequest(
                folder.resolve("a.safetensors"),
                Optional.empty(),
                folder.resolve("p.png"),
                Optional.of("x y"),
                Optional.of("histogram"),
                320,
                4096,
                2,
                Theme.DARK,
                Accent.TEAL,
                18,
                Language.DE));
    assertThat(ran.out())
        .isEqualTo(
            "{\"path\":\"a.safetensors\",\"out\":\"p.png\",\"width\":640,\"height\":8192}\n");
  }

  @Test
  void unknownPaneIsRefusedWithTheNamesOfAll() {
    Ran refused = run("screenshot", "a", "--out", "p.png", "--pane", "nowhere");

    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(requests).isEmpty();
    assertThat(refused.err())
        .contains(
            "Invalid value for option '--pane': 'nowhere' is not one of overview, histogram;");
  }

  @Test
  void omittedOptionsHaveDefaults() {
    Ran ran = run("screenshot", "a.safetensors", "--out", "p.png");

    assertThat(ran.out()).isEqualTo("Wrote p.png\n");
    assertThat(requests.getFirst().tensor()).isEmpty();
    assertThat(requests.getFirst().pane()).isEmpty();
    assertThat(requests.getFirst().width()).isEqualTo(1280);
    assertThat(requests.getFirst().height()).isEqualTo(800);
    assertThat(requests.getFirst().scale()).isEqualTo(1);
    assertThat(requests.getFirst().language()).isEqualTo(Language.EN);
    assertThat(requests.getFirst().theme()).isEqualTo(Theme.LIGHT);
  }

  @Test
  void missingPathIsNotDrawn() {
    Ran ran = run("screenshot", "gone", "--out", "p.png");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("The file gone does not exist");
    assertThat(requests).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.safetensors", "symbolic", "hard", "./a.safetensors", "notes.txt"})
  void nothingButAPictureIsReplaced(String out) throws IOException {
    Files.createSymbolicLink(folder.resolve("symbolic"), Path.of("a.safetensors"));
    Files.createLink(folder.resolve("hard"), folder.resolve("a.safetensors"));
    Files.writeString(folder.resolve("notes.txt"), "mine");
    byte[] before = Files.readAllBytes(folder.resolve(out));

    for (String path : List.of("a.safetensors", "notes.txt", ".")) {
      Ran ran = run("screenshot", path, "--out", out);

      assertThat(ran.exitCode()).isEqualTo(2);
      assertThat(ran.err()).contains("cannot be written");
    }
    assertThat(folder.resolve(out)).hasBinaryContent(before);
    assertThat(requests).isEmpty();
  }

  @Test
  void pictureThatIsShownIsNotReplaced() throws IOException {
    Path picture = folder.resolve("p.png");
    Files.write(picture, new byte[] {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'});

    assertThat(run("screenshot", "p.png", "--out", "p.png").exitCode()).isEqualTo(2);
    assertThat(run("screenshot", "a.safetensors", "--out", "p.png").exitCode()).isZero();
  }

  @Test
  void emptyNamesAreNotTheWorkingDirectory() {
    assertThat(run("screenshot", "", "--out", "p.png").exitCode()).isEqualTo(2);
    assertThat(run("screenshot", "a.safetensors", "--out", "").exitCode()).isEqualTo(2);
    assertThat(requests).isEmpty();
  }

  @Test
  void failureToDrawIsItsSentence() {
    screenshot =
        request -> {
          throw new IOException("There is no tensor \"x\".");
        };

    Ran ran = run("screenshot", "a.safetensors", "--out", "p.png");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err().getBytes(StandardCharsets.UTF_8))
        .asString()
        .isEqualTo("tensorloupe: There is no tensor \"x\".\n");
  }
}
