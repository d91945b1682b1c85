package io.github.tensorloupe.desktop.pane.histogram;

import module java.base;

import io.github.tensorloupe.analysis.chunk.ChunkedScan;
import io.github.tensorloupe.analysis.distribution.Distribution;
import io.github.tensorloupe.analysis.distribution.DistributionScan;
import io.github.tensorloupe.analysis.health.HealthScan;
import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.analysis.layers.LayerMapCache;
import io.github.tensorloupe.analysis.layers.LayerRole;
import io.github.tensorloupe.desktop.pane.histogram.HistogramSources.HistogramSubject.Scope;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// The sources of the pane's numbers: results of scans, and distributions that it counts itself.
public final class HistogramSources {

  private record Layer(String stack, int number) {}

  /// Counts the values of tensors, as by [DistributionScan#run].
  @FunctionalInterface
  interface Counting {
    void run(
        List<TensorData> tensors,
        ChunkedScan.Results<Distribution> results,
        Cancellation cancellation,
        Progress progress)
        throws IOException;
  }

  /// Scans the values of a tensor for problems. Blocks.
  @FunctionalInterface
  interface HealthCheck {
    TensorHealth of(TensorData tensor, Cancellation cancellation, Progress progress)
        throws IOException;
  }

  private static final int REMEMBERED_TENSORS = 64;
  private static final int REMEMBERED_SUMS = 8;

  private final ScanResults results;
  private final Counting counting;
  private final HealthCheck healthCheck;
  private final LayerMapCache layers = new LayerMapCache();
  // Those used last stand last.
  private final SequencedMap<Object, Distribution> tensors = new LinkedHashMap<>(16, 0.75f, true);
  private final SequencedMap<Object, Distribution> sums = new LinkedHashMap<>(16, 0.75f, true);

  public HistogramSources(ScanResults results) {
    this(
        results,
        new DistributionScan(ChunkedScan.onAllProcessors())::run,
        HistogramSources::scannedHealth);
  }

  HistogramSources(ScanResults results, Counting counting, HealthCheck healthCheck) {
    this.results = results;
    this.counting = counting;
    this.healthCheck = healthCheck;
  }

  private static TensorHealth scannedHealth(
      TensorData tensor, Cancellation cancellation, Progress progress) throws IOException {
    AtomicReference<TensorHealth> health = new AtomicReference<>();
    new HealthScan(ChunkedScan.onAllProcessors())
        .run(List.of(tensor), (_, found) -> health.set(found), cancellation, progress);
    return health.get();
  }

  /// The results of scans. Belongs to the FX thread.
  ScanResults results() {
    return results;
  }

  HealthCheck healthCheck() {
    return healthCheck;
  }

  /// The layers of the document. Thread-safe.
  LayerMapCache layers() {
    return layers;
  }

  /// A key that is equal for subjects with the same tensors; for layers only once these are known.
  Object key(HistogramSubject subject) {
    return switch (subject.scope()) {
      case TENSOR -> subject.tensor();
      case LAYER ->
          layers
              .role(subject.tensor())
              .filter(_ -> layers.areKnown())
              .<Object>map(role -> new Layer(role.stack(), role.layer()))
              .orElse(subject);
      case FILE -> subject.tensor().file();
      case CHECKPOINT -> Scope.CHECKPOINT;
    };
  }

  private SequencedMap<Object, Distribution> cache(HistogramSubject subject) {
    return subject.scope() == Scope.TENSOR ? tensors : sums;
  }

  /// The cached distribution of a subject. FX thread.
  Optional<Distribution> known(HistogramSubject subject) {
    return Optional.ofNullable(cache(subject).get(key(subject)));
  }

  /// Caches a distribution in place of the least recently used one. FX thread.
  void remember(HistogramSubject subject, Distribution distribution) {
    cache(subject).put(key(subject), distribution);
    int capacity = subject.scope() == Scope.TENSOR ? REMEMBERED_TENSORS : REMEMBERED_SUMS;
    if (cache(subject).size() > capacity) {
      cache(subject).pollFirstEntry();
    }
  }

  /// The tensors of a subject. Blocks briefly for those of a layer.
  ///
  /// @throws java.util.concurrent.CancellationException if cancelled
  List<TensorRef> tensors(
      HistogramSubject subject, Checkpoint checkpoint, Cancellation cancellation) {
    return switch (subject.scope()) {
      case TENSOR -> List.of(subject.tensor());
      case LAYER ->
          layers.of(checkpoint, cancellation).layer(checkpoint.indexOf(subject.tensor())).stream()
              .map(checkpoint.tensors()::get)
              .toList();
      case FILE ->
          subject.tensor().file().header().tensors().stream()
              .map(info -> new TensorRef(subject.tensor().file(), info))
              .toList();
      case CHECKPOINT -> checkpoint.tensors();
    };
  }

  /// Counts each of several tensors. Blocks; any thread.
  ///
  /// @param parts those without bytes in the file get no result
  /// @param receiver receives a distribution with its index among those that have bytes, one call
  ///   at a time
  void each(
      List<TensorRef> parts,
      ChunkedScan.Results<Distribution> receiver,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    List<TensorData> data = parts.stream().flatMap(part -> part.data().stream()).toList();
    counting.run(data, receiver, cancellation, progress);
  }

  /// Counts tensors together. Blocks; any thread.
  ///
  /// @param parts those without bytes in the file count for nothing
  Distribution count(List<TensorRef> parts, Cancellation cancellation, Progress progress)
      throws IOException {
    RunningSum sum = new RunningSum();
    each(parts, (_, part) -> sum.add(part), cancellation, progress);
    return sum.total();
  }

  /// Clears what is known of the document.
  void clear() {
    tensors.clear();
    sums.clear();
    layers.clear();
  }

  /// Sums distributions as they arrive, so that only a few are held in memory.
  static final class RunningSum {

    private static final int HELD = 16;

    private final List<Distribution> parts = new ArrayList<>();

    void add(Distribution part) {
      parts.add(part);
      if (parts.size() == HELD) {
        parts.add(total());
      }
    }

    /// The sum of all distributions added; starts again from nothing.
    Distribution total() {
      Distribution total = parts.size() == 1 ? parts.getFirst() : Distribution.sum(parts);
      parts.clear();
      return total;
    }
  }

  /// The values that the pane shows: those of the selected tensor, or of a larger unit around it.
  record HistogramSubject(TensorRef tensor, Scope scope) {

    /// The name for display.
    ///
    /// @param layers of the document
    /// @param limit the most characters of a name of the document
    String name(LayerMapCache layers, int limit, Messages messages) {
      String name = tensor.info().name();
      return switch (scope) {
        case TENSOR ->
            name.isEmpty() ? messages.text("histogram.empty-name") : DisplayText.of(name, limit);
        case LAYER ->
            layers
                .role(tensor)
                .map(
                    role ->
                        messages.text(
                            "histogram.subject.layer",
                            DisplayText.of(role.stack(), limit),
                            String.valueOf(role.layer())))
                .orElse(name);
        case FILE ->
            messages.text(
                "histogram.subject.file",
                DisplayText.of(String.valueOf(tensor.file().path().getFileName()), limit));
        case CHECKPOINT -> messages.text("histogram.subject.checkpoint");
      };
    }

    /// A unit of values that are shown together.
    enum Scope {
      /// The tensor alone.
      TENSOR,
      /// All tensors of the tensor's layer.
      LAYER,
      /// All tensors of the file that the tensor is in.
      FILE,
      /// All tensors that are open.
      CHECKPOINT;

      /// The last part of its message keys.
      String key() {
        return name().toLowerCase(Locale.ROOT);
      }

      /// The scopes that make a difference for a tensor.
      static List<Scope> offeredFor(TensorRef tensor, Checkpoint checkpoint) {
        boolean inLayer = LayerRole.of(tensor.info().name()).isPresent();
        boolean inSet = checkpoint.files().size() > 1;
        return Stream.of(values())
            .filter(scope -> scope != LAYER || inLayer)
            .filter(scope -> scope != FILE || inSet)
            .toList();
      }
    }
  }
}
