package io.github.tensorloupe.model;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
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
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class FileKindTest {

  private static final String LFS_POINTER =
      """
      version https://git-lfs.github.com/spec/v1
      oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393
      size 12345
      """;

  @TempDir Path folder;

  private FileKind kindOf(byte[] bytes) throws IOException {
    try (TensorFile file = TensorFile.open(Files.write(folder.resolve("file"), bytes))) {
      return file.kind();
    }
  }

  private static byte[] latin1(String text) {
    return text.getBytes(ISO_8859_1);
  }

  private static byte[] withLength(long headerLength, String header) {
    byte[] text = header.getBytes(UTF_8);
    return ByteBuffer.allocate(8 + text.length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putLong(headerLength)
        .put(text)
        .array();
  }

  static Stream<Arguments> files() {
    return Stream.of(
        Arguments.of(FileKind.SAFETENSORS, SampleFiles.bytes("{}", new byte[0])),
        Arguments.of(FileKind.SAFETENSORS, SampleFiles.bytes("{\"broken", new byte[0])),
        Arguments.of(FileKind.SAFETENSORS, withLength(1000, "{\"cut")),
        Arguments.of(FileKind.SAFETENSORS, withLength(-1, "{\"length of ones")),
        Arguments.of(FileKind.SAFETENSORS, withLength(5000, " ".repeat(4500) + "x")),
        // A header length with the first bytes of a zip archive or a pickle.
        Arguments.of(FileKind.SAFETENSORS, withLength(0x04034b50, "{\"cut")),
        Arguments.of(FileKind.SAFETENSORS, withLength(0x280, "{\"cut")),
        Arguments.of(FileKind.UNKNOWN, withLength(0x280, "")),
        Arguments.of(FileKind.GIT_LFS_POINTER, LFS_POINTER.getBytes(UTF_8)),
        Arguments.of(FileKind.HTML, latin1("<!DOCTYPE html><title>404</title>")),
        Arguments.of(FileKind.HTML, latin1("\n <HTML lang=en>")),
        Arguments.of(FileKind.HTML, latin1("<!-- moved -->\n<html>")),
        Arguments.of(FileKind.HTML, "\uFEFF<!doctype html>".getBytes(UTF_8)),
        Arguments.of(FileKind.ZIP, latin1("PK\u0003\u0004\u0014\0\0\0\u0008\0")),
        Arguments.of(FileKind.ZIP, latin1("PK\u0005\u0006" + "\0".repeat(18))),
        Arguments.of(FileKind.PICKLE, latin1("\u0080\u0002\u008a\nl\u00fc\u009cF\u00f9 j")),
        Arguments.of(FileKind.PICKLE, latin1("\u0080\u0004\u0095\u0010\0\0\0\0\0\0\0}\u0094.")),
        Arguments.of(FileKind.GGUF, latin1("GGUF\u0003\0\0\0#\u0001\0\0\0\0\0\0")),
        // 123 tensors: the count looks like the brace at the start of a header.
        Arguments.of(FileKind.GGUF, latin1("GGUF\u0003\0\0\0{\0\0\0\0\0\0\0")),
        Arguments.of(FileKind.NPY, latin1("\u0093NUMPY\u0001\0v\0{'descr': '<f4'")),
        Arguments.of(FileKind.EMPTY, new byte[0]),
        Arguments.of(FileKind.ZEROS, new byte[1]),
        Arguments.of(FileKind.ZEROS, new byte[8]),
        Arguments.of(FileKind.ZEROS, new byte[300_000]),
        Arguments.of(FileKind.TEXT, latin1("Access denied\r\n")),
        Arguments.of(FileKind.TEXT, "ein Wörterbuch, größer als acht Bytes".getBytes(UTF_8)),
        Arguments.of(FileKind.TEXT, "ä".repeat(3000).getBytes(UTF_8)),
        Arguments.of(FileKind.TEXT, ("x" + "ä".repeat(3000)).getBytes(UTF_8)),
        Arguments.of(FileKind.TEXT, latin1("01234567{\"text\": \"with a brace at its place\"}")),
        Arguments.of(FileKind.INDEX, latin1("{\"metadata\": {}, \"weight_map\": {}}")),
        Arguments.of(FileKind.UNKNOWN, latin1("\u00ff\u0001\u0002\u0003")),
        Arguments.of(FileKind.UNKNOWN, latin1("text and\0then not")));
  }

  @ParameterizedTest(name = "{0} {index}")
  @MethodSource("files")
  void isDetectedFromTheBytes(FileKind expected, byte[] bytes) throws IOException {
    assertThat(kindOf(bytes)).isEqualTo(expected);
  }

  @Test
  void aFileThatIsOnlyZeroAtItsBeginningIsOfUnknownKind() throws IOException {
    byte[] bytes = new byte[300_000];
    bytes[299_999] = 1;
    assertThat(kindOf(bytes)).isEqualTo(FileKind.UNKNOWN);
  }

  @Test
  void loadableFileIsAlwaysSafetensors() throws IOException {
    // The header length has the first bytes of a pickle.
    byte[] bytes = SampleFiles.bytes(" ".repeat(0x280 - 2) + "{}", new byte[0]);
    assertThat(bytes[0]).isEqualTo((byte) 0x80);
    assertThat(kindOf(bytes)).isEqualTo(FileKind.SAFETENSORS);
  }

  @Test
  void anotherKindIsAFindingOnTheWholeFile() throws IOException {
    Path path = Files.writeString(folder.resolve("file"), "<html>not found</html>");
    try (TensorFile file = TensorFile.open(path)) {
      Finding first = file.findings().getFirst();
      assertThat(first.code()).isEqualTo(FindingCode.WRONG_KIND);
      assertThat(first.message()).isEqualTo("This is a web page.");
      assertThat(first.range().orElseThrow().byteCount()).isEqualTo(22);
    }
  }

  @Test
  void headerErrorOfAFileOfUnknownKindIsReportedToo() throws IOException {
    Path path = Files.write(folder.resolve("file"), new byte[] {1});
    try (TensorFile file = TensorFile.open(path)) {
      assertThat(file.findings())
          .extracting(Finding::code)
          .containsExactly(FindingCode.WRONG_KIND, FindingCode.HEADER_TOO_SMALL);
      assertThat(file.findings().getFirst().message()).isEqualTo("This is a file of unknown kind.");
    }
  }

  @Test
  void aPointerSaysWhatIsMissingAndHowToGetIt() throws IOException {
    Path path = Files.writeString(folder.resolve("file"), LFS_POINTER);
    try (TensorFile file = TensorFile.open(path)) {
      assertThat(file.findings().getFirst().message())
          .isEqualTo(
              "This is a Git LFS pointer, not the file itself: the real file has 12,345 bytes and"
                  + " the SHA-256"
                  + " 4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393; in its"
                  + " clone, run \"git lfs install\" and \"git lfs pull\", or download it again.");
    }
  }

  @Test
  void aHealthyFileHasNoSuchFinding() throws IOException {
    try (TensorFile file = TensorFile.open(SampleFiles.write(folder.resolve("file"), "a"))) {
      assertThat(file.findings())
          .extracting(Finding::code)
          .isSubsetOf(List.of(FindingCode.MISALIGNED_DATA));
    }
  }

  @ParameterizedTest
  @EnumSource
  void isSpelledInKebabCase(FileKind kind) {
    assertThat(kind.spelling()).matches("[a-z][a-z0-9]*(-[a-z0-9]+)*");
    assertThat(kind.description().toString()).matches("(a|an|the) .*");
  }

  @Test
  void spellingKeepsItsWordsApart() {
    assertThat(FileKind.GIT_LFS_POINTER.spelling()).isEqualTo("git-lfs-pointer");
  }
}
