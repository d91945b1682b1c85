package io.github.tensorloupe.desktop.shell;

import static io.github.tensorloupe.testing.ShardFolder.name;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.save.RecoveryPanel;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.FileDocument.LocatedFinding;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.integrity.hash.FileHashes;
import io.github.tensorloupe.model.FileClosedException;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.save.Recovery;
import io.github.tensorloupe.testing.InterruptedSaves;
import io.github.tensorloupe.testing.ShardFolder;
import io.github.tensorloupe.testing.SharedFolder;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DocumentOpenerTest {

  @TempDir Path folder;

  private final Queue<Runnable> background = new ArrayDeque<>();
  private final Queue<Runnable> foreground = new ArrayDeque<>();
  private final Jobs jobs = new Jobs(background::add, foreground::add);
  private final Selection selection = new Selection();
  private final DocumentOpener opener =
      new DocumentOpener(
          selection,
          jobs,
          LoadedDocument::read,
          new Recovery(FileOperations.ofThisComputer()),
          RecoveryPanel.Question.NEVER,
          new StatusLine(selection),
          Messages.english());
  private Path first;
  private Path second;

  @BeforeEach
  void writeFiles() throws IOException {
    first = new TensorFiles().floats("first", 1).write(folder.resolve("first.safetensors"));
    second = new TensorFiles().floats("second", 2).write(folder.resolve("second.safetensors"));
  }

  private void runAll() {
    while (!background.isEmpty() || !foreground.isEmpty()) {
      (background.isEmpty() ? foreground : background).remove().run();
    }
  }

  private String tensorName() {
    return selection.openDocument().orElseThrow().checkpoint().tensors().getFirst().info().name();
  }

  private DocumentState state() {
    return selection.documentProperty().get();
  }

  @Test
  void aFileIsShownAsSoonAsItIsRead() {
    opener.open(first);
    assertThat(state()).isEqualTo(new DocumentState.Opening(first));

    runAll();
    assertThat(tensorName()).isEqualTo("first");
    opener.close();
    runAll();
  }

  @Test
  void theFileThatWasOpenedLastIsShown() {
    opener.open(first);
    background.remove().run();
    opener.open(second);
    runAll();

    assertThat(tensorName()).isEqualTo("second");
    opener.close();
    runAll();
  }

  @Test
  void aDocumentThatIsSupersededAfterItWasReadIsClosed() {
    List<LoadedDocument> read = new ArrayList<>();
    DocumentOpener noting = noting(read, RecoveryPanel.Question.NEVER);
    noting.open(first);
    background.remove().run();
    noting.open(second);
    runAll();
    noting.reopen(() -> {});
    background.remove().run();
    noting.close();
    runAll();

    assertThat(read).hasSize(3).allSatisfy(DocumentOpenerTest::assertClosed);
  }

  @Test
  void aComparisonThatIsSupersededAfterItWasReadIsClosed() {
    List<LoadedDocument> read = new ArrayList<>();
    DocumentOpener noting = noting(read, RecoveryPanel.Question.NEVER);
    noting.compare(first, second, List.of());
    background.remove().run();
    noting.close();
    runAll();

    assertThat(read).hasSize(2).allSatisfy(DocumentOpenerTest::assertClosed);
  }

  @Test
  void aDocumentWhoseQuestionIsNotAnsweredIsClosedWhenAnotherIsOpened() throws IOException {
    Path broken = InterruptedSaves.file(folder.resolve("broken.safetensors"));
    InterruptedSaves.halfWrittenBy(broken, Long.MAX_VALUE);
    List<Consumer<RecoveryPanel.Answer>> answers = new ArrayList<>();
    List<LoadedDocument> read = new ArrayList<>();
    DocumentOpener asking = noting(read, (_, answer) -> answers.add(answer));
    asking.open(broken);
    runAll();
    asking.open(second);
    runAll();

    assertClosed(read.getFirst());
    answers.getFirst().accept(new RecoveryPanel.Answer.DoNotOpen());
    assertThat(tensorName()).isEqualTo("second");
    asking.close();
    runAll();
  }

  /// Returns an opener that adds its documents to a list.
  private DocumentOpener noting(List<LoadedDocument> read, RecoveryPanel.Question question) {
    return new DocumentOpener(
        selection,
        jobs,
        (path, recovery, cancellation, progress) -> {
          read.add(LoadedDocument.read(path, recovery, cancellation, progress));
          return read.getLast();
        },
        new Recovery(FileOperations.ofThisComputer()),
        question,
        new StatusLine(selection),
        Messages.english());
  }

  private static void assertClosed(LoadedDocument read) {
    assertThatThrownBy(() -> read.document().checkpoint().files().getFirst().bytes().read(0, 1))
        .isInstanceOf(FileClosedException.class);
  }

  @Test
  void whatIsOpenedWhileAnotherFileIsRecoveredStaysOpen() throws IOException {
    Path broken = InterruptedSaves.file(folder.resolve("broken.safetensors"));
    InterruptedSaves.halfWrittenBy(broken, Long.MAX_VALUE);
    RecoveryPanel.Question recover =
        (_, answer) -> answer.accept(new RecoveryPanel.Answer.Recover(false, Optional.empty()));
    DocumentOpener recovering =
        new DocumentOpener(
            selection,
            jobs,
            LoadedDocument::read,
            new Recovery(FileOperations.ofThisComputer()),
            recover,
            new StatusLine(selection),
            Messages.english());
    recovering.open(broken);
    background.remove().run();
    while (background.isEmpty()) {
      foreground.remove().run();
    }
    assertThat(background).hasSize(2);
    Runnable closing = background.remove();
    Runnable recovery = background.remove();
    recovering.open(second);
    runAll();
    FileDocument shown = selection.openDocument().orElseThrow();

    closing.run();
    recovery.run();
    runAll();

    assertThat(selection.openDocument()).containsSame(shown);
    recovering.close();
    runAll();
  }

  @Test
  void stoppingFromOutsideLeadsBackToTheBeginning() {
    opener.open(first);
    jobs.cancelAll();
    runAll();

    assertThat(state()).isInstanceOf(DocumentState.Empty.class);
  }

  @Test
  void closingWhileAFileIsBeingReadStopsThat() {
    opener.open(first);
    background.remove().run();
    opener.close();
    runAll();

    assertThat(state()).isInstanceOf(DocumentState.Empty.class);
  }

  @Test
  void theFilesOfTheDocumentBeforeAreClosed() {
    opener.open(first);
    runAll();
    FileDocument before = selection.openDocument().orElseThrow();
    opener.open(second);
    runAll();

    assertThatThrownBy(() -> before.checkpoint().files().getFirst().bytes().read(0, 1))
        .isInstanceOf(FileClosedException.class);
    opener.close();
    runAll();
  }

  @Test
  void hashOfNothingInTheMetadataIsAFindingOfTheDocument() throws IOException {
    Path file =
        new TensorFiles()
            .floats("a", 1)
            .metadata("sshs_model_hash", FileHashes.EMPTY_SHA256)
            .write(folder.resolve("hashed.safetensors"));

    opener.open(file);
    runAll();

    assertThat(selection.openDocument().orElseThrow().findings())
        .extracting(located -> located.finding().code())
        .containsExactly(FindingCode.HASH_OF_NOTHING);
    opener.close();
    runAll();
  }

  @Test
  void aFileThatIsNotThereIsAFinding() {
    opener.open(folder.resolve("nothing.safetensors"));
    runAll();

    assertThat(state())
        .isInstanceOfSatisfying(
            DocumentState.Failed.class,
            failed -> assertThat(failed.finding().code()).isNotEqualTo(FindingCode.WRONG_KIND));
  }

  @Test
  void findingsOfASetAreReportedForTheirShards() throws IOException {
    new ShardFolder(folder)
        .shard(1, 2, "a", "b")
        .shard(2, 2, "b")
        .index("\"total_size\":7", "a", name(1, 2), "b", name(2, 2));
    opener.open(folder.resolve(ShardFolder.INDEX));
    runAll();

    List<LocatedFinding> findings = selection.openDocument().orElseThrow().findings();
    assertThat(findings)
        .extracting(located -> located.finding().code())
        .containsExactly(FindingCode.TENSOR_IN_TWO_SHARDS, FindingCode.TOTAL_SIZE_WRONG);
    assertThat(findings.getFirst().file().orElseThrow().path())
        .isEqualTo(folder.resolve(name(1, 2)));
    assertThat(findings.getLast().file()).isEmpty();
    opener.close();
    runAll();
  }

  @Test
  void everySetOfAFolderIsExaminedAndReported() throws IOException {
    for (String part : List.of("vae", "unet")) {
      new ShardFolder(Files.createDirectory(folder.resolve(part)))
          .shard(1, 1, "a")
          .index("\"total_size\":7", "a", name(1, 1));
    }
    opener.open(folder);
    runAll();

    assertThat(selection.openDocument().orElseThrow().findings())
        .extracting(located -> located.finding().message())
        .satisfiesExactly(
            first -> assertThat(first).startsWith("unet"),
            second -> assertThat(second).startsWith("vae"));
    opener.close();
    runAll();
  }

  @ParameterizedTest
  @CsvSource({
    "same_tensor_in_two_shards, TENSOR_IN_TWO_SHARDS",
    "corrupt_shard, SHARD_REFUSED",
    "lfs_pointer_shard, SHARD_REFUSED",
    "path_traversal, UNSAFE_SHARD_NAME",
    "absolute_path, UNSAFE_SHARD_NAME",
    "weight_map_not_object, INDEX_UNUSABLE",
    "weight_map_value_not_string, INDEX_UNUSABLE",
    "index_not_json, INDEX_UNUSABLE",
  })
  void theConformanceSetsShowTheirFindings(String set, FindingCode code) {
    assertThat(codesOf(set)).contains(code);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ok", "diffusers_name"})
  void aGoodConformanceSetShowsNone(String set) {
    assertThat(codesOf(set)).isEmpty();
  }

  private List<FindingCode> codesOf(String set) {
    opener.open(SharedFolder.file("conformance/sharded/" + set));
    runAll();
    List<FindingCode> codes =
        selection.openDocument().orElseThrow().findings().stream()
            .map(located -> located.finding().code())
            .toList();
    opener.close();
    runAll();
    return codes;
  }
}
