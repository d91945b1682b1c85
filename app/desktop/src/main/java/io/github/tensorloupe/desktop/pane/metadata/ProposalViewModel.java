package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.error.Feedback;
import io.github.tensorloupe.desktop.error.FileJobs;
import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.job.JobSlot;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.metadata.ProposalViewModel.Proposal.Alternative;
import io.github.tensorloupe.desktop.selection.MetadataEdits;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.edit.Entry;
import io.github.tensorloupe.edit.EntryChange;
import io.github.tensorloupe.edit.MetadataChange;
import io.github.tensorloupe.edit.MetadataJson;
import io.github.tensorloupe.edit.Preset;
import io.github.tensorloupe.export.FileExport;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.identify.Identification;
import io.github.tensorloupe.identify.Identity;
import io.github.tensorloupe.identify.Kind;
import io.github.tensorloupe.identify.Statement;
import io.github.tensorloupe.identify.Topic;
import io.github.tensorloupe.integrity.hash.DigestPass;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.nio.file.Path;

/// Changes to all entries with a preview (presets, known facts for the model card, imports), and
/// exports. Belongs to the FX thread; files are read and changes computed in the background.
final class ProposalViewModel {

  private final Selection selection;
  private final EntryEditing editing;
  private final Jobs jobs;
  private final Messages messages;
  private final JobSlot<Proposal> proposing;
  final ReadOnlyObjectProperty<Optional<Proposal>> proposal;
  final ObjectProperty<Optional<Feedback>> note = new SimpleObjectProperty<>(Optional.empty());
  final ObservableValue<Optional<Job>> running;

  ProposalViewModel(Selection selection, EntryEditing editing, Jobs jobs, Messages messages) {
    this.selection = selection;
    this.editing = editing;
    this.jobs = jobs;
    this.messages = messages;
    this.proposing = new JobSlot<>(jobs);
    this.proposal = proposing.resultProperty();
    this.running = proposing.jobProperty();
  }

  String name(Preset preset) {
    return messages.text("metadata.preset." + Messages.word(preset));
  }

  /// Previews the changes of a preset.
  ///
  /// @param isTensor tests whether a string is a tensor name
  /// @param file the file whose hash the preset may need
  void propose(Preset preset, Predicate<String> isTensor, TensorFile file) {
    start(
        name(preset),
        (before, cancellation, progress) -> {
          Optional<String> hash =
              preset.needsDataHash()
                  ? Optional.of(DigestPass.ofData(file, cancellation, progress))
                  : Optional.empty();
          MetadataChange change = preset.change(new Preset.Context(isTensor, hash));
          return List.of(Alternative.of("metadata.proposal.apply", change, before));
        });
  }

  /// Previews the empty fields of the model card that can be filled without user input.
  ///
  /// @param part the part of the checkpoint that contains the files
  /// @param files the files whose metadata are shown
  void proposeCard(CheckpointPart part, List<TensorFile> files) {
    start(
        messages.text("metadata.card.fill.title"),
        (before, cancellation, progress) -> {
          Identity identity = Identification.of(part, cancellation);
          // Shards with the same metadata have different data.
          Optional<String> hash =
              files.size() == 1
                  ? Optional.of(DigestPass.ofData(files.getFirst(), cancellation, progress))
                  : Optional.empty();
          Path file = files.getFirst().path().toAbsolutePath();
          String name = String.valueOf((part.isSet() ? file.getParent() : file).getFileName());
          CardFacts facts =
              new CardFacts(
                  name.replaceFirst("\\.safetensors$", ""),
                  identity.statement(Topic.FAMILY).map(Statement::value),
                  component(identity.kind()),
                  hash);
          return List.of(Alternative.of("metadata.proposal.apply", facts.change(), before));
        });
  }

  private static Optional<String> component(Kind kind) {
    return switch (kind) {
      case LORA, LOCON, LOHA, LOKR, DORA, OFT, IA3 -> Optional.of("lora");
      case EMBEDDING -> Optional.of("textual-inversion");
      case CONTROLNET -> Optional.of("controlnet");
      case CONTROL_LORA -> Optional.of("control-lora");
      case VAE -> Optional.of("vae");
      default -> Optional.empty();
    };
  }

  /// Reads metadata from a JSON file and previews merging with it and replacing by it.
  void importFrom(Path file) {
    start(
        messages.text("metadata.import.title", nameOf(file)),
        (before, _, _) -> {
          Metadata read = MetadataJson.parse(Files.readAllBytes(file));
          return List.of(
              Alternative.of("metadata.import.merge", MetadataChange.set(read.entries()), before),
              Alternative.of("metadata.import.replace", MetadataChange.replace(read), before));
        });
  }

  void exportTo(Path file) {
    editing.document.commitDraft();
    List<Entry> entries = editing.entries();
    List<Path> open = selection.openFiles();
    String title = messages.text("metadata.export.title", nameOf(file));
    clearNote();
    new FileJobs(jobs, messages)
        .start(
            title,
            file,
            (_, _) ->
                FileExport.writeText(
                    FileExport.check(file, true, open),
                    MetadataJson.write(metadata(entries)),
                    Cancellation.NEVER),
            messages.text("metadata.export.done", nameOf(file)),
            reason -> messages.text("metadata.failed", title, reason),
            this::showNote)
        .unstoppable();
  }

  /// Computes a proposal from the current metadata in the background.
  private interface Computation {
    List<Alternative> run(Metadata before, Cancellation cancellation, Progress progress)
        throws Exception;
  }

  private void start(String title, Computation computation) {
    editing.document.commitDraft();
    List<Entry> entries = editing.entries();
    dismiss();
    clearNote();
    proposing.start(
        title,
        (cancellation, progress) ->
            new Proposal(title, computation.run(metadata(entries), cancellation, progress)),
        failure -> {
          String reason = messages.sentence(Failures.sentence(failure));
          String sentence = messages.text("metadata.failed", title, reason);
          showNote(Feedback.failed(sentence, failure));
        });
  }

  /// @throws SentenceException if a key is repeated, which makes a change to all entries impossible
  private Metadata metadata(List<Entry> entries) throws SentenceException {
    Map<String, String> map = LinkedHashMap.newLinkedHashMap(entries.size());
    for (Entry entry : entries) {
      if (map.put(entry.key(), entry.value()) != null) {
        String key = DisplayText.of(entry.key());
        throw new SentenceException(messages.text("metadata.failed.repeated", key));
      }
    }
    return Metadata.of(map);
  }

  private static String nameOf(Path file) {
    return DisplayText.of(String.valueOf(file.getFileName()));
  }

  void showNote(Feedback feedback) {
    note.set(Optional.of(feedback));
  }

  void clearNote() {
    note.set(Optional.empty());
  }

  /// Applies all or part of a change.
  ///
  /// @param selected the selected changes of `alternative`; if all are selected, the order of the
  ///   keys is changed too
  void apply(Alternative alternative, Set<EntryChange> selected) {
    String name = proposal.get().map(Proposal::title).orElseThrow();
    boolean isAll = selected.containsAll(alternative.changes());
    MetadataChange change =
        isAll
            ? alternative.change()
            : MetadataEdits.replay(
                alternative.changes().stream().filter(selected::contains).toList());
    dismiss();
    editing.change(edits -> edits.apply(change, Optional.of(name)));
  }

  void dismiss() {
    proposing.clear();
  }

  /// A change with a preview.
  ///
  /// @param title the display name
  /// @param alternatives the alternatives; at least one
  record Proposal(String title, List<Alternative> alternatives) {

    /// @param labelKey the message key of the name
    /// @param changes the effect on each entry
    record Alternative(String labelKey, MetadataChange change, List<EntryChange> changes) {

      /// Computes the effect of a change. Takes time linear in the size of the metadata.
      static Alternative of(String labelKey, MetadataChange change, Metadata before) {
        MetadataEdits edits = new MetadataEdits(before);
        edits.apply(change);
        return new Alternative(labelKey, change, edits.changes());
      }
    }
  }
}
