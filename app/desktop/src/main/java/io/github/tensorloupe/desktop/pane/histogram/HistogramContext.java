package io.github.tensorloupe.desktop.pane.histogram;

import module java.base;
import module javafx.base;

import io.github.tensorloupe.analysis.chunk.ChunkedScan;
import io.github.tensorloupe.analysis.chunk.TensorScan;
import io.github.tensorloupe.analysis.distribution.Distribution;
import io.github.tensorloupe.analysis.distribution.DistributionScan;
import io.github.tensorloupe.analysis.health.HealthScan;
import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.analysis.layers.LayerRole;
import io.github.tensorloupe.desktop.error.Feedback;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.histogram.HistogramContext.HistogramSubject.Scope;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.text.Spelled;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// The objects that the models of the pane share. Belongs to the FX thread; tensors are read on any
/// thread.
///
/// @param results the results of scans of the document
/// @param counting counts the values of tensors
/// @param health scans the values of tensors for problems
/// @param layers the layers of the document
/// @param notice receives the outcome of actions
record HistogramContext(
    Selection selection,
    ScanResults results,
    Jobs jobs,
    TensorScan<Distribution> counting,
    TensorScan<TensorHealth> health,
    LayerMapCache layers,
    ObjectProperty<Optional<Feedback>> notice,
    Messages messages) {

  private record Layer(String stack, int number) {}

  private static final int HELD = 16;

  /// Creates a context whose scans use all processors.
  HistogramContext(Selection selection, ScanResults results, Jobs jobs, Messages messages) {
    ChunkedScan scan = ChunkedScan.onAllProcessors();
    this(
        selection,
        results,
        jobs,
        new DistributionScan(scan),
        new HealthScan(scan),
        new LayerMapCache(),
        new SimpleObjectProperty<>(Optional.empty()),
        messages);
  }

  Optional<Checkpoint> checkpoint() {
    return selection.openDocument().map(FileDocument::checkpoint);
  }

  void showNotice(Feedback feedback) {
    notice.set(Optional.of(feedback));
  }

  /// Reports that background work failed.
  void fail(Throwable failure) {
    showNotice(Feedback.failed(failure, messages));
  }

  /// Returns a key that is equal for subjects with the same tensors; for layers only once they are
  /// known.
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

  /// Returns the display name of a subject.
  ///
  /// @param limit maximum length of a name from the document
  String name(HistogramSubject subject, int limit) {
    String name = plainName(subject, limit);
    return weightFormText(subject)
        .map(as -> messages.text("histogram.subject.form", name, as))
        .orElse(name);
  }

  /// Returns whether a subject of several tensors counts quantized weights by their dequantized
  /// values or by their stored ones. Empty if there are no such weights, or if the pane shows part
  /// of a comparison.
  private Optional<String> weightFormText(HistogramSubject subject) {
    boolean hasWeights =
        selection.quantizationProperty().get().filter(it -> !it.weights().isEmpty()).isPresent();
    if (subject.scope() == Scope.TENSOR || selection.linked().isLinked()) {
      return Optional.empty();
    }
    return subject.tensor().isComputed()
        ? Optional.of(messages.text("weight.as.dequantized"))
        : hasWeights ? Optional.of(messages.text("weight.as.stored")) : Optional.empty();
  }

  private String plainName(HistogramSubject subject, int limit) {
    TensorRef tensor = subject.tensor();
    String name = tensor.info().name();
    return switch (subject.scope()) {
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
                          LayerRole.label(role.layer())))
              .orElse(name);
      case FILE ->
          messages.text(
              "histogram.subject.file",
              DisplayText.of(String.valueOf(tensor.file().path().getFileName()), limit));
      case CHECKPOINT -> messages.text("histogram.subject.checkpoint");
    };
  }

  /// Returns the tensors of a subject. Blocks briefly for a layer; may be called from any thread.
  ///
  /// @param open the document; required for layers and the whole document
  /// @throws java.util.concurrent.CancellationException if cancelled
  List<TensorRef> tensors(
      HistogramSubject subject, Optional<Checkpoint> open, Cancellation cancellation) {
    TensorRef tensor = subject.tensor();
    return switch (subject.scope()) {
      case TENSOR -> List.of(tensor);
      case LAYER -> {
        Checkpoint checkpoint = open.orElseThrow();
        yield layers.of(checkpoint, cancellation).layer(checkpoint.indexOf(tensor)).stream()
            .map(checkpoint.tensors()::get)
            .toList();
      }
      case FILE ->
          tensor.file().header().tensors().stream()
              .map(info -> new TensorRef(tensor.file(), info))
              .toList();
      case CHECKPOINT -> open.orElseThrow().tensors();
    };
  }

  /// Counts tensors together, adding up during the count so that only a few distributions are in
  /// memory. Blocks; may be called from any thread.
  ///
  /// @param parts tensors without bytes in the file are ignored
  /// @param each receives each distribution with its index among the tensors that have bytes, one
  ///   call at a time
  Distribution sum(
      List<TensorRef> parts,
      ChunkedScan.Results<Distribution> each,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    List<TensorData> data = parts.stream().flatMap(part -> part.data().stream()).toList();
    List<Distribution> held = new ArrayList<>();
    counting.run(
        data,
        (index, part) -> {
          each.accept(index, part);
          held.add(part);
          if (held.size() == HELD) {
            Distribution sum = Distribution.sum(held);
            held.clear();
            held.add(sum);
          }
        },
        cancellation,
        progress);
    return held.size() == 1 ? held.getFirst() : Distribution.sum(held);
  }

  /// The values that the pane shows: the selected tensor, or a larger unit around it.
  record HistogramSubject(TensorRef tensor, Scope scope) {

    /// A unit of values that are shown together.
    enum Scope implements Spelled {
      /// The tensor alone.
      TENSOR,
      /// All tensors of the tensor's layer.
      LAYER,
      /// All tensors of the file that contains the tensor.
      FILE,
      /// All open tensors.
      CHECKPOINT;

      /// Returns the scopes that differ for a tensor.
      static List<Scope> offeredFor(TensorRef tensor, Checkpoint checkpoint) {
        if (checkpoint.tensors().size() == 1) {
          return List.of(TENSOR);
        }
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
