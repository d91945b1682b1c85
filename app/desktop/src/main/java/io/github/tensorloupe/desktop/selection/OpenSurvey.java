package io.github.tensorloupe.desktop.selection;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.survey.SurveyRow;
import io.github.tensorloupe.survey.SurveyRows;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.nio.file.Path;

/// The files of a survey. Immutable.
///
/// @param results that were opened together, at least one
public record OpenSurvey(List<Path> results, List<SurveyRow> rows) {

  /// @throws IOException if a result cannot be read
  public static OpenSurvey read(List<Path> results, Cancellation cancellation, Progress progress)
      throws IOException {
    return new OpenSurvey(List.copyOf(results), SurveyRows.read(results, cancellation, progress));
  }

  public Path path() {
    return results.getFirst();
  }

  /// The name of the first result, and how many more there are; safe to show.
  public String name() {
    String first = DisplayText.of(String.valueOf(path().getFileName()));
    return results.size() == 1 ? first : first + " +" + (results.size() - 1);
  }
}
