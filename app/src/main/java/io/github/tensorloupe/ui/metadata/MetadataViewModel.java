package io.github.tensorloupe.ui.metadata;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.ui.job.Jobs;
import io.github.tensorloupe.ui.job.LatestJob;
import io.github.tensorloupe.ui.metadata.MetadataArrangement.Order;
import io.github.tensorloupe.ui.selection.OpenDocument;
import io.github.tensorloupe.ui.selection.Selection;
import io.github.tensorloupe.ui.text.Figures;
import io.github.tensorloupe.ui.text.Messages;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyIntegerProperty;
import javafx.beans.property.ReadOnlyIntegerWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;

/// What the metadata pane shows: of which files, which entries in which order, and the selected
/// one. Belongs to the FX thread; reading values, finding and sorting run beside it.
public final class MetadataViewModel {

  private final Selection selection;
  private final Messages messages;
  private final LatestJob comparing;
  private final LatestJob reading;
  private final LatestJob arranging;
  private final LatestJob detailing;
  private final LatestJob decoding;
  private final ObservableList<MetadataSource> sources = FXCollections.observableArrayList();
  private final ObservableList<MetadataRow> rows = FXCollections.observableArrayList();
  private final ReadOnlyIntegerWrapper rowCount = new ReadOnlyIntegerWrapper();
  private final ObjectProperty<Optional<MetadataSource>> source =
      new SimpleObjectProperty<>(Optional.empty());
  private final ObjectProperty<Optional<MetadataRow>> selectedRow =
      new SimpleObjectProperty<>(Optional.empty());
  private final ReadOnlyObjectWrapper<Optional<MetadataDetail>> detail =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private final StringProperty findText = new SimpleStringProperty("");
  private final ObjectProperty<Order> order = new SimpleObjectProperty<>(Order.FILE);
  private List<MetadataRow> allRows = List.of();

  /// @param selection shared with the other panes
  /// @param jobs runs reading, finding and sorting
  public MetadataViewModel(Selection selection, Jobs jobs, Messages messages) {
    this.selection = selection;
    this.messages = messages;
    this.comparing = new LatestJob(jobs);
    this.reading = new LatestJob(jobs);
    this.arranging = new LatestJob(jobs);
    this.detailing = new LatestJob(jobs);
    this.decoding = new LatestJob(jobs);
    source.subscribe(this::read);
    selectedRow.subscribe(this::describe);
    findText.subscribe(_ -> arrange());
    order.subscribe(_ -> arrange());
    selection.documentProperty().subscribe(_ -> show(selection.openDocument()));
    selection.tensorProperty().subscribe(this::showSourceOf);
  }

  private void show(Optional<OpenDocument> document) {
    comparing.cancel();
    source.set(Optional.empty());
    sources.clear();
    findText.set("");
    document.ifPresent(
        open ->
            comparing.start(
                messages.text("metadata.job.read"),
                (_, _) -> MetadataSource.of(open.checkpoint()),
                this::showSources,
                MetadataViewModel::fail));
  }

  private void showSources(List<MetadataSource> found) {
    sources.setAll(found);
    source.set(found.stream().findFirst());
    showSourceOf(selection.tensorProperty().get());
  }

  private void showSourceOf(Optional<TensorRef> tensor) {
    tensor
        .flatMap(
            ref -> sources.stream().filter(each -> each.files().contains(ref.file())).findFirst())
        .ifPresent(found -> source.set(Optional.of(found)));
  }

  private void read(Optional<MetadataSource> shown) {
    reading.cancel();
    replaceRows(List.of());
    shown
        .flatMap(MetadataSource::metadata)
        .ifPresent(
            metadata ->
                reading.start(
                    messages.text("metadata.job.read"),
                    (cancellation, _) -> MetadataRow.of(metadata, cancellation),
                    this::replaceRows,
                    MetadataViewModel::fail));
  }

  private void replaceRows(List<MetadataRow> newRows) {
    allRows = newRows;
    rowCount.set(newRows.size());
    arrange();
  }

  private void arrange() {
    MetadataArrangement arrangement = new MetadataArrangement(findText.get().strip(), order.get());
    List<MetadataRow> arranged = allRows;
    arranging.start(
        messages.text("metadata.job.find"),
        (cancellation, _) -> arrangement.arrange(arranged, cancellation),
        this::showRows,
        MetadataViewModel::fail);
  }

  private void showRows(List<MetadataRow> arranged) {
    Optional<MetadataRow> kept = selectedRow.get().filter(arranged::contains);
    rows.setAll(arranged);
    selectedRow.set(kept.or(() -> arranged.stream().findFirst()));
  }

  private void describe(Optional<MetadataRow> row) {
    detailing.cancel();
    decoding.cancel();
    row.ifPresentOrElse(
        each ->
            detailing.start(
                messages.text("metadata.job.read"),
                (_, _) -> MetadataDetail.of(each),
                made -> detail.set(Optional.of(made)),
                MetadataViewModel::fail),
        () -> detail.set(Optional.empty()));
  }

  /// Decodes the picture of the selected entry beside the FX thread; dropped when another entry is
  /// selected meanwhile.
  <T> void decode(Supplier<T> decoder, Consumer<T> shown) {
    decoding.start(
        messages.text("metadata.job.read"),
        (_, _) -> decoder.get(),
        shown,
        MetadataViewModel::fail);
  }

  private static void fail(Throwable failure) {
    throw new IllegalStateException("the metadata could not be shown", failure);
  }

  /// The different metadata of the open document's files.
  ObservableList<MetadataSource> sources() {
    return sources;
  }

  /// Whose entries are shown; empty while no document is open.
  ObjectProperty<Optional<MetadataSource>> sourceProperty() {
    return source;
  }

  /// The files of a source in a few words: `a.safetensors`, `a.safetensors and 3 more`.
  String filesOf(MetadataSource shown) {
    String first = nameOf(shown.files().getFirst());
    int more = shown.files().size() - 1;
    return more == 0 ? first : messages.text("metadata.files", first, Figures.count(more));
  }

  private String nameOf(TensorFile file) {
    Path folder =
        selection
            .openDocument()
            .map(open -> open.checkpoint().path())
            .filter(path -> file.path().startsWith(path) && !file.path().equals(path))
            .orElse(file.path().getParent());
    Path name = folder == null ? file.path() : folder.relativize(file.path());
    return DisplayText.of(name.toString());
  }

  /// The entries that are shown, first to last.
  ObservableList<MetadataRow> rows() {
    return rows;
  }

  /// How many entries there are, shown or not.
  ReadOnlyIntegerProperty rowCountProperty() {
    return rowCount.getReadOnlyProperty();
  }

  /// The selected entry; one of the rows, and empty only where there are none.
  ObjectProperty<Optional<MetadataRow>> selectedRowProperty() {
    return selectedRow;
  }

  /// What is shown of the selected entry; follows the selection with a delay.
  ReadOnlyObjectProperty<Optional<MetadataDetail>> detailProperty() {
    return detail.getReadOnlyProperty();
  }

  /// What the find field holds; changing it filters the rows.
  public StringProperty findTextProperty() {
    return findText;
  }

  /// How the rows are ordered.
  ObjectProperty<Order> orderProperty() {
    return order;
  }
}
