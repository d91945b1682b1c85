package io.github.tensorloupe.desktop.shell;

import io.github.tensorloupe.desktop.error.LivePane;
import io.github.tensorloupe.desktop.pane.library.LibraryViewModel;
import io.github.tensorloupe.desktop.pane.tree.TensorTreeView;
import io.github.tensorloupe.desktop.pane.tree.TensorTreeViewModel;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.storage.session.Arrangement;
import io.github.tensorloupe.storage.session.RememberedDocument;
import io.github.tensorloupe.storage.session.RememberedPlace;
import io.github.tensorloupe.storage.session.TableLayout;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// What a window looks like inside, to be remembered and to be made so again. Belongs to the FX
/// thread.
final class WindowMemory {

  /// The parts that it asks.
  ///
  /// @param onOpen opens a path in the window
  record Parts(
      Selection selection,
      MainView view,
      TensorTreeViewModel tree,
      LivePane<TensorTreeView> treeView,
      DetailViews details,
      LibraryViewModel library,
      Consumer<Path> onOpen) {}

  private static final String TREE = "tensor-tree";
  private static final String METADATA = "metadata-table";

  /// Whoever has opened more groups than this has opened all of them.
  private static final int MOST_GROUPS = 500;

  private final Parts parts;
  private Optional<RememberedDocument> awaited = Optional.empty();
  private Optional<TableLayout.Sort> awaitedSort = Optional.empty();

  WindowMemory(Parts parts) {
    this.parts = parts;
  }

  /// How the parts of the window are arranged.
  Arrangement arrangement() {
    Arrangement frame = parts.view().arrangement();
    return new Arrangement(
        frame.treeWidth(),
        frame.panesShare(),
        frame.metadataShare(),
        frame.bytesShown(),
        frame.fileMapShown(),
        tables(),
        Optional.of(parts.library().sortName()));
  }

  private Map<String, TableLayout> tables() {
    Map<String, TableLayout> tables = new HashMap<>();
    parts.treeView().ask(tree -> tables.put(TREE, tree.columns()));
    parts.details().metadataColumns().ifPresent(columns -> tables.put(METADATA, columns));
    return tables;
  }

  /// Arranges the parts. To be called before the window is shown, for the widths to hold. The tree
  /// is sorted only once a remembered document is open.
  void arrange(Arrangement arrangement) {
    parts.view().arrange(arrangement);
    Optional.ofNullable(arrangement.tables().get(TREE))
        .ifPresent(
            layout -> {
              parts.treeView().ask(tree -> tree.arrangeColumns(layout));
              awaitedSort = layout.sort();
            });
    Optional.ofNullable(arrangement.tables().get(METADATA))
        .ifPresent(parts.details()::arrangeMetadata);
    arrangement.librarySort().ifPresent(parts.library()::sortBy);
  }

  /// The document that is open, or being opened; empty on the start page and where it could not be
  /// opened.
  Optional<RememberedDocument> document() {
    return switch (parts.selection().documentProperty().get()) {
      case DocumentState.Open(var document) ->
          Optional.of(remembered(document.checkpoint().path()));
      case DocumentState.Opening(Path path) ->
          awaited.or(() -> Optional.of(RememberedDocument.of(path)));
      case DocumentState.Empty(), DocumentState.Failed _ -> Optional.empty();
    };
  }

  private RememberedDocument remembered(Path path) {
    return new RememberedDocument(
        path.toAbsolutePath().normalize(),
        parts.selection().place(),
        parts.tree().openGroups(MOST_GROUPS));
  }

  /// Opens a document and goes to where somebody was in it.
  void open(RememberedDocument document) {
    awaited = Optional.of(document);
    parts.onOpen().accept(document.path());
  }

  /// Follows what the window shows, to make it so as it was.
  void follow(DocumentState state) {
    if (state instanceof DocumentState.Opening(Path path)) {
      awaited = awaited.filter(document -> document.path().equals(path));
      return;
    }
    Optional<RememberedDocument> document = awaited;
    awaited = Optional.empty();
    if (state instanceof DocumentState.Open && document.isPresent()) {
      restore(document.get());
    }
  }

  private void restore(RememberedDocument document) {
    document.openGroups().ifPresent(parts.tree()::openOnly);
    document.place().map(WindowMemory::withPaneThatIsThere).ifPresent(parts.selection()::goTo);
    awaitedSort.ifPresent(sort -> parts.treeView().ask(tree -> tree.sortBy(sort)));
    awaitedSort = Optional.empty();
  }

  /// Another version may have had other panes.
  private static RememberedPlace withPaneThatIsThere(RememberedPlace place) {
    boolean isThere =
        Arrays.stream(DetailPane.values()).anyMatch(pane -> pane.name().equals(place.pane()));
    return isThere ? place : place.withPane(DetailPane.OVERVIEW.name());
  }
}
