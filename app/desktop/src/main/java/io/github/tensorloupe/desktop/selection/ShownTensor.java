package io.github.tensorloupe.desktop.selection;

import module java.base;
import module javafx.base;

import io.github.tensorloupe.desktop.control.names.NameTree;
import io.github.tensorloupe.model.TensorRef;

/// The selected tensor, or the first one of the selected group, for panes that show one tensor.
public final class ShownTensor extends ObjectBinding<Optional<TensorRef>> {

  private final Selection selection;

  public ShownTensor(Selection selection) {
    this.selection = selection;
    bind(selection.tensorProperty(), selection.groupProperty());
  }

  @Override
  protected Optional<TensorRef> computeValue() {
    OptionalInt group = selection.groupProperty().get();
    return selection
        .tensorProperty()
        .get()
        .or(
            () ->
                selection
                    .openDocument()
                    .filter(_ -> group.isPresent())
                    .flatMap(open -> first(open, group.getAsInt())));
  }

  /// Returns the first tensor of a group, a node of the name tree.
  static Optional<TensorRef> first(FileDocument open, int group) {
    NameTree tree = open.tree();
    return IntStream.range(group, tree.subtreeEnd(group))
        .map(tree::tensor)
        .filter(tensor -> tensor != NameTree.NO_TENSOR)
        .mapToObj(open.checkpoint().tensors()::get)
        .findFirst();
  }
}
