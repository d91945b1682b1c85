package io.github.tensorloupe.desktop.pane.comparison.pairs;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.compare.Change;
import io.github.tensorloupe.compare.PairResult;
import io.github.tensorloupe.compare.TensorPair;
import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.names.NameTree;
import io.github.tensorloupe.desktop.control.table.TreeCell;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorRef;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/// The texts of pairs and groups of pairs, and the cells that show them.
record PairCells(PairsViewModel model, Messages messages) {

  /// Creates a cell of any column except the name column.
  TreeCell of(PairColumn column) {
    TreeCell cell =
        switch (column) {
          case CHANGE -> new ChangeCell();
          case BY -> TreeCell.of("shape-cell", node -> model.pairAt(node).map(this::by).orElse(""));
          default -> TreeCell.of("figure-cell", node -> figure(column, node));
        };
    WeakSubscriptions.of(cell).subscribe(model.listing, (_, _) -> cell.refresh());
    return cell;
  }

  private String figure(PairColumn column, int node) {
    if (model.pairOf(node) == NameTree.NO_TENSOR) {
      boolean isShown = column == PairColumn.L2 && model.listing.get().isPresent();
      double worst = isShown ? model.listing.get().get().worst()[node] : Double.NaN;
      // "≤ 0" would be wrong for pairs without a figure.
      return worst > 0 ? "≤ " + messages.rounded(worst) : "";
    }
    return model.resultAt(node).map(result -> figure(column, result)).orElse("");
  }

  private String figure(PairColumn column, PairResult result) {
    OptionalDouble value = column.of(result);
    if (value.isEmpty()) {
      return result.figures().isPresent() ? "–" : "";
    }
    double shown = value.getAsDouble();
    return switch (column) {
      case CHANGED -> messages.share(shown);
      case ULP, NAN ->
          shown < Long.MAX_VALUE ? messages.count((long) shown) : messages.rounded(shown);
      default -> messages.rounded(shown);
    };
  }

  private String by(TensorPair pair) {
    return pair.by().map(it -> messages.text("compare.by." + it.spelling())).orElse("");
  }

  /// Returns the change of a pair, or the number of differing pairs of a group. Facts that are
  /// shown nowhere else come first: changed elements that are not finite, and the pairing rule of a
  /// renamed pair. The other name of a renamed pair comes last.
  String change(int node) {
    Optional<TensorPair> pair = model.pairAt(node);
    if (pair.isEmpty()) {
      return group(node);
    }
    boolean isRenamed = pair.get().isRenamed();
    List<String> words = new ArrayList<>();
    if (lostNumbers(node) > 0) {
      words.add(messages.text("compare.column.nan"));
    }
    if (isRenamed) {
      words.add(by(pair.get()));
    }
    if (!isRenamed || model.changeAt(node) != Change.EQUAL) {
      words.add(change(node, pair.get()));
    }
    String other =
        isRenamed ? " → " + DisplayText.of(pair.get().b().orElseThrow().info().name()) : "";
    return String.join(" · ", words) + other;
  }

  private String change(int node, TensorPair pair) {
    Change change = model.changeAt(node);
    if (change == Change.DTYPE) {
      return Stream.of(pair.a(), pair.b())
          .map(side -> side.orElseThrow().info().dtype().name())
          .collect(Collectors.joining(" → "));
    }
    boolean isAbsent = model.comparison().absent(pair).isPresent();
    return messages.text("compare.change." + (isAbsent ? "absent" : change.spelling()));
  }

  private long lostNumbers(int node) {
    return model
        .resultAt(node)
        .flatMap(PairResult::figures)
        .map(it -> it.changedNonFinite())
        .orElse(0L);
  }

  private String group(int node) {
    if (model.listing.get().isEmpty()) {
      return "";
    }
    int all = model.tree().tensorCount(node);
    int changed = model.listing.get().get().changed()[node];
    return changed == 0
        ? messages.text("compare.change.equal")
        : messages.text("compare.group", messages.count(changed), messages.count(all));
  }

  String explanation(int node) {
    Optional<TensorPair> pair = model.pairAt(node);
    if (pair.isEmpty()) {
      return DisplayText.of(model.tree().path(node)) + "\n" + change(node);
    }
    List<String> lines = new ArrayList<>();
    pair.get().a().ifPresent(tensor -> lines.add("A  " + line(tensor)));
    pair.get().b().ifPresent(tensor -> lines.add("B  " + line(tensor)));
    lines.add(change(node, pair.get()));
    if (lostNumbers(node) > 0) {
      String lost = messages.text("compare.layers.legend.not-finite");
      lines.add(lost + ": " + messages.count(lostNumbers(node)));
    }
    pair.get().by().ifPresent(by -> lines.add(messages.text("compare.by.tip." + by.spelling())));
    Stream.of(
            model.comparison().absent(pair.get()),
            pair.get().describeTiedWeight(model.comparison().sideA(), model.comparison().sideB()))
        .flatMap(Optional::stream)
        .map(messages::sentence)
        .forEach(lines::add);
    return String.join("\n", lines);
  }

  private String line(TensorRef tensor) {
    TensorInfo info = tensor.info();
    return String.join(
        "  ", DisplayText.of(info.name()), info.dtype().name(), messages.shape(info.shape()));
  }

  private final class ChangeCell extends TreeCell {

    private final FontIcon icon = Icons.of(Feather.CHECK, "icon-small");

    ChangeCell() {
      getStyleClass().add("change-cell");
    }

    @Override
    protected void show(int node) {
      setText(change(node));
      Optional<TensorPair> pair = model.pairAt(node);
      setGraphic(pair.isEmpty() ? null : icon);
      if (pair.isPresent()) {
        Change change = model.changeAt(node);
        boolean isLoss = lostNumbers(node) > 0;
        icon.setIconCode(
            switch (change) {
              case ADDED -> Feather.PLUS;
              case REMOVED -> Feather.MINUS;
              case SHAPE -> Feather.MAXIMIZE;
              case DTYPE -> isLoss ? Feather.ALERT_TRIANGLE : Feather.REPEAT;
              case VALUES -> isLoss ? Feather.ALERT_TRIANGLE : Feather.EDIT_2;
              case EQUAL -> pair.get().isRenamed() ? Feather.TAG : Feather.CHECK;
              case SAME_HEADER -> Feather.CLOCK;
              case UNREADABLE -> Feather.SCISSORS;
            });
        icon.getStyleClass().removeIf(style -> style.startsWith("change-"));
        icon.getStyleClass().add("change-" + (isLoss ? "non-finite" : change.spelling()));
      }
    }
  }
}
