package io.github.tensorloupe.adapter;

import module java.base;

import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.IoFunction;
import io.github.tensorloupe.work.ParallelWork;
import io.github.tensorloupe.work.Progress;

/// The measurement of modules on several threads, each with the factors of one module.
///
/// @param threadCount the number of threads, including the calling thread
public record AdapterScan(int threadCount) {

  public static AdapterScan onAllProcessors() {
    return new AdapterScan(ParallelWork.defaultThreadCount());
  }

  /// Measures all modules of an adapter, in order. Blocks.
  ///
  /// @param base the base whose weights the modules change, or empty
  /// @param progress reported in modules
  /// @throws IOException if reading fails or the file changed since it was opened
  public List<MeasuredModule> modules(
      Adapter adapter, Optional<BaseNames> base, Cancellation cancellation, Progress progress)
      throws IOException {
    List<MeasuredModule> measured =
        run(adapter.modules(), module -> measure(adapter, module, base), cancellation, progress);
    adapter.file().bytes().requireUnchanged();
    return measured;
  }

  private static MeasuredModule measure(
      Adapter adapter, AdapterModule module, Optional<BaseNames> base) throws IOException {
    Optional<Delta> delta = module.delta();
    ModuleFigures figures = ModuleFigures.of(module, delta);
    Optional<BaseTensor> tensor = base.flatMap(names -> names.tensorOf(module));
    Optional<BaseFit> fit = Optional.empty();
    if (tensor.isPresent()) {
      fit = Optional.of(BaseFit.of(adapter, module, delta, figures, tensor.get()));
    }
    return new MeasuredModule(module, figures, fit);
  }

  /// Measures the pairs of modules of two adapters, in the order of [AdapterPair#of]. Blocks.
  ///
  /// @throws IOException if reading fails or a file changed since it was opened
  public List<AdapterPair> pairs(Adapter a, Adapter b, Cancellation cancellation, Progress progress)
      throws IOException {
    List<AdapterPair> measured =
        run(AdapterPair.of(a, b), AdapterPair::measured, cancellation, progress);
    a.file().bytes().requireUnchanged();
    b.file().bytes().requireUnchanged();
    return measured;
  }

  /// Returns the cosines of both deltas of pairs, in order, without their other figures. A cosine
  /// is NaN if it is unknown or a delta is zero. Blocks.
  ///
  /// @throws IOException if reading fails
  public List<Double> cosines(List<AdapterPair> pairs) throws IOException {
    return run(pairs, AdapterPair::readCosine, Cancellation.NEVER, Progress.NONE);
  }

  private <T, R> List<R> run(
      List<T> items, IoFunction<T, R> measuring, Cancellation cancellation, Progress progress)
      throws IOException {
    int count = items.size();
    AtomicReferenceArray<R> results = new AtomicReferenceArray<>(count);
    ParallelWork work = new ParallelWork(cancellation);
    work.forEach(
        count, threadCount, progress, () -> at -> results.set(at, measuring.apply(items.get(at))));
    return IntStream.range(0, count).mapToObj(results::get).toList();
  }
}
