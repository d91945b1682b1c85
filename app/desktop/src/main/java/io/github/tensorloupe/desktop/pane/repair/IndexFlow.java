package io.github.tensorloupe.desktop.pane.repair;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Remedies;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.Job;
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

/// Offers to write correct indexes for the shards of the open document, plans and writes them.
/// Belongs to the FX thread; files are read and written in the background.
public final class IndexFlow {

  private static final int NAME_CHARACTERS = 200;

  final RepairTools tools;
  final ObjectProperty<Stage> stage = new SimpleObjectProperty<>(new Stage.Looking());

  /// True if a replaced index is kept under another name.
  final BooleanProperty keepsOld = new SimpleBooleanProperty(true);

  private final Messages messages;
  private final IndexFile writer;
  private final Selection selection;
  private final ObservableList<Path> candidates = FXCollections.observableArrayList();
  private Optional<Job> running = Optional.empty();

  public IndexFlow(RepairTools tools, IndexFile writer, Selection selection) {
    this.tools = tools;
    this.messages = tools.messages();
    this.writer = writer;
    this.selection = selection;
    selection
        .documentProperty()
        .subscribe(
            _ ->
                candidates.setAll(
                    selection.openDocument().map(IndexFlow::candidates).orElse(Set.of())));
  }

  /// The paths of indexes that may be wrong or missing. Reads no file.
  private static Set<Path> candidates(OpenDocument document) {
    Checkpoint checkpoint = document.checkpoint();
    if (checkpoint.kind() == FileKind.SAFETENSORS) {
      return Set.of();
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
    return places;
  }

  /// True if a finding of the open document can be fixed by an index, or shards have no index.
  public BooleanExpression possible() {
    return Bindings.isNotEmpty(candidates);
  }

  /// Shows the panel and checks the shards.
  public void show() {
    if (isWriting() || candidates.isEmpty()) {
      return;
    }
    keepsOld.set(true);
    look();
    String name = DisplayText.of(selection.openDocument().orElseThrow().name(), NAME_CHARACTERS);
    tools.show(messages.text("index.title"), () -> new IndexPanel(this, name).panel());
  }

  public boolean isWriting() {
    return stage.get() instanceof Stage.Writing;
  }

  /// Checks the shards and plans the correct indexes.
  void look() {
    List<Path> places = List.copyOf(candidates);
    cancel();
    stage.set(new Stage.Looking());
    running =
        Optional.of(
            tools
                .jobs()
                .start(
                    messages.text("index.job.look"),
                    (cancellation, progress) -> plans(places, cancellation, progress),
                    plans -> stage.set(new Stage.Planned(plans, Optional.empty())),
                    failure -> stage.set(new Stage.Blind(problemOf(failure)))));
  }

  private static List<IndexPlan> plans(
      List<Path> places, Cancellation cancellation, Progress progress) throws IOException {
    List<IndexPlan> plans = new ArrayList<>();
    for (Path place : places) {
      plans.add(IndexPlan.of(place, cancellation, progress));
    }
    plans.removeIf(plan -> !plan.isNeeded());
    return plans;
  }

  /// Writes the indexes that can be written, replacing existing ones.
  void write() {
    if (!(stage.get() instanceof Stage.Planned planned) || planned.writable().isEmpty()) {
      return;
    }
    boolean keeps = keepsOld.get();
    stage.set(new Stage.Writing());
    running =
        Optional.of(
            tools
                .jobs()
                .startToEnd(
                    messages.text("index.job.write"),
                    (cancellation, progress) ->
                        write(planned.writable(), keeps, cancellation, progress),
                    written -> stage.set(new Stage.Done(sentence(written))),
                    failure ->
                        stage.set(
                            new Stage.Planned(planned.plans(), Optional.of(problemOf(failure)))))
                .concluding(
                    () -> stage.get() instanceof Stage.Done(String sentence) ? sentence : ""));
  }

  private List<IndexFile.Written> write(
      List<IndexPlan> plans, boolean keeps, Cancellation cancellation, Progress progress)
      throws IOException {
    List<IndexFile.Written> written = new ArrayList<>();
    for (IndexPlan plan : plans) {
      written.add(writer.write(plan, true, keeps, cancellation));
      progress.report(written.size(), plans.size());
    }
    return written;
  }

  private String sentence(List<IndexFile.Written> written) {
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
    return DisplayText.of(String.valueOf(file.getFileName()), NAME_CHARACTERS);
  }

  private Failure problemOf(Throwable failure) {
    return failure instanceof CancellationException
        ? Failure.told(messages.text("index.cancelled"))
        : Failure.told(messages.sentence(Failures.sentence(failure)), failure);
  }

  /// Stops the job.
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
    }

    record Writing() implements Stage {}

    record Done(String sentence) implements Stage {}
  }
}
