package io.github.tensorloupe.desktop.storage;

import module java.base;

import io.github.tensorloupe.adapter.Adapter;
import io.github.tensorloupe.adapter.AdapterScan;
import io.github.tensorloupe.adapter.MeasuredModule;
import io.github.tensorloupe.model.FileIdentity;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.ParallelWork;
import io.github.tensorloupe.work.Progress;

/// Measures and stores the effective ranks of adapters. The effective rank of an adapter is the
/// median of the effective ranks of its modules. Blocks the calling thread.
public record EffectiveRanks(ScanResultStore store) {

  /// Returns the stored effective rank of an adapter, NaN if it is undefined, or empty if it was
  /// not measured.
  public OptionalDouble find(FileIdentity identity) {
    return store.effectiveRank(identity);
  }

  /// Stores the effective rank of an adapter.
  ///
  /// @param identity the identity of the adapter file when it was opened
  /// @param modules all modules of the adapter
  /// @throws IOException if writing fails
  public void store(FileIdentity identity, List<MeasuredModule> modules) throws IOException {
    store.storeEffectiveRank(identity, MeasuredModule.effectiveRank(modules).orElse(Double.NaN));
  }

  /// Measures all modules of an adapter unless its effective rank is already stored.
  ///
  /// @param progress reported in modules
  /// @throws IOException if reading the file fails, if the file changes during the call, or if
  ///   storing the result fails
  public void measure(Path path, Cancellation cancellation, Progress progress) throws IOException {
    try (TensorFile file = TensorFile.open(path)) {
      if (find(file.identity()).isEmpty()) {
        AdapterScan scan = new AdapterScan(ParallelWork.backgroundThreadCount());
        store(
            file.identity(),
            scan.modules(Adapter.of(file), Optional.empty(), cancellation, progress));
      }
    }
  }
}
