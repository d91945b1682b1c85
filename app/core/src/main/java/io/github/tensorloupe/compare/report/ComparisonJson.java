package io.github.tensorloupe.compare.report;

import module java.base;

import io.github.tensorloupe.compare.Change;
import io.github.tensorloupe.compare.ChangeSentence;
import io.github.tensorloupe.compare.Comparison;
import io.github.tensorloupe.compare.Figures;
import io.github.tensorloupe.compare.Likeness;
import io.github.tensorloupe.compare.MetadataDifference;
import io.github.tensorloupe.compare.PairResult;
import io.github.tensorloupe.compare.TensorPair;
import io.github.tensorloupe.compare.Totals;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.text.Sentence;

/// A comparison as JSON Lines: one object per pair, one object per differing metadata key, and a
/// summary. Control characters are escaped.
public final class ComparisonJson {

  private static final List<Change> COUNTED =
      List.of(
          Change.EQUAL,
          Change.VALUES,
          Change.DTYPE,
          Change.SHAPE,
          Change.ADDED,
          Change.REMOVED,
          Change.UNREADABLE);

  private ComparisonJson() {}

  /// Returns the lines without line feeds. Lines are created on demand.
  ///
  /// @param a the path of the base as specified by the user
  /// @param b the path of the newer checkpoint as specified by the user
  /// @throws IOException if file keys cannot be read
  public static Stream<String> lines(Comparison comparison, Totals totals, String a, String b)
      throws IOException {
    Stream<Map<String, Object>> pairs =
        IntStream.range(0, comparison.pairs().size())
            .filter(pair -> comparison.result(pair).isPresent())
            .mapToObj(pair -> pair(comparison, pair));
    Stream<Map<String, Object>> metadata =
        comparison.metadata().stream().map(ComparisonJson::metadata);
    Stream<Map<String, Object>> summary = Stream.of(summary(comparison, totals, a, b));
    return Stream.of(pairs, metadata, summary).flatMap(each -> each).map(ComparisonJson::text);
  }

  private static Map<String, Object> pair(Comparison comparison, int index) {
    TensorPair pair = comparison.pairs().get(index);
    PairResult result = comparison.results().get(index);
    Map<String, Object> members = new LinkedHashMap<>();
    Optional<TensorInfo> a = pair.a().map(TensorRef::info);
    Optional<TensorInfo> b = pair.b().map(TensorRef::info);
    members.put("nameA", a.map(TensorInfo::name));
    members.put("nameB", b.map(TensorInfo::name));
    members.put("pairedBy", pair.by().map(by -> by.spelling()));
    members.put("change", comparison.change(index).map(Change::spelling));
    members.put("dtypeA", a.map(TensorInfo::dtype).map(Dtype::name));
    members.put("dtypeB", b.map(TensorInfo::dtype).map(Dtype::name));
    members.put("shapeA", a.map(TensorInfo::shape));
    members.put("shapeB", b.map(TensorInfo::shape));
    members.put("sameBytes", result.sameBytes());
    members.put("count", result.count());
    Optional<Figures> figures = result.figures();
    members.put("changed", figures.map(Figures::changed));
    members.put("changedCodes", figures.map(Figures::changedCodes));
    members.put("nonFinite", figures.map(Figures::nonFinite));
    members.put("changedNonFinite", figures.map(Figures::changedNonFinite));
    members.put("maxAbs", figures.flatMap(Figures::maxAbs));
    members.put("maxAbsIndex", figures.flatMap(Figures::maxAbsIndex));
    members.put("meanAbs", figures.map(Figures::meanAbs));
    members.put("rms", figures.map(Figures::rms));
    members.put("relativeL2", figures.map(Figures::relativeL2));
    members.put("sqnr", figures.map(Figures::sqnr));
    members.put("cosine", figures.map(Figures::cosine));
    members.put("signFlips", figures.map(Figures::signFlips));
    members.put("maxUlp", figures.flatMap(Figures::maxUlp));
    members.put("bits", figures.flatMap(Figures::bits));
    return members;
  }

  private static Map<String, Object> metadata(MetadataDifference change) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("key", change.key());
    members.put("change", change.kind().spelling());
    members.put("a", change.a().map(ComparisonJson::value));
    members.put("b", change.b().map(ComparisonJson::value));
    return members;
  }

  private static Object value(List<String> texts) {
    return texts.size() == 1 ? texts.getFirst() : texts;
  }

  private static Map<String, Object> summary(
      Comparison comparison, Totals totals, String a, String b) throws IOException {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("summary", true);
    members.put("a", a);
    members.put("b", b);
    if (comparison.options().structure()) {
      members.put("sameHeader", totals.count(Change.SAME_HEADER));
    }
    for (Change change : COUNTED) {
      members.put(change.spelling(), totals.count(change));
    }
    members.put("renamed", totals.renamed());
    members.put("metadataChanges", totals.metadataChanges());
    members.put("tolerated", totals.tolerated());
    members.put("identical", totals.identical());
    members.put("sameFile", comparison.a().isSameAs(comparison.b()));
    members.put("verdict", ChangeSentence.of(comparison, totals).sentence().toString());
    Likeness likeness = Likeness.of(comparison, totals);
    members.put("likeness", likeness.kind().spelling());
    members.put("evidence", likeness.evidence().stream().map(Sentence::toString).toList());
    return members;
  }

  private static String text(Object value) {
    return switch (value) {
      case Optional<?> optional -> optional.map(ComparisonJson::text).orElse("null");
      case OptionalLong number -> number.isPresent() ? text(number.getAsLong()) : "null";
      case OptionalDouble number -> number.isPresent() ? text(number.getAsDouble()) : "null";
      case Long number -> Long.toUnsignedString(number);
      case Shape shape ->
          IntStream.range(0, shape.rank())
              .mapToObj(axis -> text(shape.dimension(axis)))
              .collect(Collectors.joining(",", "[", "]"));
      case List<?> list ->
          list.stream().map(ComparisonJson::text).collect(Collectors.joining(",", "[", "]"));
      case Map<?, ?> object ->
          object.entrySet().stream()
              .map(entry -> text(entry.getKey()) + ':' + text(entry.getValue()))
              .collect(Collectors.joining(",", "{", "}"));
      case String string ->
          string
              .codePoints()
              .mapToObj(ComparisonJson::character)
              .collect(Collectors.joining("", "\"", "\""));
      default -> value.toString();
    };
  }

  private static String character(int codePoint) {
    String character = Character.toString(codePoint);
    return DisplayText.mustEscape(codePoint)
        ? character.chars().mapToObj("\\u%04X"::formatted).collect(Collectors.joining())
        : codePoint == '"' || codePoint == '\\' ? "\\" + character : character;
  }
}
