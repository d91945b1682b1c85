package io.github.tensorloupe.survey;

import module java.base;

import io.github.tensorloupe.survey.SurveyRecord.Kind;

/// The health of a file according to a survey, the worst first.
public enum SurveyHealth {
  UNREADABLE,
  /// Loaders refuse the file, or it has findings of severity error that do not concern values.
  DAMAGED,
  NAN_AND_INF,
  NAN,
  INF,
  /// The file has findings of severity warning.
  DOUBTFUL,
  /// The file loads, but its values were not read.
  LOADS,
  HEALTHY;

  static SurveyHealth of(SurveyRecord file) {
    if (file.kind() == Kind.ERROR) {
      boolean isRead = file.text(SurveyColumn.VERDICT).filter("refused"::equals).isPresent();
      return isRead ? DAMAGED : UNREADABLE;
    }
    if (file.text(SurveyColumn.VERDICT).filter("ok"::equals).isEmpty()) {
      return DAMAGED;
    }
    boolean hasNan = file.number(SurveyColumn.NAN).orElse(0) > 0;
    boolean hasInf =
        file.number(SurveyColumn.POS_INF).orElse(0) > 0
            || file.number(SurveyColumn.NEG_INF).orElse(0) > 0;
    if (hasNan || hasInf) {
      return !hasInf ? NAN : hasNan ? NAN_AND_INF : INF;
    }
    return switch (file.text(SurveyColumn.SEVERITY).orElse("")) {
      case "error" -> DAMAGED;
      case "warning" -> DOUBTFUL;
      default -> file.number(SurveyColumn.NAN).isPresent() ? HEALTHY : LOADS;
    };
  }
}
