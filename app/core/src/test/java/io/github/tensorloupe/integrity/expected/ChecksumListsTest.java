package io.github.tensorloupe.integrity.expected;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChecksumListsTest {

  private static final String HASH = "0123456789abcdef".repeat(4);
  private static final Path LIST = Path.of("/models/SHA256SUMS");

  private static Map<Path, String> hashes(String text) {
    return ChecksumLists.hashes(LIST, text);
  }

  @Test
  void linesOfSha256sumAreUnderstoodInTextAndBinaryMode() {
    assertThat(hashes(HASH + "  a.safetensors\n" + HASH + " *unet/b c.safetensors\n"))
        .containsOnlyKeys(
            Path.of("/models/a.safetensors"), Path.of("/models/unet/b c.safetensors"));
  }

  @Test
  void oneBlankAfterTheHashIsEnough() {
    assertThat(hashes(HASH + " a.safetensors\n\\" + HASH + " b\\\\c\n"))
        .containsOnlyKeys(Path.of("/models/a.safetensors"), Path.of("/models/b\\c"));
  }

  @Test
  void escapedNamesAreUnescaped() {
    assertThat(hashes("\\" + HASH + "  a\\nb\\\\n.safetensors\n"))
        .containsOnlyKeys(Path.of("/models/a\nb\\n.safetensors"));
  }

  @Test
  void linesOfBsdAndOpensslAreUnderstood() {
    assertThat(
            hashes(
                "SHA256 (a (1).safetensors) = %s\nSHA2-256(b.safetensors)= %s\nSHA256(c)= %s\n"
                    .formatted(HASH, HASH, HASH)))
        .containsOnlyKeys(
            Path.of("/models/a (1).safetensors"),
            Path.of("/models/b.safetensors"),
            Path.of("/models/c"));
  }

  @ParameterizedTest
  @ValueSource(strings = {" %s  a", "\t%s *a", "\\SHA256 (a) = %s", " SHA256 (a) = %s"})
  void linesThatSha256sumAcceptsAreRead(String line) {
    Path list = Path.of("/folder/SHA256SUMS");

    assertThat(ChecksumLists.hashes(list, line.formatted("0".repeat(63) + "1")))
        .containsOnlyKeys(Path.of("/folder/a"));
  }

  @Test
  void hashAloneIsAboutTheFileThatTheListIsNamedAfter() {
    for (String suffix : new String[] {".sha256", ".sha256sum", ".sha256.txt", ".SHA256.TXT"}) {
      assertThat(ChecksumLists.hashes(Path.of("/m/a.safetensors" + suffix), HASH + "\n"))
          .containsExactly(Map.entry(Path.of("/m/a.safetensors"), HASH));
    }
  }

  @Test
  void hashesAreInLowerCaseAndLinesMayEndAsOnWindows() {
    assertThat(hashes(HASH.toUpperCase(Locale.ROOT) + "  ./a\r\n"))
        .containsExactly(Map.entry(Path.of("/models/a"), HASH));
  }

  @Test
  void fileWithTwoHashesMatchesNeither() {
    String other = "f".repeat(64);

    assertThat(hashes(other + "  a\n" + HASH + "  a\n").get(Path.of("/models/a")))
        .isNotEqualTo(HASH)
        .isNotEqualTo(other);
    assertThat(hashes(HASH + "  a\n" + HASH + "  ./a\n")).containsValue(HASH);
    assertThat(ChecksumLists.hashes(Path.of("/m/a.sha256"), other + "\n" + HASH))
        .doesNotContainValue(HASH);
  }

  @Test
  void hashOfTheStandardInputIsAboutTheFileThatTheListIsNamedAfter() {
    assertThat(ChecksumLists.hashes(Path.of("/m/a.safetensors.sha256"), HASH + "  -\n"))
        .containsExactly(Map.entry(Path.of("/m/a.safetensors"), HASH));
  }

  @Test
  void spacesAtTheEndBelongToTheName() {
    assertThat(hashes(HASH + "  a \r\nSHA256 (b ) = " + HASH + " \n"))
        .containsOnlyKeys(Path.of("/models/a "), Path.of("/models/b "));
  }

  @Test
  void namesWithVeryManyPartsAreIgnored() {
    String name = "a/".repeat(500_000) + "../".repeat(500_000) + "a";

    assertTimeoutPreemptively(
        Duration.ofSeconds(30), () -> assertThat(hashes(HASH + "  " + name + "\n")).isEmpty());
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-8", "UTF-16LE", "UTF-16BE"})
  void byteOrderMarkSelectsTheEncodingAndHidesNoLine(String encoding, @TempDir Path folder)
      throws IOException {
    String lines = "%s  a\r\n%1$s  \u00fc\r\n".formatted(HASH);
    Path list = folder.resolve("SHA256SUMS");
    ChecksumLists lists = new ChecksumLists();

    Files.writeString(list, "\ufeff" + lines, Charset.forName(encoding));

    assertThat(lists.hashes(list)).containsOnlyKeys(folder.resolve("a"), folder.resolve("\u00fc"));
    assertThat(lists.unread).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ISO-8859-1", "UTF-16LE", "UTF-32"})
  void listInAnotherEncodingIsReported(String encoding, @TempDir Path folder) throws IOException {
    Path list = folder.resolve("SHA256SUMS");
    ChecksumLists lists = new ChecksumLists();
    Files.writeString(list, HASH + "  \u00fc\n", Charset.forName(encoding));

    lists.hashes(list);

    assertThat(lists.unread.get(list).message()).contains("was not understood");
  }

  @Test
  void otherLinesArePassedOver() {
    assertThat(hashes("# made by hand\n\nabc  a\nMD5 (a) = 00\n" + HASH + "0  b\n")).isEmpty();
  }
}
