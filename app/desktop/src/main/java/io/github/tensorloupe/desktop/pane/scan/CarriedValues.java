package io.github.tensorloupe.desktop.pane.scan;

import module java.base;

import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.analysis.health.ZeroPages;
import io.github.tensorloupe.desktop.selection.KnownValues;
import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;

/// Carries results over to a document reloaded after this window has saved some of its files. A
/// save does not change the data, but may move it.
///
/// @param before the document before the save
/// @param known its results
/// @param saved the saved files
record CarriedValues(OpenDocument before, KnownValues known, Set<Path> saved) {

  private static final long PAGE_BITS = ZeroPages.PAGE_BYTES * 8L;

  /// The valid results of the reloaded document. Takes time in proportion to the number of tensors.
  KnownValues in(OpenDocument now) {
    KnownValues carried = new KnownValues(now.checkpoint().tensors().size());
    Map<Path, Integer> firstBefore = firstTensors();
    int first = 0;
    for (TensorFile file : now.checkpoint().files()) {
      List<TensorInfo> tensors = file.header().tensors();
      Integer begin = firstBefore.get(file.path());
      if (begin != null && saved.contains(file.path()) && !tensors.isEmpty()) {
        TensorFile old = before.checkpoint().tensors().get(begin).file();
        if (old.header().tensors().equals(tensors) && old.dataLength().equals(file.dataLength())) {
          carry(begin, old, first, file, carried);
        }
      }
      first += tensors.size();
    }
    return carried;
  }

  private Map<Path, Integer> firstTensors() {
    Map<Path, Integer> first = new HashMap<>();
    List<TensorRef> tensors = before.checkpoint().tensors();
    for (int tensor = 0; tensor < tensors.size(); tensor++) {
      first.putIfAbsent(tensors.get(tensor).file().path(), tensor);
    }
    return first;
  }

  private void carry(int begin, TensorFile old, int first, TensorFile file, KnownValues carried) {
    long moved = file.reading().dataStart().orElseThrow() - old.reading().dataStart().orElseThrow();
    for (int i = 0; i < file.header().tensors().size(); i++) {
      int to = first + i;
      TensorRef tensor = new TensorRef(file, file.header().tensors().get(i));
      known
          .health(begin + i)
          .flatMap(health -> moved(health, moved, tensor))
          .ifPresent(health -> carried.setHealth(to, health));
      known.figures(begin + i).ifPresent(figures -> carried.setFigures(to, figures));
    }
  }

  /// Moves results by whole pages. Empty if moved data could now fill other pages.
  private static Optional<TensorHealth> moved(TensorHealth health, long by, TensorRef tensor) {
    if (by % ZeroPages.PAGE_BYTES == 0) {
      return Optional.of(by == 0 ? health : withPages(health, moved(health.zeroPages(), by)));
    }
    int partBits = tensor.data().map(data -> data.partBits()).orElse(0);
    boolean canFillAPage = health.zero().count() >= PAGE_BITS / Math.max(1, partBits);
    return canFillAPage ? Optional.empty() : Optional.of(health);
  }

  private static ZeroPages moved(ZeroPages pages, long by) {
    return new ZeroPages(
        pages.pageCount(),
        pages.runCount(),
        pages.runs().stream().map(run -> new ByteRange(run.begin() + by, run.end() + by)).toList());
  }

  private static TensorHealth withPages(TensorHealth health, ZeroPages pages) {
    return new TensorHealth(
        health.partCount(),
        health.nan(),
        health.positiveInfinity(),
        health.negativeInfinity(),
        health.zero(),
        health.subnormal(),
        health.invalid(),
        health.sameness(),
        health.isInitial(),
        pages);
  }
}
