package io.github.tensorloupe.desktop.pane.adapter;

import module java.base;

import io.github.tensorloupe.adapter.AdapterModule;
import io.github.tensorloupe.adapter.BaseFit;
import io.github.tensorloupe.adapter.MeasuredModule;
import io.github.tensorloupe.adapter.ModuleFigures;
import io.github.tensorloupe.adapter.ModuleNotes;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;

/// The figures of a module in words. A figure that is not known is an empty text.
record ModuleTexts(Messages messages, ModuleNotes notes) {

  private static final int NAME_CHARACTERS = 200;

  String name(MeasuredModule measured) {
    return DisplayText.of(measured.module().name(), NAME_CHARACTERS);
  }

  String kind(MeasuredModule measured) {
    return messages.sentence(measured.module().kind().label());
  }

  String rank(MeasuredModule measured) {
    OptionalInt rank = measured.module().rank();
    return rank.isPresent() ? messages.count(rank.getAsInt()) : "";
  }

  String note(MeasuredModule measured) {
    return notes.of(measured).stream().map(messages::sentence).collect(Collectors.joining(", "));
  }

  String description(MeasuredModule measured) {
    AdapterModule module = measured.module();
    ModuleFigures figures = measured.figures();
    List<String> what = new ArrayList<>(List.of(kind(measured)));
    if (module.rank().isPresent()) {
      what.add(messages.text("adapter.rank", rank(measured)));
    }
    add(what, "adapter.effective", figures.effectiveRank());
    add(what, "adapter.stable", figures.stableRank());
    module
        .scaleFrom()
        .ifPresent(
            from ->
                add(
                    what,
                    "adapter.scale." + Messages.word(from),
                    module.scale().orElse(Double.NaN)));
    List<String> sizes = new ArrayList<>();
    module.shape().map(messages::shape).ifPresent(sizes::add);
    add(sizes, "adapter.norm", measured.norm());
    add(sizes, "adapter.spectral", figures.spectralNorm());
    List<String> lines = new ArrayList<>(List.of(name(measured)));
    lines.add(String.join("  ·  ", what));
    lines.add(String.join("  ·  ", sizes));
    measured.fit().map(this::base).ifPresent(lines::add);
    lines.add(note(measured));
    return lines.stream().filter(line -> !line.isEmpty()).collect(Collectors.joining("\n"));
  }

  private String base(BaseFit fit) {
    String tensor = DisplayText.of(fit.tensor().name(), NAME_CHARACTERS);
    List<String> told = new ArrayList<>();
    told.add(messages.text("adapter.changes", tensor, messages.shape(fit.tensor().shape())));
    if (Double.isFinite(fit.relativeChange())) {
      told.add(messages.text("adapter.by", messages.share(fit.relativeChange())));
    }
    return String.join("  ·  ", told);
  }

  private void add(List<String> parts, String key, double figure) {
    if (Double.isFinite(figure)) {
      parts.add(messages.text(key, messages.rounded(figure)));
    }
  }
}
