package io.github.tensorloupe.desktop.pane.histogram;

import io.github.tensorloupe.analysis.distribution.Distribution;
import io.github.tensorloupe.analysis.distribution.ValueCounts;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What the counts say about the health of what is shown.
///
/// @param distribution of what is shown
/// @param canBeNotFinite whether it is worth saying that the values are finite; integers cannot be
///   anything else
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
    return new Badge("histogram-verdict", text, tone, false, meaning(meaningKey), Optional.empty());
  }

  /// Says that there are no values, only zeros, only equal ones, or no number at all.
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
        "histogram-peculiarity", text, Tone.WARNING, false, meaning(meaningKey), Optional.empty());
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
