package io.github.tensorloupe.desktop.pane.histogram;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.distribution.Distribution;
import io.github.tensorloupe.analysis.distribution.ValueCounts;
import io.github.tensorloupe.desktop.pane.histogram.BadgeRow.Badge;
import io.github.tensorloupe.desktop.pane.histogram.BadgeRow.Tone;
import io.github.tensorloupe.desktop.pane.histogram.OccurrenceFinder.ValueClass;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Tips;
import javafx.scene.control.Label;
import javafx.util.Duration;

/// A row of badges; a narrow row shows only the important ones. The tool tip explains a badge; one
/// that leads to values is a button.
final class BadgeRow extends FlowPane {

  private static final double TIP_WIDTH = 420;

  private final Messages messages;
  private final Consumer<ValueClass> onValues;
  private final List<Node> minor = new ArrayList<>();
  private OptionalDouble widthOfAll = OptionalDouble.empty();

  /// @param onValues receives the values whose first occurrence is wanted
  BadgeRow(Messages messages, Consumer<ValueClass> onValues) {
    this.messages = messages;
    this.onValues = onValues;
    setId("histogram-badges");
    getStyleClass().add("badge-row");
  }

  void show(List<Badge> badges) {
    minor.clear();
    widthOfAll = OptionalDouble.empty();
    getChildren().setAll(badges.stream().map(this::node).toList());
  }

  private Labeled node(Badge badge) {
    Labeled node = badge.leadsTo().<Labeled>map(this::button).orElseGet(() -> new Label());
    node.setText(badge.text());
    node.setId(badge.id());
    node.getStyleClass().addAll("badge", badge.tone().styleClass());
    node.setMinWidth(USE_PREF_SIZE);
    String meaning =
        badge.leadsTo().isPresent()
            ? badge.meaning() + "\n" + messages.text("histogram.badge.leads")
            : badge.meaning();
    node.setTooltip(tip(meaning));
    node.setAccessibleHelp(meaning);
    if (badge.minor()) {
      minor.add(node);
    }
    return node;
  }

  private Button button(ValueClass values) {
    Button button = new Button();
    button.getStyleClass().setAll("badge-button");
    button.setOnAction(_ -> onValues.accept(values));
    return button;
  }

  private static Tooltip tip(String text) {
    Tooltip tip = Tips.of(text);
    tip.setWrapText(true);
    tip.setMaxWidth(TIP_WIDTH);
    tip.setShowDelay(Duration.millis(300));
    tip.setShowDuration(Duration.INDEFINITE);
    return tip;
  }

  /// Leaves minor badges out if not all fit on a line of this width.
  ///
  /// @param low true to leave out badges beyond the first line
  void fitInto(double width, boolean low) {
    setPrefWrapLength(width);
    if (widthOfAll.isEmpty()) {
      widthOfAll = OptionalDouble.of(getChildren().stream().mapToDouble(this::room).sum());
    }
    boolean all = widthOfAll.getAsDouble() <= width;
    double right = 0;
    for (Node node : getChildren()) {
      boolean wanted = all || !minor.contains(node);
      right += wanted ? room(node) : 0;
      boolean shown = wanted && (!low || right <= width + getHgap());
      node.setVisible(shown);
      node.setManaged(shown);
    }
  }

  private double room(Node node) {
    return node.prefWidth(-1) + getHgap();
  }

  /// A short statement about all values that are shown.
  ///
  /// @param id of its node
  /// @param text a few words
  /// @param tone its severity
  /// @param minor true where it may be left out for lack of space, because another badge says the
  ///   same for several
  /// @param meaning its meaning and usual causes, in a sentence or two
  /// @param leadsTo the values whose first occurrence it leads to
  record Badge(
      String id,
      String text,
      Tone tone,
      boolean minor,
      String meaning,
      Optional<ValueClass> leadsTo) {}

  /// The severity of a badge.
  enum Tone {
    /// Something is broken.
    DANGER("badge-danger"),
    /// Something is odd.
    WARNING("badge-warning"),
    /// Something is as it should be.
    SUCCESS("badge-success"),
    /// A plain fact.
    NEUTRAL("badge-neutral");

    private final String styleClass;

    Tone(String styleClass) {
      this.styleClass = styleClass;
    }

    String styleClass() {
      return styleClass;
    }
  }

  /// The badges about the health of the values.
  ///
  /// @param distribution of what is shown
  /// @param canBeNotFinite false for integers, which are always finite be anything else
  /// @param messages gives the words
  record HealthBadges(Distribution distribution, boolean canBeNotFinite, Messages messages) {

    /// The verdict first, then each kind of value with its count.
    List<Badge> list() {
      List<Badge> badges = new ArrayList<>();
      if (counts().total() > 0 && canBeNotFinite) {
        badges.add(finiteness());
      }
      peculiarity().ifPresent(badges::add);
      if (canBeNotFinite) {
        badges.add(defect(ValueClass.NAN));
        badges.add(defect(ValueClass.POSITIVE_INFINITY));
        badges.add(defect(ValueClass.NEGATIVE_INFINITY));
      }
      badges.add(counted(ValueClass.ZERO, Tone.NEUTRAL, false));
      if (canBeNotFinite) {
        badges.add(counted(ValueClass.SUBNORMAL, Tone.NEUTRAL, counts().subnormal() == 0));
      }
      return badges;
    }

    private ValueCounts counts() {
      return distribution.counts();
    }

    private Badge finiteness() {
      long count = counts().total() - counts().finite();
      return count == 0
          ? verdict(text("all-finite"), Tone.SUCCESS, "all-finite")
          : verdict(text("not-finite", Figures.count(count)), Tone.DANGER, "not-finite");
    }

    private Badge verdict(String text, Tone tone, String meaningKey) {
      return new Badge(
          "histogram-verdict", text, tone, false, meaning(meaningKey), Optional.empty());
    }

    /// The badge for no values, only zeros, only equal values, or no number at all.
    private Optional<Badge> peculiarity() {
      if (counts().total() == 0) {
        return Optional.of(peculiar(text("empty"), "empty"));
      }
      return distribution.hasFinite()
          ? constancy()
          : Optional.of(peculiar(text("no-number"), "no-number"));
    }

    private Optional<Badge> constancy() {
      long finite = counts().finite();
      if (finite == 1 || !distribution.min().equals(distribution.max())) {
        return counts().zero() == counts().total()
            ? Optional.of(peculiar(text("all-zero"), "all-zero"))
            : Optional.empty();
      }
      String scope = finite == counts().total() ? "all" : "all-finite-values";
      return Optional.of(
          counts().zero() == finite
              ? peculiar(text(scope + "-zero"), "all-zero")
              : peculiar(
                  text(scope + "-constant", NumberText.of(distribution.min())), "all-constant"));
    }

    private Badge peculiar(String text, String meaningKey) {
      return new Badge(
          "histogram-peculiarity",
          text,
          Tone.WARNING,
          false,
          meaning(meaningKey),
          Optional.empty());
    }

    private Badge defect(ValueClass values) {
      boolean none = values.countIn(counts()) == 0;
      return counted(values, none ? Tone.NEUTRAL : Tone.DANGER, none);
    }

    private Badge counted(ValueClass values, Tone tone, boolean minor) {
      long count = values.countIn(counts());
      String name = text(values.key());
      String text =
          count == 0
              ? text("count", name, "0")
              : text(
                  "share",
                  name,
                  Figures.count(count),
                  Figures.share((double) count / counts().total()));
      return new Badge(
          "histogram-" + values.key(),
          text,
          tone,
          minor,
          meaning(values.key()),
          count == 0 ? Optional.empty() : Optional.of(values));
    }

    private String text(String key, Object... arguments) {
      return arguments.length == 0
          ? messages.text("histogram.badge." + key)
          : messages.text("histogram.badge." + key, arguments);
    }

    private String meaning(String key) {
      return messages.text("histogram.meaning." + key);
    }
  }
}
