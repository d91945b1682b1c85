package io.github.tensorloupe.compare.report;

import module java.base;

import io.github.tensorloupe.compare.Change;
import io.github.tensorloupe.compare.Comparison;
import io.github.tensorloupe.compare.Figures;
import io.github.tensorloupe.compare.MetadataDifference;
import io.github.tensorloupe.compare.PairResult;
import io.github.tensorloupe.compare.PairedBy;
import io.github.tensorloupe.compare.TensorPair;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.text.Sentence;

/// A table of differences between two checkpoints, for HTML pages and terminals. Each cell and
/// heading is a [Sentence] or an escaped `String`.
///
/// @param heads the column headings
/// @param textCount the number of text columns, which precede the columns of numbers
/// @param row creates the cells of a row by index
public record ReportTable(
    Sentence title, List<Object> heads, int textCount, int rowCount, IntFunction<List<?>> row) {

  private static final String NONE = "–";
  private static final int SHAPE_CHARACTERS = 60;

  /// Returns the table of the pairs that differ, the largest difference first.
  public static ReportTable pairs(Comparison comparison) {
    List<Integer> pairs = new PairRanking(comparison).different();
    return new ReportTable(
        Sentence.of("Tensors that differ, largest difference first"),
        List.of(
            Sentence.of("Difference"),
            Sentence.of("Tensor"),
            Sentence.of("Dtype and shape"),
            Sentence.of("Changed"),
            Sentence.of("Largest |Δ|"),
            Sentence.of("Relative L2"),
            Sentence.of("Largest ULP distance")),
        3,
        pairs.size(),
        i -> cells(comparison, pairs.get(i)));
  }

  private static List<?> cells(Comparison comparison, int index) {
    TensorPair pair = comparison.pairs().get(index);
    PairResult result = comparison.results().get(index);
    Change change = comparison.change(index).orElseThrow();
    boolean isReshaped = result.sameBytes().orElse(false);
    Optional<Figures> figures = result.figures().filter(_ -> change != Change.EQUAL);
    long parts = result.count().orElse(0) * pair.partsPerElement();
    return List.of(
        isReshaped ? Sentence.of("same bytes, other shape") : change.spelling(),
        name(pair, comparison),
        Sentence.joined(" → ", facts(pair, ReportTable::kind)),
        cell(figures.map(values -> changed(values.changed(), parts))),
        cell(figures.flatMap(ReportTable::largest)),
        cell(figures.map(Figures::relativeL2).flatMap(norm -> norm.stream().boxed().findFirst())),
        cell(figures.flatMap(Figures::maxUlp)));
  }

  /// Returns the names of a pair; if they differ, with the pairing criterion.
  static Sentence name(TensorPair pair, Comparison comparison) {
    Sentence name =
        Sentence.joined(" → ", facts(pair, tensor -> TensorPair.shown(tensor.info().name())));
    return (pair.isRenamed()
            ? pair.by().map(PairedBy::sentence)
            : pair.describeTiedWeight(comparison.a(), comparison.b()))
        .map(remark -> new Sentence("{0} ({1})", List.of(name, remark)))
        .orElse(name);
  }

  private static Object cell(Optional<?> figure) {
    return figure.<Object>map(value -> Sentence.joined("", List.of(value))).orElse(NONE);
  }

  private static List<Object> facts(TensorPair pair, Function<TensorRef, Object> fact) {
    List<Object> facts = new ArrayList<>(2);
    pair.a().map(fact).ifPresent(facts::add);
    pair.b().map(fact).filter(each -> !facts.contains(each)).ifPresent(facts::add);
    return facts;
  }

  private static Object kind(TensorRef tensor) {
    String shape = DisplayText.of(tensor.info().shape().toString(), SHAPE_CHARACTERS);
    return tensor.info().dtype() + " " + shape;
  }

  private static Sentence changed(long count, long of) {
    return Sentence.of("{0} ({1} %)", count, of == 0 ? 0.0 : 100.0 * count / of);
  }

  private static Optional<Sentence> largest(Figures figures) {
    List<Object> at = new ArrayList<>();
    figures.maxAbs().ifPresent(at::add);
    figures.maxAbsIndex().map(Object::toString).ifPresent(at::add);
    return at.isEmpty() ? Optional.empty() : Optional.of(Sentence.joined(" ", at));
  }

  /// Returns the table of the metadata keys that differ.
  ///
  /// @param shown escapes a value for display
  public static ReportTable metadata(Comparison comparison, UnaryOperator<String> shown) {
    List<MetadataDifference> keys = comparison.metadata();
    Function<Optional<List<String>>, String> value =
        texts -> texts.orElse(List.of(NONE)).stream().map(shown).collect(Collectors.joining("\n"));
    return new ReportTable(
        Sentence.of("Metadata"),
        List.of(Sentence.of("Metadata"), Sentence.of("Key"), "A", "B"),
        4,
        keys.size(),
        i ->
            List.of(
                keys.get(i).kind().spelling(),
                DisplayText.of(keys.get(i).key()),
                value.apply(keys.get(i).a()),
                value.apply(keys.get(i).b())));
  }

  /// Returns the table of the differences other than tensors and metadata.
  public static ReportTable headers(List<HeaderDifference> differences) {
    List<List<?>> rows = new ArrayList<>();
    differences.forEach(each -> rows.add(List.of(each.property(), each.a(), each.b())));
    Sentence title = Sentence.of("Files and headers");
    return new ReportTable(title, List.of(title, "A", "B"), 3, rows.size(), rows::get);
  }
}
