package io.github.tensorloupe.desktop.selection;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.Severity;

/// The findings about values: the worst first, then by tensor, and no more than a person would ever
/// go through. Which ones are kept does not depend on the order in which they came.
final class ValueFindings {

  /// How many are kept; the others are only counted.
  static final int LIMIT = 2_000;

  private static final Comparator<Kept> WORST_FIRST =
      Comparator.comparing((Kept kept) -> kept.located().finding().concern())
          .thenComparingInt(Kept::tensor)
          .thenComparingInt(Kept::place);

  private record Kept(int tensor, int place, LocatedFinding located) {}

  private final List<Kept> kept = new ArrayList<>();
  private final Map<Severity, Long> counts = new EnumMap<>(Severity.class);
  private final ObservableList<LocatedFinding> list = FXCollections.observableArrayList();
  private final ObservableList<LocatedFinding> view =
      FXCollections.unmodifiableObservableList(list);

  void clear() {
    kept.clear();
    counts.clear();
    list.clear();
  }

  void add(List<ScannedTensor> batch, OpenDocument document) {
    boolean changed = false;
    for (ScannedTensor scanned : batch) {
      List<Finding> findings = scanned.findings();
      for (int place = 0; place < findings.size(); place++) {
        Finding finding = findings.get(place);
        counts.merge(finding.concern(), 1L, Long::sum);
        var file = document.checkpoint().tensors().get(scanned.tensor()).file();
        changed |=
            keep(new Kept(scanned.tensor(), place, new LocatedFinding(Optional.of(file), finding)));
      }
    }
    if (changed) {
      kept.sort(WORST_FIRST);
      if (kept.size() > LIMIT) {
        kept.subList(LIMIT, kept.size()).clear();
      }
      list.setAll(kept.stream().map(Kept::located).toList());
    }
  }

  /// Once there are as many as are kept, those that would come behind them are not even looked at.
  private boolean keep(Kept found) {
    boolean wanted = list.size() < LIMIT || WORST_FIRST.compare(found, kept.get(LIMIT - 1)) < 0;
    if (wanted) {
      kept.add(found);
    }
    return wanted;
  }

  /// Those that are kept; not to be changed by the caller.
  ObservableList<LocatedFinding> list() {
    return view;
  }

  /// How many there are, kept or not.
  long count(Severity severity) {
    return counts.getOrDefault(severity, 0L);
  }

  /// How many are not kept.
  long leftOut() {
    return counts.values().stream().mapToLong(Long::longValue).sum() - kept.size();
  }
}
