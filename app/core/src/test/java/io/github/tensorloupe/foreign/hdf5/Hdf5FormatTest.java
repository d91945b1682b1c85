package io.github.tensorloupe.foreign.hdf5;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.ForeignTensor;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.work.Cancellation;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The files were written by h5py. `kinds.h5` has the numbers from 0 to 34 in shape (5, 7), in all
/// layouts. `dense.h5` has groups with many links and long names in the current format, two
/// datasets with a dimension of more than 31 bits, and attributes of up to 9,000 characters.
/// `lambda.h5` has the configuration of a Keras model with a layer named "calls" that contains
/// code.
class Hdf5FormatTest {

  private static final int END_OF_FILE_OFFSET = 40;

  @TempDir private Path folder;

  static byte[] kinds() throws IOException {
    try (InputStream in = Hdf5FormatTest.class.getResourceAsStream("kinds.h5")) {
      return in.readAllBytes();
    }
  }

  private static byte[] dense() throws IOException {
    try (InputStream in =
        new GZIPInputStream(Hdf5FormatTest.class.getResourceAsStream("dense.h5.gz"))) {
      return in.readAllBytes();
    }
  }

  private TensorFile open(byte[] bytes) throws IOException {
    return TensorFile.open(Files.write(folder.resolve("model.h5"), bytes));
  }

  private static TensorInfo tensor(TensorFile file, String name) {
    return file.header().tensors().stream()
        .filter(tensor -> tensor.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static float[] values(TensorFile file, String name) throws IOException {
    TensorData data = file.data(tensor(file, name)).orElseThrow();
    byte[] bytes = data.file().read(data.range().begin(), (int) data.range().byteCount());
    float[] values = new float[bytes.length / Float.BYTES];
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(values);
    return values;
  }

  private static float[] numbers() {
    float[] numbers = new float[35];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = i;
    }
    return numbers;
  }

  private static List<String> tensorsWith(TensorFile file, FindingCode code) {
    return file.findings().stream()
        .filter(finding -> finding.code() == code)
        .map(finding -> finding.tensor().orElse("(file)"))
        .sorted()
        .toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "plain",
        "big",
        "gzip",
        "shuffled",
        "checked",
        "compact",
        "same",
        "layers/dense/kernel"
      })
  void allLayoutsHaveTheSameValues(String name) throws IOException {
    try (TensorFile file = open(kinds())) {
      assertThat(values(file, name)).containsExactly(numbers());
    }
  }

  @Test
  void anyRangeOfElementsInChunksCanBeRead() throws IOException {
    try (TensorFile file = open(kinds())) {
      TensorData data = file.data(tensor(file, "shuffled")).orElseThrow();
      for (int begin = 0; begin < 35; begin++) {
        for (int end = begin + 1; end <= 35; end++) {
          byte[] bytes =
              data.file().read(data.range().begin() + begin * 4L, (end - begin) * Float.BYTES);
          ByteBuffer range = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
          for (int i = begin; i < end; i++) {
            assertThat(range.getFloat()).isEqualTo(i);
          }
        }
      }
    }
  }

  @Test
  void elementsWithoutStorageHaveTheFillValue() throws IOException {
    float[] filled = new float[35];
    Arrays.fill(filled, 9);
    filled[0] = 1;
    try (TensorFile file = open(kinds())) {
      assertThat(values(file, "filled")).containsExactly(filled);
      assertThat(values(file, "unwritten")).containsExactly(4, 4);
    }
  }

  @Test
  void onlyContiguousLittleEndianValuesAreReadInPlace() throws IOException {
    try (TensorFile file = open(kinds())) {
      List<String> direct =
          file.tensorsInFileOrder().stream()
              .filter(tensor -> file.foreign(tensor).orElseThrow().begin().isPresent())
              .map(TensorInfo::name)
              .toList();
      assertThat(direct).containsExactly("flags", "layers/dense/kernel", "plain", "same", "scalar");
    }
  }

  @Test
  void tensorsAreListedByPathAndSoftLinksAreNotTensors() throws IOException {
    try (TensorFile file = open(kinds())) {
      assertThat(file.kind()).isEqualTo(FileKind.HDF5);
      assertThat(file.isIntact()).isTrue();
      assertThat(file.tensorsInFileOrder().stream().map(TensorInfo::name))
          .containsExactly(
              "big",
              "checked",
              "compact",
              "empty",
              "filled",
              "flags",
              "gzip",
              "layers/dense/kernel",
              "plain",
              "same",
              "scalar",
              "shuffled",
              "unwritten");
    }
  }

  @Test
  void aDatasetWithTwoNamesSharesWithItself() throws IOException {
    try (TensorFile file = open(kinds())) {
      ForeignTensor same = file.foreign(tensor(file, "same")).orElseThrow();
      assertThat(same.sharesWith()).contains("layers/dense/kernel");
    }
  }

  @Test
  void dtypesAreSpelledAsInNumPy() throws IOException {
    try (TensorFile file = open(kinds())) {
      assertThat(List.of("big", "flags", "plain", "scalar"))
          .extracting(name -> file.foreign(tensor(file, name)).orElseThrow().sourceDtype())
          .containsExactly(">f4", "bool", "float32", "float64");
    }
  }

  @Test
  void otherFilesAreNotOpened() throws IOException {
    Files.writeString(folder.resolve("secret.bin"), "123456789012");
    Files.write(folder.resolve("secret.h5"), kinds());
    try (TensorFile file = open(kinds())) {
      assertThat(tensorsWith(file, FindingCode.HDF5_EXTERNAL))
          .containsExactly("external", "outside", "virtual");
    }
  }

  @Test
  void typesWithoutDtypeAreReported() throws IOException {
    try (TensorFile file = open(kinds())) {
      assertThat(tensorsWith(file, FindingCode.TENSOR_UNSUPPORTED))
          .containsExactly("nothing", "opaque", "pair", "text");
    }
  }

  @Test
  void attributesOfTheRootAreMetadata() throws IOException {
    try (TensorFile file = open(kinds())) {
      assertThat(file.header().metadata().orElseThrow().entries())
          .containsOnly(
              entry("note", "hello"),
              entry("epochs", "3"),
              entry("trained", "true"),
              entry("rates", "[0.5, 0.25]"));
    }
  }

  @Test
  void codeInTheConfigurationOfKerasIsAnError() throws IOException {
    try (InputStream in = Hdf5FormatTest.class.getResourceAsStream("lambda.h5");
        TensorFile file = open(in.readAllBytes())) {
      assertThat(file.isIntact()).isFalse();
      assertThat(file.findings())
          .filteredOn(finding -> finding.code() == FindingCode.KERAS_CODE)
          .extracting(Finding::message)
          .containsExactly(
              "Do not load this file with Keras: the layer \"calls\" contains Python code, which"
                  + " can do anything.");
      assertThat(values(file, "model_weights/d/kernel")).containsExactly(0, 1, 2, 3);
    }
  }

  @Test
  void theOpenFileIsReadEvenIfAnotherFileHasItsName() throws IOException {
    try (TensorFile file = open(kinds())) {
      Files.delete(file.path());
      Files.writeString(file.path(), "other");
      assertThat(values(file, "gzip")).containsExactly(numbers());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {512, 1024, 4096, 1 << 16})
  void aBlockOfTheUserMayPrecedeTheFile(int userBlock) throws IOException {
    try (TensorFile shifted = open(shifted(userBlock))) {
      assertThat(shifted.isIntact()).isTrue();
      assertThat(values(shifted, "plain")).containsExactly(numbers());
      assertThat(values(shifted, "gzip")).containsExactly(numbers());
    }
  }

  private static byte[] shifted(int userBlock) throws IOException {
    byte[] file = kinds();
    ByteBuffer bytes = ByteBuffer.allocate(userBlock + file.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.put(userBlock, file);
    bytes.putLong(userBlock + 24, userBlock);
    bytes.putLong(userBlock + END_OF_FILE_OFFSET, bytes.capacity());
    return bytes.array();
  }

  @Test
  void aPickleInTheBlockOfTheUserIsExamined() throws IOException {
    byte[] file = shifted(512);
    byte[] pickle = "cos\nsystem\n(S'id'\ntR.".getBytes(StandardCharsets.ISO_8859_1);
    System.arraycopy(pickle, 0, file, 0, pickle.length);

    try (TensorFile opened = open(file)) {
      assertThat(opened.kind()).isEqualTo(FileKind.HDF5);
      assertThat(opened.isIntact()).isFalse();
      assertThat(tensorsWith(opened, FindingCode.PICKLE_DANGEROUS_GLOBAL)).hasSize(1);
      assertThat(values(opened, "plain")).containsExactly(numbers());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 100, 2000, 10_000, 28_000})
  void aTruncatedFileIsRefused(int length) throws IOException {
    try (TensorFile file = open(Arrays.copyOf(kinds(), length))) {
      assertThat(file.kind()).isEqualTo(FileKind.HDF5);
      assertThat(file.isIntact()).isFalse();
      assertThat(file.findings()).extracting(Finding::code).contains(FindingCode.HDF5_MALFORMED);
    }
  }

  @Test
  void aChunkWithAWrongChecksumIsNotRead() throws IOException {
    byte[] bytes = kinds();
    // The numbers of the first chunk, big-endian: 0, 1, 2, 7.
    byte[] chunk = HexFormat.of().parseHex("000000003f8000004000000040e00000");
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    int at = text.indexOf(new String(chunk, StandardCharsets.ISO_8859_1));
    bytes[at + 5]++;
    try (TensorFile file = open(bytes)) {
      assertThatThrownBy(() -> values(file, "checked"))
          .isInstanceOf(SentenceException.class)
          .hasMessageStartingWith("The chunk at file offset");
    }
  }

  @Test
  void linksOfLargeGroupsAndLongNamesAreFound() throws IOException {
    List<String> expected = new ArrayList<>(List.of("w"));
    for (int i = 0; i < 2500; i++) {
      expected.add("many/" + Integer.toHexString(i));
    }
    for (int i = 0; i < 250; i++) {
      expected.add("long/%03d".formatted(i) + "a".repeat(2997));
    }
    expected.add("long/" + "z".repeat(5000));
    expected.add("long/" + "y".repeat(6000));

    try (TensorFile file = open(dense())) {
      assertThat(file.header().tensors())
          .extracting(TensorInfo::name)
          .containsExactlyInAnyOrderElementsOf(expected);
      assertThat(file.header().metadata().orElseThrow().entries())
          .hasSize(12)
          .contains(entry("a0", "v".repeat(9000)), entry("a2", "v".repeat(9000)));
    }
  }

  @Test
  void dimensionsOfMoreThan31BitsAreUnsupported() throws IOException {
    try (TensorFile file = open(dense())) {
      assertThat(tensorsWith(file, FindingCode.TENSOR_UNSUPPORTED))
          .containsExactly("large", "wide");
      assertThat(tensorsWith(file, FindingCode.HDF5_MALFORMED)).isEmpty();
      assertThat(file.isIntact()).isTrue();
    }
  }

  @Test
  void anUnknownVersionIsUnsupported() throws IOException {
    byte[] bytes = kinds();
    int versionOffset = 8;
    bytes[versionOffset] = 9;

    try (TensorFile file = open(bytes)) {
      assertThat(file.findings()).extracting(Finding::code).contains(FindingCode.HDF5_UNSUPPORTED);
      assertThat(file.isIntact()).isFalse();
    }
  }

  @Test
  void damagedGroupsOpenOrAreRefusedWithFindings() throws IOException {
    byte[] intact = dense();
    Random random = new Random(6);
    for (int round = 0; round < 60; round++) {
      byte[] bytes = intact.clone();
      for (int i = 0; i < 40; i++) {
        bytes[random.nextInt(round < 30 ? bytes.length : 70_000)] = (byte) random.nextInt();
      }
      try (TensorFile file = open(bytes)) {
        assertThat(file.findings()).isNotEmpty();
      }
    }
  }

  @Test
  void readingCanBeCancelled() throws IOException {
    Path path = Files.write(folder.resolve("model.h5"), kinds());
    Cancellation cancelled = () -> true;
    assertThatThrownBy(
            () ->
                ScopedValue.where(Cancellation.OF_WORK, cancelled)
                    .call(() -> TensorFile.open(path)))
        .isInstanceOf(CancellationException.class);
  }

  @Test
  void damagedFilesOpenOrAreRefusedWithFindings() throws IOException {
    byte[] intact = kinds();
    Random random = new Random(5);
    for (int round = 0; round < 100; round++) {
      byte[] bytes = intact.clone();
      for (int i = random.nextInt(8); i >= 0; i--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      }
      try (TensorFile file = open(bytes)) {
        for (TensorInfo tensor : file.header().tensors()) {
          readBeginning(file, tensor);
        }
      }
    }
  }

  private static void readBeginning(TensorFile file, TensorInfo tensor) throws IOException {
    Optional<TensorData> data = file.data(tensor);
    if (data.isPresent()) {
      long byteCount = Math.min(1000, data.get().range().byteCount());
      try {
        data.get().file().read(data.get().range().begin(), (int) byteCount);
      } catch (SentenceException e) {
        assertThat(e).hasMessageStartingWith("The chunk at file offset");
      }
    }
  }
}
