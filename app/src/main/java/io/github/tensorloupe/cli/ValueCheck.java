package io.github.tensorloupe.cli;

import io.github.tensorloupe.analysis.StatisticsScan;
import io.github.tensorloupe.analysis.TensorStatistics;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.ReadFailures;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Looks for values that are hardly meant: NaN, infinities, and tensors of one value only.
final class ValueCheck {

  private final List<Finding> findings = new ArrayList<>();
  private final TensorData data;

  private ValueCheck(TensorData data) {
    this.data = data;
  }

  /// The findings about the values of all tensors that lie in the file, in file order.
  static List<Finding> findings(TensorFile file) {
    List<Finding> findings = new ArrayList<>();
    try {
      for (TensorInfo info : file.header().tensors()) {
        Optional<TensorData> data = file.data(info);
        if (data.isPresent()) {
          findings.addAll(findings(data.get()));
        }
      }
    } catch (IOException e) {
      findings.add(ReadFailures.finding(e));
    }
    return findings;
  }

  private static List<Finding> findings(TensorData data) throws IOException {
    ValueCheck check = new ValueCheck(data);
    check.judge(StatisticsScan.of(data, Cancellation.NEVER, Progress.NONE));
    return check.findings;
  }

  private void judge(TensorStatistics statistics) {
    if (statistics.nanCount() > 0) {
      add(
          FindingCode.NAN,
          "has %,d NaN among %,d values",
          statistics.nanCount(),
          parts(statistics));
    }
    long infinities = statistics.positiveInfinityCount() + statistics.negativeInfinityCount();
    if (infinities > 0) {
      add(FindingCode.INF, "has %,d infinities among %,d values", infinities, parts(statistics));
    }
    statistics.finite().ifPresent(finite -> judgeSameness(statistics, finite));
  }

  private void judgeSameness(TensorStatistics statistics, TensorStatistics.Finite finite) {
    long parts = parts(statistics);
    if (statistics.zeroCount() == parts) {
      add(FindingCode.ALL_ZERO, "holds %,d zeros and nothing else", parts);
      return;
    }
    // A single number is always the same as itself.
    if (finite.count() == parts
        && statistics.elementCount() > 1
        && finite.min().equals(finite.max())) {
      add(FindingCode.CONSTANT, "holds %,d times the value %s", parts, finite.min());
    }
  }

  private long parts(TensorStatistics statistics) {
    int partsPerElement = data.info().dtype().kind() == Dtype.Kind.COMPLEX ? 2 : 1;
    return partsPerElement * statistics.elementCount();
  }

  private void add(FindingCode code, String what, Object... figures) {
    String message =
        "The tensor \"%s\" %s."
            .formatted(
                DisplayText.of(data.info().name()), String.format(Locale.ROOT, what, figures));
    findings.add(
        new Finding(code, message, Optional.of(data.info().name()), Optional.of(data.range())));
  }
}
