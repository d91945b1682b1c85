package io.github.tensorloupe.foreign.numpy;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.foreign.zip.ZipBuilder;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.ForeignContent;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NumpyFormatTest {

  private static final byte[] SIX = {1, 2, 3, 4, 5, 6};

  @TempDir private Path folder;

  private TensorFile open(byte[] bytes) throws IOException {
    return TensorFile.open(Files.write(folder.resolve("file"), bytes));
  }

  static byte[] npy(String header, byte... data) {
    return npy(1, ISO_8859_1, header, data);
  }

  private static byte[] npy(int version, Charset charset, String header, byte... data) {
    byte[] text = header.getBytes(charset);
    ByteBuffer start = ByteBuffer.allocate(version == 1 ? 10 : 12).order(ByteOrder.LITTLE_ENDIAN);
    start.put("\u0093NUMPY".getBytes(ISO_8859_1)).put((byte) version).put((byte) 0);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    if (version == 1) {
      start.putShort((short) text.length);
    } else {
      start.putInt(text.length);
    }
    out.writeBytes(start.array());
    out.writeBytes(text);
    out.writeBytes(data);
    return out.toByteArray();
  }

  static String header(String descr, boolean isFortran, String shape) {
    return "{'descr': '%s', 'fortran_order': %s, 'shape': %s, }\n"
        .formatted(descr, isFortran ? "True" : "False", shape);
  }

  private static List<FindingCode> codes(TensorFile file) {
    return file.findings().stream().map(Finding::code).toList();
  }

  private static byte[] values(TensorFile file, String name) throws IOException {
    TensorInfo info = file.header().tensor(name).orElseThrow();
    TensorData data = file.data(info).orElseThrow();
    return data.file().read(data.range().begin(), (int) data.range().byteCount());
  }

  private static boolean isDirect(TensorFile file, String name) {
    TensorInfo info = file.header().tensor(name).orElseThrow();
    return file.foreign(info).orElseThrow().begin().isPresent();
  }

  @ParameterizedTest
  @CsvSource({
    "<f8, F64",
    "<f4, F32",
    "<f2, F16",
    "<i8, I64",
    "<i4, I32",
    "<i2, I16",
    "|i1, I8",
    ">i1, I8",
    "<u8, U64",
    "<u4, U32",
    "<u2, U16",
    "|u1, U8",
    "|b1, BOOL",
    "<c8, C64",
    "=f4, F32"
  })
  void supportedTypesAreReadInPlace(String descr, Dtype dtype) throws IOException {
    byte[] data = new byte[2 * dtype.bits() / 8];
    new Random(1).nextBytes(data);

    try (TensorFile file = open(npy(header(descr, false, "(2, 1)"), data))) {
      assertThat(file.kind()).isEqualTo(FileKind.NPY);
      assertThat(file.isIntact()).isTrue();
      assertThat(codes(file)).containsExactly(FindingCode.FOREIGN_FORMAT);
      TensorInfo info = file.header().tensors().getFirst();
      assertThat(info.name()).isEqualTo("array");
      assertThat(info.dtype()).isEqualTo(dtype);
      assertThat(info.shape()).isEqualTo(Shape.of(2, 1));
      assertThat(file.foreign(info).orElseThrow().sourceDtype()).isEqualTo(descr);
      assertThat(isDirect(file, "array")).isTrue();
      assertThat(values(file, "array")).isEqualTo(data);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"<c16", "<f16", "<U5", "|S3", "|V2", "<M8[ns]", "<m8[25us]", "<U0", "|T16", "|a4"})
  void otherTypesAreUnsupported(String descr) throws IOException {
    try (TensorFile file = open(npy(header(descr, false, "(1,)"), SIX))) {
      assertThat(file.header().tensors()).isEmpty();
      assertThat(file.isIntact()).isTrue();
      assertThat(codes(file))
          .containsExactly(FindingCode.TENSOR_UNSUPPORTED, FindingCode.FOREIGN_FORMAT);
      assertThat(file.findings().getFirst().tensor()).contains("array");
    }
  }

  @Test
  void recordsAreUnsupported() throws IOException {
    String header =
        "{'descr': [('größe', '<f4', (2, 3)), (('title', \"b\"), [('c', '|O')])],"
            + " 'fortran_order': False, 'shape': (0,)}";
    try (TensorFile file = open(npy(3, UTF_8, header))) {
      assertThat(codes(file)).contains(FindingCode.TENSOR_UNSUPPORTED);
      // The types of the record include objects, so that a pickle is expected.
      assertThat(codes(file)).contains(FindingCode.PICKLE_MALFORMED);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"shape\": (2, 3), \"fortran_order\": False, \"descr\": \"|u1\"}",
        " \n{'descr' :'|u1' ,\t'fortran_order':False,'shape':( 2 ,3,),}  \n",
        "{'descr': '|u1', 'fortran_order': False, 'shape': (2L, 3L)}"
      })
  void headersMayBeWrittenInAnyWay(String header) throws IOException {
    for (int version = 1; version <= 3; version++) {
      try (TensorFile file = open(npy(version, UTF_8, header, SIX))) {
        assertThat(values(file, "array")).isEqualTo(SIX);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{}",
        "{'descr': '|u1', 'fortran_order': False}",
        "{'descr': '|u1', 'fortran_order': False, 'shape': (6,), 'x': 1}",
        "{'descr': '|u1', 'fortran_order': False, 'shape': (6,), 'descr': '|u1'}",
        "{'descr': '|u1', 'fortran_order': False, 'shape': (6,)} x",
        "{'descr': '|u1', 'fortran_order': False, 'shape': (6,)",
        "{'descr': '|u1', 'fortran_order': False 'shape': (6,)}",
        "{'descr': '|u1', 'fortran_order': False, 'shape': (6)}",
        "{'descr': '|u1', 'fortran_order': False, 'shape': (2 3)}",
        "{'descr': '|u1', 'fortran_order': False, 'shape': (,)}",
        "{'descr': '|u1', 'fortran_order': False, 'shape': [6]}",
        "{'descr': '|u1', 'fortran_order': False, 'shape': (-6,)}",
        "{'descr': '|u1', 'fortran_order': False, 'shape': (6.0,)}",
        "{'descr': '|u1', 'fortran_order': False, 'shape': (06,)}",
        "{'descr': '|u1', 'fortran_order': False, 'shape': (6_0,)}",
        "{'descr': '|u1', 'fortran_order': False, 'shape': (9223372036854775808,)}",
        "{'descr': '|u1', 'fortran_order': False, 'shape': (4294967296, 4294967296, 0)}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (4611686018427387904, 8)}",
        "{'descr': '|u1', 'fortran_order': 0, 'shape': (6,)}",
        "{'descr': '|u1', 'fortran_order': None, 'shape': (6,)}",
        "{'descr': u'|u1', 'fortran_order': False, 'shape': (6,)}",
        "{'descr': '|u\\x31', 'fortran_order': False, 'shape': (6,)}",
        "{'descr': '|u1\", 'fortran_order': False, 'shape': (6,)}",
        "{'descr': '', 'fortran_order': False, 'shape': (6,)}",
        "{'descr': '<q9', 'fortran_order': False, 'shape': (6,)}",
        "{'descr': '<f3', 'fortran_order': False, 'shape': (6,)}",
        "{'descr': ('|u1', (2,)), 'fortran_order': False, 'shape': (3,)}",
        "{'descr': [('a', '|u1'), 'fortran_order': False, 'shape': (6,)}",
        "{'descr': [__import__('os')], 'fortran_order': False, 'shape': (6,)}",
        "{'descr': '|u1', 'fortran_order': False, 'shape': (__import__('os').getpid(),)}"
      })
  void otherHeadersAreMalformed(String header) throws IOException {
    try (TensorFile file = open(npy(header, SIX))) {
      assertThat(codes(file)).containsExactly(FindingCode.NPY_MALFORMED);
      assertThat(file.kind()).isEqualTo(FileKind.NPY);
      assertThat(file.isIntact()).isFalse();
      assertThat(file.reading().headerParsed()).isFalse();
    }
  }

  @Test
  void headersAreLimitedAndMustBeComplete() throws IOException {
    String header = header("|u1", false, "(6,)");
    byte[] large = npy(2, ISO_8859_1, header + " ".repeat((1 << 20) - header.length()), SIX);
    byte[] tooLarge = npy(2, ISO_8859_1, header + " ".repeat(1 << 20), SIX);
    byte[] notUtf8 = npy(3, ISO_8859_1, "{'descr': '\u00ff'}", SIX);
    byte[] otherVersion = npy(header, SIX);
    otherVersion[7] = 1;
    byte[] deep = npy(header.replace("'|u1'", "[".repeat(60_000)));
    byte[] manyAxes = npy(header("|u1", false, "(" + "1,".repeat(65) + ")"), (byte) 1);
    try (TensorFile file = open(large)) {
      assertThat(values(file, "array")).isEqualTo(SIX);
    }
    byte[] whole = npy(header, SIX);
    for (byte[] bytes :
        List.of(
            tooLarge,
            notUtf8,
            otherVersion,
            deep,
            manyAxes,
            Arrays.copyOf(whole, 6),
            Arrays.copyOf(whole, 9),
            Arrays.copyOf(whole, 30))) {
      try (TensorFile file = open(bytes)) {
        assertThat(codes(file)).containsExactly(FindingCode.NPY_MALFORMED);
      }
    }
  }

  @Test
  void typeAndShapeAreDescribed() throws IOException {
    try (TensorFile file = open(npy(header("<f4", false, "(2, 3)"), new byte[24]))) {
      assertThat(file.findings().getFirst().message())
          .isEqualTo("This is a NumPy .npy file of float32, shape (2, 3), row-major order.");
    }
    try (TensorFile file = open(npy(header(">i8", true, "(1,)"), new byte[8]))) {
      assertThat(file.findings().getFirst().message())
          .isEqualTo(
              "This is a NumPy .npy file of int64, big-endian, shape (1,), column-major order.");
    }
  }

  @Test
  void cutFilesOfEveryLengthAreStillRecognized() throws IOException {
    byte[] whole = npy(header("|u1", false, "(6,)"), SIX);
    for (int length = 6; length < whole.length; length++) {
      try (TensorFile file = open(Arrays.copyOf(whole, length))) {
        assertThat(file.kind()).isEqualTo(FileKind.NPY);
        assertThat(file.isIntact()).isFalse();
      }
    }
    ZipBuilder zip = new ZipBuilder();
    zip.store("a.npy", whole);
    byte[] archive = zip.bytes();
    for (int length = 4; length < archive.length; length++) {
      try (TensorFile file = open(Arrays.copyOf(archive, length))) {
        assertThat(file.kind()).isEqualTo(FileKind.ZIP);
        assertThat(codes(file)).containsExactly(FindingCode.ZIP_TRUNCATED);
      }
    }
  }

  @Test
  void fortranOrderIsReversedIfSeveralAxesAreLong() throws IOException {
    try (TensorFile file = open(npy(header("|u1", true, "(2, 3)"), SIX))) {
      assertThat(isDirect(file, "array")).isFalse();
      assertThat(values(file, "array")).containsExactly(1, 3, 5, 2, 4, 6);
    }
    for (String shape : List.of("(6,)", "(1, 6, 1)")) {
      try (TensorFile file = open(npy(header("|u1", true, shape), SIX))) {
        assertThat(isDirect(file, "array")).isTrue();
      }
    }
  }

  @Test
  void bigEndianNumbersAreReversed() throws IOException {
    try (TensorFile file = open(npy(header(">u2", true, "(3,)"), SIX))) {
      assertThat(isDirect(file, "array")).isFalse();
      assertThat(values(file, "array")).containsExactly(2, 1, 4, 3, 6, 5);
    }
    byte[] complex = {1, 2, 3, 4, 5, 6, 7, 8};
    try (TensorFile file = open(npy(header(">c8", false, "()"), complex))) {
      assertThat(values(file, "array")).containsExactly(4, 3, 2, 1, 8, 7, 6, 5);
    }
  }

  @Test
  void shortDataIsTruncatedAndLongDataIsReported() throws IOException {
    try (TensorFile file = open(npy(header("|u1", false, "(7,)"), SIX))) {
      assertThat(codes(file)).containsExactly(FindingCode.TRUNCATED);
      assertThat(file.findings().getFirst().tensor()).contains("array");
      TensorInfo info = file.header().tensors().getFirst();
      assertThat(file.data(info)).isEmpty();
      assertThat(file.isIntact()).isFalse();
    }
    try (TensorFile file = open(npy(header("|u1", false, "(5,)"), SIX))) {
      assertThat(codes(file))
          .containsExactly(FindingCode.NPY_TRAILING_DATA, FindingCode.FOREIGN_FORMAT);
      assertThat(values(file, "array")).containsExactly(1, 2, 3, 4, 5);
    }
  }

  private static byte[] pickle(String pickle) {
    return pickle.getBytes(ISO_8859_1);
  }

  @Test
  void picklesOfObjectsAreAnalyzed() throws IOException {
    byte[] hostile = npy(header("|O", false, "(1,)"), pickle("\u0080\2cos\nsystem\n."));
    try (TensorFile file = open(hostile)) {
      assertThat(codes(file))
          .containsExactly(FindingCode.TENSOR_UNSUPPORTED, FindingCode.PICKLE_DANGEROUS_GLOBAL);
      assertThat(file.reading().headerParsed()).isTrue();
    }
    ZipBuilder zip = new ZipBuilder();
    zip.deflate("evil.npy", hostile);
    zip.store("good.npy", npy(header("|u1", false, "(6,)"), SIX));
    try (TensorFile file = open(zip.bytes())) {
      assertThat(codes(file))
          .contains(FindingCode.TENSOR_UNSUPPORTED, FindingCode.PICKLE_DANGEROUS_GLOBAL);
      assertThat(values(file, "good")).isEqualTo(SIX);
      assertThat(file.isIntact()).isFalse();
    }
  }

  @Test
  void membersOfArchivesAreListedInTheOrderOfTheDirectory() throws IOException {
    ZipBuilder zip = new ZipBuilder();
    zip.store("z.npy", npy(header("|u1", false, "(6,)"), SIX));
    zip.deflate("a/b.npy", npy(header("|u1", false, "(6,)"), SIX));
    zip.deflate("fortran.npy", npy(header(">u2", true, "(3, 1)"), SIX));
    zip.deflate("columns.npy", npy(header("|u1", true, "(3, 2)"), SIX));
    zip.store("readme.txt", SIX);
    zip.store("folder/", new byte[0]);
    try (TensorFile file = open(zip.bytes())) {
      assertThat(file.kind()).isEqualTo(FileKind.NPZ);
      assertThat(file.tensorsInFileOrder())
          .extracting(TensorInfo::name)
          .containsExactly("z", "a/b", "fortran", "columns");
      assertThat(codes(file))
          .containsExactly(
              FindingCode.ZIP_COMPRESSED, FindingCode.NPZ_OTHER_ENTRY, FindingCode.FOREIGN_FORMAT);
      assertThat(file.findings().get(1).message()).contains("1 entry").contains("readme.txt");
      assertThat(isDirect(file, "z")).isTrue();
      assertThat(isDirect(file, "a/b")).isFalse();
      assertThat(values(file, "z")).isEqualTo(SIX);
      assertThat(values(file, "a/b")).isEqualTo(SIX);
      assertThat(values(file, "fortran")).containsExactly(2, 1, 4, 3, 6, 5);
      assertThat(values(file, "columns")).containsExactly(1, 4, 2, 5, 3, 6);
    }
  }

  @Test
  void damagedMembersDoNotHideTheOthers() throws IOException {
    ZipBuilder zip = new ZipBuilder();
    byte[] good = npy(header("|u1", false, "(6,)"), SIX);
    zip.store("broken.npy", SIX);
    zip.store("short.npy", npy(header("|u1", false, "(7,)"), SIX));
    ZipBuilder.Entry entry = zip.deflate("longer.npy", good);
    entry.size--;
    entry.localSize--;
    zip.store("good.npy", good);
    zip.store("secret.npy", good).flags = 1;
    try (TensorFile file = open(zip.bytes())) {
      assertThat(file.isIntact()).isFalse();
      assertThat(file.tensorsInFileOrder())
          .extracting(TensorInfo::name)
          .containsExactly("short", "longer", "good");
      assertThat(file.findings())
          .extracting(finding -> finding.code() + " " + finding.tensor().orElse(""))
          .contains(
              "NPY_MALFORMED broken",
              "TRUNCATED short",
              "ZIP_SIZE longer",
              "ZIP_ENCRYPTED ",
              "ZIP_MALFORMED secret");
      assertThat(values(file, "good")).isEqualTo(SIX);
      assertThat(file.data(file.header().tensor("longer").orElseThrow())).isEmpty();
    }
  }

  @Test
  void checksumsOfMembersAreComparedWithTheValues() throws IOException {
    ZipBuilder zip = new ZipBuilder();
    zip.store("a.npy", npy(header("|u1", false, "(6,)"), SIX)).crc ^= 1;
    zip.store("b.npy", npy(header("|u1", false, "(6,)"), SIX));
    try (TensorFile file = open(zip.bytes())) {
      assertThat(file.isIntact()).isTrue();
      ForeignContent content = file.foreign().orElseThrow();
      List<Finding> findings = content.dataCheck().findings(Cancellation.NEVER, Progress.NONE);
      assertThat(findings).extracting(Finding::code).containsExactly(FindingCode.ZIP_CRC);
      assertThat(findings.getFirst().tensor()).contains("a");
    }
  }

  @Test
  void noTensorsAreListedIfReadersUseDifferentMembers() throws IOException {
    ZipBuilder zip = new ZipBuilder();
    zip.store("a.npy", npy(header("|u1", false, "(6,)"), SIX));
    zip.store("a.npy", npy(header("|O", false, "(1,)"), pickle("\u0080\2cos\nsystem\n.")));
    try (TensorFile file = open(zip.bytes())) {
      assertThat(file.kind()).isEqualTo(FileKind.NPZ);
      assertThat(file.header().tensors()).isEmpty();
      assertThat(file.reading().headerParsed()).isFalse();
      assertThat(codes(file))
          .contains(FindingCode.ZIP_DUPLICATE_NAME, FindingCode.PICKLE_DANGEROUS_GLOBAL);
    }
  }

  @Test
  void otherArchivesAreRefusedAndTheirPicklesAnalyzed() throws IOException {
    ZipBuilder zip = new ZipBuilder();
    zip.store("a.txt", SIX);
    zip.deflate("b.pkl", pickle("\u0080\2cos\nsystem\n."));
    try (TensorFile file = open(zip.bytes())) {
      assertThat(file.kind()).isEqualTo(FileKind.ZIP);
      assertThat(file.isIntact()).isFalse();
      assertThat(codes(file))
          .containsExactly(FindingCode.WRONG_KIND, FindingCode.PICKLE_DANGEROUS_GLOBAL);
      assertThat(file.findings().getFirst().message())
          .isEqualTo("This is a zip archive; its 2 files: \"a.txt\", \"b.pkl\".");
    }
  }
}
