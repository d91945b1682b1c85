package io.github.tensorloupe.survey;

import module java.base;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.github.tensorloupe.format.Severity;

/// One line of a survey. The components, without groups, are the columns in the order of the line.
/// Names and types of columns are stable; columns may be added. All components may be null.
///
/// An integer is from 0 to 2^63 - 1, which also represents all larger numbers. A number with a
/// fraction is finite.
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "record")
@JsonSubTypes({
  @JsonSubTypes.Type(SurveyRecord.FileLine.class),
  @JsonSubTypes.Type(SurveyRecord.TensorLine.class),
  @JsonSubTypes.Type(SurveyRecord.ErrorLine.class)
})
public sealed interface SurveyRecord {

  /// Returns the argument as typed; for a file found in a folder, the folder as typed, a slash and
  /// the rest. A path that is not valid text is written as a `file:` address.
  String path();

  /// The result of the reference library. For an error, `UNREADABLE` or `REFUSED`, or `OK` if the
  /// earlier errors of the path no longer apply.
  enum Verdict {
    OK,
    REFUSED,
    UNREADABLE
  }

  /// A file. Follows the lines of its tensors.
  ///
  /// @param set the set that the shard belongs to: the path of its index, or the pattern of the
  ///   shard names
  /// @param size the length of the file in bytes
  /// @param modified the modification time of the file in UTC, with nine fractional digits of the
  ///   seconds
  /// @param sameAs a file of the same run with the same bytes. If present, the file has no tensor
  ///   lines, and only the expected hash is known of the following columns
  /// @param expectedSha256 the expected SHA-256, from the name of the file in a cache of the
  ///   Hugging Face Hub
  /// @param values the part of the values that was read
  /// @param findings the codes of the findings, without duplicates
  /// @param severity the highest severity of the findings
  /// @param figures the sums over all tensors
  /// @param tensors the number of tensor lines that precede this line and belong to it
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

  /// The contents of a file according to its header.
  ///
  /// @param kind the type of the file, as in the output of `check`
  /// @param error the error of the reference library if it refuses the file
  /// @param tensorCount the number of tensors in the header; null if the header cannot be parsed
  /// @param dtype the dtype of most of the bytes
  /// @param count the number of elements of all tensors, which is the number of parameters
  /// @param model the kind of the model, as in `info --summary`, as far as this file alone
  ///   determines it
  /// @param family the family of the model, likewise
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

  /// A tensor of a file.
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

  /// The counts of unusual values, and the range of the finite values.
  record Figures(
      Long nan, Long posInf, Long negInf, Long zero, Long subnormal, Double min, Double max) {

    static final Figures UNKNOWN = new Figures(null, null, null, null, null, null, null);
    static final Figures NONE = new Figures(0L, 0L, 0L, 0L, 0L, null, null);

    /// Adds the known figures of a tensor to known ones.
    Figures plus(Figures tensor) {
      return tensor.nan == null
          ? this
          : new Figures(
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

  /// An error of a folder or a set, or of a file that cannot be read.
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

    /// Returns true if the earlier errors of the path no longer apply.
    boolean endsErrors() {
      return verdict == Verdict.OK;
    }
  }
}
