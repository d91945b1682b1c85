package io.github.tensorloupe.desktop.pane.library;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.adapter.Adapter;
import io.github.tensorloupe.adapter.BaseNames;
import io.github.tensorloupe.desktop.job.Batches;
import io.github.tensorloupe.desktop.job.JobSlot;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.job.Work;
import io.github.tensorloupe.desktop.pane.BaseStructures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.library.LibraryEntry;
import io.github.tensorloupe.library.LibraryEntry.State;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
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
  private final Runnable onNews;
  private final Messages messages;

  /// The value is empty for adapters that cannot be read.
  private final Map<FitKey, Optional<StructureFit>> answers = new HashMap<>();

  /// @param onNews called when more results are available
  FitFilter(
      BaseStructures structures,
      Jobs jobs,
      Consumer<Throwable> onFailure,
      Runnable onNews,
      Messages messages) {
    this.structures = structures;
    this.checking = new JobSlot<>(jobs);
    this.onFailure = onFailure;
    this.onNews = onNews;
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
            .map(chosen -> answers.get(new FitKey(chosen, path, entry.modified())))
            .flatMap(Function.identity())
            .filter(StructureFit::isFitting);
    int unmatched = fit.map(StructureFit::unmatched).orElse(0);
    return fit.isEmpty()
        ? ""
        : unmatched == 0
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
      FitKey question = new FitKey(chosen, item.path(), item.modified());
      Optional<StructureFit> answer = answers.get(question);
      if (item.entry().filter(FitFilter::hasNoHeader).isPresent()
          || answer != null && answer.isEmpty()) {
        unreadCount++;
      } else if (answer == null && !item.isDeleted() && item.facts().kind().isAdapter()) {
        left.add(question);
      }
    }
    unread.set(unreadCount);
    if (!left.isEmpty() && !isRunning()) {
      look(chosen, left);
    }
  }

  private static boolean hasNoHeader(LibraryEntry entry) {
    return entry.state() == State.UNREADABLE
        || entry.state() == State.REFUSED && entry.contents().tensorCount() == 0;
  }

  private void look(Base chosen, Set<FitKey> left) {
    Batches<Map.Entry<FitKey, Optional<StructureFit>>> news =
        checking.batches(
            found -> {
              found.forEach(each -> answers.put(each.getKey(), each.getValue()));
              onNews.run();
            });
    checking.start(
        messages.text("library.job.fit"),
        new Look(structures, chosen.path(), left, news),
        _ -> onNews.run(),
        thrown -> {
          clear();
          onFailure.accept(thrown);
        });
  }

  private record Look(
      BaseStructures structures,
      Path base,
      Set<FitKey> adapters,
      Batches<Map.Entry<FitKey, Optional<StructureFit>>> news)
      implements Work<Integer> {

    @Override
    public Integer run(Cancellation cancellation, Progress progress) throws IOException {
      BaseNames names = new BaseNames(structures.tensorsAt(base, cancellation));
      int done = 0;
      for (FitKey each : adapters) {
        cancellation.check();
        news.add(Map.entry(each, fit(each.adapter, names)));
        progress.report(++done, adapters.size());
      }
      news.flush();
      return done;
    }

    private static Optional<StructureFit> fit(Path path, BaseNames names) {
      try (TensorFile file = TensorFile.open(Adapter.fileAt(path))) {
        return Optional.of(StructureFit.of(Adapter.byHeader(file), names));
      } catch (IOException | OutOfMemoryError e) {
        return Optional.empty();
      }
    }
  }
}
