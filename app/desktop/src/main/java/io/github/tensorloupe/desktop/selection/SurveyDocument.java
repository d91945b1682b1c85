package io.github.tensorloupe.desktop.selection;

import module java.base;

import io.github.tensorloupe.desktop.session.RememberedDocument;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.nio.file.Path;

/// The files of a survey. Immutable.
///
/// @param results the result files that were opened together, at least one
/// @param folder the common folder prefix of the paths of all rows, with its last separator; may be
///   empty
public record SurveyDocument(List<Path> results, List<SurveyRow> rows, String folder)
    implements Document {

  /// @throws IOException if a result cannot be read
  public static SurveyDocument read(
      List<Path> results, Cancellation cancellation, Progress progress) throws IOException {
    List<SurveyRow> rows = SurveyRows.read(results, cancellation, progress);
    return new SurveyDocument(List.copyOf(results), rows, folderOf(rows));
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

  /// Returns the length of the longest folder prefix within the given number of characters.
  private static int folderLength(String path, int length) {
    return 1 + Math.max(path.lastIndexOf('/', length - 1), path.lastIndexOf('\\', length - 1));
  }

  /// Returns the path of a row below the folder.
  public String pathBelow(SurveyRow row) {
    return row.path().substring(folder.length());
  }

  public Path path() {
    return results.getFirst();
  }

  @Override
  public RememberedDocument remembered() {
    return RememberedDocument.of(path());
  }

  /// Returns the name of the first result and the number of others, escaped for display.
  @Override
  public String title() {
    String first = DisplayText.of(String.valueOf(path().getFileName()));
    return results.size() == 1 ? first : first + " +" + (results.size() - 1);
  }
}
