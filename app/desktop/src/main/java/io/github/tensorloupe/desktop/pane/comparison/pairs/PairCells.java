package io.github.tensorloupe.desktop.pane.comparison.pairs;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.compare.Change;
import io.github.tensorloupe.compare.PairResult;
import io.github.tensorloupe.compare.PairedBy;
import io.github.tensorloupe.compare.TensorPair;
import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.table.TreeCell;
import io.github.tensorloupe.desktop.pane.comparison.pairs.PairStates.Column;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.NameTree;
import io.github.tensorloupe.model.TensorRef;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/// The words for pairs and groups of them, and the cells that show them.
record PairCells(PairsViewModel model, Messages messages) {

  /// A cell of a column other than that of the names.
  TreeCell of(Column column) {
    TreeCell cell =
        switch (column) {
          case CHANGE -> new ChangeCell();
          case BY -> TreeCell.of("shape-cell", this::pairedBy);
          default -> TreeCell.of("figure-cell", node -> figure(column, node));
        };
    Following.of(cell).subscribe(model.listing, (_, _) -> cell.refresh());
    return cell;
  }

  private String figure(Column column, int node) {
    int pair = model.pairOf(node);
    if (pair == NameTree.NO_TENSOR) {
      boolean isShown = column == Column.L2 && model.sums().isKnown(node);
      double worst = isShown ? model.sums().worst()[node] : Double.NaN;
      // A zero would stand for pairs that have no figure too.
      return worst > 0 ? "≤ " + messages.rounded(worst) : "";
    }
    return model.result(pair).map(result -> figure(column, result)).orElse("");
  }

  private String figure(Column column, PairResult result) {
    OptionalDouble value = column.of(result);
    if (value.isEmpty()) {
      return result.figures().isPresent() ? "–" : "";
    }
    double shown = value.getAsDouble();
    if (column == Column.CHANGED) {
      return messages.share(shown);
    }
    boolean isCount = column == Column.ULP && shown < Long.MAX_VALUE;
    return isCount ? messages.count((long) shown) : messages.rounded(shown);
  }

  private String pairedBy(int node) {
    Optional<PairedBy> by = model.pairAt(node).flatMap(TensorPair::by);
    return by.map(it -> messages.text("compare.by." + it.code())).orElse("");
  }

  /// The change of a pair, or the number of pairs of a group that differ.
  String change(int node) {
    Optional<TensorPair> pair = model.pairAt(node);
    if (pair.isEmpty()) {
      return group(node);
    }
    Change change = model.change(model.pairOf(node));
    if (change == Change.DTYPE) {
      return pair.get().a().orElseThrow().info().dtype()
          + " → "
          + pair.get().b().orElseThrow().info().dtype();
    }
    boolean isAbsent = model.comparison().absent(pair.get()).isPresent();
    boolean isRenamed = change == Change.EQUAL && pair.get().isRenamed();
    return messages.text(
        "compare.change." + (isAbsent ? "absent" : isRenamed ? "renamed" : change.code()));
  }

  private String group(int node) {
    if (!model.sums().isKnown(node)) {
      return "";
    }
    int all = model.tree().tensorCount(node);
    int changed = model.sums().changed()[node];
    return changed == 0
        ? messages.text("compare.change.equal")
        : messages.text("compare.group", messages.count(changed), messages.count(all));
  }

  /// All that is known of a row, a line each.
  String explanation(int node) {
    Optional<TensorPair> pair = model.pairAt(node);
    if (pair.isEmpty()) {
      return DisplayText.of(model.tree().path(node)) + "\n" + change(node);
    }
    List<String> lines = new ArrayList<>();
    pair.get().a().ifPresent(tensor -> lines.add("A  " + line(tensor)));
    pair.get().b().ifPresent(tensor -> lines.add("B  " + line(tensor)));
    lines.add(change(node));
    pair.get().by().ifPresent(by -> lines.add(messages.text("compare.by.tip." + by.code())));
    Stream.of(
            model.comparison().absent(pair.get()),
            pair.get().tie(model.comparison().sideA(), model.comparison().sideB()))
        .flatMap(Optional::stream)
        .map(messages::sentence)
        .forEach(lines::add);
    return String.join("\n", lines);
  }

  private String line(TensorRef tensor) {
    return DisplayText.of(tensor.info().name())
        + "  "
        + tensor.info().dtype()
        + "  "
        + messages.shape(tensor.info().shape());
  }

  /// The change in words, with a picture of its own and a color.
  private final class ChangeCell extends TreeCell {

    private final FontIcon icon = Icons.of(Feather.CHECK, "icon-small");

    ChangeCell() {
      getStyleClass().add("change-cell");
    }

    @Override
    protected void show(int node) {
      setText(change(node));
      int pair = model.pairOf(node);
      setGraphic(pair == NameTree.NO_TENSOR ? null : icon);
      if (pair != NameTree.NO_TENSOR) {
        boolean isRenamed = model.pairAt(node).orElseThrow().isRenamed();
        Change change = model.change(pair);
        icon.setIconCode(
            switch (change) {
              case ADDED -> Feather.PLUS;
              case REMOVED -> Feather.MINUS;
              case SHAPE -> Feather.MAXIMIZE;
              case DTYPE -> Feather.REPEAT;
              case VALUES -> Feather.EDIT_2;
              case EQUAL -> isRenamed ? Feather.TAG : Feather.CHECK;
              case SAME_HEADER -> Feather.CLOCK;
              case UNREADABLE -> Feather.SCISSORS;
            });
        icon.getStyleClass().removeIf(style -> style.startsWith("change-"));
        icon.getStyleClass().add("change-" + change.code());
      }
    }
  }
}
