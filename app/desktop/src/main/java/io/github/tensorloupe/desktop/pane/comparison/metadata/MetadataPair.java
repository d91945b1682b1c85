package io.github.tensorloupe.desktop.pane.comparison.metadata;

import module java.base;

import io.github.tensorloupe.compare.MetadataDifference;
import io.github.tensorloupe.compare.MetadataValue;
import io.github.tensorloupe.desktop.selection.OpenComparison;
import io.github.tensorloupe.edit.EmbeddedJson;
import io.github.tensorloupe.edit.JsonForm;
import io.github.tensorloupe.edit.ReadableText;

/// A key of the metadata with its values on both sides.
///
/// @param change empty where both sides say the same
record MetadataPair(
    String key,
    Optional<MetadataDifference.Kind> change,
    Optional<MetadataValue> a,
    Optional<MetadataValue> b) {

  /// All keys of both sides: what differs first, then what does not, each by code points.
  static List<MetadataPair> of(OpenComparison comparison) {
    SequencedMap<String, MetadataPair> pairs = new LinkedHashMap<>();
    for (MetadataDifference each : comparison.metadata()) {
      Optional<MetadataDifference.Kind> kind = Optional.of(each.kind());
      pairs.put(each.key(), new MetadataPair(each.key(), kind, each.a(), each.b()));
    }
    comparison
        .sideA()
        .metadata()
        .forEach(
            (key, value) -> {
              Optional<MetadataValue> both = Optional.of(value);
              pairs.putIfAbsent(key, new MetadataPair(key, Optional.empty(), both, both));
            });
    return List.copyOf(pairs.values());
  }

  /// A value on one line; of a set whose files disagree, all that they say.
  static String line(Optional<MetadataValue> value, int limit) {
    return value
        .map(MetadataValue::texts)
        .map(
            texts ->
                texts.stream()
                    .map(text -> ReadableText.onOneLine(text, limit))
                    .collect(Collectors.joining(" | ")))
        .orElse("");
  }

  /// The beginning of a value with its lines; JSON with a member on each.
  static String text(Optional<MetadataValue> value) {
    return value.map(MetadataValue::texts).stream()
        .flatMap(List::stream)
        .map(text -> EmbeddedJson.parse(text).map(JsonForm.PRETTY::write).orElse(text))
        .map(text -> ReadableText.of(text).text() + (text.length() > ReadableText.LIMIT ? "…" : ""))
        .collect(Collectors.joining("\n\n"));
  }
}
