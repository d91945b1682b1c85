package io.github.tensorloupe.compare.report;

import module java.base;

import io.github.tensorloupe.analysis.chunk.ChunkedScan;
import io.github.tensorloupe.analysis.distribution.Bins;
import io.github.tensorloupe.analysis.distribution.Distribution;
import io.github.tensorloupe.analysis.distribution.DistributionScan;
import io.github.tensorloupe.analysis.layers.LayerMap;
import io.github.tensorloupe.analysis.layers.LayerStack;
import io.github.tensorloupe.compare.ChangeSentence;
import io.github.tensorloupe.compare.Comparison;
import io.github.tensorloupe.compare.DifferenceFile;
import io.github.tensorloupe.compare.Figures;
import io.github.tensorloupe.compare.Likeness;
import io.github.tensorloupe.compare.PairedElements;
import io.github.tensorloupe.compare.TensorPair;
import io.github.tensorloupe.compare.Totals;
import io.github.tensorloupe.edit.ReadableText;
import io.github.tensorloupe.export.SvgPicture;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.text.ProgramFacts;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.text.Sentences;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// A comparison as a self-contained HTML page without scripts, with light and dark colors. The page
/// is well-formed XML, and text from checkpoints is escaped.
public final class HtmlReport {

  private static final int MAX_PICTURED = 4;
  private static final int MAX_LISTED = 2_000;
  private static final int MAX_STACKS = 4;

  /// The maximum number of tensors in a layer map. Browsers are slow with larger maps.
  private static final int MAX_MAPPED = 20_000;

  private static final int BINS = 64;

  private final Comparison comparison;
  private final Sentences language;
  private final ReportPictures pictures;
  private final StringBuilder html = new StringBuilder();

  private HtmlReport(Comparison comparison, Sentences language) {
    this.comparison = comparison;
    this.language = language;
    this.pictures = new ReportPictures(language);
  }

  /// Returns the page. Reads the pairs with the largest differences, for histograms.
  ///
  /// @throws IOException if reading fails or a file has changed
  public static String of(
      Comparison comparison, Sentences language, Cancellation cancellation, Progress progress)
      throws IOException {
    HtmlReport report = new HtmlReport(comparison, language);
    report.write(cancellation, progress);
    return report.html.toString();
  }

  private void write(Cancellation cancellation, Progress progress) throws IOException {
    head();
    verdict();
    layers();
    for (int pair : new PairRanking(comparison).moved(MAX_PICTURED)) {
      histograms(pair, cancellation, progress);
    }
    table(ReportTable.pairs(comparison));
    table(ReportTable.metadata(comparison, HtmlReport::value));
    table(
        ReportTable.headers(
            HeaderDifference.between(
                comparison.a(), comparison.b(), comparison.pairs(), cancellation)));
    html.append("</body>\n</html>\n");
  }

  private void head() throws IOException {
    String name =
        PathText.of(comparison.a().path().getFileName())
            + " ↔ "
            + PathText.of(comparison.b().path().getFileName());
    html.append(
        """
        <!DOCTYPE html>
        <html lang="%s">
        <head>
        <meta charset="utf-8"/>
        <meta name="viewport" content="width=device-width"/>
        <meta http-equiv="Content-Security-Policy" \
        content="default-src 'none'; style-src 'unsafe-inline'"/>
        <title>%s</title>
        <style>
        %s</style>
        </head>
        <body>
        <h1>%s</h1>
        <dl><dt>A</dt><dd>%s</dd><dt>B</dt><dd>%s</dd></dl>
        """
            .formatted(
                language.text(Sentence.of("en")),
                SvgPicture.escaped(name),
                style(),
                SvgPicture.escaped(name),
                SvgPicture.escaped(PathText.of(comparison.a().path())),
                SvgPicture.escaped(PathText.of(comparison.b().path()))));
  }

  private static String style() throws IOException {
    try (InputStream sheet = HtmlReport.class.getResourceAsStream("report.css")) {
      return new String(sheet.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private void verdict() {
    Totals totals = Totals.of(comparison);
    element("p class=\"verdict\"", ChangeSentence.of(comparison, totals).sentence());
    Likeness likeness = Likeness.of(comparison, totals);
    element("p", likeness.sentence());
    list(likeness.evidence());
    List<Sentence> refusals =
        Stream.of(comparison.a(), comparison.b()).flatMap(side -> side.errors().stream()).toList();
    if (!refusals.isEmpty()) {
      element("h2", Sentence.of("Not compared"));
      list(refusals);
    }
    element(
        "p class=\"made\"",
        Sentence.of("Made by TensorLoupe {0}. Differences are B − A.", ProgramFacts.version()));
  }

  private void list(List<Sentence> sentences) {
    html.append("<ul>\n");
    sentences.forEach(sentence -> element("li", sentence));
    html.append("</ul>\n");
  }

  private void layers() {
    List<String> names = comparison.pairs().stream().map(TensorPair::name).toList();
    List<LayerStack> stacks =
        LayerMap.of(names).stacks().stream()
            .sorted(Comparator.comparingInt(LayerStack::tensorCount).reversed())
            .filter(stack -> stack.tensorCount() <= MAX_MAPPED)
            .limit(MAX_STACKS)
            .filter(this::differs)
            .toList();
    if (!stacks.isEmpty()) {
      element("h2", Sentence.of("Relative L2 of each layer and role"));
    }
    for (LayerStack stack : stacks) {
      element(
          "h3",
          DisplayText.of(stack.name() + stack.expertRole().map(role -> ": " + role).orElse("")));
      html.append("<div class=\"wide\">")
          .append(pictures.layers(stack, comparison))
          .append("</div>\n");
    }
  }

  private boolean differs(LayerStack stack) {
    return Arrays.stream(stack.tensors())
        .anyMatch(pair -> ReportPictures.relativeL2(comparison, pair) != 0);
  }

  private void histograms(int pair, Cancellation cancellation, Progress progress)
      throws IOException {
    TensorPair of = comparison.pairs().get(pair);
    element("h3", ReportTable.name(of, comparison));
    html.append("<div class=\"pictures\">\n");
    Optional<TensorRef> difference =
        PairedElements.of(of)
            .flatMap(DifferenceFile::of)
            .map(file -> new TensorRef(file, file.header().tensors().getFirst()));
    List<TensorData> tensors =
        Stream.of(of.a(), of.b(), difference)
            .flatMap(Optional::stream)
            .flatMap(tensor -> tensor.data().stream())
            .toList();
    Distribution[] distributions = new Distribution[tensors.size()];
    new DistributionScan(ChunkedScan.inBackground())
        .run(tensors, (i, values) -> distributions[i] = values, cancellation, progress);
    // The histograms of A and B have the same range, so that readers can compare them.
    histograms(List.of("A", "B"), List.of(distributions).subList(0, 2));
    histograms(List.of("B − A"), List.of(distributions).subList(2, distributions.length));
    comparison.figures(pair).flatMap(Figures::bits).ifPresent(this::bits);
    html.append("</div>\n");
  }

  private void histograms(List<String> titles, List<Distribution> all) {
    DoubleSummaryStatistics range =
        all.stream()
            .filter(Distribution::hasFinite)
            .flatMapToDouble(
                distribution ->
                    DoubleStream.of(
                        distribution.min().doubleValue(), distribution.max().doubleValue()))
            .summaryStatistics();
    for (int i = 0; range.getCount() > 0 && i < all.size(); i++) {
      Bins bins = Bins.between(range.getMin(), range.getMax(), BINS);
      String low = pictures.number(range.getMin());
      String high = pictures.number(range.getMax());
      long[] counts = all.get(i).histogram(bins).counts();
      appendFigure(titles.get(i), pictures.bars(titles.get(i), counts, low, high));
    }
  }

  private void bits(List<Long> counts) {
    String title =
        language.text(Sentence.of("Elements in which each bit differs, the lowest bit right"));
    long[] highestFirst = counts.reversed().stream().mapToLong(Long::longValue).toArray();
    appendFigure(title, pictures.bars(title, highestFirst, "" + (counts.size() - 1), "0"));
  }

  private void appendFigure(String caption, String svg) {
    html.append("<figure>").append(svg);
    element("figcaption", caption);
    html.append("</figure>\n");
  }

  private static String value(String text) {
    return ReadableText.of(text).text() + (text.length() > ReadableText.MAX_CHARACTERS ? "…" : "");
  }

  private void table(ReportTable table) {
    if (table.rowCount() == 0) {
      return;
    }
    element("h2", table.title());
    html.append("<div class=\"wide\"><table>\n");
    row("th", table.heads());
    for (int i = 0; i < Math.min(table.rowCount(), MAX_LISTED); i++) {
      row("td", table.row().apply(i));
    }
    html.append("</table></div>\n");
    if (table.rowCount() > MAX_LISTED) {
      long more = table.rowCount() - MAX_LISTED;
      element("p", Sentence.of("{0} more are in the report as JSON.", more));
    }
  }

  private void row(String element, List<?> cells) {
    html.append("<tr>");
    cells.forEach(cell -> element(element, cell));
    html.append("</tr>\n");
  }

  /// @param tag the tag name, optionally followed by attributes
  /// @param content a [Sentence] or an escaped `String`
  private void element(String tag, Object content) {
    String text = content instanceof Sentence sentence ? language.text(sentence) : (String) content;
    String name = tag.split(" ", 2)[0];
    html.append("<%s>%s</%s>\n".formatted(tag, SvgPicture.escaped(text), name));
  }
}
