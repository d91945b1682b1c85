package io.github.tensorloupe.desktop.pane.histogram;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.distribution.Distribution;
import io.github.tensorloupe.analysis.distribution.ValueCounts;
import io.github.tensorloupe.desktop.control.notice.Tone;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.histogram.BadgeRow.Badge;
import io.github.tensorloupe.desktop.pane.histogram.FiguresPane.NumberText;
import io.github.tensorloupe.desktop.pane.histogram.OccurrenceFinder.ValueClass;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Tips;
import javafx.scene.control.Label;
import javafx.util.Duration;

/// A row of badges with tooltips. A narrow row shows only the important badges. A badge whose
/// values can be located is a button.
final class BadgeRow extends FlowPane {

  private final Messages messages;
  private final Consumer<ValueClass> onValues;
  private final Set<Node> minor = new HashSet<>();

  /// Badges with a tone, as opposed to plain facts.
  private final Set<Node> prominent = new HashSet<>();

  /// @param onValues receives the class whose first occurrence the user wants to see
  BadgeRow(Messages messages, Consumer<ValueClass> onValues) {
    this.messages = messages;
    this.onValues = onValues;
    PanelParts.named(this, "histogram-badges", "badge-row");
  }

  void show(List<Badge> badges) {
    minor.clear();
    prominent.clear();
    getChildren().setAll(badges.stream().map(this::node).toList());
  }

  private Labeled node(Badge badge) {
    Labeled node = badge.leadsTo().<Labeled>map(this::button).orElseGet(Label::new);
    node.setText(badge.text());
    PanelParts.named(node, badge.id(), "badge");
    badge.tone().ifPresent(tone -> node.getStyleClass().add("badge-" + tone.word()));
    node.setMinWidth(USE_PREF_SIZE);
    String leads = badge.leadsTo().isPresent() ? "\n" + messages.text("histogram.badge.leads") : "";
    Tooltip tip = Tips.of(badge.meaning() + leads);
    tip.setShowDelay(Duration.millis(300));
    tip.setShowDuration(Duration.INDEFINITE);
    node.setTooltip(tip);
    node.setAccessibleHelp(tip.getText());
    if (badge.minor()) {
      minor.add(node);
    }
    if (badge.tone().isPresent()) {
      prominent.add(node);
    }
    return node;
  }

  private Button button(ValueClass values) {
    Button button = new Button();
    button.getStyleClass().setAll("badge-button");
    button.setOnAction(_ -> onValues.accept(values));
    return button;
  }

  /// Hides minor badges if not all badges fit on a line of this width.
  ///
  /// @param low true to hide all badges beyond the first line
  void layoutWithin(double width, boolean low) {
    setPrefWrapLength(width);
    boolean all = getChildren().stream().mapToDouble(this::room).sum() <= width;
    double right = 0;
    for (Node node : getChildren()) {
      boolean wanted = all || !minor.contains(node);
      right += wanted ? room(node) : 0;
      PanelParts.setShown(node, wanted && (!low || right <= width + getHgap()));
    }
  }

  /// Returns whether the badges with a tone fit on a line of this width.
  boolean fitsInto(double width) {
    return prominent.stream().mapToDouble(this::room).sum() <= width + getHgap();
  }

  private double room(Node node) {
    return node.prefWidth(-1) + getHgap();
  }

  /// A short statement about all shown values.
  ///
  /// @param tone empty for a plain fact
  /// @param minor true if the badge may be hidden for lack of space, because another badge makes
  ///   the same statement for several classes
  /// @param meaning the meaning and usual causes, in one or two sentences
  /// @param leadsTo the class whose first occurrence the badge locates
  record Badge(
      String id,
      String text,
      Optional<Tone> tone,
      boolean minor,
      String meaning,
      Optional<ValueClass> leadsTo) {}

  /// The badges about the health of the values.
  ///
  /// @param canBeNonFinite false for integer types
  record HealthBadges(Distribution distribution, boolean canBeNonFinite, Messages messages) {

    /// Returns the verdict, followed by each value class with its count.
    List<Badge> list() {
      List<Badge> badges = new ArrayList<>();
      if (distribution.counts().total() > 0 && canBeNonFinite) {
        badges.add(finiteness());
      }
      degenerateBadge().ifPresent(badges::add);
      Stream.of(ValueClass.values())
          .filter(values -> canBeNonFinite || values == ValueClass.ZERO)
          .map(this::counted)
          .forEach(badges::add);
      return badges;
    }

    private Badge finiteness() {
      long count = distribution.counts().total() - distribution.counts().finite();
      return count == 0
          ? plain("verdict", Tone.SUCCESS, text("all-finite"), "all-finite")
          : plain("verdict", Tone.DANGER, text("not-finite", messages.count(count)), "not-finite");
    }

    /// Returns the badge for an empty tensor, only zeros, equal values or no finite value.
    private Optional<Badge> degenerateBadge() {
      ValueCounts counts = distribution.counts();
      if (counts.total() == 0) {
        return peculiar(text("empty"), "empty");
      }
      if (!distribution.hasFinite()) {
        return peculiar(text("no-number"), "no-number");
      }
      long finite = counts.finite();
      String scope = finite == counts.total() ? "all" : "all-finite-values";
      boolean constant = finite > 1 && distribution.min().equals(distribution.max());
      if (counts.zero() == counts.total() || constant && counts.zero() == finite) {
        return peculiar(text(scope + "-zero"), "all-zero");
      }
      return constant
          ? peculiar(
              text(scope + "-constant", new NumberText(messages).of(distribution.min())),
              "all-constant")
          : Optional.empty();
    }

    private Optional<Badge> peculiar(String text, String meaningKey) {
      return Optional.of(plain("peculiarity", Tone.WARNING, text, meaningKey));
    }

    private Badge plain(String name, Tone tone, String text, String meaningKey) {
      String id = "histogram-" + name;
      String meaning = meaning(meaningKey);
      return new Badge(id, text, Optional.of(tone), false, meaning, Optional.empty());
    }

    private Badge counted(ValueClass values) {
      long count = values.countIn(distribution.counts());
      String share = messages.share((double) count / distribution.counts().total());
      return new Badge(
          "histogram-" + values.key(),
          count == 0
              ? text("count", text(values.key()), "0")
              : text("share", text(values.key()), messages.count(count), share),
          Optional.of(Tone.DANGER).filter(_ -> count > 0 && !values.isFinite()),
          count == 0 && values != ValueClass.ZERO,
          meaning(values.key()),
          Optional.of(values).filter(_ -> count > 0));
    }

    private String text(String key, Object... arguments) {
      return messages.text("histogram.badge." + key, arguments);
    }

    private String meaning(String key) {
      return messages.text("histogram.meaning." + key);
    }
  }
}
