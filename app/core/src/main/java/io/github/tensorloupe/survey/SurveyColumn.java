package io.github.tensorloupe.survey;

import static io.github.tensorloupe.survey.SurveyColumn.Type.BOOLEAN;
import static io.github.tensorloupe.survey.SurveyColumn.Type.DOUBLE;
import static io.github.tensorloupe.survey.SurveyColumn.Type.LONG;
import static io.github.tensorloupe.survey.SurveyColumn.Type.LONGS;
import static io.github.tensorloupe.survey.SurveyColumn.Type.TEXT;
import static io.github.tensorloupe.survey.SurveyColumn.Type.TEXTS;
import static io.github.tensorloupe.survey.SurveyRecord.Kind.ERROR;
import static io.github.tensorloupe.survey.SurveyRecord.Kind.FILE;
import static io.github.tensorloupe.survey.SurveyRecord.Kind.TENSOR;

import module java.base;

import io.github.tensorloupe.survey.SurveyRecord.Kind;

/// The columns of a survey, in the order of a line. Names and types are stable; columns may be
/// added.
public enum SurveyColumn {
  /// The kind of the line: `file`, `tensor` or `error`.
  RECORD(TEXT, FILE, TENSOR, ERROR),
  /// The argument as typed; for a file found in a folder, the folder as typed, a slash and the
  /// rest. A path that is not valid text is written as a `file:` address.
  PATH(TEXT, FILE, TENSOR, ERROR),
  /// The set that the shard belongs to: the path of its index, or the pattern of the shard names.
  SET(TEXT, FILE, ERROR),
  /// The length of the file in bytes.
  SIZE(LONG, FILE),
  /// The modification time of the file in UTC, with nine fractional digits of the seconds.
  MODIFIED(TEXT, FILE, TENSOR),
  /// A file of the same run with the same bytes. If present, the file has no tensor lines, and only
  /// the expected hash is known of the following columns.
  SAME_AS(TEXT, FILE),
  /// The type of the file, as in the output of `check`.
  KIND(TEXT, FILE),
  /// The result of the reference library: `ok` or `refused`. For an error, `unreadable` or
  /// `refused`, or `ok` if the earlier errors of the path no longer apply.
  VERDICT(TEXT, FILE, ERROR),
  /// The error of the reference library if it refuses the file.
  ERROR_VARIANT("error", TEXT, FILE),
  /// The error as a sentence.
  MESSAGE(TEXT, ERROR),
  HEADER_LENGTH(LONG, FILE),
  DATA_LENGTH(LONG, FILE),
  /// The number of tensors in the header; null if the header cannot be parsed.
  TENSOR_COUNT(LONG, FILE),
  NAME(TEXT, TENSOR),
  /// The dtype; for a file, the dtype of most of its bytes.
  DTYPE(TEXT, FILE, TENSOR),
  SHAPE(LONGS, TENSOR),
  /// The data offset of the first byte.
  BEGIN(LONG, TENSOR),
  /// The data offset after the last byte.
  END(LONG, TENSOR),
  /// The number of elements; for a file, of all its tensors, which is its number of parameters.
  COUNT(LONG, FILE, TENSOR),
  /// The kind of the model, as in `info --summary`, as far as this file alone determines it.
  MODEL(TEXT, FILE),
  /// The family of the model, likewise.
  FAMILY(TEXT, FILE),
  /// The SHA-256 of the header length and the header.
  HEADER_SHA256("headerSha256", TEXT, FILE),
  /// The expected SHA-256, from the name of the file in a cache of the Hugging Face Hub.
  EXPECTED_SHA256("expectedSha256", TEXT, FILE),
  /// The part of the values that was read: `none`, `health` or `stats`.
  VALUES(TEXT, FILE),
  /// The codes of the findings, without duplicates; null for a tensor whose values were not read.
  FINDINGS(TEXTS, FILE, TENSOR, ERROR),
  /// The highest severity of the findings: `error`, `warning` or `info`.
  SEVERITY(TEXT, FILE, TENSOR, ERROR),
  NAN(LONG, FILE, TENSOR),
  POS_INF(LONG, FILE, TENSOR),
  NEG_INF(LONG, FILE, TENSOR),
  ZERO(LONG, FILE, TENSOR),
  SUBNORMAL(LONG, FILE, TENSOR),
  MIN(DOUBLE, FILE, TENSOR),
  MAX(DOUBLE, FILE, TENSOR),
  MEAN(DOUBLE, TENSOR),
  STD(DOUBLE, TENSOR),
  Q01(DOUBLE, TENSOR),
  Q05(DOUBLE, TENSOR),
  Q25(DOUBLE, TENSOR),
  Q50(DOUBLE, TENSOR),
  Q75(DOUBLE, TENSOR),
  Q95(DOUBLE, TENSOR),
  Q99(DOUBLE, TENSOR),
  QUANTILES_EXACT(BOOLEAN, TENSOR),
  ENTROPY_BITS(DOUBLE, TENSOR),
  /// The number of tensor lines that precede this line and belong to it.
  TENSORS(LONG, FILE);

  /// The type of all values of a column.
  public enum Type {
    TEXT,
    /// From 0 to 2^63 - 1, which also represents all larger numbers.
    LONG,
    /// Finite.
    DOUBLE,
    BOOLEAN,
    TEXTS,
    LONGS
  }

  private static final Map<String, SurveyColumn> BY_SPELLING =
      Arrays.stream(values()).collect(Collectors.toMap(SurveyColumn::spelling, each -> each));

  private final String spelling;
  private final Type type;
  private final Set<Kind> kinds;

  SurveyColumn(Type type, Kind... kinds) {
    this("", type, kinds);
  }

  SurveyColumn(String spelling, Type type, Kind... kinds) {
    this.spelling = spelling.isEmpty() ? camelCase(name()) : spelling;
    this.type = type;
    this.kinds = EnumSet.copyOf(List.of(kinds));
  }

  private static String camelCase(String constant) {
    return Pattern.compile("_(.)")
        .matcher(constant.toLowerCase(Locale.ROOT))
        .replaceAll(found -> found.group(1).toUpperCase(Locale.ROOT));
  }

  /// Returns the column with exactly this name in lines, or empty.
  public static Optional<SurveyColumn> find(String spelling) {
    return Optional.ofNullable(BY_SPELLING.get(spelling));
  }

  /// Returns the name in lines.
  public String spelling() {
    return spelling;
  }

  public Type type() {
    return type;
  }

  /// Returns true if every line of this kind has the column, possibly with the value null.
  public boolean isOf(Kind kind) {
    return kinds.contains(kind);
  }
}
