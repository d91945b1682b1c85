package io.github.tensorloupe.desktop.pane.convert;

import module java.base;

import io.github.tensorloupe.adapter.Adapter;
import io.github.tensorloupe.adapter.AdapterScan;
import io.github.tensorloupe.adapter.MeasuredModule;
import io.github.tensorloupe.desktop.selection.NetworkPosition;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// The singular values of the modules of an adapter, and the share of the norm that the largest of
/// them keep.
///
/// @param modules the modules with a spectrum, in the order of the network
record Spectra(List<Spectrum> modules) {

  /// The spectrum of a module.
  ///
  /// @param shares the share of the norm that the first values keep, by the number of values
  record Spectrum(String module, double[] shares) {

    static Spectrum of(String module, List<Double> singularValues) {
      double sum = singularValues.stream().mapToDouble(value -> value * value).sum();
      double[] shares = new double[singularValues.size() + 1];
      double squares = 0;
      for (int i = 0; i < singularValues.size(); i++) {
        squares += singularValues.get(i) * singularValues.get(i);
        shares[i + 1] = sum == 0 ? 1 : Math.min(1, Math.sqrt(squares / sum));
      }
      return new Spectrum(module, shares);
    }

    double share(int rank) {
      return shares[Math.min(rank, shares.length - 1)];
    }

    /// Returns the smallest rank that keeps a share.
    int rank(double share) {
      int rank = 1;
      while (rank < shares.length - 1 && shares[rank] < share) {
        rank++;
      }
      return rank;
    }
  }

  /// Measures an adapter. Blocks.
  ///
  /// @throws IOException if reading fails
  static Spectra measure(Path path, Cancellation cancellation, Progress progress)
      throws IOException {
    try (TensorFile file = TensorFile.open(Adapter.fileAt(path))) {
      List<MeasuredModule> measured =
          AdapterScan.onAllProcessors()
              .modules(Adapter.of(file), Optional.empty(), cancellation, progress);
      return new Spectra(
          NetworkPosition.inOrder(measured).stream()
              .filter(each -> !each.figures().singularValues().isEmpty())
              .map(each -> Spectrum.of(each.module().name(), each.figures().singularValues()))
              .toList());
    }
  }

  double meanShare(int rank) {
    return modules.stream().mapToDouble(each -> each.share(rank)).average().orElse(1);
  }

  /// Returns the module of which the smallest share is kept.
  Optional<Spectrum> worst(int rank) {
    return modules.stream().min(Comparator.comparingDouble(each -> each.share(rank)));
  }
}
