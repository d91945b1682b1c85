package io.github.tensorloupe.storage;

import module java.base;

import io.github.tensorloupe.adapter.Adapter;
import io.github.tensorloupe.adapter.AdapterScan;
import io.github.tensorloupe.adapter.MeasuredModule;
import io.github.tensorloupe.model.FileIdentity;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.ParallelWork;
import io.github.tensorloupe.work.Progress;

/// The effective ranks of adapters, each the median of its modules, kept with the results of scans.
/// Blocks the calling thread.
public record EffectiveRanks(ScanMemory memory) {

  /// The kept effective rank of an adapter; empty where it was not measured, NaN where it has none.
  public OptionalDouble known(FileIdentity identity) {
    return memory.effectiveRank(identity);
  }

  /// Keeps the effective rank of an adapter all of whose modules were measured.
  ///
  /// @param identity of its file when that was opened
  /// @throws IOException if writing fails
  public void keep(FileIdentity identity, List<MeasuredModule> modules) throws IOException {
    memory.keepEffectiveRank(identity, MeasuredModule.effectiveRank(modules).orElse(Double.NaN));
  }

  /// Measures all modules of an adapter unless its effective rank is kept already.
  ///
  /// @param progress in modules
  /// @throws IOException if the file cannot be read, changes meanwhile, or the result cannot be
  ///   kept
  public void measure(Path path, Cancellation cancellation, Progress progress) throws IOException {
    try (TensorFile file = TensorFile.open(path)) {
      if (known(file.identity()).isEmpty()) {
        AdapterScan scan = new AdapterScan(ParallelWork.threadsBesideOthers());
        keep(
            file.identity(),
            scan.modules(Adapter.of(file), Optional.empty(), cancellation, progress));
      }
    }
  }
}
