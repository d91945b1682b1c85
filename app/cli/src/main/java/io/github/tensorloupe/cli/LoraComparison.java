package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.adapter.AdapterComparison;
import io.github.tensorloupe.adapter.AdapterModule;
import io.github.tensorloupe.adapter.AdapterPair;
import io.github.tensorloupe.adapter.PairFigures;
import io.github.tensorloupe.format.DisplayText;

/// The printed comparison of two adapters.
record LoraComparison(String a, String b, AdapterComparison comparison) {

  ExitCode exitCode() {
    return comparison.common() == 0 ? ExitCode.FINDINGS : ExitCode.FINE;
  }

  List<JsonObject> json() {
    List<JsonObject> objects = new ArrayList<>();
    for (AdapterPair pair : comparison.pairs()) {
      Optional<AdapterModule> moduleA = pair.a();
      Optional<AdapterModule> moduleB = pair.b();
      objects.add(
          new JsonObject()
              .with("moduleA", moduleA.map(AdapterModule::name))
              .with("moduleB", moduleB.map(AdapterModule::name))
              .with("pairedBy", pair.pairedBy())
              .with("kindA", moduleA.map(module -> module.kind().spelling()))
              .with("kindB", moduleB.map(module -> module.kind().spelling()))
              .with("shapeA", moduleA.flatMap(AdapterModule::shape))
              .with("shapeB", moduleB.flatMap(AdapterModule::shape))
              .with("rankA", moduleA.map(AdapterModule::rank))
              .with("rankB", moduleB.map(AdapterModule::rank))
              .with("normA", pair.normA())
              .with("normB", pair.normB())
              .with("cosine", pair.cosine())
              .with("downCosine", pair.downCosine())
              .with("upCosine", pair.upCosine()));
    }
    objects.add(
        new JsonObject()
            .with("summary", true)
            .with("a", a)
            .with("b", b)
            .with("common", comparison.common())
            .with("onlyA", comparison.onlyA())
            .with("onlyB", comparison.onlyB())
            .with("cosine", comparison.cosine())
            .with("normA", comparison.normA())
            .with("normB", comparison.normB()));
    return objects;
  }

  void print(TextPrinter text) {
    text.gap();
    text.line(DisplayText.of(a) + " and " + DisplayText.of(b) + ": " + comparison.verdict());
    comparison.merged().ifPresent(merged -> text.line("  " + merged));
    text.table(
        comparison.pairs(),
        LoraComparison::cells,
        pair -> AdapterComparison.isOpposing(pair) ? Style.NOTABLE : Style.PLAIN,
        "MODULE RELATION >NORM_A >NORM_B >COSINE >CONFLICT >OUTPUTS >INPUTS >SUM >USED".split(" "));
  }

  private static String[] cells(AdapterPair pair) {
    AdapterModule module = pair.a().or(pair::b).orElseThrow();
    PairFigures figures = pair.together();
    String relation =
        pair.pairedBy().isPresent() ? "both" : pair.b().isEmpty() ? "only A" : "only B";
    return new String[] {
      DisplayText.of(module.name()),
      relation,
      TextPrinter.figure("%.4g", pair.normA()),
      TextPrinter.figure("%.4g", pair.normB()),
      TextPrinter.figure("%.3f", pair.cosine()),
      TextPrinter.figure("%.0f %%", 100 * figures.signConflict()),
      TextPrinter.figure("%.0f %%", 100 * figures.overlapOut()),
      TextPrinter.figure("%.0f %%", 100 * figures.overlapIn()),
      TextPrinter.figure("%.4g", figures.sumNorm()),
      TextPrinter.figure("%.1f", figures.sumEffectiveRank())
    };
  }
}
