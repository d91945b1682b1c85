package io.github.tensorloupe.desktop.pane.repair;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Remedies;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.repair.FixFlow.RepairTools;
import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.export.IndexFile;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.integrity.doctor.IndexPlaces;
import io.github.tensorloupe.integrity.doctor.IndexPlan;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.nio.file.Path;

/// Offers to write correct indexes for the shards of the open document. Belongs to the FX thread.
public final class IndexFlow {

  private final RepairTools tools;
  private final IndexFile writer;
  private final ReadOnlyBooleanWrapper possible = new ReadOnlyBooleanWrapper();
  private List<Path> candidates = List.of();
  private Optional<OpenDocument> document = Optional.empty();
  private Optional<IndexViewModel> current = Optional.empty();

  public IndexFlow(RepairTools tools, IndexFile writer, Selection selection) {
    this.tools = tools;
    this.writer = writer;
    selection
        .documentProperty()
        .subscribe(
            _ -> {
              document = selection.openDocument();
              candidates = document.map(IndexFlow::candidates).orElse(List.of());
              possible.set(!candidates.isEmpty());
            });
  }

  /// The paths of indexes that may be wrong or missing. Reads no file.
  private static List<Path> candidates(OpenDocument document) {
    Checkpoint checkpoint = document.checkpoint();
    if (checkpoint.kind() == FileKind.SAFETENSORS) {
      return List.of();
    }
    boolean hasFindings =
        document.findings().stream()
            .flatMap(located -> Remedies.of(located.finding().code()).stream())
            .anyMatch(Command.WRITE_INDEX::equals);
    Set<Path> places = new LinkedHashSet<>();
    for (CheckpointPart part : checkpoint.parts()) {
      boolean lacksIndex = part.index().isEmpty() && !part.files().isEmpty();
      IndexPlaces.of(part.path()).filter(_ -> hasFindings || lacksIndex).ifPresent(places::add);
    }
    return List.copyOf(places);
  }

  /// True if a finding of the open document can be fixed by an index, or shards have no index.
  public BooleanExpression possible() {
    return possible.getReadOnlyProperty();
  }

  /// Shows the panel and checks the shards.
  public void show() {
    if (isWriting() || candidates.isEmpty() || document.isEmpty()) {
      return;
    }
    IndexViewModel model = new IndexViewModel(candidates, writer, tools.jobs(), tools.messages());
    current = Optional.of(model);
    String name = document.get().name();
    tools.show(
        tools.messages().text("index.title"), () -> new IndexPanel(model, name, tools).panel());
    model.look();
  }

  public boolean isWriting() {
    return current
        .filter(model -> model.stageProperty().get() instanceof IndexViewModel.Stage.Writing)
        .isPresent();
  }

  /// Plans and writes indexes. Belongs to the FX thread; files are read and written in the
  /// background.
  static final class IndexViewModel {

    private final List<Path> candidates;
    private final IndexFile writer;
    private final Jobs jobs;
    private final Messages messages;
    private final ReadOnlyObjectWrapper<Stage> stage =
        new ReadOnlyObjectWrapper<>(new Stage.Looking());
    private final BooleanProperty keepsOld = new SimpleBooleanProperty(true);
    private Optional<Job> running = Optional.empty();

    /// @param candidates paths of existing or missing indexes
    IndexViewModel(List<Path> candidates, IndexFile writer, Jobs jobs, Messages messages) {
      this.candidates = candidates;
      this.writer = writer;
      this.jobs = jobs;
      this.messages = messages;
    }

    ReadOnlyObjectProperty<Stage> stageProperty() {
      return stage.getReadOnlyProperty();
    }

    /// True if a replaced index is kept under another name.
    BooleanProperty keepsOldProperty() {
      return keepsOld;
    }

    /// Checks the shards and plans the correct indexes.
    void look() {
      stage.set(new Stage.Looking());
      running =
          Optional.of(
              jobs.start(
                  messages.text("index.job.look"),
                  this::plans,
                  plans -> stage.set(new Stage.Planned(plans, Optional.empty())),
                  failure -> stage.set(new Stage.Blind(problemOf(failure)))));
    }

    private List<IndexPlan> plans(Cancellation cancellation, Progress progress) throws IOException {
      List<IndexPlan> plans = new ArrayList<>();
      for (Path candidate : candidates) {
        IndexPlan plan = IndexPlan.of(candidate, candidate, cancellation, progress);
        if (plan.isNeeded()) {
          plans.add(plan);
        }
      }
      return plans;
    }

    /// Writes the indexes that can be written, replacing existing ones.
    void write() {
      if (!(stage.get() instanceof Stage.Planned planned) || planned.writable().isEmpty()) {
        return;
      }
      boolean keeps = keepsOld.get();
      stage.set(new Stage.Writing(planned));
      running =
          Optional.of(
              jobs.startToEnd(
                      messages.text("index.job.write"),
                      (cancellation, progress) -> writeAll(planned, keeps, cancellation, progress),
                      written -> stage.set(new Stage.Done(done(written))),
                      failure ->
                          stage.set(
                              new Stage.Planned(planned.plans(), Optional.of(problemOf(failure)))))
                  .concluding(
                      () -> stage.get() instanceof Stage.Done(String sentence) ? sentence : ""));
    }

    private List<IndexFile.Written> writeAll(
        Stage.Planned planned, boolean keeps, Cancellation cancellation, Progress progress)
        throws IOException {
      List<IndexFile.Written> written = new ArrayList<>();
      List<IndexPlan> plans = planned.writable();
      for (IndexPlan plan : plans) {
        written.add(writer.write(plan, true, keeps, cancellation));
        progress.report(written.size(), plans.size());
      }
      return written;
    }

    private String done(List<IndexFile.Written> written) {
      if (written.size() > 1) {
        return messages.text("index.written.all", messages.count(written.size()));
      }
      IndexFile.Written only = written.getFirst();
      String name = nameOf(only.file());
      return only.backup()
          .map(backup -> messages.text("index.written.backup", name, nameOf(backup)))
          .orElseGet(() -> messages.text("index.written", name));
    }

    private static String nameOf(Path file) {
      return DisplayText.of(String.valueOf(file.getFileName()), 200);
    }

    private Failure problemOf(Throwable failure) {
      return failure instanceof CancellationException
          ? Failure.told(messages.text("index.cancelled"))
          : Failure.told(messages.sentence(Failures.sentence(failure)), failure);
    }

    void cancel() {
      running.ifPresent(Job::cancel);
    }

    /// The stages of writing indexes.
    sealed interface Stage {

      record Looking() implements Stage {}

      /// The shards could not be read.
      record Blind(Failure failure) implements Stage {}

      /// Plans are ready.
      ///
      /// @param plans of incorrect indexes; empty if all are correct
      /// @param problem why the last attempt to write failed
      record Planned(List<IndexPlan> plans, Optional<Failure> problem) implements Stage {

        /// The plans that can be carried out.
        List<IndexPlan> writable() {
          return plans.stream().filter(plan -> plan.obstacles().isEmpty()).toList();
        }

        /// True if a plan replaces an existing index.
        boolean replaces() {
          return writable().stream().anyMatch(IndexPlan::replaces);
        }
      }

      record Writing(Planned planned) implements Stage {}

      record Done(String sentence) implements Stage {}
    }
  }
}
