package io.github.tensorloupe.desktop.pane.filemap;

import io.github.tensorloupe.desktop.error.PaneException;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.job.LatestJob;
import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import java.util.BitSet;
import java.util.Optional;
import java.util.OptionalInt;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;

/// The columns of the selected group, whose tensors may be anywhere in the file. Belongs to the FX
/// thread; the columns are looked for beside it.
final class MarkedGroup {

  private final Selection selection;
  private final ReadOnlyObjectProperty<Optional<MapColumns>> map;
  private final LatestJob marking;
  private final Messages messages;
  private final ReadOnlyObjectWrapper<BitSet> columns = new ReadOnlyObjectWrapper<>(new BitSet());

  /// @param map the columns are of
  MarkedGroup(
      Selection selection,
      ReadOnlyObjectProperty<Optional<MapColumns>> map,
      Jobs jobs,
      Messages messages) {
    this.selection = selection;
    this.map = map;
    this.marking = new LatestJob(jobs);
    this.messages = messages;
    selection.groupProperty().subscribe(_ -> mark());
    map.subscribe(_ -> mark());
  }

  private void mark() {
    marking.cancel();
    OptionalInt group = selection.groupProperty().get();
    Optional<OpenDocument> document = selection.openDocument();
    if (group.isEmpty() || map.get().isEmpty() || document.isEmpty()) {
      if (!columns.get().isEmpty()) {
        columns.set(new BitSet());
      }
      return;
    }
    OpenDocument open = document.get();
    MapColumns shown = map.get().get();
    marking.start(
        messages.text("filemap.job"),
        (cancellation, _) ->
            SelectedColumns.of(
                open.tree(), group.getAsInt(), open.checkpoint().tensors(), shown, cancellation),
        columns::set,
        failure -> {
          throw PaneException.part(failure, this::mark);
        });
  }

  /// The numbers of the columns; none while no group is selected. Not to be changed.
  ReadOnlyObjectProperty<BitSet> columnsProperty() {
    return columns.getReadOnlyProperty();
  }
}
