package io.github.tensorloupe.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExportNamesTest {

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "model.layers.0.weight, model.layers.0.weight.npy",
    "a/b, a_b.npy",
    "'a\\b', a_b.npy",
    "con, _con.npy",
    "NUL.weight, _NUL.weight.npy",
    "com1, _com1.npy",
    "console, console.npy",
    "-rf, _-rf.npy",
    "'', tensor.npy",
    "ü:é?, _.npy"
  })
  void nameIsMadeSafe(String tensor, String file) {
    assertThat(ExportNames.of(tensor, "npy")).isEqualTo(file);
  }

  @Test
  void dotsInTheMiddleOfANameTakeTimeInProportion() {
    String dots = ".".repeat(500_000);

    assertTimeoutPreemptively(
        Duration.ofSeconds(30),
        () -> assertThat(ExportNames.of("a" + dots + "b", "npy")).endsWith("..b.npy"));
    assertThat(ExportNames.of("a" + dots, "npy")).isEqualTo("a_.npy");
  }

  @Test
  void manyNamesWithTheSameEndGetNumbersInTime() {
    List<String> names =
        IntStream.range(0, 30_000).mapToObj(i -> i + "." + "x".repeat(200)).toList();

    assertTimeoutPreemptively(
        Duration.ofSeconds(30),
        () -> assertThat(ExportNames.of(names, "npy")).doesNotHaveDuplicates());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "..",
        ".",
        "../../etc/passwd",
        "/etc/passwd",
        "C:\\x",
        "a\0b",
        "a\nb",
        "\u202etxt",
        "\ud800",
        " ",
        "a.",
        "...",
        "x/..",
        "\\\\host\\share"
      })
  void nameNeverLeavesTheFolder(String tensor) {
    String name = ExportNames.of(tensor, "npy");

    assertThat(folder.resolve(name).normalize().getParent()).isEqualTo(folder);
    assertThat(name).matches("[A-Za-z0-9_+=@()\\[\\],][A-Za-z0-9._+=@()\\[\\],-]*\\.npy");
  }

  @Test
  void longNamesKeepTheirEnds() {
    String name = ExportNames.of("x".repeat(5000) + ".weight", "safetensors");

    assertThat(name).hasSizeLessThan(200).endsWith("x.weight.safetensors");
  }

  @Test
  void namesDifferWhereCaseDoesNotCount() {
    List<String> names =
        ExportNames.of(
            List.of("a/b", "A_B", "a_b", "a_b-2", "x".repeat(300), "y" + "x".repeat(300)), "bin");

    assertThat(names.stream().map(name -> name.toLowerCase(Locale.ROOT))).doesNotHaveDuplicates();
    assertThat(names).startsWith("a_b.bin", "A_B-2.bin", "a_b-3.bin", "a_b-2-2.bin");
  }
}
