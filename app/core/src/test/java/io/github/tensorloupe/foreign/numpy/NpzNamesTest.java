package io.github.tensorloupe.foreign.numpy;

import static io.github.tensorloupe.foreign.numpy.NumpyFormatTest.npy;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.foreign.zip.ZipBuilder;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.TensorFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// NumPy recognizes the arrays of an archive by their first bytes, and not by their names.
class NpzNamesTest {

  @TempDir private Path folder;

  private final ZipBuilder zip = new ZipBuilder();

  private TensorFile open() throws IOException {
    return TensorFile.open(Files.write(folder.resolve("file.npz"), zip.bytes()));
  }

  private static byte[] array(int value) {
    return npy("{'descr': '|u1', 'fortran_order': False, 'shape': (1,)}", (byte) value);
  }

  private static byte[] objects() {
    return npy(
        "{'descr': '|O', 'fortran_order': False, 'shape': (1,)}",
        "\u0080\2cos\nsystem\n.".getBytes(ISO_8859_1));
  }

  private static int value(TensorFile file, TensorInfo tensor) throws IOException {
    var data = file.data(tensor).orElseThrow();
    return data.file().read(data.range().begin(), 1)[0];
  }

  @ParameterizedTest
  @ValueSource(strings = {"w", "w.NPY", "../w", "/w", "C:/w", "layer\\w", "w/", "a/w.txt"})
  void anArrayMayHaveAnyName(String name) throws IOException {
    zip.store(name, array(5));

    try (TensorFile file = open()) {
      assertThat(file.kind()).isEqualTo(FileKind.NPZ);
      assertThat(file.isIntact()).isTrue();
      assertThat(file.tensorsInFileOrder()).extracting(TensorInfo::name).containsExactly(name);
      assertThat(value(file, file.tensorsInFileOrder().getFirst())).isEqualTo(5);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"weights", "w.NPY", "../w.npy", "layer\\w.npy", "w/"})
  void objectsAreExaminedUnderAnyName(String name) throws IOException {
    zip.store("a.npy", array(5));
    zip.deflate(name, objects());

    try (TensorFile file = open()) {
      assertThat(file.findings())
          .extracting(Finding::code)
          .contains(FindingCode.TENSOR_UNSUPPORTED, FindingCode.PICKLE_DANGEROUS_GLOBAL);
      assertThat(file.isIntact()).isFalse();
    }
  }

  @Test
  void namesThatDifferInTheSuffixOnlyGetANumber() throws IOException {
    zip.store("w.npy", array(1));
    zip.store("w", array(2));
    zip.store("W.npy", array(3));
    zip.store("text", new byte[100]);

    try (TensorFile file = open()) {
      assertThat(file.tensorsInFileOrder())
          .extracting(TensorInfo::name)
          .containsExactly("w", "w#2", "W");
      assertThat(value(file, file.tensorsInFileOrder().get(1))).isEqualTo(2);
      assertThat(file.findings())
          .extracting(Finding::code)
          .containsExactly(
              FindingCode.NPZ_OTHER_ENTRY, FindingCode.NAME_COLLISION, FindingCode.FOREIGN_FORMAT);
    }
  }

  @Test
  void picklesNextToArraysAreExamined() throws IOException {
    zip.store("a.npy", array(5));
    zip.store("b.pkl", "\u0080\2cos\nsystem\n.".getBytes(ISO_8859_1));

    try (TensorFile file = open()) {
      assertThat(file.findings())
          .extracting(Finding::code)
          .contains(FindingCode.PICKLE_DANGEROUS_GLOBAL);
    }
  }

  @Test
  void repeatedEntriesHaveNoNumbers() throws IOException {
    zip.store("w.npy", array(1));
    zip.store("w.npy", array(2));

    try (TensorFile file = open()) {
      assertThat(file.findings())
          .extracting(Finding::code)
          .containsExactly(FindingCode.ZIP_DUPLICATE_NAME);
    }
  }
}
