package io.github.tensorloupe.desktop.selection;

import io.github.tensorloupe.survey.SurveyRecord.ErrorLine;
import io.github.tensorloupe.survey.SurveyRecord.Figures;
import io.github.tensorloupe.survey.SurveyRecord.FileLine;
import io.github.tensorloupe.survey.SurveyRecord.Verdict;

/// The health of a file according to a survey, in descending order of severity.
public enum SurveyHealth {
  UNREADABLE,
  /// Loaders refuse the file, or it has findings of severity error that are not about values.
  DAMAGED,
  NAN_AND_INF,
  NAN,
  INF,
  /// The file has findings of severity warning.
  DOUBTFUL,
  /// The file loads, but its values were not read.
  LOADS,
  HEALTHY;

  static SurveyHealth of(ErrorLine error) {
    return error.verdict() == Verdict.REFUSED ? DAMAGED : UNREADABLE;
  }

  static SurveyHealth of(FileLine file) {
    if (file.contents().verdict() != Verdict.OK) {
      return DAMAGED;
    }
    Figures figures = file.figures();
    boolean hasNan = isPositive(figures.nan());
    boolean hasInf = isPositive(figures.posInf()) || isPositive(figures.negInf());
    if (hasNan || hasInf) {
      return !hasInf ? NAN : hasNan ? NAN_AND_INF : INF;
    }
    return switch (file.severity()) {
      case ERROR -> DAMAGED;
      case WARNING -> DOUBTFUL;
      case null, default -> figures.nan() == null ? LOADS : HEALTHY;
    };
  }

  private static boolean isPositive(Long count) {
    return count != null && count > 0;
  }
}
