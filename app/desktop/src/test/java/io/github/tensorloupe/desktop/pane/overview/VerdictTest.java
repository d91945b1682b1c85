package io.github.tensorloupe.desktop.pane.overview;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.pane.overview.Verdict.Advice;
import io.github.tensorloupe.desktop.pane.overview.Verdict.HeaderExcerpt;
import io.github.tensorloupe.desktop.selection.DocumentVerdict;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.FileDocument.LocatedFinding;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.LoadError;
import io.github.tensorloupe.format.Preface;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.text.Sentence;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VerdictTest {

  private static final String INDEX =
      "{\"metadata\":{},\"weight_map\":{\"a\":\"a.safetensors\",\"b\":\"b.safetensors\"}}";

  @TempDir Path folder;

  private final OpenFiles files = new OpenFiles();

  @AfterEach
  void closeFiles() throws IOException {
    files.close();
  }

  private Verdict verdict(Path path) throws IOException {
    return Verdict.of(files.open(path));
  }

  private Path write(String name, byte[] bytes) throws IOException {
    return Files.write(folder.resolve(name), bytes);
  }

  private Path healthy(String tensor) throws IOException {
    return new TensorFiles().floats(tensor, 1).write(folder.resolve(tensor + ".safetensors"));
  }

  @Test
  void healthyFileLoads() throws IOException {
    Verdict verdict = verdict(healthy("a"));

    assertThat(verdict.outcome()).isEqualTo(DocumentVerdict.LOADS);
    assertThat(verdict.firstFinding().map(Finding::sentence)).isEmpty();
    assertThat(verdict.advice()).isEmpty();
  }

  @Test
  void warningsDoNotKeepAFileFromLoading() throws IOException {
    Verdict verdict = verdict(TensorFiles.raw(folder.resolve("a.safetensors"), " {}", 0));

    assertThat(verdict.outcome()).isEqualTo(DocumentVerdict.WARNINGS);
    assertThat(verdict.firstFinding().map(Finding::sentence))
        .hasValueSatisfying(s -> assertThat(s.toString()).contains("white space"));
  }

  @Test
  void notesAreNoWarnings() throws IOException {
    Verdict verdict = verdict(TensorFiles.raw(folder.resolve("a.safetensors"), "{}  \n", 0));

    assertThat(verdict.outcome()).isEqualTo(DocumentVerdict.LOADS);
  }

  @Test
  void truncatedFileIsRefusedWithTheReferencesWord() throws IOException {
    byte[] whole = Files.readAllBytes(healthy("a"));
    Verdict verdict = verdict(write("cut.safetensors", Arrays.copyOf(whole, whole.length - 1)));

    assertThat(verdict.outcome()).isEqualTo(DocumentVerdict.REFUSED);
    assertThat(verdict.variant()).contains(LoadError.METADATA_INCOMPLETE_BUFFER);
    assertThat(verdict.advice()).contains(Advice.TRUNCATED);
  }

  @Test
  void errorOfAnotherFileIsNotNamed() throws IOException {
    Files.write(folder.resolve("b.safetensors"), "\0\0\0\0\0\0\0\1{\"a\":1".getBytes());
    TensorFiles.raw(folder.resolve("a.safetensors"), "{\"a\":1}", 0);

    assertThat(verdict(folder).variant()).isEmpty();
  }

  @Test
  void inAFolderEachRefusedFileIsNamed() throws IOException {
    healthy("a");
    write("b.safetensors", new byte[3]);
    write("c.safetensors", new byte[5]);

    Verdict verdict = verdict(folder);

    assertThat(verdict.firstFinding().map(Finding::sentence))
        .hasValueSatisfying(s -> assertThat(s.toString()).startsWith("b.safetens"));
    assertThat(verdict.more())
        .singleElement()
        .satisfies(finding -> assertThat(finding.message()).startsWith("c.safetensors: "));
  }

  @Test
  void trailingBytesHaveTheirOwnAdvice() throws IOException {
    Verdict verdict = verdict(TensorFiles.raw(folder.resolve("a.safetensors"), "{}", 5));

    assertThat(verdict.advice()).contains(Advice.TRAILING_BYTES);
  }

  @Test
  void brokenHeaderIsShownWithThePlaceMarkedAndHasItsOwnAdvice() throws IOException {
    String text = "{\"a\":1, \"\u202eb\":2}";
    Verdict verdict = verdict(TensorFiles.raw(folder.resolve("a.safetensors"), text, 9));

    assertThat(verdict.variant()).contains(LoadError.INVALID_HEADER_DESERIALIZATION);
    assertThat(verdict.advice()).contains(Advice.HEADER_TEXT);
    assertThat(verdict.excerpt())
        .contains(new HeaderExcerpt("{\"a\":", "1", ", \"\\u{202E}b\":2}", false, false));
  }

  @Test
  void longBrokenHeaderIsShownAroundThePlaceOnly() throws IOException {
    String text = "{\"" + "n".repeat(1000) + "\":1" + " ".repeat(1000) + "}";
    HeaderExcerpt excerpt =
        verdict(TensorFiles.raw(folder.resolve("a.safetensors"), text, 0)).excerpt().orElseThrow();

    assertThat(excerpt.isCutBefore()).isTrue();
    assertThat(excerpt.isCutAfter()).isTrue();
    assertThat(excerpt.before()).hasSize(400).endsWith("nn\":");
    assertThat(excerpt.after()).hasSize(200);
  }

  @Test
  void impossibleHeaderLengthDiffersFromATooLongHeader() throws IOException {
    Path file = Files.write(folder.resolve("a.safetensors"), "\0\0\0\0\0\0\0\1{\"a\":1".getBytes());

    assertThat(verdict(file).variant()).contains(LoadError.HEADER_TOO_LARGE);
    assertThat(verdict(file).advice()).contains(Advice.HEADER_LENGTH);
  }

  @Test
  void fileWhoseSaveWasInterruptedIsNotToBeThrownAway() throws IOException {
    byte[] marked = new byte[500];
    Arrays.fill(marked, (byte) '{');
    System.arraycopy(Preface.unfinishedMark(), 0, marked, 0, Preface.BYTE_COUNT);

    assertThat(verdict(write("a.safetensors", marked)).advice()).contains(Advice.UNFINISHED_SAVE);
  }

  @ParameterizedTest
  @CsvSource({
    "HTML, <!DOCTYPE html><html>",
    "NOT_SAFETENSORS, PK\u0003\u0004 and so on",
    "PICKLE, \u0080\u0002}q",
    "INDEX, {\"weight_map\": {}}",
    "NOT_SAFETENSORS, just some text"
  })
  void otherKindsOfFilesHaveTheirAdvice(Advice advice, String latin1) throws IOException {
    Path path = write("a.safetensors", latin1.getBytes(StandardCharsets.ISO_8859_1));

    assertThat(verdict(path).outcome()).isEqualTo(DocumentVerdict.REFUSED);
    assertThat(verdict(path).advice()).contains(advice);
  }

  @ParameterizedTest
  @ValueSource(strings = {"GGUF and so on", "\u0093NUMPY and so on"})
  void damagedCheckpointsOfOtherFormatsHaveAVerdictOfTheirOwn(String latin1) throws IOException {
    Path path = write("a.safetensors", latin1.getBytes(StandardCharsets.ISO_8859_1));

    assertThat(verdict(path).outcome()).isEqualTo(DocumentVerdict.FOREIGN_REFUSED);
    assertThat(verdict(path).advice()).contains(Advice.NOT_SAFETENSORS);
    assertThat(verdict(path).variant()).isEmpty();
  }

  @Test
  void adviceOnLfsPointersIsShownOnce() throws IOException {
    Verdict verdict =
        verdict(write("a.safetensors", "version https://git-lfs.github.com/spec/v1".getBytes()));

    assertThat(verdict.firstFinding().map(Finding::sentence).orElseThrow().toString())
        .contains("git lfs pull");
    assertThat(verdict.advice()).isEmpty();
  }

  @Test
  void ofZerosNoHeaderIsShown() throws IOException {
    assertThat(verdict(write("a.safetensors", new byte[5000])).excerpt()).isEmpty();
  }

  @Test
  void emptyFilesAndZerosHaveTheirAdvice() throws IOException {
    assertThat(verdict(write("a.safetensors", new byte[0])).advice()).contains(Advice.EMPTY);
    assertThat(verdict(write("b.safetensors", new byte[5000])).advice()).contains(Advice.ZEROS);
  }

  @Test
  void everyAdviceHasItsText() {
    for (Advice advice : Advice.values()) {
      assertThat(Messages.english().text(advice.messageKey())).endsWith(".");
    }
  }

  @Test
  void setWithAMissingShardIsRefused() throws IOException {
    healthy("a");
    Verdict verdict =
        verdict(Files.writeString(folder.resolve("model.safetensors.index.json"), INDEX));

    assertThat(verdict.outcome()).isEqualTo(DocumentVerdict.SET_REFUSED);
    assertThat(verdict.advice()).contains(Advice.SHARD_MISSING);
    assertThat(verdict.firstFinding().map(Finding::sentence))
        .hasValueSatisfying(sentence -> assertThat(sentence.toString()).contains("b.safetensors"));
  }

  @Test
  void everyMissingOrRefusedShardIsReported() throws IOException {
    write("b.safetensors", new byte[0]);
    Verdict verdict =
        verdict(Files.writeString(folder.resolve("model.safetensors.index.json"), INDEX));

    assertThat(verdict.firstFinding().map(Finding::code)).contains(FindingCode.SHARD_MISSING);
    assertThat(verdict.more())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.code()).isEqualTo(FindingCode.SHARD_REFUSED);
              assertThat(finding.message()).contains("b.safetensors");
            });
  }

  @Test
  void findingOfASingleFileIsNotRepeated() throws IOException {
    assertThat(verdict(write("a.safetensors", "GGUF............".getBytes(UTF_8))).more())
        .isEmpty();
  }

  @Test
  void setWithARefusedShardHasTheAdviceForThatShard() throws IOException {
    healthy("a");
    write("b.safetensors", new byte[0]);
    Verdict verdict =
        verdict(Files.writeString(folder.resolve("model.safetensors.index.json"), INDEX));

    assertThat(verdict.outcome()).isEqualTo(DocumentVerdict.SET_REFUSED);
    assertThat(verdict.refusedCount()).isEqualTo(1);
    assertThat(verdict.advice()).contains(Advice.EMPTY);
  }

  @Test
  void folderCountsItsRefusedFiles() throws IOException {
    healthy("a");
    write("b.safetensors", new byte[0]);
    write("c.safetensors", new byte[1]);
    Verdict verdict = verdict(folder);

    assertThat(verdict.outcome()).isEqualTo(DocumentVerdict.FOLDER_PROBLEMS);
    assertThat(verdict.refusedCount()).isEqualTo(2);
  }

  @Test
  void folderWithoutFilesSaysSo() throws IOException {
    Verdict verdict = verdict(folder);

    assertThat(verdict.outcome()).isEqualTo(DocumentVerdict.FOLDER_PROBLEMS);
    assertThat(verdict.refusedCount()).isZero();
    assertThat(verdict.advice()).contains(Advice.NO_SAFETENSORS);
  }

  @Test
  void aSetWhoseFilesLoadMayNotBeInOrder() throws IOException {
    healthy("a");
    healthy("b");
    FileDocument document =
        files.open(write("m.safetensors.index.json", INDEX.getBytes(StandardCharsets.UTF_8)));
    assertThat(Verdict.of(document).outcome()).isEqualTo(DocumentVerdict.LOADS);

    Finding finding = Finding.of(FindingCode.TENSOR_IN_TWO_SHARDS, Sentence.of("It is in two."));
    LocatedFinding located = new LocatedFinding(Optional.empty(), finding);
    Verdict verdict =
        Verdict.of(FileDocument.of(document.checkpoint(), List.of(), () -> List.of(located)));

    assertThat(verdict.outcome()).isEqualTo(DocumentVerdict.SET_ERRORS);
    assertThat(verdict.firstFinding().map(Finding::sentence))
        .map(Sentence::toString)
        .hasValue("It is in two.");
  }
}
