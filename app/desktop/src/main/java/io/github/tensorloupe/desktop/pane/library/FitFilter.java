package io.github.tensorloupe.desktop.pane.library;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.adapter.Adapter;
import io.github.tensorloupe.adapter.AdapterModule;
import io.github.tensorloupe.adapter.BaseFit;
import io.github.tensorloupe.adapter.BaseNames;
import io.github.tensorloupe.adapter.BaseTensor;
import io.github.tensorloupe.desktop.job.Batches;
import io.github.tensorloupe.desktop.job.JobSlot;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.BaseStructures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.library.LibraryEntry;
import io.github.tensorloupe.library.LibraryEntry.State;
import io.github.tensorloupe.model.TensorFile;
import java.nio.file.Path;

/// Filters the library for adapters that fit a chosen base, based on headers only. Results are
/// cached for the lifetime of this object. Belongs to the FX thread; headers are read in the
/// background.
final class FitFilter {

  /// @param name the display name
  record Base(Path path, String name, Instant modified) {

    static Base of(BaseStructures.StoredBase source) {
      return new Base(source.path(), CompareBar.name(source.path()), source.when().toInstant());
    }
  }

  private record FitKey(Base base, Path adapter, Instant modified) {}

  final ObjectProperty<Optional<Base>> base = new SimpleObjectProperty<>(Optional.empty());

  /// The number of models that cannot be read, so that their fit is unknown.
  final LongProperty unread = new SimpleLongProperty();

  private final BaseStructures structures;
  private final JobSlot<Integer> checking;
  private final Consumer<Throwable> onFailure;
  private final Runnable onResults;
  private final Messages messages;

  /// The value is empty for adapters that cannot be read.
  private final Map<FitKey, Optional<StructureFit>> answers = new HashMap<>();

  /// @param onResults called when more results are available
  FitFilter(
      BaseStructures structures,
      Jobs jobs,
      Consumer<Throwable> onFailure,
      Runnable onResults,
      Messages messages) {
    this.structures = structures;
    this.checking = new JobSlot<>(jobs);
    this.onFailure = onFailure;
    this.onResults = onResults;
    this.messages = messages;
    // A stopped job would leave an incomplete list.
    checking.onStop(this::clear);
  }

  void choose(Base chosen) {
    checking.clear();
    base.set(Optional.of(chosen));
  }

  void clear() {
    checking.clear();
    base.set(Optional.empty());
  }

  boolean isRunning() {
    return checking.isRunning();
  }

  /// Returns the note that a model fits the chosen base, or an empty string if it does not fit or
  /// the fit is unknown.
  String note(Path path, LibraryEntry entry) {
    Optional<StructureFit> fit =
        base.get()
            .flatMap(
                chosen ->
                    answers.getOrDefault(
                        new FitKey(chosen, path, entry.modified()), Optional.empty()))
            .filter(StructureFit::isFitting);
    if (fit.isEmpty()) {
      return "";
    }
    int unmatched = fit.get().unmatched();
    return unmatched == 0
        ? messages.text("library.fit.all")
        : messages.count("library.fit.part", unmatched);
  }

  /// Checks in the background whether adapters fit the chosen base, unless the results are cached.
  void checkFit(List<LibraryItem> items) {
    if (base.get().isEmpty()) {
      return;
    }
    Base chosen = base.get().get();
    long unreadCount = 0;
    Set<FitKey> left = new LinkedHashSet<>();
    for (LibraryItem item : items) {
      FitKey key = new FitKey(chosen, item.path(), item.modified());
      Optional<StructureFit> answer = answers.get(key);
      if (item.entry().filter(FitFilter::hasNoHeader).isPresent()
          || answer != null && answer.isEmpty()) {
        unreadCount++;
      } else if (answer == null && !item.isDeleted() && item.facts().kind().isAdapter()) {
        left.add(key);
      }
    }
    unread.set(unreadCount);
    if (!left.isEmpty() && !isRunning()) {
      readHeaders(chosen, left);
    }
  }

  private static boolean hasNoHeader(LibraryEntry entry) {
    return entry.state() == State.UNREADABLE
        || entry.state() == State.REFUSED && entry.contents().tensorCount() == 0;
  }

  private void readHeaders(Base chosen, Set<FitKey> adapters) {
    Batches<Map.Entry<FitKey, Optional<StructureFit>>> results =
        checking.batches(
            batch -> {
              batch.forEach(each -> answers.put(each.getKey(), each.getValue()));
              onResults.run();
            });
    checking.start(
        messages.text("library.job.fit"),
        (cancellation, progress) -> {
          BaseNames names = new BaseNames(structures.tensorsAt(chosen.path, cancellation));
          int done = 0;
          for (FitKey each : adapters) {
            cancellation.check();
            results.add(Map.entry(each, fit(each.adapter, names)));
            progress.report(++done, adapters.size());
          }
          results.flush();
          return done;
        },
        _ -> onResults.run(),
        thrown -> {
          clear();
          onFailure.accept(thrown);
        });
  }

  private static Optional<StructureFit> fit(Path path, BaseNames names) {
    try (TensorFile file = TensorFile.open(Adapter.fileAt(path))) {
      return Optional.of(StructureFit.of(Adapter.byHeader(file), names));
    } catch (IOException | OutOfMemoryError e) {
      return Optional.empty();
    }
  }

  /// The number of adapter modules that fit a base, based on names and shapes only.
  ///
  /// @param fitting modules whose tensor has the expected shape
  /// @param misfitting modules whose tensor has another shape
  /// @param unmatched modules without a tensor in the base
  /// @param unknown modules that have a tensor but no known shape
  record StructureFit(int fitting, int misfitting, int unmatched, int unknown) {

    /// Finds the tensors of all modules. Does not read files.
    static StructureFit of(Adapter adapter, BaseNames base) {
      int[] counts = new int[4];
      for (AdapterModule module : adapter.modules()) {
        Optional<BaseTensor> tensor = base.tensorOf(module);
        Optional<Boolean> fits = tensor.flatMap(it -> BaseFit.fits(adapter, module, it));
        counts[tensor.isEmpty() ? 2 : fits.isEmpty() ? 3 : fits.get() ? 0 : 1]++;
      }
      return new StructureFit(counts[0], counts[1], counts[2], counts[3]);
    }

    /// Returns whether some modules fit and none has another shape. Unmatched modules may belong to
    /// models that are not in the base, such as text encoders.
    boolean isFitting() {
      return fitting > 0 && misfitting == 0;
    }
  }
}
