package io.github.tensorloupe.desktop.selection;

import module java.base;

import io.github.tensorloupe.survey.SurveyLine;
import io.github.tensorloupe.survey.SurveyReader;
import io.github.tensorloupe.survey.SurveyRecord;
import io.github.tensorloupe.survey.SurveyRecord.ErrorLine;
import io.github.tensorloupe.survey.SurveyRecord.FileLine;
import io.github.tensorloupe.survey.SurveyRecord.TensorLine;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Reads result files of surveys as rows. Not thread-safe.
public final class SurveyRows {

  private static final String SUFFIX = ".jsonl";

  private static final int LINES_BETWEEN_REPORTS = 4096;

  private final Map<String, SurveyRow> rows = new LinkedHashMap<>();
  private final Map<String, String> texts = new HashMap<>();

  private SurveyRows() {}

  /// Returns true if a file has the name of a result file.
  public static boolean isResult(Path path) {
    return path.toString().toLowerCase(Locale.ROOT).endsWith(SUFFIX);
  }

  /// Reads one or more result files. Returns one row per surveyed file, from its last line. Does
  /// not keep tensor lines in memory.
  ///
  /// @param progress reported in bytes
  /// @throws IOException if a result file cannot be read or contains other lines
  public static List<SurveyRow> read(
      List<Path> results, Cancellation cancellation, Progress progress) throws IOException {
    long total = 0;
    for (Path result : results) {
      total += Files.size(result);
    }
    SurveyRows all = new SurveyRows();
    long before = 0;
    for (int i = 0; i < results.size(); i++) {
      long begin = before;
      long end = total;
      all.read(i, results.get(i), cancellation, (done, _) -> progress.report(begin + done, end));
      before += Files.size(results.get(i));
    }
    return all.rows();
  }

  private void read(int index, Path result, Cancellation cancellation, Progress progress)
      throws IOException {
    try (SurveyReader reader = SurveyReader.open(result)) {
      long count = 0;
      for (byte[] line = reader.nextLine(); line != null; line = reader.nextLine()) {
        if (count++ % LINES_BETWEEN_REPORTS == 0) {
          cancellation.check();
          progress.report(reader.end(), 0);
        }
        // Most lines are about tensors. They are skipped without parsing.
        if (!SurveyLine.isTensor(line)) {
          add(index, SurveyLine.parse(line));
        }
      }
    }
  }

  private void add(int result, SurveyRecord record) {
    switch (record) {
      case ErrorLine error when error.endsErrors() -> rows.remove(error.path());
      case ErrorLine error -> add(SurveyRow.of(result, error, this::shared));
      case FileLine file -> add(SurveyRow.of(result, file, this::shared));
      case TensorLine _ -> {}
    }
  }

  private void add(SurveyRow row) {
    rows.merge(row.path(), row, SurveyRow::mergedWith);
  }

  private String shared(String text) {
    return texts.computeIfAbsent(text, it -> it);
  }

  private List<SurveyRow> rows() {
    List<SurveyRow> all = new ArrayList<>(rows.size());
    for (SurveyRow row : rows.values()) {
      SurveyRow same = rows.get(row.sameAs());
      all.add(same == null ? row : row.withContentsOf(same));
    }
    return all;
  }
}
