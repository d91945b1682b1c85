package io.github.tensorloupe.desktop.pane.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import io.github.tensorloupe.desktop.error.Feedback;
import io.github.tensorloupe.desktop.job.Job.EndedJob.JobResult;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.metadata.ProposalViewModel.Proposal;
import io.github.tensorloupe.desktop.pane.metadata.ProposalViewModel.Proposal.Alternative;
import io.github.tensorloupe.desktop.selection.DocumentEdits;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.edit.Entry;
import io.github.tensorloupe.edit.EntryChange;
import io.github.tensorloupe.edit.Preset;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.TensorFiles;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProposalViewModelTest {

  @TempDir Path folder;

  private final OpenFiles files = new OpenFiles();
  private final Selection selection = new Selection();
  private final DocumentEdits edits = new DocumentEdits(selection);
  private final EntryEditing editing = new EntryEditing(edits);
  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private final Jobs jobs = new Jobs(waiting::add, Runnable::run);
  private final ProposalViewModel model =
      new ProposalViewModel(selection, editing, jobs, Messages.english());
  private TensorFile file;

  @BeforeEach
  void openFile() throws IOException {
    Path path =
        new TensorFiles()
            .metadata("k", "v")
            .metadata("ss_epoch", "3")
            .floats("t", 1)
            .write(folder.resolve("a.safetensors"));
    file = files.show(path, selection).checkpoint().files().getFirst();
    editing.show(
        Optional.of(edits.of(List.of(file), file.header().metadata().orElseThrow())), true);
  }

  @AfterEach
  void closeFiles() throws IOException {
    files.close();
  }

  private void propose(Preset preset) {
    model.propose(preset, "t"::equals, file);
  }

  private void importJson(String json) throws IOException {
    model.importFrom(Files.writeString(folder.resolve("b.json"), json));
    waiting.remove().run();
  }

  private List<String> entries() {
    return editing.entries().stream().map(entry -> entry.key() + "=" + entry.value()).toList();
  }

  private Proposal proposal() {
    return model.proposal.get().orElseThrow();
  }

  private String note() {
    return model.note.get().map(Feedback::sentence).orElse("");
  }

  @Test
  void presetIsNamedShownAndThenApplied() {
    propose(Preset.STRIP_TRAINING_DATA);
    assertThat(model.running.getValue()).isEqualTo(Optional.of(jobs.running().getFirst()));
    assertThat(model.proposal.get()).isEmpty();
    waiting.remove().run();

    assertThat(model.running.getValue()).isEmpty();
    assertThat(proposal().title()).isEqualTo(model.name(Preset.STRIP_TRAINING_DATA)).isNotEmpty();
    Alternative option = proposal().alternatives().getFirst();
    assertThat(proposal().alternatives()).hasSize(1);
    assertThat(option.labelKey()).isEqualTo("metadata.proposal.apply");
    assertThat(option.changes()).containsExactly(new EntryChange.Removed("ss_epoch", "3"));
    assertThat(entries()).containsExactly("k=v", "ss_epoch=3");

    String title = proposal().title();
    model.apply(option, Set.copyOf(option.changes()));

    assertThat(entries()).containsExactly("k=v");
    assertThat(model.proposal.get()).isEmpty();
    assertThat(editing.now().undoStep().orElseThrow().name()).contains(title);
  }

  @Test
  void hashIsComputedOfTheData() {
    propose(Preset.RECOMPUTE_HASHES);
    waiting.remove().run();

    assertThat(proposal().alternatives().getFirst().changes())
        .isNotEmpty()
        .allMatch(EntryChange.Added.class::isInstance);
  }

  @Test
  void typedTextIsPartOfTheChange() {
    Entry entry = editing.entries().get(1);
    editing.startDraft(each -> each.setValue(entry.id(), "typed"), () -> {});

    propose(Preset.STRIP_TRAINING_DATA);
    waiting.remove().run();

    assertThat(proposal().alternatives().getFirst().changes())
        .containsExactly(new EntryChange.Removed("ss_epoch", "typed"));
  }

  @Test
  void typedTextIsPartOfImportAndExport() throws IOException {
    Entry entry = editing.entries().getFirst();
    editing.startDraft(each -> each.setValue(entry.id(), "typed"), () -> {});
    importJson("{\"k\":\"v\"}");
    assertThat(proposal().alternatives().getFirst().changes())
        .containsExactly(new EntryChange.Revalued("k", "typed", "v"));

    editing.startDraft(each -> each.setValue(entry.id(), "again"), () -> {});
    Path out = folder.resolve("out.json");
    model.exportTo(out);
    waiting.remove().run();
    assertThat(out).content().contains("again").doesNotContain("typed");
  }

  @Test
  void importMergesOrReplaces() throws IOException {
    importJson("{\"k\":\"new\",\"z\":\"1\"}");

    assertThat(proposal().title()).isEqualTo("Import from b.json");
    assertThat(proposal().alternatives())
        .extracting(Alternative::labelKey)
        .containsExactly("metadata.import.merge", "metadata.import.replace");
    assertThat(proposal().alternatives().get(0).changes()).hasSize(2);
    Alternative replace = proposal().alternatives().get(1);
    model.apply(replace, Set.copyOf(replace.changes()));
    assertThat(entries()).containsExactlyInAnyOrder("k=new", "z=1");
  }

  @Test
  void invalidImportIsReportedUntilTheNextAttempt() throws IOException {
    importJson("[1]");
    assertThat(model.proposal.get()).isEmpty();
    assertThat(note()).startsWith("Import from b.json: ").endsWith(" Nothing was changed.");

    propose(Preset.ADD_FORMAT_PT);

    assertThat(model.note.get()).isEmpty();
  }

  @Test
  void importOfAMissingFileIsReported() {
    Path none = folder.resolve("none.json");

    model.importFrom(none);
    waiting.remove().run();

    assertThat(note())
        .isEqualTo(
            "Import from none.json: The file " + none + " does not exist. Nothing was changed.");
  }

  @Test
  void duplicateKeyIsReported() {
    editing.change(each -> each.rename(each.entries().getFirst().id(), "ss_epoch"));

    propose(Preset.ADD_FORMAT_PT);
    waiting.remove().run();

    assertThat(note()).contains("Two entries have the key “ss_epoch”.");
    assertThat(model.proposal.get()).isEmpty();
  }

  @Test
  void nextProposalReplacesThePreviousOne() {
    propose(Preset.STRIP_TRAINING_DATA);
    waiting.remove().run();

    propose(Preset.ADD_FORMAT_PT);

    assertThat(model.proposal.get()).isEmpty();
    model.dismiss();
    assertThat(model.running.getValue()).isEmpty();
    waiting.remove().run();
    assertThat(model.proposal.get()).isEmpty();
  }

  @Test
  void exportIsReported() {
    Path out = folder.resolve("out.json");

    model.exportTo(out);
    assertThat(jobs.running().getFirst().title()).isEqualTo("Export to out.json");
    assertThat(jobs.running().getFirst().isStoppable()).isFalse();
    waiting.remove().run();

    assertThat(out).content().contains("\"k\"", "\"v\"", "\"ss_epoch\"");
    assertThat(note()).isEqualTo("Exported to out.json.");
    assertThat(jobs.ended().getFirst().result()).contains(new JobResult.OnDisk(out));
  }

  @Test
  void exportDoesNotReplaceAnOpenFile() {
    model.exportTo(file.path());
    waiting.remove().run();

    assertThat(note()).startsWith("Export to a.safetensors: ");
  }

  @Test
  void onlySelectedChangesAreApplied() {
    editing.change(each -> each.add(2, "ss_seed", "42"));
    propose(Preset.STRIP_TRAINING_DATA);
    waiting.remove().run();
    Alternative option = proposal().alternatives().getFirst();

    model.apply(option, Set.of(new EntryChange.Removed("ss_seed", "42")));

    assertThat(entries()).containsExactly("k=v", "ss_epoch=3");
  }

  @Test
  void modelCardIsFilledWithKnownFacts() {
    model.proposeCard(
        selection.openDocument().orElseThrow().checkpoint().parts().getFirst(), List.of(file));
    waiting.remove().run();

    Alternative option = proposal().alternatives().getFirst();
    assertThat(option.changes())
        .extracting(change -> ((EntryChange.Added) change).key())
        .containsExactly("modelspec.title", "modelspec.sai_model_spec", "modelspec.hash_sha256");
    model.apply(option, Set.of(new EntryChange.Added("modelspec.title", "a")));
    assertThat(entries()).containsExactly("k=v", "ss_epoch=3", "modelspec.title=a");
  }

  @Test
  void setIsNamedAfterItsFolderAndHasNoHash() throws IOException {
    Path set = Files.createDirectory(folder.resolve("night-harbour"));
    for (int i = 1; i <= 2; i++) {
      new TensorFiles()
          .floats("t" + i, 1)
          .write(set.resolve("m-0000" + i + "-of-00002.safetensors"));
    }
    Path index = set.resolve("m.safetensors.index.json");
    Files.writeString(
        index,
        "{\"weight_map\":{\"t1\":\"m-00001-of-00002.safetensors\","
            + "\"t2\":\"m-00002-of-00002.safetensors\"}}");
    CheckpointPart part = files.show(index, selection).checkpoint().parts().getFirst();
    editing.show(Optional.of(edits.of(part.files(), Metadata.EMPTY)), true);

    model.proposeCard(part, part.files());
    waiting.remove().run();

    assertThat(proposal().alternatives().getFirst().changes())
        .containsExactly(
            new EntryChange.Added("modelspec.title", "night-harbour"),
            new EntryChange.Added("modelspec.sai_model_spec", "1.0.1"));
  }
}
