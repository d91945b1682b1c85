package io.github.tensorloupe.integrity.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tensorloupe.integrity.manifest.ManifestReader.UnusableManifestException;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ManifestReaderTest {

  @TempDir private Path folder;
  private Manifest manifest;
  private String text;

  @BeforeEach
  void makeManifest() throws IOException {
    manifest =
        Manifests.manifest(
            new TensorFiles()
                .floats("a\u2028\"é", 1, 2)
                .floats("")
                .write(folder.resolve("m.safetensors")));
    text = Manifests.text(manifest);
  }

  private Manifest read(String manifestText) throws IOException {
    return ManifestReader.read(
        Files.write(folder.resolve("x.json"), manifestText.getBytes(StandardCharsets.ISO_8859_1)));
  }

  @Test
  void textIsReadableAndTheSameForTheSame() throws IOException {
    assertThat(text)
        .startsWith(
            """
            {
             "format": "tensorloupe-manifest",
             "version": 1,
             "created": "2026-01-02T03:04:05Z",
             "program": "a test",
             "algorithm": "SHA-256",
             "files": [
              {"file": "m.safetensors", "length": \
            """
                .stripTrailing())
        .contains("\n   {\"name\": \"a\\u2028\\\"\\u00E9\", \"dtype\": \"F32\", \"shape\": [2],")
        .isASCII();
    assertThat(text.lines()).hasSize(10);
    assertThat(Manifests.text(read(text))).isEqualTo(text);
    assertThat(read(text)).isEqualTo(manifest);
  }

  @Test
  void membersThatAreNotKnownArePassedOver() throws IOException {
    assertThat(read(text.replace("\"created\"", "\"later\": {\"x\": [1, {}]}, \"created\"")))
        .isEqualTo(manifest);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"version\": 1 | \"version\": 2 | version 2",
        "\"version\": 1 | \"version\": \"1\" | whole number",
        "tensorloupe-manifest | another | \"format\" is \"another\"",
        "SHA-256 | MD5 | \"algorithm\" is \"MD5\"",
        "2026-01-02T03:04:05Z | yesterday | \"created\" is \"yesterday\"",
        "\"dtype\": \"F32\" | \"dtype\": \"F99\" | \"dtype\" is \"F99\"",
        "\"dtype\": \"F32\" | \"dtyp\": \"F32\" | \"dtype\" is missing",
        "\"dtype\": \"F32\" | \"dtype\": \"F32\", \"dtype\": \"F32\" | Duplicate",
        "\"shape\": [2] | \"shape\": [-2] | from 0 to",
        "\"shape\": [2] | \"shape\": [2.0] | whole number",
        "\"shape\": [2] | \"shape\": 2 | expected a list",
        "\"shape\": [2] | \"shape\": [[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]] | whole"
            + " number",
        "\"begin\": 0 | \"begin\": 99 | ends before it begins",
        "\"begin\": 0 | \"begin\": 18446744073709551615 | too large",
        "\"begin\": 0 | \"begin\": 99999999999999999999999 | from 0 to",
        "\"sha256\": \"e | \"sha256\": \"x | \"sha256\" is",
        "\"program\": \"a test\" | \"program\": null | \"program\" is not a string",
        "{\"file\" | 7, {\"file\" | expected an object",
        "\"files\": [ | \"files\": 3, \"f\": [ | expected a list"
      })
  void whatIsWrongIsSaidWithItsPlace(String right, String wrong, String message) {
    assertThat(text).contains(right);

    assertThatThrownBy(() -> read(text.replace(right, wrong)))
        .isInstanceOf(UnusableManifestException.class)
        .hasMessageContaining(message)
        .hasMessageContaining("line")
        .hasMessageEndingWith(".");
  }

  @Test
  void whatIsNoJsonIsRefused() {
    for (String wrong : new String[] {"", "[]", "x", text + "x", text.substring(0, 200)}) {
      assertThatThrownBy(() -> read(wrong)).isInstanceOf(UnusableManifestException.class);
    }
    assertThatThrownBy(() -> read(text.replace("a test", "a t\u00e9st")))
        .isInstanceOf(UnusableManifestException.class)
        .hasMessageContaining("UTF-8");
  }

  @Test
  void fileOfALaterVersionIsNotCalledDamaged() {
    assertThatThrownBy(
            () -> read(text.replace("\"version\": 1", "\"version\": 2").replace("[", "{")))
        .isInstanceOf(UnusableManifestException.class)
        .hasMessageContaining("version 2");
  }

  @Test
  void folderAndNothingAreNotRead() {
    assertThatThrownBy(() -> ManifestReader.read(folder)).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> ManifestReader.read(folder.resolve("gone")))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void brokenBytesAreParsedOrRejectedWithAMessage() throws IOException {
    Random random = new Random(9);
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    for (int round = 0; round < 2000; round++) {
      byte[] broken = bytes.clone();
      for (int i = 0; i <= random.nextInt(3); i++) {
        broken[random.nextInt(broken.length)] = (byte) (32 + random.nextInt(224));
      }
      try {
        Manifest parsed = read(new String(broken, StandardCharsets.ISO_8859_1));
        assertThat(Manifests.parse(Manifests.text(parsed))).isEqualTo(parsed);
      } catch (UnusableManifestException e) {
        assertThat(e.getMessage()).startsWith("The manifest ").endsWith(".");
      }
    }
  }
}
