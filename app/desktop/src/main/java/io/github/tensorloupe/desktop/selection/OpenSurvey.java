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
/// @param folder with which the paths of all rows begin, up to its last separator; may be empty
public record OpenSurvey(List<Path> results, List<SurveyRow> rows, String folder) {

  /// @throws IOException if a result cannot be read
  public static OpenSurvey read(List<Path> results, Cancellation cancellation, Progress progress)
      throws IOException {
    List<SurveyRow> rows = SurveyRows.read(results, cancellation, progress);
    return new OpenSurvey(List.copyOf(results), rows, folderOf(rows));
  }

  private static String folderOf(List<SurveyRow> rows) {
    String first = rows.isEmpty() ? "" : rows.getFirst().path();
    int length = first.length();
    for (SurveyRow row : rows) {
      while (!row.path().regionMatches(0, first, 0, length)) {
        length = folderLength(first, length - 1);
      }
    }
    return first.substring(0, folderLength(first, length));
  }

  /// The length of the longest folder within so many characters of a path.
  private static int folderLength(String path, int length) {
    return 1 + Math.max(path.lastIndexOf('/', length - 1), path.lastIndexOf('\\', length - 1));
  }

  /// The path of a row below the folder.
  public String pathBelow(SurveyRow row) {
    return row.path().substring(folder.length());
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
