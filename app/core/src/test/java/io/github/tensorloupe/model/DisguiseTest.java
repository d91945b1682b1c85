package io.github.tensorloupe.model;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.testing.SampleBytes;
import io.github.tensorloupe.work.Progress;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Checks that the only finding of each file names its real kind. Its nonexistent header must not
/// be reported.
class DisguiseTest {

  private static final byte[] WHOLE = SampleBytes.bytes((byte) 1, (byte) 2);

  @TempDir Path folder;

  private String onlyFinding(byte[] bytes) throws IOException {
    try (TensorFile file = TensorFile.open(Files.write(folder.resolve("file"), bytes))) {
      assertThat(file.findings()).hasSize(1);
      Finding first = file.findings().getFirst();
      assertThat(first.code()).isEqualTo(FindingCode.WRONG_KIND);
      return first.message();
    }
  }

  private static byte[] latin1(String text) {
    return text.getBytes(ISO_8859_1);
  }

  private static byte[] zip(String... names) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (String name : names) {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(latin1("N."));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  @Test
  void webPagesInOlderEncodingsAreNamed() throws IOException {
    assertThat(onlyFinding(latin1("<!DOCTYPE html><html><title>Zugriff ung\u00fcltig</title>")))
        .isEqualTo("This is a web page with the title \"Zugriff ung\u00fcltig\".");
    String declared = "<html><meta charset=windows-1251><title>\u041d\u0435\u0442</title>";
    assertThat(onlyFinding(declared.getBytes(Charset.forName("windows-1251"))))
        .isEqualTo("This is a web page with the title \"\u041d\u0435\u0442\".");
  }

  private static byte[] joined(byte[] first, byte[] second) {
    return ByteBuffer.allocate(first.length + second.length).put(first).put(second).array();
  }

  static Stream<Arguments> files() {
    return Stream.of(
        Arguments.of(
            "a web page with the title \"404 – Entry not found\"",
            "<!doctype html><head><style>p{}</style><title>\n 404 &ndash; Entry not found </title>"
                .getBytes(UTF_8)),
        Arguments.of(
            "a web page with the title \"Sign in · Hub & Co\": it asks to sign in",
            "<html><title>Sign in &#183; Hub &amp; Co</title>".getBytes(UTF_8)),
        Arguments.of(
            "a web page with the title \"Access denied\"",
            latin1("<html><body><h1 class='x'>Access denied</h1>")),
        Arguments.of(
            "a web page with the title \"late\"",
            latin1("<html>" + "<!-- -->".repeat(2000) + "<title>late</title>")),
        Arguments.of(
            "a zip archive, a PyTorch checkpoint (.pt, .pth, .bin or .ckpt); its 2 files:"
                + " \"a/b/data.pkl\", \"a/b/data/0\"",
            zip("a/b/data.pkl", "a/b/data/0")),
        Arguments.of(
            "a zip archive, a Keras model (.keras); its 2 files: \"config.json\","
                + " \"model.weights.h5\"",
            zip("config.json", "model.weights.h5")),
        Arguments.of(
            "a zip archive, with safetensors files inside: unpack it; its 1 file:"
                + " \"model.safetensors\"",
            zip("model.safetensors")),
        Arguments.of(
            "a zip archive; its 4 files: \"a\\u{202E}\", \"b\", \"c\" and others",
            zip("a\u202e", "b", "c", "d")),
        Arguments.of(
            "a Python pickle of protocol 2; it names \"collections.OrderedDict\","
                + " \"torch._utils._rebuild_tensor_v2\"",
            latin1(
                "\u0080\u0002ccollections\nOrderedDict\nq\0)Rq\u0001X\u0001\0\0\0wq\u0002"
                    + "ctorch._utils\n_rebuild_tensor_v2\nq\u0003.")),
        Arguments.of("a PNG picture", latin1("\u0089PNG\r\n\u001a\n\0\0\0\rIHDR")),
        Arguments.of("a JPEG picture", latin1("\u00ff\u00d8\u00ff\u00e0\0\u0010JFIF\0")),
        Arguments.of("an SQLite database", latin1("SQLite format 3\0\u0010\0")),
        Arguments.of(
            "data compressed with gzip; unpack it first", latin1("\u001f\u008b\b\0\1\2\3\4")),
        Arguments.of("data compressed with xz; unpack it first", latin1("\u00fd7zXZ\0\0\1")),
        Arguments.of(
            "data compressed with zstd; unpack it first", latin1("(\u00b5/\u00fd\4\0\1\2")),
        Arguments.of("a 7z archive; unpack it first", latin1("7z\u00bc\u00af'\u001c\0\4")),
        Arguments.of(
            "a tar archive; unpack it first",
            latin1("a.safetensors" + "\0".repeat(244) + "ustar\0")),
        Arguments.of("a program or library for Linux (ELF)", latin1("\u007fELF\2\1\1\0\0")),
        Arguments.of("a program or library for Windows (PE)", latin1("MZ\u0090\0\3\0\0\0\4")),
        Arguments.of("an ONNX model", latin1("\b\b\u0012\u0007pytorch\u001a\u00052.1.0")),
        Arguments.of("a file of zeros, typical of an unfinished download", new byte[5000]),
        Arguments.of(
            "a file that begins with 5,000 zeros, so any header is lost: typical of an unfinished"
                + " download",
            joined(new byte[5000], latin1("\1\2\3"))),
        Arguments.of(
            "a file with a header length of 16 bytes, but zeros instead of the header: the names"
                + " and offsets of its tensors are lost",
            joined(latin1("\u0010\0\0\0\0\0\0\0"), joined(new byte[16], latin1("\1\2\3\4")))),
        Arguments.of(
            "a safetensors file with 3 bytes before it: a byte order mark",
            joined(latin1("\u00ef\u00bb\u00bf"), WHOLE)),
        Arguments.of(
            "a safetensors file with 4 bytes before it: 0xff010203",
            joined(latin1("\u00ff\1\2\3"), WHOLE)),
        Arguments.of(
            "a safetensors file written as Base64 text; decode it first",
            Base64.getMimeEncoder().encode(WHOLE)),
        Arguments.of(
            "a text file in UTF-16 that begins with \"Hallo\"",
            ("\uFEFFHallo\r\nx").getBytes(UTF_16LE)),
        Arguments.of(
            "a web page with the title \"wide\"",
            ("\uFEFF<html><title>wide</title>").getBytes(UTF_16BE)),
        Arguments.of(
            "a text file that begins with \"Access denied\"", latin1("\r\n Access denied\r\nx")),
        Arguments.of(
            "a JSON message of a server: \"Repository not found\"",
            latin1("{\"error\":\"Repository not found\"}")),
        Arguments.of(
            "the config.json of a model of type \"llama\", not its weights",
            latin1("{\n \"architectures\": [\"x\"], \"model_type\": \"llama\"\n}")),
        Arguments.of(
            "a JSON text with the keys \"version\", \"added\", \"c\" and others",
            latin1("{\"version\":{\"a\":\"x: {\"},\"added\":[{\"b\":1}],\"c\":1,\"d\":2}")),
        Arguments.of(
            "the JSON index of a sharded checkpoint", latin1("{\"weight_map\":{\"a\":\"b\"}}")),
        Arguments.of(
            "an XML message of a server: \"AccessDenied\", \"Access Denied\"",
            latin1(
                "<?xml version=\"1.0\"?>\n<Error><Code>AccessDenied</Code>"
                    + "<Message>Access Denied</Message></Error>")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("files")
  void isNamedWithItsParticularsInItsOnlyFinding(String what, byte[] bytes) throws IOException {
    assertThat(onlyFinding(bytes)).isEqualTo("This is " + what + ".");
  }

  @Test
  void namesInTheDirectoryOfALargeZipAreFoundWithoutReadingItsData() throws IOException {
    String[] names = new String[3000];
    for (int i = 0; i < names.length; i++) {
      names[i] = "archive/data/" + i;
    }
    names[2999] = "archive/code/data.pkl";
    assertThat(onlyFinding(zip(names))).contains("PyTorch checkpoint").contains("its 3,000 files");
  }

  @Test
  void aTitleCannotReverseOrBreakTheSentence() throws IOException {
    assertThat(onlyFinding("<html><title>a\u202eb\nc</title>".getBytes(UTF_8)))
        .isEqualTo("This is a web page with the title \"a\\u{202E}b c\".");
  }

  @Test
  void theSetNamesWhatItsShardReallyIs() throws IOException {
    Files.write(folder.resolve("a.safetensors"), WHOLE);
    Files.writeString(
        folder.resolve("b.safetensors"),
        "version https://git-lfs.github.com/spec/v1\nsize 4932000000\n");
    Path index =
        Files.write(
            folder.resolve("x.safetensors.index.json"),
            SampleBytes.index("t", "a.safetensors", "u", "b.safetensors"));
    try (Checkpoint set = Checkpoint.open(index, () -> false, Progress.NONE)) {
      assertThat(set.findings().getFirst().message())
          .isEqualTo(
              "The shard b.safetensors is refused: HeaderTooLarge; it is a Git LFS pointer, not the"
                  + " file itself: the real file has 4,932,000,000 bytes; in its clone, run \"git"
                  + " lfs install\" and \"git lfs pull\", or download it again.");
    }
  }
}
