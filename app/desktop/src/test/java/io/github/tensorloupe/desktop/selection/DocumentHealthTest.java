package io.github.tensorloupe.desktop.selection;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.health.FindingGroup;
import io.github.tensorloupe.analysis.health.FindingGroup.Kind;
import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.desktop.selection.DocumentHealth.CleanValues;
import io.github.tensorloupe.desktop.selection.FileDocument.LocatedFinding;
import io.github.tensorloupe.desktop.selection.ScanResults.ScanState;
import io.github.tensorloupe.desktop.selection.ScanResults.ScannedTensor;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.integrity.expected.Check;
import io.github.tensorloupe.integrity.hash.HashKind;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.SampleHealth;
import io.github.tensorloupe.testing.ShardFolder;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.text.Sentence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DocumentHealthTest {

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

  private DocumentHealth health() {
    return results.healthProperty().get().orElseThrow();
  }

  private DocumentVerdict with(TensorHealth... tensors) {
    for (int i = 0; i < tensors.length; i++) {
      results.addHealth(List.of(new ScannedTensor(i, tensors[i], List.of())));
    }
    return health().verdict();
  }

  @Test
  void valuesThatAreNotFiniteAreNamed() {
    assertThat(with(SampleHealth.infinite())).isEqualTo(DocumentVerdict.INF);
    results.begin(Optional.of(document));
    assertThat(with(SampleHealth.nanAt(0), SampleHealth.healthy())).isEqualTo(DocumentVerdict.NAN);
    results.begin(Optional.of(document));
    assertThat(with(SampleHealth.infinite(), SampleHealth.nanAt(0)))
        .isEqualTo(DocumentVerdict.NAN_AND_INF);
  }

  @Test
  void privateDataAreFindingsUntilTheNextDocument() {
    Finding finding = Finding.of(FindingCode.METADATA_SECRET, Sentence.of("A token."));

    results.setPrivateData(List.of(new LocatedFinding(Optional.empty(), finding)));
    assertThat(health().verdict()).isEqualTo(DocumentVerdict.WARNINGS);
    assertThat(health().groups())
        .extracting(group -> group.title().toString())
        .containsExactly("1 kind of private data in the metadata");
    assertThat(health().worstOfValues()).isEmpty();

    results.begin(Optional.of(document));
    assertThat(health().verdict()).isEqualTo(DocumentVerdict.LOADS);
  }

  @Test
  void aDifferentHashIsBad() {
    TensorFile file = document.checkpoint().files().getFirst();

    results.setPastedHash(new PastedHash.Same(file, HashKind.SHA256));
    assertThat(health().verdict()).isEqualTo(DocumentVerdict.LOADS);

    results.setPastedHash(new PastedHash.Other(file, true));
    assertThat(health().verdict()).isEqualTo(DocumentVerdict.OTHER_HASH);

    results.begin(Optional.of(document));
    results.checkedHashesProperty().set(Optional.of(Check.Result.MISMATCH));
    assertThat(health().verdict()).isEqualTo(DocumentVerdict.OTHER_HASH);
  }

  @Test
  void valuesAreNotFineNextToAnError() {
    for (int i = 0; i < 2; i++) {
      results.addHealth(List.of(new ScannedTensor(i, SampleHealth.healthy(), List.of())));
    }
    results.stateProperty().set(new ScanState.Done());
    assertThat(health().cleanValues()).isEqualTo(CleanValues.FINE);

    results.checkedHashesProperty().set(Optional.of(Check.Result.MISMATCH));

    assertThat(health().cleanValues()).isEqualTo(CleanValues.FINITE);
    assertThat(health().areValuesFine()).isFalse();
  }

  @Test
  void errorsOfQuantizedWeightsAreErrorsOfTheDocument() {
    results.addHealth(
        List.of(
            new ScannedTensor(0, SampleHealth.healthy(), List.of()),
            new ScannedTensor(1, SampleHealth.healthy(), List.of())));
    results.stateProperty().set(new ScanState.Done());
    assertThat(health().areValuesFine()).isTrue();

    Finding missing =
        new Finding(
            FindingCode.SCALE_MISSING, Sentence.of("Gone."), Optional.of("a"), Optional.empty());
    LocatedFinding located = new LocatedFinding(Optional.empty(), missing);
    FindingGroup<LocatedFinding> group =
        new FindingGroup<>(Kind.ofConcern(missing), 1, 1, List.of(located));
    results.setWeights(new TensorFindings(List.of(group), Map.of(0, List.of(missing))));

    assertThat(health().verdict()).isEqualTo(DocumentVerdict.ERRORS);
    assertThat(health().areValuesFine()).isFalse();
    assertThat(health().count(Severity.ERROR)).isEqualTo(1);
    assertThat(health().worstOfValues()).contains(Severity.ERROR);
  }

  private DocumentVerdict of(Path path) throws IOException {
    results.begin(Optional.of(files.open(path)));
    return health().verdict();
  }

  @Test
  void aSetWithoutOneOfItsShardsIsRefusedAndAWholeSetLoads() throws IOException {
    String first = ShardFolder.name(1, 2);
    String second = ShardFolder.name(2, 2);
    ShardFolder set = new ShardFolder(Files.createDirectory(folder.resolve("set")));
    set.shard(1, 2, "a").index("", "a", first, "b", second);
    assertThat(of(set.index())).isEqualTo(DocumentVerdict.SET_REFUSED);

    set.shard(2, 2, "b");
    assertThat(of(set.index())).isEqualTo(DocumentVerdict.LOADS);
  }

  @Test
  void aTruncatedFileIsRefused() throws IOException {
    Path tooShort = Files.write(folder.resolve("short.safetensors"), new byte[] {9, 0});

    assertThat(of(tooShort)).isEqualTo(DocumentVerdict.REFUSED);
    assertThat(of(folder)).isEqualTo(DocumentVerdict.FOLDER_PROBLEMS);
  }

  @Test
  void aFolderWithoutModelsHasProblems() throws IOException {
    assertThat(of(Files.createDirectory(folder.resolve("empty"))))
        .isEqualTo(DocumentVerdict.FOLDER_PROBLEMS);
  }

  @Test
  void warningsAreNotBad() throws IOException {
    DocumentVerdict verdict = of(TensorFiles.raw(folder.resolve("space.safetensors"), " {}", 0));

    assertThat(verdict).isEqualTo(DocumentVerdict.WARNINGS);
    assertThat(verdict.isBad()).isFalse();
  }
}
