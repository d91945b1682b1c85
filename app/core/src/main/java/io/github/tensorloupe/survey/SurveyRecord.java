package io.github.tensorloupe.survey;

import module com.fasterxml.jackson.databind;
import module java.base;

import io.github.tensorloupe.format.Severity;

/// A line of a survey. The components of a record and of its nested records are the columns, in
/// order. The names and types of columns are stable; columns may be added. All components may be
/// null.
///
/// Integers are from 0 to 2⁶³ − 1, which also represents all larger numbers. Floating-point numbers
/// are finite.
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "record")
@JsonSubTypes({
  @JsonSubTypes.Type(SurveyRecord.FileLine.class),
  @JsonSubTypes.Type(SurveyRecord.TensorLine.class),
  @JsonSubTypes.Type(SurveyRecord.ErrorLine.class)
})
public sealed interface SurveyRecord {

  /// Returns the path: the argument as typed or, for a file in a folder, the folder as typed, a
  /// slash and the relative path. A path that is not valid text is written as a `file:` URI.
  String path();

  /// The result of the reference library. In an error line, `OK` revokes the earlier errors of the
  /// path.
  enum Verdict {
    OK,
    REFUSED,
    UNREADABLE
  }

  /// The line of a file, which follows the lines of its tensors.
  ///
  /// @param set the set of a shard: the path of the index, or the pattern of the shard names
  /// @param size the length of the file in bytes
  /// @param modified the modification time of the file in UTC, with nanoseconds
  /// @param sameAs the path of a file of the same run with equal bytes; if not null, the file has
  ///   no tensor lines, and all following columns except `expectedSha256` are null
  /// @param expectedSha256 the expected SHA-256, from the file name in a cache of the Hugging Face
  ///   Hub
  /// @param values the values that were read
  /// @param findings the codes of the findings, without duplicates
  /// @param severity the highest severity of the findings
  /// @param figures the sums over all tensors
  /// @param tensors the number of preceding tensor lines that belong to this file
  @JsonTypeName("file")
  record FileLine(
      String path,
      String set,
      Long size,
      String modified,
      String sameAs,
      @JsonUnwrapped Contents contents,
      String expectedSha256,
      ValueDepth values,
      List<String> findings,
      Severity severity,
      @JsonUnwrapped Figures figures,
      Long tensors)
      implements SurveyRecord {}

  /// The content of a file according to its header.
  ///
  /// @param kind the type of the file, as printed by `check`
  /// @param error the error of the reference library, or null if it loads the file
  /// @param tensorCount the number of tensors in the header; null if the header cannot be parsed
  /// @param dtype the dtype with the most bytes
  /// @param count the total number of elements of all tensors
  /// @param model the kind of the model, as printed by `info --summary` for this file alone
  /// @param family the family of the model, as printed by `info --summary` for this file alone
  /// @param headerSha256 the SHA-256 of the header length and the header
  record Contents(
      String kind,
      Verdict verdict,
      String error,
      Long headerLength,
      Long dataLength,
      Long tensorCount,
      String dtype,
      Long count,
      String model,
      String family,
      String headerSha256) {

    static final Contents UNKNOWN =
        new Contents(null, null, null, null, null, null, null, null, null, null, null);
  }

  /// The line of a tensor.
  ///
  /// @param modified the modification time of the file
  /// @param begin the data offset of the first byte
  /// @param end the data offset after the last byte
  /// @param count the number of elements
  /// @param findings the codes of the findings, without duplicates; null if the values were not
  ///   read
  /// @param severity the highest severity of the findings
  @JsonTypeName("tensor")
  record TensorLine(
      String path,
      String modified,
      String name,
      String dtype,
      List<Long> shape,
      Long begin,
      Long end,
      Long count,
      List<String> findings,
      Severity severity,
      @JsonUnwrapped Figures figures,
      @JsonUnwrapped Spread spread)
      implements SurveyRecord {}

  /// The counts of classes of values, and the range of the finite values.
  record Figures(
      Long nan, Long posInf, Long negInf, Long zero, Long subnormal, Double min, Double max) {

    static final Figures UNKNOWN = new Figures(null, null, null, null, null, null, null);
    static final Figures NONE = new Figures(0L, 0L, 0L, 0L, 0L, null, null);

    /// Combines these figures with the figures of a tensor. All counts must be known.
    Figures plus(Figures tensor) {
      return new Figures(
          nan + tensor.nan,
          posInf + tensor.posInf,
          negInf + tensor.negInf,
          zero + tensor.zero,
          subnormal + tensor.subnormal,
          combined(min, tensor.min, Math::min),
          combined(max, tensor.max, Math::max));
    }

    private static Double combined(Double a, Double b, BinaryOperator<Double> operator) {
      return a == null ? b : b == null ? a : operator.apply(a, b);
    }
  }

  /// The distribution of the finite values of a tensor.
  record Spread(
      Double mean,
      Double std,
      Double q01,
      Double q05,
      Double q25,
      Double q50,
      Double q75,
      Double q95,
      Double q99,
      Boolean quantilesExact,
      Double entropyBits) {

    static final Spread UNKNOWN =
        new Spread(null, null, null, null, null, null, null, null, null, null, null);
  }

  /// The line of an error of a folder, a set, or an unreadable file.
  ///
  /// @param message the error as a sentence
  /// @param findings the codes of the findings
  @JsonTypeName("error")
  record ErrorLine(
      String path,
      String set,
      Verdict verdict,
      String message,
      List<String> findings,
      Severity severity)
      implements SurveyRecord {

    /// Returns true if this line revokes the earlier errors of the path.
    public boolean endsErrors() {
      return verdict == Verdict.OK;
    }
  }
}
