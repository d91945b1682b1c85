package io.github.tensorloupe.edit;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;

/// Readers of JSON as RFC 8259 has it, without extensions.
final class StrictJson {

  private StrictJson() {}

  /// A source of readers.
  ///
  /// @param maxCharacters what names, strings and numbers may have at most
  /// @param maxDepth how deep objects and arrays may nest
  static JsonFactory factory(int maxCharacters, int maxDepth) {
    return JsonFactory.builder()
        .streamReadConstraints(
            StreamReadConstraints.builder()
                .maxNestingDepth(maxDepth)
                .maxNumberLength(maxCharacters)
                .maxStringLength(maxCharacters)
                .maxNameLength(maxCharacters)
                .build())
        // The names of one file are of no use to the next: no table of them is kept.
        .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
        .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
        .build();
  }
}
