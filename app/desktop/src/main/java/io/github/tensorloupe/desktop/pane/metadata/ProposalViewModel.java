package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.error.Feedback;
import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.job.LatestJob;
import io.github.tensorloupe.desktop.pane.metadata.ProposalViewModel.Proposal.Way;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.edit.EntryChange;
import io.github.tensorloupe.edit.MetadataChange;
import io.github.tensorloupe.edit.MetadataEdits;
import io.github.tensorloupe.edit.MetadataEdits.Entry;
import io.github.tensorloupe.edit.MetadataJson;
import io.github.tensorloupe.edit.Preset;
import io.github.tensorloupe.export.FileExport;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.identify.EmbeddedImage;
import io.github.tensorloupe.integrity.hash.DigestPass;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.text.Explained;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Work;
import java.nio.file.Path;

/// Changes to all entries that are shown before they are made: presets and imports; exports; and
/// pictures from files. Belongs to the FX thread; files are read and changes computed in the
/// background.
final class ProposalViewModel {

  /// Larger pictures are refused: every program that opens the file reads the whole header.
  static final int MAX_PICTURE_BYTES = 2_000_000;

  /// ModelSpec wants a JPEG of 256 × 256 pixels, which is smaller.
  static final int USUAL_PICTURE_BYTES = 100_000;

  private final Selection selection;
  private final EntryEditing editing;
  private final Jobs jobs;
  private final Messages messages;
  private final LatestJob proposing;
  private final LatestJob readingPicture;
  private final ReadOnlyObjectWrapper<Optional<Proposal>> proposal =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private final ReadOnlyObjectWrapper<Optional<Feedback>> note =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private final ReadOnlyObjectWrapper<Optional<Job>> running =
      new ReadOnlyObjectWrapper<>(Optional.empty());

  ProposalViewModel(Selection selection, EntryEditing editing, Jobs jobs, Messages messages) {
    this.selection = selection;
    this.editing = editing;
    this.jobs = jobs;
    this.messages = messages;
    this.proposing = new LatestJob(jobs);
    this.readingPicture = new LatestJob(jobs);
    jobs.running().addListener((ListChangeListener<Job>) _ -> noticeEnd());
  }

  String name(Preset preset) {
    return messages.text("metadata.preset." + Messages.word(preset));
  }

  /// Shows the changes that a preset would make.
  ///
  /// @param isTensor tests for names of tensors
  /// @param file whose hash the preset may need
  void propose(Preset preset, Predicate<String> isTensor, TensorFile file) {
    editing.document().commitDraft();
    List<Entry> entries = editing.entries();
    start(
        name(preset),
        (cancellation, progress) -> {
          Metadata before = metadata(entries);
          Optional<String> hash =
              preset.needsDataHash()
                  ? Optional.of(DigestPass.ofData(file, cancellation, progress))
                  : Optional.empty();
          MetadataChange change = preset.change(new Preset.Context(isTensor, hash));
          return List.of(Way.of("metadata.proposal.apply", change, before));
        });
  }

  /// Reads metadata from a JSON file and shows the changes that merging or replacing would make.
  void importFrom(Path file) {
    editing.document().commitDraft();
    List<Entry> entries = editing.entries();
    start(
        messages.text("metadata.import.title", nameOf(file)),
        (_, _) -> {
          Metadata before = metadata(entries);
          Metadata read = MetadataJson.parse(Files.readAllBytes(file));
          return List.of(
              Way.of("metadata.import.merge", MetadataChange.set(read.entries()), before),
              Way.of("metadata.import.replace", MetadataChange.replace(read), before));
        });
  }

  void exportTo(Path file) {
    editing.document().commitDraft();
    List<Entry> entries = editing.entries();
    List<Path> open = selection.openFiles();
    String title = messages.text("metadata.export.title", nameOf(file));
    clearNote();
    jobs.startToEnd(
            title,
            (_, _) -> {
              FileExport.writeText(file, MetadataJson.write(metadata(entries)), true, open);
              return file;
            },
            _ -> tell(Feedback.done(messages.text("metadata.export.done", nameOf(file)))),
            failure -> tell(failed(title, failure)))
        .writing(() -> Optional.of(file))
        .unstoppable();
  }

  /// Gives a key a picture as its value; adds the entry where there is none. The bytes of the file
  /// are taken over unchanged.
  void readPicture(String key, Path file) {
    String name = nameOf(file);
    clearNote();
    readingPicture.start(
        messages.text("metadata.job.picture"),
        (_, _) -> {
          try (InputStream stream = Files.newInputStream(file)) {
            return stream.readNBytes(MAX_PICTURE_BYTES + 1);
          }
        },
        bytes -> setPicture(key, name, bytes),
        failure -> {
          String why = messages.sentence(Failures.sentence(failure));
          tell(Feedback.failed(notDone(name, why), failure));
        });
  }

  private void setPicture(String key, String name, byte[] bytes) {
    Optional<String> uri = EmbeddedImage.dataUri(bytes);
    if (bytes.length > MAX_PICTURE_BYTES) {
      String limit = messages.exactBytes(MAX_PICTURE_BYTES);
      tell(Feedback.refused(notDone(name, messages.text("metadata.picture.too-large", limit))));
    } else if (uri.isEmpty()) {
      tell(Feedback.refused(notDone(name, messages.text("metadata.picture.unknown"))));
    } else {
      editing.set(key, uri);
      if (bytes.length > USUAL_PICTURE_BYTES) {
        String size = messages.exactBytes((bytes.length + 2) / 3 * 4L);
        tell(Feedback.done(messages.text("metadata.picture.large", size)));
      }
    }
  }

  private String notDone(String name, String why) {
    return messages.text("metadata.picture.failed", name, why);
  }

  private void start(String title, Work<List<Way>> work) {
    dismiss();
    clearNote();
    running.set(
        Optional.of(
            proposing.start(
                title,
                work,
                ways -> proposal.set(Optional.of(new Proposal(title, ways))),
                failure -> tell(failed(title, failure)))));
    noticeEnd();
  }

  /// Work may end by itself or be stopped elsewhere; either way it leaves the running jobs.
  private void noticeEnd() {
    if (running.get().filter(job -> !jobs.running().contains(job)).isPresent()) {
      running.set(Optional.empty());
    }
  }

  /// @throws SentenceException if a key is repeated, so that no change can be made to all entries
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

  private Feedback failed(String title, Throwable failure) {
    Sentence why = failure instanceof Explained told ? told.sentence() : Failures.sentence(failure);
    return Feedback.failed(
        messages.text("metadata.failed", title, messages.sentence(why)), failure);
  }

  private static String nameOf(Path file) {
    return DisplayText.of(String.valueOf(file.getFileName()));
  }

  private void tell(Feedback sentence) {
    note.set(Optional.of(sentence));
  }

  void clearNote() {
    note.set(Optional.empty());
  }

  void apply(Way way) {
    String name = proposal.get().map(Proposal::title).orElseThrow();
    proposal.set(Optional.empty());
    editing.change(edits -> edits.apply(way.change(), Optional.of(name)));
  }

  void dismiss() {
    proposing.cancel();
    proposal.set(Optional.empty());
    running.set(Optional.empty());
  }

  ReadOnlyObjectProperty<Optional<Proposal>> proposalProperty() {
    return proposal.getReadOnlyProperty();
  }

  ReadOnlyObjectProperty<Optional<Feedback>> noteProperty() {
    return note.getReadOnlyProperty();
  }

  ReadOnlyObjectProperty<Optional<Job>> runningProperty() {
    return running.getReadOnlyProperty();
  }

  /// A change that is shown before it is made.
  ///
  /// @param title its name for display
  /// @param ways at least one to choose from
  record Proposal(String title, List<Way> ways) {

    /// @param labelKey message key of its name
    /// @param changes its effect on each entry
    record Way(String labelKey, MetadataChange change, List<EntryChange> changes) {

      /// Computes the effect of a change. Takes time in proportion to the metadata.
      static Way of(String labelKey, MetadataChange change, Metadata before) {
        MetadataEdits edits = new MetadataEdits(before);
        edits.apply(change);
        return new Way(labelKey, change, edits.changes());
      }
    }
  }
}
