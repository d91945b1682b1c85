package io.github.tensorloupe.desktop.pane.library;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.adapter.Adapter;
import io.github.tensorloupe.adapter.BaseNames;
import io.github.tensorloupe.adapter.StructureFit;
import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.job.LatestJob;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.library.LibraryEntry.State;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.storage.BaseStructures;
import io.github.tensorloupe.work.Batches;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import io.github.tensorloupe.work.Work;
import java.nio.file.Path;

/// The adapters of the library that fit a chosen base, by headers alone. Results last as long as
/// this object. Belongs to the FX thread; headers are read in the background.
final class FitFilter {

  /// @param modified empty where the base is not in the library
  record Base(Path path, Optional<Instant> modified) {}

  private record Question(Base base, Path adapter, Instant modified) {}

  final ObjectProperty<Optional<Base>> base = new SimpleObjectProperty<>(Optional.empty());

  private final BaseStructures structures;
  private final Jobs jobs;
  private final LatestJob looking;
  private final Consumer<Throwable> onFailure;
  private final Runnable onNews;
  private final Messages messages;

  /// Empty for adapters that cannot be read.
  private final Map<Question, Optional<StructureFit>> answers = new HashMap<>();

  /// Those that are not asked again if the job was stopped.
  private final Set<Question> asked = new HashSet<>();

  private long unreadCount;
  private Optional<Job> current = Optional.empty();

  /// @param onNews is called when more is known
  FitFilter(
      BaseStructures structures,
      Jobs jobs,
      Consumer<Throwable> onFailure,
      Runnable onNews,
      Messages messages) {
    this.structures = structures;
    this.jobs = jobs;
    this.looking = new LatestJob(jobs);
    this.onFailure = onFailure;
    this.onNews = onNews;
    this.messages = messages;
  }

  void choose(Base chosen) {
    stop();
    base.set(Optional.of(chosen));
  }

  void clear() {
    stop();
    base.set(Optional.empty());
  }

  private void stop() {
    looking.cancel();
    current = Optional.empty();
    asked.clear();
  }

  /// The same models, those that fit the chosen base with a note on it. Looks at new ones.
  List<LibraryItem> noted(List<LibraryItem> items) {
    unreadCount = 0;
    if (base.get().isEmpty()) {
      return items;
    }
    Base chosen = base.get().get();
    lookAtNew(chosen, items);
    unreadCount = items.stream().filter(item -> isUnreadable(chosen, item)).count();
    return items.stream().map(item -> item.withFit(note(answer(chosen, item)))).toList();
  }

  private Optional<StructureFit> answer(Base chosen, LibraryItem item) {
    return answers.getOrDefault(question(chosen, item), Optional.empty());
  }

  private static Question question(Base chosen, LibraryItem item) {
    return new Question(chosen, item.path(), item.modified());
  }

  private String note(Optional<StructureFit> fit) {
    if (fit.filter(StructureFit::isFitting).isEmpty()) {
      return "";
    }
    int unmatched = fit.get().unmatched();
    return unmatched == 0
        ? messages.text("library.fit.all")
        : messages.count("library.fit.part", unmatched);
  }

  /// The number of models of which nobody knows whether they fit the chosen base.
  long unreadCount() {
    return unreadCount;
  }

  private boolean isUnreadable(Base chosen, LibraryItem item) {
    boolean hasNoHeader =
        item.entry().filter(entry -> entry.state() == State.UNREADABLE).isPresent();
    Optional<StructureFit> answer = answers.get(question(chosen, item));
    return hasNoHeader || answer != null && answer.isEmpty();
  }

  private void lookAtNew(Base chosen, List<LibraryItem> items) {
    if (current.filter(jobs.running()::contains).isPresent()) {
      return;
    }
    Map<Question, Path> left = new LinkedHashMap<>();
    for (LibraryItem item : items) {
      Question question = question(chosen, item);
      boolean isAdapter = item.facts().kind().isAdapter() && !item.isGone();
      if (isAdapter && !answers.containsKey(question) && asked.add(question)) {
        left.put(question, item.path());
      }
    }
    if (left.isEmpty()) {
      return;
    }
    Batches<Map.Entry<Question, Optional<StructureFit>>> news =
        jobs.batches(
            found -> {
              found.forEach(each -> answers.put(each.getKey(), each.getValue()));
              onNews.run();
            });
    current =
        Optional.of(
            looking.start(
                messages.text("library.job.fit"),
                new Look(structures, chosen.path(), left, news),
                _ -> onNews.run(),
                thrown -> {
                  clear();
                  onFailure.accept(thrown);
                }));
  }

  /// Reads the headers of a base and of adapters.
  private record Look(
      BaseStructures structures,
      Path base,
      Map<Question, Path> adapters,
      Batches<Map.Entry<Question, Optional<StructureFit>>> news)
      implements Work<Integer> {

    @Override
    public Integer run(Cancellation cancellation, Progress progress) throws IOException {
      BaseNames names = new BaseNames(structures.tensorsAt(base, cancellation));
      int done = 0;
      for (Map.Entry<Question, Path> each : adapters.entrySet()) {
        cancellation.check();
        news.add(Map.entry(each.getKey(), fit(each.getValue(), names)));
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
