package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.PastedHash;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.ScanResults.ScannedTensor;
import io.github.tensorloupe.desktop.shell.TitleBar.DocumentVerdict;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.integrity.hash.HashKind;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.SampleHealth;
import io.github.tensorloupe.testing.ShardFolder;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DocumentVerdictTest {

  private final OpenFiles files = new OpenFiles();
  private final ScanResults results = new ScanResults();
  private FileDocument document;

  @TempDir Path folder;

  @BeforeEach
  void openDocument() throws IOException {
    document =
        files.open(
            new TensorFiles().floats("a", 1).floats("b", 1).write(folder.resolve("a.safetensors")));
    results.begin(Optional.of(document));
  }

  @AfterEach
  void closeFiles() throws IOException {
    files.close();
  }

  private DocumentVerdict with(TensorHealth... tensors) {
    for (int i = 0; i < tensors.length; i++) {
      results.addHealth(List.of(new ScannedTensor(i, tensors[i], List.of())));
    }
    return DocumentVerdict.of(document, results, Optional.empty(), Messages.english());
  }

  @Test
  void onlyNanIsCalledNan() {
    assertThat(with(SampleHealth.nanAt(0), SampleHealth.healthy()).text())
        .isEqualTo("Loads, but has NaN");
  }

  @Test
  void onlyInfinitiesAreCalledInf() {
    assertThat(with(SampleHealth.infinite()).text()).isEqualTo("Loads, but has Inf");
  }

  @Test
  void bothAreCalledBoth() {
    DocumentVerdict verdict = with(SampleHealth.infinite(), SampleHealth.nanAt(0));

    assertThat(verdict.text()).isEqualTo("Loads, but has NaN and Inf");
    assertThat(verdict.styleClass()).isEqualTo("badge-danger");
  }

  @Test
  void aHashThatIsNotTheFilesIsNotPlainlyGreen() {
    TensorFile file = document.checkpoint().files().getFirst();

    DocumentVerdict wrong =
        DocumentVerdict.of(
            document, results, Optional.of(new PastedHash.Other(file, true)), Messages.english());
    DocumentVerdict right =
        DocumentVerdict.of(
            document,
            results,
            Optional.of(new PastedHash.Same(file, HashKind.SHA256)),
            Messages.english());

    assertThat(wrong.text()).isEqualTo("Loads, but the hash differs");
    assertThat(wrong.styleClass()).isEqualTo("badge-danger");
    assertThat(right.styleClass()).isEqualTo("badge-success");
  }

  private String of(Path path) throws IOException {
    return DocumentVerdict.of(files.open(path), results, Optional.empty(), Messages.english())
        .text();
  }

  @Test
  void aSetWithoutOneOfItsShardsIsCalledIncompleteAndOneThatIsWholeLoads() throws IOException {
    String first = ShardFolder.name(1, 2);
    String second = ShardFolder.name(2, 2);
    ShardFolder set = new ShardFolder(Files.createDirectory(folder.resolve("set")));
    set.shard(1, 2, "a").index("", "a", first, "b", second);
    assertThat(of(set.index())).isEqualTo("Incomplete set");

    set.shard(2, 2, "b");
    assertThat(of(set.index())).isEqualTo("Loads");
  }

  @Test
  void aFileThatDoesNotLoadIsCalledThatAndNoSet() throws IOException {
    Path tooShort = Files.write(folder.resolve("short.safetensors"), new byte[] {9, 0});

    assertThat(of(tooShort)).isEqualTo("Does not load");
  }

  @Test
  void aFolderWithoutModelsHasProblems() throws IOException {
    assertThat(of(Files.createDirectory(folder.resolve("empty")))).isEqualTo("Problems found");
  }

  @Test
  void oddValuesAreNoReasonToDoubtThatItLoads() {
    assertThat(with(SampleHealth.allZero(), SampleHealth.constant()).styleClass())
        .isEqualTo("badge-success");
  }
}
