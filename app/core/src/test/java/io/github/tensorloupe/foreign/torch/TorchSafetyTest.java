package io.github.tensorloupe.foreign.torch;

import static io.github.tensorloupe.testing.TorchFile.tuple;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.github.tensorloupe.foreign.zip.ZipBuilder;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.TorchFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Files in which loaders find other pickles or data than the harmless ones.
class TorchSafetyTest {

  private static final String DANGEROUS = "\u0080\u0002cos\nsystem\nU\u0002id\u0085R.";

  @TempDir private Path folder;

  private final ZipBuilder zip = new ZipBuilder();

  private TensorFile open(byte[] bytes) throws IOException {
    return TensorFile.open(Files.write(folder.resolve("file.pt"), bytes));
  }

  private static List<String> problems(TensorFile file) {
    return file.findings().stream()
        .map(each -> each.code().spelling())
        .filter(code -> !code.equals("foreign-format"))
        .toList();
  }

  private static byte[] pickle() {
    TorchFile torch = new TorchFile();
    String tensor = torch.tensor("0", 1, 0, tuple(1), tuple(1));
    return ("\u0080\u0002}U\u0001w" + tensor + "s.").getBytes(ISO_8859_1);
  }

  @ParameterizedTest
  @CsvSource({
    "root/DATA.PKL,zip-ambiguous pickle-dangerous-global",
    "ROOT/data.pkl,zip-ambiguous pickle-dangerous-global",
    "root/DATA/0,zip-ambiguous",
    "root/Version,zip-ambiguous",
    "root/other.PKL,pickle-dangerous-global",
    "root/x,''",
    "root/code/__torch__.PY,torch-program",
    "root/code/data,''",
  })
  void readersThatIgnoreCaseUseOtherEntries(String name, String expected) throws IOException {
    zip.store(name, DANGEROUS.getBytes(ISO_8859_1));
    zip.store("root/data.pkl", pickle());
    zip.store("root/data/0", new byte[4]);
    zip.store("root/version", "3".getBytes(UTF_8));

    try (TensorFile file = open(zip.bytes())) {
      assertThat(file.kind()).isEqualTo(FileKind.PYTORCH_ZIP);
      assertThat(String.join(" ", problems(file))).isEqualTo(expected);
      assertThat(file.tensorsInFileOrder().isEmpty()).isEqualTo(expected.contains("ambiguous"));
    }
  }

  @Test
  void entriesAreFoundInAnyCase() throws IOException {
    zip.store("root/Data.pkl", pickle());
    zip.store("root/DATA/0", new byte[] {63, (byte) 128, 0, 0});
    zip.store("root/ByteOrder", "big".getBytes(UTF_8));

    try (TensorFile file = open(zip.bytes())) {
      assertThat(file.kind()).isEqualTo(FileKind.PYTORCH_ZIP);
      assertThat(problems(file)).isEmpty();
      var data = file.data(file.tensorsInFileOrder().getFirst()).orElseThrow();
      assertThat(data.file().read(data.range().begin(), 4)).containsExactly(0, 0, 128, 63);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 5000, 100_000, 1_000_000})
  void theFirstPickleOfTheOldLayoutHasAnyLength(int length) throws IOException {
    TorchFile torch = new TorchFile().legacy().floats("s", 1);
    torch.entry("w", torch.tensor("s", 1, 0, tuple(1), tuple(1)));
    String removed = "\u0080\u0002T" + littleEndian(length) + "x".repeat(length) + "0";

    try (TensorFile file = open(join(removed, torch.write()))) {
      assertThat(file.kind()).isEqualTo(FileKind.PYTORCH_LEGACY);
      assertThat(problems(file)).isEmpty();
      assertThat(file.tensorsInFileOrder()).hasSize(1);
    }
    try (TensorFile file = open(join(removed, new TorchFile().legacy().write(DANGEROUS)))) {
      assertThat(problems(file)).containsExactly("pickle-dangerous-global");
    }
  }

  private static String littleEndian(int number) {
    byte[] bytes = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(number).array();
    return new String(bytes, ISO_8859_1);
  }

  private static byte[] join(String first, byte[] second) {
    return (first + new String(second, ISO_8859_1)).getBytes(ISO_8859_1);
  }

  private static String harmless() {
    return "\u0080\u0002N.";
  }

  @ParameterizedTest
  @MethodSource
  void picklesBeforeAnArchiveAreExamined(String prefix, String expected) throws IOException {
    zip.prefix = prefix.getBytes(ISO_8859_1);
    zip.store("root/data.pkl", pickle());
    zip.store("root/data/0", new byte[4]);

    try (TensorFile file = open(zip.bytes())) {
      assertThat(file.kind()).isEqualTo(FileKind.PYTORCH_ZIP);
      assertThat(String.join(" ", problems(file))).isEqualTo(expected);
    }
  }

  static Stream<Arguments> picklesBeforeAnArchiveAreExamined() {
    String magic = "\u0080\u0002\u008a\nl\u00fc\u009cF\u00f9 j\u00a8P\u0019.";
    return Stream.of(
        arguments(DANGEROUS, "pickle-dangerous-global"),
        arguments("N0" + DANGEROUS, "pickle-dangerous-global"),
        arguments("cos\nsystem\n(S'id'\ntRU", "pickle-dangerous-global pickle-malformed"),
        arguments("\u0080\u0002cmy\nf\n.", "pickle-unknown-global"),
        arguments("\u0080\u0002\u00ff", "pickle-malformed"),
        arguments(magic + harmless() + DANGEROUS, "pickle-dangerous-global"),
        arguments(harmless(), ""),
        arguments("#!/bin/python\n", ""),
        arguments("MZ\u0090\u0000", ""),
        arguments("\u0000".repeat(100), ""));
  }

  @Test
  void aPickleMayContinueInsideTheArchive() throws IOException {
    int headerBytes = 31;
    zip.prefix = ("U" + (char) headerBytes).getBytes(ISO_8859_1);
    zip.store("a", ("0" + DANGEROUS).getBytes(ISO_8859_1));
    zip.store("root/data.pkl", pickle());
    zip.store("root/data/0", new byte[4]);

    try (TensorFile file = open(zip.bytes())) {
      assertThat(problems(file)).containsExactly("pickle-dangerous-global");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"w.npy", "root/data/1", "w"})
  void arraysOfObjectsInAnArchiveAreExamined(String name) throws IOException {
    String header = "{'descr': '|O', 'fortran_order': False, 'shape': (1,)}";
    String array = "\u0093NUMPY\1\0" + (char) header.length() + "\0" + header + DANGEROUS;
    zip.store("root/data.pkl", pickle());
    zip.store("root/data/0", new byte[4]);
    zip.deflate(name, array.getBytes(ISO_8859_1));

    try (TensorFile file = open(zip.bytes())) {
      assertThat(problems(file)).contains("pickle-dangerous-global");
    }
  }
}
