package io.github.tensorloupe.compare.report;

import module java.base;

import io.github.tensorloupe.analysis.chunk.ChunkedScan;
import io.github.tensorloupe.analysis.distribution.Bins;
import io.github.tensorloupe.analysis.distribution.Distribution;
import io.github.tensorloupe.analysis.distribution.DistributionScan;
import io.github.tensorloupe.analysis.layers.LayerMap;
import io.github.tensorloupe.analysis.layers.LayerStack;
import io.github.tensorloupe.compare.Change;
import io.github.tensorloupe.compare.ChangeSentence;
import io.github.tensorloupe.compare.Comparison;
import io.github.tensorloupe.compare.DifferenceFile;
import io.github.tensorloupe.compare.Figures;
import io.github.tensorloupe.compare.Likeness;
import io.github.tensorloupe.compare.MetadataValue;
import io.github.tensorloupe.compare.PairResult;
import io.github.tensorloupe.compare.PairedElements;
import io.github.tensorloupe.compare.TensorPair;
import io.github.tensorloupe.compare.Totals;
import io.github.tensorloupe.edit.ReadableText;
import io.github.tensorloupe.export.SvgPicture;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.text.ProgramFacts;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.text.Sentences;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// A comparison as one HTML page that needs nothing else: no scripts, no other files, light or dark
/// as the reader has it. Whatever comes from the checkpoints is escaped. The page is well-formed
/// XML too.
public final class HtmlReport {

  private static final int MOST_PICTURED = 4;
  private static final int MOST_LISTED = 2_000;
  private static final int MOST_STACKS = 4;

  /// A map of more tensors makes a page that browsers are slow to show.
  private static final int MOST_MAPPED = 20_000;

  private static final int BINS = 64;
  private static final int NAME_CHARACTERS = 300;
  private static final String NONE = "–";

  private final Comparison comparison;
  private final Sentences language;
  private final ReportPictures pictures;
  private final StringBuilder html = new StringBuilder();

  private HtmlReport(Comparison comparison, Sentences language) {
    this.comparison = comparison;
    this.language = language;
    this.pictures = new ReportPictures(language);
  }

  /// Writes the page. Reads the tensors that differ most once more, for their histograms.
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
    List<Integer> worst = PairRanking.worst(comparison.results(), MOST_LISTED);
    histograms(worst, cancellation, progress);
    pairs(worst);
    metadata();
    headers(cancellation);
    html.append("</body>\n</html>\n");
  }

  private void head() {
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
                escaped(name),
                style(),
                escaped(name),
                escaped(PathText.of(comparison.a().path())),
                escaped(PathText.of(comparison.b().path()))));
  }

  private static String style() {
    try (InputStream sheet = HtmlReport.class.getResourceAsStream("report.css")) {
      return new String(sheet.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void verdict() {
    Totals totals = Totals.of(comparison);
    element("p class=\"verdict\"", ChangeSentence.of(comparison, totals).sentence());
    Likeness likeness = Likeness.of(comparison, totals);
    element("p", likeness.sentence());
    list(likeness.evidence());
    List<Sentence> refusals = new ArrayList<>(comparison.a().refusals());
    refusals.addAll(comparison.b().refusals());
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
            .filter(stack -> stack.tensorCount() <= MOST_MAPPED)
            .limit(MOST_STACKS)
            .filter(this::differs)
            .toList();
    if (!stacks.isEmpty()) {
      element("h2", Sentence.of("Relative L2 of each layer and role"));
    }
    for (LayerStack stack : stacks) {
      element(
          "h3", DisplayText.of(stack.name() + stack.expertRole().map(it -> ": " + it).orElse("")));
      html.append("<div class=\"wide\">")
          .append(pictures.layers(stack, comparison.results()))
          .append("</div>\n");
    }
  }

  private boolean differs(LayerStack stack) {
    return Arrays.stream(stack.tensors())
        .anyMatch(pair -> ReportPictures.relativeL2(comparison.results(), pair) != 0);
  }

  private void pairs(List<Integer> worst) {
    SequencedSet<Integer> pairs = new LinkedHashSet<>(worst);
    IntStream.range(0, comparison.pairs().size())
        .filter(pair -> result(pair) != null && result(pair).change() != Change.EQUAL)
        .forEach(pairs::add);
    if (pairs.isEmpty()) {
      return;
    }
    element("h2", Sentence.of("Tensors that differ, the farthest first"));
    List<Sentence> heads =
        List.of(
            Sentence.of("Tensor"),
            Sentence.of("Difference"),
            Sentence.of("Dtype and shape"),
            Sentence.of("Relative L2"),
            Sentence.of("Changed"),
            Sentence.of("Largest |Δ|"),
            Sentence.of("Largest ULP distance"));
    table(heads, pairs.stream().limit(MOST_LISTED).map(this::cells));
    if (pairs.size() > MOST_LISTED) {
      long more = pairs.size() - MOST_LISTED;
      element("p", Sentence.of("{0} more are in the report as JSON.", more));
    }
  }

  private List<Object> cells(int pair) {
    List<Object> cells = new ArrayList<>();
    cells.add(names(pair));
    cells.add(result(pair).change().code());
    cells.add(kinds(pair));
    Optional<Figures> figures = result(pair).figures();
    cells.add(number(result(pair).relativeL2()));
    cells.add(figures.<Object>map(it -> changed(pair, it)).orElse(NONE));
    cells.add(figures.flatMap(this::largest).orElse(NONE));
    cells.add(
        figures.flatMap(Figures::maxUlp).<Object>map(it -> Sentence.of("{0}", it)).orElse(NONE));
    return cells;
  }

  private Optional<String> largest(Figures figures) {
    String at = figures.maxAbsIndex().map(index -> " " + index).orElse("");
    return figures.maxAbs().map(it -> pictures.number(it.doubleValue()) + at);
  }

  private Sentence changed(int pair, Figures figures) {
    long count = result(pair).count().orElse(0) * comparison.pairs().get(pair).partsPerElement();
    double share = count == 0 ? 0 : 100.0 * figures.changed() / count;
    return Sentence.of("{0} ({1} %)", figures.changed(), pictures.number(share));
  }

  private String number(OptionalDouble value) {
    return value.isPresent() ? pictures.number(value.getAsDouble()) : NONE;
  }

  private PairResult result(int pair) {
    return comparison.results().get(pair);
  }

  private String names(int pair) {
    TensorPair of = comparison.pairs().get(pair);
    String name = DisplayText.of(of.name(), NAME_CHARACTERS);
    return of.isRenamed()
        ? name + " → " + DisplayText.of(of.b().orElseThrow().info().name(), NAME_CHARACTERS)
        : name;
  }

  private String kinds(int pair) {
    TensorPair of = comparison.pairs().get(pair);
    return Stream.of(of.a(), of.b())
        .flatMap(Optional::stream)
        .map(TensorRef::info)
        .map(it -> it.dtype() + " " + DisplayText.of(it.shape().toString(), NAME_CHARACTERS))
        .distinct()
        .collect(Collectors.joining(" → "));
  }

  private void histograms(List<Integer> worst, Cancellation cancellation, Progress progress)
      throws IOException {
    for (int pair : worst.stream().limit(MOST_PICTURED).toList()) {
      element("h3", names(pair));
      html.append("<div class=\"pictures\">\n");
      TensorPair of = comparison.pairs().get(pair);
      Stream<TensorData> difference =
          PairedElements.of(of).flatMap(DifferenceFile::of).stream().map(this::onlyTensor);
      List<TensorData> tensors =
          Stream.concat(Stream.of(of.a(), of.b()).map(it -> it.get().data().get()), difference)
              .toList();
      Distribution[] found = new Distribution[tensors.size()];
      new DistributionScan(ChunkedScan.besideOthers())
          .run(tensors, (i, values) -> found[i] = values, cancellation, progress);
      for (int i = 0; i < found.length; i++) {
        picture(List.of("A", "B", "B − A").get(i), found[i]);
      }
      result(pair).figures().flatMap(Figures::bits).ifPresent(this::bits);
      html.append("</div>\n");
    }
  }

  private TensorData onlyTensor(TensorFile file) {
    return new TensorRef(file, file.header().tensors().getFirst()).data().orElseThrow();
  }

  private void picture(String title, Distribution values) {
    if (values.hasFinite()) {
      Bins bins = Bins.between(values.min(), values.max(), BINS);
      String low = pictures.number(values.min().doubleValue());
      String high = pictures.number(values.max().doubleValue());
      picture(title, pictures.bars(title, values.histogram(bins).counts(), low, high));
    }
  }

  private void bits(List<Long> counts) {
    String title = text(Sentence.of("Elements in which each bit differs, the lowest bit right"));
    long[] highestFirst = counts.reversed().stream().mapToLong(Long::longValue).toArray();
    picture(title, pictures.bars(title, highestFirst, "" + (counts.size() - 1), "0"));
  }

  private void picture(String caption, String svg) {
    html.append("<figure>").append(svg);
    element("figcaption", caption);
    html.append("</figure>\n");
  }

  private void metadata() {
    if (!comparison.metadata().isEmpty()) {
      element("h2", Sentence.of("Metadata"));
      table(
          List.of(Sentence.of("Key"), "A", "B"),
          comparison.metadata().stream()
              .map(it -> List.of(DisplayText.of(it.key()), value(it.a()), value(it.b()))));
    }
  }

  private static String value(Optional<MetadataValue> value) {
    return value.map(MetadataValue::texts).orElse(List.of(NONE)).stream()
        .map(text -> ReadableText.of(text).text() + (text.length() > ReadableText.LIMIT ? "…" : ""))
        .collect(Collectors.joining("\n"));
  }

  private void headers(Cancellation cancellation) throws IOException {
    List<HeaderDifference> differences =
        HeaderDifference.between(comparison.a(), comparison.b(), comparison.pairs(), cancellation);
    if (!differences.isEmpty()) {
      element("h2", Sentence.of("Files and headers"));
      table(
          List.of(Sentence.of("Fact"), "A", "B"),
          differences.stream().map(it -> List.of(it.what(), it.a(), it.b())));
    }
  }

  /// @param heads as the cells: sentences, or texts that are fit to show
  private void table(List<?> heads, Stream<? extends List<?>> rows) {
    html.append("<div class=\"wide\"><table>\n");
    row("th", heads);
    rows.forEach(cells -> row("td", cells));
    html.append("</table></div>\n");
  }

  private void row(String element, List<?> cells) {
    html.append("<tr>");
    cells.forEach(cell -> element(element, cell));
    html.append("</tr>\n");
  }

  /// @param tag with its attributes
  /// @param content a sentence, or a text that is fit to show
  private void element(String tag, Object content) {
    String text = content instanceof Sentence sentence ? text(sentence) : (String) content;
    String name = tag.split(" ", 2)[0];
    html.append("<%s>%s</%s>\n".formatted(tag, escaped(text), name));
  }

  private String text(Sentence sentence) {
    return language.text(sentence);
  }

  private static String escaped(String text) {
    return SvgPicture.escaped(text);
  }
}
