package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.adapter.AdapterModule;
import io.github.tensorloupe.adapter.AdapterPair;
import io.github.tensorloupe.cli.TextPrinter.Style;
import io.github.tensorloupe.cli.TextPrinter.Table;
import io.github.tensorloupe.format.DisplayText;

/// The pairs of modules of two adapters, to be told.
record LoraComparison(String a, String b, List<AdapterPair> pairs) {

  private long common() {
    return pairs.stream().filter(pair -> pair.pairedBy().isPresent()).count();
  }

  ExitCode exitCode() {
    return common() == 0 ? ExitCode.FINDINGS : ExitCode.FINE;
  }

  private double sum(ToDoubleFunction<AdapterPair> figure) {
    List<AdapterPair> compared =
        pairs.stream().filter(pair -> Double.isFinite(pair.inner())).toList();
    return compared.isEmpty() ? Double.NaN : compared.stream().mapToDouble(figure).sum();
  }

  private double normA() {
    return Math.sqrt(sum(pair -> pair.normA() * pair.normA()));
  }

  private double normB() {
    return Math.sqrt(sum(pair -> pair.normB() * pair.normB()));
  }

  /// Of all that both add together.
  private double cosine() {
    double norms = normA() * normB();
    return norms == 0 ? Double.NaN : sum(AdapterPair::inner) / norms;
  }

  /// One for each pair, and a summary.
  List<JsonObject> json() {
    List<JsonObject> objects = new ArrayList<>();
    for (AdapterPair pair : pairs) {
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
            .with("common", common())
            .with("onlyA", pairs.stream().filter(pair -> pair.b().isEmpty()).count())
            .with("onlyB", pairs.stream().filter(pair -> pair.a().isEmpty()).count())
            .with("cosine", cosine())
            .with("normA", normA())
            .with("normB", normB()));
    return objects;
  }

  void print(TextPrinter text) {
    text.gap();
    text.line(DisplayText.of(a) + " and " + DisplayText.of(b) + ": " + verdict());
    Table table = new Table("MODULE RELATION >NORM_A >NORM_B >COSINE".split(" "));
    pairs.forEach(pair -> table.measure(cells(pair)));
    text.line("  " + text.paint(Style.FAINT, table.titles()));
    for (AdapterPair pair : pairs) {
      String row = "  " + table.row(cells(pair));
      text.line(pair.cosine() < 0 ? text.paint(Style.NOTABLE, row) : row);
    }
  }

  private String verdict() {
    long common = common();
    if (common == 0) {
      return "no module in common";
    }
    long against = pairs.stream().filter(pair -> pair.cosine() < 0).count();
    return "%d %s in common, cosine %s, %d with a negative cosine"
        .formatted(
            common,
            common == 1 ? "module" : "modules",
            TextPrinter.figure("%.3f", cosine()),
            against);
  }

  private static String[] cells(AdapterPair pair) {
    AdapterModule module = pair.a().or(pair::b).orElseThrow();
    String relation =
        pair.pairedBy().isPresent() ? "both" : pair.b().isEmpty() ? "only A" : "only B";
    return new String[] {
      DisplayText.of(module.name()),
      relation,
      TextPrinter.figure("%.4g", pair.normA()),
      TextPrinter.figure("%.4g", pair.normB()),
      TextPrinter.figure("%.3f", pair.cosine())
    };
  }
}
