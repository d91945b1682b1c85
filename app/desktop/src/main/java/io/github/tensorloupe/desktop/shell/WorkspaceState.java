package io.github.tensorloupe.desktop.shell;

import module java.base;

import io.github.tensorloupe.desktop.pane.metadata.MetadataPane;
import io.github.tensorloupe.desktop.selection.ComparisonDocument;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.selection.SurveyDocument;
import io.github.tensorloupe.desktop.session.Arrangement;
import io.github.tensorloupe.desktop.session.RememberedDocument;
import io.github.tensorloupe.desktop.session.RememberedPlace;
import io.github.tensorloupe.desktop.session.TableLayout;
import io.github.tensorloupe.model.SourceFileSystem;
import java.nio.file.Path;

/// The session state of a workspace: the arrangement of its parts, and its document with the
/// location. Belongs to the FX thread.
final class WorkspaceState {

  private static final String TREE = "tensor-tree";
  private static final String METADATA = "metadata-table";

  /// If more groups are open, they are remembered as all groups.
  private static final int MAX_GROUPS = 500;

  private final Workspace workspace;
  private final Selection selection;
  private final MainView view;

  /// The document that is being opened or has failed, with the location to restore.
  private Optional<RememberedDocument> opening = Optional.empty();

  /// The order of the tree, restored once the document is open.
  private Optional<TableLayout.Sort> treeSort = Optional.empty();

  WorkspaceState(Workspace workspace) {
    this.workspace = workspace;
    selection = workspace.context.selection();
    view = workspace.view;
    workspace.opener.setOnShown(this::restore);
  }

  Arrangement arrangement() {
    Map<String, TableLayout> tables = new HashMap<>();
    view.tree.ifPresent(shown -> tables.put(TREE, shown.columns()));
    metadata().columns().ifPresent(columns -> tables.put(METADATA, columns));
    String librarySort = workspace.library.remember(tables);
    return view.arrangement(tables, librarySort);
  }

  /// Arranges the parts. Must be called before the window is shown, so that the widths are kept.
  void arrange(Arrangement arrangement) {
    view.arrange(arrangement);
    TableLayout ofTree = arrangement.tables().get(TREE);
    if (ofTree != null) {
      view.tree.ifPresent(shown -> shown.arrangeColumns(ofTree));
      treeSort = ofTree.sort();
    }
    Optional.ofNullable(arrangement.tables().get(METADATA)).ifPresent(metadata()::arrangeColumns);
    workspace.library.arrange(arrangement);
  }

  private MetadataPane metadata() {
    return view.panes.pane(MetadataPane.class);
  }

  /// Returns the document that is open or being opened, or empty for the library, after a failure,
  /// and for remote documents, which are not reopened automatically.
  Optional<RememberedDocument> remembered() {
    boolean hasFailed = selection.documentProperty().get() instanceof DocumentState.Failed;
    return document().filter(it -> !hasFailed && SourceFileSystem.of(it.path()).isEmpty());
  }

  /// Returns the document that is open, is being opened, or could not be opened. Empty for the
  /// library.
  Optional<RememberedDocument> document() {
    return switch (selection.documentProperty().get()) {
      case DocumentState.Open(FileDocument document) -> {
        Path path = document.checkpoint().path().toAbsolutePath().normalize();
        Optional<List<List<String>>> groups = workspace.tree.openGroups(MAX_GROUPS);
        yield Optional.of(new RememberedDocument(path, selection.place(), groups));
      }
      case DocumentState.Open(ComparisonDocument _) ->
          workspace.comparison.session().map(ComparisonSession::remembered);
      case DocumentState.Open(SurveyDocument survey) -> Optional.of(survey.remembered());
      case DocumentState.Opening(Path path, var other) ->
          opening.or(() -> Optional.of(RememberedDocument.of(path, other)));
      case DocumentState.Failed _ -> opening;
      case DocumentState.Empty() -> Optional.empty();
    };
  }

  /// Opens a document and restores the remembered location in it.
  void open(RememberedDocument document) {
    opening = Optional.of(document);
    DocumentOpener opener = workspace.opener;
    document
        .comparison()
        .ifPresentOrElse(
            it -> opener.compare(document.path(), it.with(), it.byHand()),
            () -> opener.open(document.path()));
  }

  private void restore(DocumentState state) {
    switch (state) {
      case DocumentState.Opening(Path path, var other) -> {
        RememberedDocument now = RememberedDocument.of(path, other);
        opening = opening.filter(now::isSame).or(() -> Optional.of(now));
      }
      case DocumentState.Open(FileDocument _) -> {
        opening.ifPresent(this::restore);
        opening = Optional.empty();
      }
      case DocumentState.Open(ComparisonDocument _) -> {
        opening
            .flatMap(RememberedDocument::comparison)
            .ifPresent(it -> workspace.comparison.session().ifPresent(shown -> shown.goTo(it)));
        opening = Optional.empty();
      }
      case DocumentState.Open _, DocumentState.Empty _ -> opening = Optional.empty();
      case DocumentState.Failed _ -> {}
    }
  }

  private void restore(RememberedDocument document) {
    document.openGroups().ifPresent(workspace.tree::openOnly);
    document.place().map(WorkspaceState::withExistingPane).ifPresent(selection::goTo);
    treeSort.ifPresent(sort -> view.tree.ifPresent(shown -> shown.sortBy(sort)));
    treeSort = Optional.empty();
  }

  /// Another version may have had other panes.
  private static RememberedPlace withExistingPane(RememberedPlace place) {
    boolean isKnown = Panes.named(FileDocument.class, place.pane()).isPresent();
    return isKnown ? place : place.withPane(Panes.FILE.getFirst().id());
  }
}
