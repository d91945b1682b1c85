package io.github.tensorloupe.desktop.shell;

import module java.base;

import io.github.tensorloupe.desktop.pane.library.LibraryViewModel;
import io.github.tensorloupe.desktop.pane.metadata.MetadataPane;
import io.github.tensorloupe.desktop.pane.tree.TensorTreeViewModel;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.storage.session.Arrangement;
import io.github.tensorloupe.storage.session.RememberedDocument;
import io.github.tensorloupe.storage.session.RememberedPlace;
import io.github.tensorloupe.storage.session.TableLayout;

/// The layout of one window and the place in its document: reads them for the session, and restores
/// them. Belongs to the FX thread.
final class WindowState {

  private static final String TREE = "tensor-tree";
  private static final String METADATA = "metadata-table";

  /// More open groups than this count as all groups.
  private static final int MOST_GROUPS = 500;

  private final Selection selection;
  private final MainView view;
  private final TensorTreeViewModel tree;
  private final MetadataPane metadata;
  private final LibraryViewModel library;
  private final Consumer<Path> onOpen;
  private Optional<RememberedDocument> awaited = Optional.empty();
  private Optional<TableLayout.Sort> awaitedSort = Optional.empty();

  WindowState(
      WindowContext window,
      MainView view,
      TensorTreeViewModel tree,
      LibraryViewModel library,
      Consumer<Path> onOpen) {
    selection = window.selection();
    this.view = view;
    this.tree = tree;
    metadata = view.panes().get(MetadataPane.class);
    this.library = library;
    this.onOpen = onOpen;
  }

  Arrangement arrangement() {
    Map<String, TableLayout> tables = new HashMap<>();
    view.tree().ask(shown -> tables.put(TREE, shown.columns()));
    metadata.columns().ifPresent(columns -> tables.put(METADATA, columns));
    return view.arrangement(tables, library.sortName());
  }

  /// Arranges the parts. To be called before the window is shown, for the widths to hold. The tree
  /// is sorted only once a remembered document is open.
  void arrange(Arrangement arrangement) {
    view.arrange(arrangement);
    Optional.ofNullable(arrangement.tables().get(TREE))
        .ifPresent(
            layout -> {
              view.tree().ask(shown -> shown.arrangeColumns(layout));
              awaitedSort = layout.sort();
            });
    Optional.ofNullable(arrangement.tables().get(METADATA)).ifPresent(metadata::arrangeColumns);
    arrangement.librarySort().ifPresent(library::sortBy);
  }

  /// The document that is open, or being opened; empty on the start page and where it could not be
  /// opened.
  Optional<RememberedDocument> document() {
    return switch (selection.documentProperty().get()) {
      case DocumentState.Open(var document) ->
          Optional.of(remembered(document.checkpoint().path()));
      case DocumentState.Opening(Path path) ->
          awaited.or(() -> Optional.of(RememberedDocument.of(path)));
      case DocumentState.Empty(), DocumentState.Failed _ -> Optional.empty();
    };
  }

  private RememberedDocument remembered(Path path) {
    return new RememberedDocument(
        path.toAbsolutePath().normalize(), selection.place(), tree.openGroups(MOST_GROUPS));
  }

  /// Opens a document and goes to the remembered place in it.
  void open(RememberedDocument document) {
    awaited = Optional.of(document);
    onOpen.accept(document.path());
  }

  /// Restores the place in a remembered document once it is shown.
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
    document.openGroups().ifPresent(tree::openOnly);
    document.place().map(WindowState::withPaneThatIsThere).ifPresent(selection::goTo);
    awaitedSort.ifPresent(sort -> view.tree().ask(shown -> shown.sortBy(sort)));
    awaitedSort = Optional.empty();
  }

  /// Another version may have had other panes.
  private static RememberedPlace withPaneThatIsThere(RememberedPlace place) {
    return Panes.named(place.pane()).isPresent()
        ? place
        : place.withPane(Panes.ALL.getFirst().id());
  }
}
