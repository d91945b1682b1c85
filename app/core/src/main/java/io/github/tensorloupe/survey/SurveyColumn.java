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
  /// rest. A path that is no text is written as a `file:` address.
  PATH(TEXT, FILE, TENSOR, ERROR),
  /// The index, or the pattern of the names, of the shards that the file is one of.
  SET(TEXT, FILE, ERROR),
  /// The length of the file in bytes.
  SIZE(LONG, FILE),
  /// The modification time of the file in UTC, with nine digits behind the seconds.
  MODIFIED(TEXT, FILE, TENSOR),
  /// The file of the same run that has the same bytes; then nothing behind this is known but the
  /// expected hash, and there are no lines of tensors.
  SAME_AS(TEXT, FILE),
  /// The type of the file, as `check` has it.
  KIND(TEXT, FILE),
  /// The answer of the reference library: `ok` or `refused`. In an error `unreadable` or `refused`;
  /// `ok` tells that the errors of the path before are no more.
  VERDICT(TEXT, FILE, ERROR),
  /// The reason of the reference library to refuse the file.
  ERROR_VARIANT("error", TEXT, FILE),
  /// The error in a sentence.
  MESSAGE(TEXT, ERROR),
  HEADER_LENGTH(LONG, FILE),
  DATA_LENGTH(LONG, FILE),
  /// The number of tensors in the header; null where it did not parse.
  TENSOR_COUNT(LONG, FILE),
  NAME(TEXT, TENSOR),
  /// The dtype; of a file the one that takes most of its bytes.
  DTYPE(TEXT, FILE, TENSOR),
  SHAPE(LONGS, TENSOR),
  /// The data offset of the first byte.
  BEGIN(LONG, TENSOR),
  /// The data offset behind the last byte.
  END(LONG, TENSOR),
  /// The number of elements; of a file those of all its tensors, which are its parameters.
  COUNT(LONG, FILE, TENSOR),
  /// The sort of model, as `info --summary` has its kind, so far as the file alone tells it.
  MODEL(TEXT, FILE),
  /// The family of the model, likewise.
  FAMILY(TEXT, FILE),
  /// The SHA-256 of the header length and the header.
  HEADER_SHA256("headerSha256", TEXT, FILE),
  /// The SHA-256 that the name of the file in a cache of the Hugging Face Hub promises.
  EXPECTED_SHA256("expectedSha256", TEXT, FILE),
  /// The part of the values that was read: `none`, `health` or `stats`.
  VALUES(TEXT, FILE),
  /// The codes of the findings, each once; of a tensor null where its values were not read.
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
  /// The number of lines of tensors that stand before this line and belong to it.
  TENSORS(LONG, FILE);

  /// The type of all values of a column.
  public enum Type {
    TEXT,
    /// From 0 to 2^63 - 1, which stands for every larger number too.
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

  /// The column with exactly this name in lines, or empty.
  public static Optional<SurveyColumn> spelled(String spelling) {
    return Optional.ofNullable(BY_SPELLING.get(spelling));
  }

  /// The name in lines.
  public String spelling() {
    return spelling;
  }

  public Type type() {
    return type;
  }

  /// True if every line of this kind has the column, be it null.
  public boolean isOf(Kind kind) {
    return kinds.contains(kind);
  }
}
