package io.github.tensorloupe.ui.histogram;

import io.github.tensorloupe.analysis.TensorStatistics;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.ui.text.Figures;
import io.github.tensorloupe.ui.text.Messages;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What the counts of a tensor say about its health.
///
/// @param statistics of the tensor
/// @param dtype of the tensor
/// @param messages gives the words
record HealthBadges(TensorStatistics statistics, Dtype dtype, Messages messages) {

  /// The verdict first, then each kind of value with its count.
  List<Badge> list() {
    List<Badge> badges = new ArrayList<>();
    if (partCount() > 0 && canBeNotFinite()) {
      badges.add(finiteness());
    }
    peculiarity().ifPresent(badges::add);
    if (canBeNotFinite()) {
      addDefects(badges);
    }
    badges.add(counted("zero", statistics.zeroCount(), Tone.NEUTRAL, false));
    if (canBeNotFinite()) {
      badges.add(
          counted(
              "subnormal",
              statistics.subnormalCount(),
              Tone.NEUTRAL,
              statistics.subnormalCount() == 0));
    }
    return badges;
  }

  private void addDefects(List<Badge> badges) {
    badges.add(defect("nan", statistics.nanCount()));
    badges.add(defect("positive-infinity", statistics.positiveInfinityCount()));
    badges.add(defect("negative-infinity", statistics.negativeInfinityCount()));
  }

  /// Whether it is worth saying that the values are finite; integers cannot be anything else.
  private boolean canBeNotFinite() {
    return switch (dtype.kind()) {
      case BOOLEAN, SIGNED, UNSIGNED -> false;
      case FLOAT, COMPLEX -> true;
    };
  }

  /// The parts that the counts are over: for `C64` twice the elements.
  private long partCount() {
    return statistics.nonFiniteCount()
        + statistics.finite().map(TensorStatistics.Finite::count).orElse(0L);
  }

  private Badge finiteness() {
    long count = statistics.nonFiniteCount();
    return count == 0
        ? new Badge("histogram-verdict", text("all-finite"), Tone.SUCCESS, false)
        : new Badge(
            "histogram-verdict", text("not-finite", Figures.count(count)), Tone.DANGER, false);
  }

  /// Says that a tensor is empty, all zero, constant, or has no number at all.
  private Optional<Badge> peculiarity() {
    Optional<String> words =
        partCount() == 0
            ? Optional.of(text("empty"))
            : statistics
                .finite()
                .map(this::constancy)
                .orElseGet(() -> Optional.of(text("no-number")));
    return words.map(text -> new Badge("histogram-peculiarity", text, Tone.WARNING, false));
  }

  private Optional<String> constancy(TensorStatistics.Finite finite) {
    if (finite.count() == 1 || !finite.min().equals(finite.max())) {
      return statistics.zeroCount() == partCount()
          ? Optional.of(text("all-zero"))
          : Optional.empty();
    }
    String scope = statistics.nonFiniteCount() == 0 ? "all" : "all-finite-values";
    return Optional.of(
        statistics.zeroCount() == finite.count()
            ? text(scope + "-zero")
            : text(scope + "-constant", NumberText.of(finite.min())));
  }

  private Badge defect(String kind, long count) {
    return counted(kind, count, count == 0 ? Tone.NEUTRAL : Tone.DANGER, count == 0);
  }

  private Badge counted(String kind, long count, Tone tone, boolean minor) {
    String name = text(kind);
    String text =
        count == 0
            ? text("count", name, "0")
            : text(
                "share", name, Figures.count(count), Figures.share((double) count / partCount()));
    return new Badge("histogram-" + kind, text, tone, minor);
  }

  private String text(String key, Object... arguments) {
    return arguments.length == 0
        ? messages.text("histogram.badge." + key)
        : messages.text("histogram.badge." + key, arguments);
  }
}
