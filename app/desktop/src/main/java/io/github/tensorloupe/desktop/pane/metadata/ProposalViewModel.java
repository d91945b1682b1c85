package io.github.tensorloupe.desktop.pane.metadata;

import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.error.Remark;
import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.job.LatestJob;
import io.github.tensorloupe.desktop.job.Work;
import io.github.tensorloupe.desktop.pane.metadata.Proposal.Way;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.edit.JsonTextException;
import io.github.tensorloupe.edit.MetadataChange;
import io.github.tensorloupe.edit.MetadataEdits.Entry;
import io.github.tensorloupe.edit.MetadataJson;
import io.github.tensorloupe.export.TextWriter;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Metadata;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.collections.ListChangeListener;

/// Changes to all of the metadata, which are shown before they are made: presets and what is
/// imported. Belongs to the FX thread; what comes of a change is found out beside it.
final class ProposalViewModel {

  /// Thrown where no change to all of the metadata can be made.
  private static final class RepeatedKeyException extends Exception {
    private static final long serialVersionUID = 1L;

    RepeatedKeyException(String key) {
      super(key);
    }
  }

  private final Selection selection;
  private final EntryEditing editing;
  private final Jobs jobs;
  private final Messages messages;
  private final LatestJob proposing;
  private final ReadOnlyObjectWrapper<Optional<Proposal>> proposal =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private final ReadOnlyObjectWrapper<Optional<Remark>> note =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private final ReadOnlyObjectWrapper<Optional<Job>> running =
      new ReadOnlyObjectWrapper<>(Optional.empty());

  ProposalViewModel(Selection selection, EntryEditing editing, Jobs jobs, Messages messages) {
    this.selection = selection;
    this.editing = editing;
    this.jobs = jobs;
    this.messages = messages;
    this.proposing = new LatestJob(jobs);
    jobs.running().addListener((ListChangeListener<Job>) _ -> noticeEnd());
  }

  /// Finds out what comes of a change, and shows it.
  ///
  /// @param change gives the change; runs beside the FX thread
  void propose(String title, Work<MetadataChange> change) {
    editing.commitDraft();
    List<Entry> entries = editing.entries();
    start(
        title,
        (cancellation, progress) -> {
          Metadata before = metadata(entries);
          MetadataChange made = change.run(cancellation, progress);
          return List.of(Way.of("metadata.proposal.apply", made, before));
        });
  }

  /// Reads metadata from a JSON file and shows what would come of them.
  void importFrom(Path file) {
    editing.commitDraft();
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

  /// Writes the entries as they are now to a JSON file.
  void exportTo(Path file) {
    editing.commitDraft();
    List<Entry> entries = editing.entries();
    List<Path> open = selection.openFiles();
    String title = messages.text("metadata.export.title", nameOf(file));
    note.set(Optional.empty());
    jobs.startToEnd(
            title,
            (_, _) -> {
              TextWriter.write(file, MetadataJson.write(metadata(entries)), true, open);
              return file;
            },
            _ -> tell(Remark.done(messages.text("metadata.export.done", nameOf(file)))),
            failure -> tell(failed(title, failure)))
        .writing(() -> Optional.of(file))
        .unstoppable();
  }

  private void start(String title, Work<List<Way>> work) {
    dismiss();
    note.set(Optional.empty());
    running.set(
        Optional.of(
            proposing.start(
                title,
                work,
                ways -> proposal.set(Optional.of(new Proposal(title, ways))),
                failure -> tell(failed(title, failure)))));
    noticeEnd();
  }

  /// Work may end by itself or be stopped from outside; either way it vanishes from what runs.
  private void noticeEnd() {
    if (running.get().filter(job -> !jobs.running().contains(job)).isPresent()) {
      running.set(Optional.empty());
    }
  }

  private static Metadata metadata(List<Entry> entries) throws RepeatedKeyException {
    Map<String, String> map = LinkedHashMap.newLinkedHashMap(entries.size());
    for (Entry entry : entries) {
      if (map.put(entry.key(), entry.value()) != null) {
        throw new RepeatedKeyException(entry.key());
      }
    }
    return Metadata.of(map);
  }

  private Remark failed(String title, Throwable failure) {
    String why =
        switch (failure) {
          case JsonTextException e -> messages.sentence(e.getMessage());
          case RepeatedKeyException e ->
              messages.text("metadata.failed.repeated", DisplayText.of(e.getMessage()));
          default -> messages.sentence(Failures.sentence(failure));
        };
    return Remark.failed(messages.text("metadata.failed", title, why), failure);
  }

  private static String nameOf(Path file) {
    return DisplayText.of(String.valueOf(file.getFileName()));
  }

  /// Says something above the entries.
  void tell(Remark sentence) {
    note.set(Optional.of(sentence));
  }

  /// Says nothing any more.
  void clearNote() {
    note.set(Optional.empty());
  }

  /// Makes the change, as one step.
  void apply(Way way) {
    String name = proposal.get().map(Proposal::title).orElseThrow();
    proposal.set(Optional.empty());
    editing.apply(way.change(), name);
  }

  /// Makes no change.
  void dismiss() {
    proposing.cancel();
    proposal.set(Optional.empty());
    running.set(Optional.empty());
  }

  /// What is proposed now.
  ReadOnlyObjectProperty<Optional<Proposal>> proposalProperty() {
    return proposal.getReadOnlyProperty();
  }

  /// What is to be said above the entries.
  ReadOnlyObjectProperty<Optional<Remark>> noteProperty() {
    return note.getReadOnlyProperty();
  }

  /// The work that will end in a proposal.
  ReadOnlyObjectProperty<Optional<Job>> runningProperty() {
    return running.getReadOnlyProperty();
  }
}
