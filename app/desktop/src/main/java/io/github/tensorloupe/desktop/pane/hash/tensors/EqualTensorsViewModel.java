package io.github.tensorloupe.desktop.pane.hash.tensors;

import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.hash.tensors.ContentRow.Tone;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.integrity.content.ContentHashing;
import io.github.tensorloupe.integrity.duplicates.DuplicateGroup;
import io.github.tensorloupe.integrity.duplicates.DuplicateSearch;
import io.github.tensorloupe.integrity.duplicates.Duplicates;
import io.github.tensorloupe.integrity.duplicates.SharedName;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;

/// The search for tensors of the open document that hold the same bytes. Belongs to the FX thread.
public final class EqualTensorsViewModel {

  private final Selection selection;
  private final Jobs jobs;
  private final Messages messages;
  private final RunningWork work = new RunningWork();
  private final ReadOnlyObjectWrapper<Optional<Told>> told =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private final ObservableList<ContentRow> rows = FXCollections.observableArrayList();

  /// @param selection shared with the other panes
  /// @param jobs reads the tensors
  public EqualTensorsViewModel(Selection selection, Jobs jobs, Messages messages) {
    this.selection = selection;
    this.jobs = jobs;
    this.messages = messages;
    selection.documentProperty().subscribe(_ -> clear());
  }

  private void clear() {
    work.cancel();
    told.set(Optional.empty());
    rows.clear();
  }

  /// What runs now.
  public ReadOnlyObjectProperty<Optional<Job>> jobProperty() {
    return work.jobProperty();
  }

  /// What came of the search.
  public ReadOnlyObjectProperty<Optional<Told>> toldProperty() {
    return told.getReadOnlyProperty();
  }

  /// The groups with their tensors.
  public ObservableList<ContentRow> rows() {
    return rows;
  }

  /// Begins to look; nothing while that goes on already, or nothing is open.
  public void look() {
    if (work.isRunning() || selection.openDocument().isEmpty()) {
      return;
    }
    clear();
    List<TensorFile> files = selection.openDocument().get().checkpoint().files();
    DuplicateSearch search = new DuplicateSearch(ContentHashing.besideOthers());
    work.begin(
        jobs.start(
                messages.text("equal.job"),
                (cancellation, progress) -> search.run(files, cancellation, progress),
                this::show,
                this::fail)
            .concluding(() -> told.get().map(Told::sentence).orElse("")));
  }

  /// Stops looking.
  public void stop() {
    work.cancel();
  }

  /// Selects the tensor of a line, if it has one.
  public void goTo(ContentRow row) {
    if (row instanceof ContentRow.Named named) {
      named.tensor().ifPresent(selection::select);
    }
  }

  private void fail(Throwable failure) {
    work.end();
    told.set(Optional.of(Told.failed(messages.sentence(Failures.sentence(failure)), failure)));
  }

  private void show(Duplicates found) {
    work.end();
    told.set(Optional.of(summary(found)));
    List<ContentRow> shown = new ArrayList<>();
    for (DuplicateGroup group : found.groups()) {
      shown.add(new ContentRow.Heading(heading(group), tone(group)));
      group.tensors().forEach(tensor -> shown.add(row(tensor)));
    }
    if (!found.sharedNames().isEmpty()) {
      shown.add(new ContentRow.Heading(messages.text("equal.shared"), Tone.INFO));
      found.sharedNames().forEach(shared -> shown.add(row(shared)));
    }
    rows.setAll(shown);
  }

  private Told summary(Duplicates found) {
    Told sum =
        found.wastedBytes() > 0
            ? new Told(
                Tone.WARNING, messages.text("equal.wasted", Figures.bytes(found.wastedBytes())))
            : new Told(
                Tone.SUCCESS,
                messages.text(found.groups().isEmpty() ? "equal.none" : "equal.no-waste"));
    return found.unreadableCount() == 0
        ? sum
        : new Told(
            Tone.DANGER,
            sum.sentence()
                + " "
                + messages.text("equal.unreadable", Figures.count(found.unreadableCount())));
  }

  private static Tone tone(DuplicateGroup group) {
    return group.wastedBytes() > 0 ? Tone.WARNING : Tone.INFO;
  }

  private String heading(DuplicateGroup group) {
    String count = Figures.count(group.tensors().size());
    String each = Figures.bytes(group.byteCount());
    return switch (group.filling()) {
      case VALUES ->
          messages.text(
              group.hasOneDtype() ? "equal.group" : "equal.group.dtypes",
              count,
              each,
              Figures.bytes(group.wastedBytes()));
      case CONSTANT -> messages.text("equal.group.constant", count, each);
      case ZEROS -> messages.text("equal.group.zeros", count, each);
    };
  }

  private ContentRow row(TensorRef tensor) {
    String detail =
        "%s  %s".formatted(tensor.info().dtype(), messages.shape(tensor.info().shape()));
    return new ContentRow.Named(
        shown(tensor.info().name()), detail + fileOf(tensor), Optional.of(tensor));
  }

  private String fileOf(TensorRef tensor) {
    boolean isOneOfMany =
        selection.openDocument().filter(open -> open.checkpoint().files().size() > 1).isPresent();
    return isOneOfMany
        ? "  " + DisplayText.of(String.valueOf(tensor.file().path().getFileName()))
        : "";
  }

  private ContentRow row(SharedName shared) {
    return new ContentRow.Named(
        shown(shared.dropped()),
        messages.text("equal.shared.kept", shown(shared.kept().info().name())),
        Optional.of(shared.kept()));
  }

  private String shown(String name) {
    return name.isEmpty() ? messages.text("equal.empty-name") : DisplayText.of(name, 300);
  }
}
