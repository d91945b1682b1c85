package io.github.tensorloupe.desktop.pane.tree;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.health.HealthIssue;
import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.analysis.layers.Outliers;
import io.github.tensorloupe.analysis.layers.Outliers.Outlier;
import io.github.tensorloupe.desktop.control.names.NameTree;
import io.github.tensorloupe.desktop.control.table.TreeCell;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.model.CheckpointPart.AbsentTensor;
import io.github.tensorloupe.model.TensorRef;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/// An icon for the worst problem of a tensor, or of all tensors in a group.
final class HealthCell extends TreeCell {

  private final TensorTreeViewModel model;
  private final HealthText text;
  private final FontIcon icon = Icons.of(Feather.CHECK, "icon-small");
  // A weak listener, because the results outlive the cells.
  private final ChangeListener<Number> onResults;

  HealthCell(TensorTreeViewModel model, HealthText text) {
    this.model = model;
    this.text = text;
    getStyleClass().add("health-cell");
    // Otherwise the cell would also show an empty text.
    setContentDisplay(ContentDisplay.GRAPHIC_ONLY);
    onResults =
        (_, _, _) -> {
          if (!isEmpty() && getItem() != null && model.hasNode(getItem())) {
            show(getItem());
          }
        };
    model.results.revisionProperty().addListener(new WeakChangeListener<>(onResults));
  }

  @Override
  protected void show(int node) {
    Presence presence = model.presenceOf(node);
    Set<HealthIssue> issues = text.issues(node);
    boolean outlier = text.isOutlier(node);
    Optional<Severity> ofWeights = text.ofWeights(node);
    if (presence != Presence.WHOLE) {
      showIcon(presence == Presence.CUT ? Feather.SCISSORS : Feather.SLASH, "icon-danger");
    } else if (issues.isEmpty() && !outlier && ofWeights.isEmpty() && !text.isScanned(node)) {
      clear();
      return;
    } else {
      Optional<Severity> worst =
          Stream.concat(
                  ofWeights.stream(),
                  issues.stream().filter(issue -> !issue.isHarmless()).map(HealthIssue::severity))
              .min(Comparator.naturalOrder());
      switch (worst.orElse(null)) {
        case ERROR -> showIcon(Feather.X_CIRCLE, "icon-danger");
        case WARNING -> showIcon(Feather.ALERT_TRIANGLE, "icon-warning");
        case INFO -> showIcon(Feather.INFO, "icon-info");
        case null -> {
          Feather defaultIcon = issues.isEmpty() ? Feather.CHECK : Feather.INFO;
          showIcon(
              outlier ? Feather.TRENDING_UP : defaultIcon, outlier ? "icon-info" : "icon-quiet");
        }
      }
    }
    setGraphic(icon);
    setAccessibleText(text.of(node));
  }

  private void showIcon(Feather picture, String color) {
    // Results arrive several times a second, and changing styles is slow even if the icon is the
    // same.
    if (icon.getIconCode() == picture && icon.getStyleClass().contains(color)) {
      return;
    }
    icon.setIconCode(picture);
    icon.getStyleClass().removeIf(style -> style.startsWith("icon-"));
    icon.getStyleClass().addAll("icon-small", color);
  }

  @Override
  protected void clear() {
    super.clear();
    setAccessibleText(null);
  }

  record HealthText(TensorTreeViewModel model, Messages messages) {

    private static final int FACTOR_DIGITS = 2;
    private static final int FINDING_CHARACTERS = 300;

    Set<HealthIssue> issues(int node) {
      Set<HealthIssue> issues = EnumSet.noneOf(HealthIssue.class);
      model
          .nodesIn(node)
          .forEach(each -> issues.addAll(model.results.currentMarks().issuesAt(each)));
      return issues;
    }

    boolean isOutlier(int node) {
      return model.nodesIn(node).anyMatch(model.results.currentMarks()::isOutlierAt);
    }

    boolean isScanned(int node) {
      return model.nodesIn(node).allMatch(model.results::isScannedAt);
    }

    /// Returns the severity of the worst finding about quantized weights.
    Optional<Severity> ofWeights(int node) {
      return model
          .nodesIn(node)
          .boxed()
          .flatMap(each -> model.results.currentMarks().findingAt(each).stream())
          .min(Comparator.naturalOrder());
    }

    private String weight(int node) {
      if (ofWeights(node).isEmpty()) {
        return "";
      }
      List<Finding> own =
          model
              .nodesIn(node)
              .boxed()
              .flatMap(each -> model.results.findings(model.tree().tensor(each)))
              .toList();
      return own.isEmpty()
          ? messages.text("tree.weights.below")
          : own.stream()
              .map(
                  finding ->
                      DisplayText.of(messages.sentence(finding.sentence()), FINDING_CHARACTERS))
              .collect(Collectors.joining("\n"));
    }

    /// Returns the description of a node, or an empty string if nothing is known.
    String of(int node) {
      return Stream.of(presence(node), weight(node), values(node), outlier(node))
          .filter(words -> !words.isEmpty())
          .collect(Collectors.joining("\n"));
    }

    private String presence(int node) {
      Optional<AbsentTensor> absent = model.tree().absent(node);
      if (absent.isPresent()) {
        return messages.text("tree.absent", DisplayText.of(absent.get().shardName()));
      }
      if (ownTensor(node).isEmpty() && model.presenceOf(node) != Presence.WHOLE) {
        return messages.text("tree.presence.below");
      }
      return switch (model.presenceOf(node)) {
        case WHOLE -> "";
        case CUT -> messages.text("tree.cut");
        case MISSING -> messages.text("tree.missing");
      };
    }

    private String values(int node) {
      Set<HealthIssue> issues = issues(node);
      if (issues.isEmpty()) {
        boolean isFine = isScanned(node) && model.presenceOf(node) == Presence.WHOLE;
        return isFine ? messages.text("tree.health.ok") : "";
      }
      Optional<TensorHealth> health = ownTensor(node).flatMap(model.results::health);
      String names =
          issues.stream()
              .map(
                  issue ->
                      messages.text("tree.health." + issue.spelling())
                          + health.map(each -> count(issue, each)).orElse(""))
              .collect(Collectors.joining(" · "));
      return health.isPresent() ? names : messages.text("tree.health.below", names);
    }

    private String outlier(int node) {
      if (!isOutlier(node)) {
        return "";
      }
      return ownTensor(node)
          .flatMap(model.results::outlier)
          .map(this::outlier)
          .orElseGet(() -> messages.text("tree.outlier.below"));
    }

    private Optional<Integer> ownTensor(int node) {
      return model.tree().isGroup(node) || model.opens(node)
          ? Optional.empty()
          : Optional.of(model.tree().tensor(node));
    }

    private String outlier(Outlier outlier) {
      boolean above = outlier.factor() > 1;
      double times = above ? outlier.factor() : 1 / outlier.factor();
      BigDecimal rounded = new BigDecimal(times).round(new MathContext(FACTOR_DIGITS));
      return messages.text(
          above ? "tree.outlier.above" : "tree.outlier.beneath",
          messages.value(rounded.doubleValue()),
          messages.value(Outliers.MIN_SCORE),
          messages.value(Outliers.MIN_FACTOR));
    }

    private String count(HealthIssue issue, TensorHealth health) {
      long count =
          switch (issue) {
            case NAN -> health.nan().count();
            case INF -> health.positiveInfinity().count() + health.negativeInfinity().count();
            case ZERO_PAGES -> health.zeroPages().pageCount();
            case INVALID_BOOL -> health.invalid().count();
            case ALL_ZERO, CONSTANT, EQUAL_ROWS, INITIAL_ZEROS, INITIAL_ONES -> -1;
          };
      return count < 0 ? "" : ": " + messages.count(count);
    }
  }

  /// The presence of each tensor in its file; for a group, the worst presence of its tensors.
  record PresenceMarks(BitSet cut, BitSet missing) {

    static final PresenceMarks NONE = new PresenceMarks(new BitSet(), new BitSet());

    static PresenceMarks of(FileDocument document) {
      // An incomplete tensor would cause an error.
      if (document.findings().stream()
          .noneMatch(located -> located.finding().concern() == Severity.ERROR)) {
        return NONE;
      }
      PresenceMarks marks = new PresenceMarks(new BitSet(), new BitSet());
      List<TensorRef> tensors = document.checkpoint().tensors();
      for (int i = 0; i < tensors.size(); i++) {
        int node = document.tree().nodeOf(i);
        switch (Presence.of(tensors.get(i))) {
          case WHOLE -> {}
          case CUT -> document.tree().markWithGroups(marks.cut, node);
          case MISSING -> document.tree().markWithGroups(marks.missing, node);
        }
      }
      NameTree tree = document.tree();
      for (int node = 0; tree.absentCount() > 0 && node < tree.size(); node++) {
        if (tree.absent(node).isPresent()) {
          tree.markWithGroups(marks.missing, node);
        }
      }
      return marks;
    }

    Presence at(int node) {
      Presence present = cut.get(node) ? Presence.CUT : Presence.WHOLE;
      return missing.get(node) ? Presence.MISSING : present;
    }
  }

  /// The part of a tensor that is in its file.
  enum Presence {
    WHOLE,
    /// Only the first bytes are in the file.
    CUT,
    MISSING;

    static Presence of(TensorRef tensor) {
      return tensor.data().map(data -> data.isComplete() ? WHOLE : CUT).orElse(MISSING);
    }
  }
}
