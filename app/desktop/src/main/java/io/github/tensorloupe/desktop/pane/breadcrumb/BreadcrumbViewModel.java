package io.github.tensorloupe.desktop.pane.breadcrumb;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.names.NameTree;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;

/// The path to the selected tensor or group. Belongs to the FX thread.
public final class BreadcrumbViewModel {

  private final Selection selection;

  /// The crumbs from the file down; empty if nothing is open.
  final ObjectProperty<List<Crumb>> crumbs = new SimpleObjectProperty<>(List.of());

  public BreadcrumbViewModel(Selection selection) {
    this.selection = selection;
    selection.documentProperty().subscribe(_ -> show());
    selection.caretProperty().subscribe(_ -> show());
    selection.tensorProperty().subscribe(_ -> show());
    selection.groupProperty().subscribe(_ -> show());
  }

  private void show() {
    crumbs.set(selection.openDocument().map(this::crumbsOf).orElse(List.of()));
  }

  private List<Crumb> crumbsOf(FileDocument document) {
    NameTree tree = document.tree();
    List<Crumb> result = new ArrayList<>();
    String first = first(document);
    result.add(new Crumb(first, OptionalInt.empty(), first.equals(document.name())));
    int selected =
        tensor()
            .map(tensor -> tree.nodeOf(document.checkpoint().indexOf(tensor)))
            .orElseGet(() -> selection.groupProperty().get().orElse(-1));
    if (selected >= 0) {
      for (int node : tree.nodesTo(selected)) {
        result.add(new Crumb(tree.label(node), OptionalInt.of(node), false));
      }
    }
    return List.copyOf(result);
  }

  /// Returns the name of the document for groups, which may span several files, and in folders,
  /// whose tree contains the file names; else the name of the file.
  private String first(FileDocument document) {
    boolean whole =
        selection.groupProperty().get().isPresent()
            || document.checkpoint().kind() == FileKind.DIRECTORY;
    Optional<TensorFile> file =
        tensor()
            .map(TensorRef::file)
            .or(() -> selection.caretProperty().get().map(caret -> caret.file()));
    return whole || file.isEmpty() ? document.name() : document.checkpoint().briefName(file.get());
  }

  /// Returns the tensor at the end of the path; empty for a group or a file.
  Optional<TensorRef> tensor() {
    return selection.tensorProperty().get();
  }

  /// Goes to a part of the path. A name that is both a group and a tensor selects the group.
  void goTo(Crumb crumb) {
    FileDocument document = selection.openDocument().orElseThrow();
    if (crumb.node().isEmpty()) {
      selection.caretProperty().get().ifPresent(caret -> selection.placeCaret(caret.file(), 0));
      return;
    }
    int node = crumb.node().getAsInt();
    if (document.tree().tensor(node) == NameTree.NO_TENSOR || document.tree().isGroup(node)) {
      selection.selectGroup(node);
    } else {
      selection.select(document.checkpoint().tensors().get(document.tree().tensor(node)));
    }
  }

  /// @param label as in the file, not escaped for display
  /// @param node the group or tensor of the name tree; empty for the first byte of the file
  /// @param isDocument true for the whole document, whose name is already in the title bar
  record Crumb(String label, OptionalInt node, boolean isDocument) {}
}
