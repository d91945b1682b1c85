package io.github.tensorloupe.desktop.pane.repair;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Remedies;
import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.notice.Tone;
import io.github.tensorloupe.desktop.control.panel.Panel;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.control.panel.PanelSource;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.export.IndexFile;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.integrity.doctor.IndexChanges;
import io.github.tensorloupe.integrity.doctor.IndexPlan;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.CheckpointFinder;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.nio.file.Path;
import javafx.scene.control.Label;

/// Offers to write correct indexes for the shards of the open document, and plans and writes them.
/// Belongs to the FX thread; files are read and written in the background.
public final class IndexFlow {

  private static final int MAX_PLANS = 20;
  private static final int PATH_CHARACTERS = 300;
  private static final int SENTENCE_CHARACTERS = 1200;
  private static final int NAME_CHARACTERS = 200;

  private final PaneContext context;
  private final Runnable reopen;
  private final ObjectProperty<Stage> stage = new SimpleObjectProperty<>(new Stage.Searching());

  /// True if a replaced index is kept under another name.
  private final BooleanProperty keepsOld = new SimpleBooleanProperty(true);

  private final Messages messages;
  private final IndexFile writer;
  private final Selection selection;
  private final ObservableList<Path> candidates = FXCollections.observableArrayList();
  private Optional<Job> running = Optional.empty();

  public IndexFlow(PaneContext context, IndexFile writer, Runnable reopen) {
    this.context = context;
    this.reopen = reopen;
    this.messages = context.messages();
    this.writer = writer;
    this.selection = context.selection();
    selection
        .documentProperty()
        .subscribe(
            _ ->
                candidates.setAll(
                    selection.openDocument().map(IndexFlow::candidates).orElse(Set.of())));
  }

  /// Returns the paths of indexes that may be wrong or missing. Does not read files.
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
      CheckpointFinder.indexPath(part.path())
          .filter(_ -> hasFindings || lacksIndex)
          .ifPresent(places::add);
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
    String title = messages.text("index.title");
    context.panels().show(new PanelSource("repair", title, () -> new IndexPanel(name).panel));
  }

  public boolean isWriting() {
    return stage.get() instanceof Stage.Writing;
  }

  private void look() {
    List<Path> places = List.copyOf(candidates);
    cancel();
    stage.set(new Stage.Searching());
    running =
        Optional.of(
            context
                .jobs()
                .start(
                    messages.text("index.job.look"),
                    (cancellation, progress) -> plans(places, cancellation, progress),
                    plans -> stage.set(new Stage.Planned(plans, Optional.empty())),
                    failure -> plan(List.of(), failure)));
  }

  private List<IndexPlan> plans(List<Path> places, Cancellation cancellation, Progress progress)
      throws IOException {
    List<IndexPlan> plans = new ArrayList<>();
    for (Path place : places) {
      plans.add(writer.plan(place, place, cancellation, progress));
    }
    plans.removeIf(plan -> !plan.isNeeded());
    return plans;
  }

  private void write() {
    if (!(stage.get() instanceof Stage.Planned planned) || planned.writable().isEmpty()) {
      return;
    }
    boolean keeps = keepsOld.get();
    stage.set(new Stage.Writing());
    running =
        Optional.of(
            context
                .jobs()
                .startWriting(
                    messages.text("index.job.write"),
                    (cancellation, progress) ->
                        write(planned.writable(), keeps, cancellation, progress),
                    written -> stage.set(new Stage.Done(sentence(written))),
                    failure -> plan(planned.plans(), failure))
                .withMessage(
                    () -> stage.get() instanceof Stage.Done(String sentence) ? sentence : ""));
  }

  private List<IndexFile.Written> write(
      List<IndexPlan> plans, boolean keeps, Cancellation cancellation, Progress progress)
      throws IOException {
    List<IndexFile.Written> written = new ArrayList<>();
    for (IndexPlan plan : plans) {
      IndexFile.Written index = writer.write(plan, true, keeps, cancellation);
      if (index.problem().isPresent()) {
        throw index.problem().get();
      }
      written.add(index);
      progress.report(written.size(), plans.size());
    }
    return written;
  }

  private String sentence(List<IndexFile.Written> written) {
    List<Sentence> warnings = written.stream().flatMap(it -> it.warning().stream()).toList();
    if (written.size() > 1) {
      String all = messages.text("index.written.all", messages.count(written.size()));
      return messages.withWarnings(all, warnings);
    }
    IndexFile.Written only = written.getFirst();
    String name = nameOf(only.file());
    String sentence =
        only.backup()
            .map(backup -> messages.text("index.written.backup", name, nameOf(backup)))
            .orElseGet(() -> messages.text("index.written", name));
    return messages.withWarnings(sentence, warnings);
  }

  private static String nameOf(Path file) {
    return DisplayText.of(String.valueOf(file.getFileName()), NAME_CHARACTERS);
  }

  private void plan(List<IndexPlan> plans, Throwable failure) {
    Failure problem =
        failure instanceof CancellationException
            ? Failure.ofMessage(messages.text("index.cancelled"))
            : Failure.ofMessage(messages.sentence(Failures.sentence(failure)), failure);
    stage.set(new Stage.Planned(plans, Optional.of(problem)));
  }

  private void cancel() {
    running.ifPresent(Job::cancel);
  }

  private final class IndexPanel {

    private final Panel panel = new Panel("index");
    private final Button close = button("close", this::close);
    private final Button stop = button("stop", IndexFlow.this::cancel);
    private final Button write = button("write", IndexFlow.this::write);
    private final Button again = button("again", IndexFlow.this::look);
    private final CheckBox keepOld = new CheckBox(messages.text("index.keep-old"));

    /// @param documentName safe to display
    IndexPanel(String documentName) {
      keepOld.setId("index-keep-old");
      keepOld.setWrapText(true);
      keepOld.selectedProperty().bindBidirectional(keepsOld);
      panel.setTitle(messages.text("index.title"), documentName);
      panel.setOnEscape(this::close);
      WeakSubscriptions.of(panel).subscribe(stage, this::showStage);
    }

    private Button button(String id, Runnable action) {
      return PanelParts.button("index-" + id, messages.text("index.button." + id), action);
    }

    private void showStage(Stage stage) {
      switch (stage) {
        case Stage.Searching _ -> {
          panel.setBody(busy("index.looking"));
          panel.setButtons(List.of(), List.of(close));
        }
        case Stage.Planned planned -> showPlans(planned);
        case Stage.Writing _ -> {
          panel.setBody(busy("index.writing"));
          panel.setStopButton(stop);
        }
        case Stage.Done(String sentence) -> {
          context.panels().hide(panel);
          context.showMessage().accept(sentence);
          reopen.run();
        }
      }
    }

    private VBox busy(String key) {
      ProgressBar bar = new ProgressBar(ProgressBar.INDETERMINATE_PROGRESS);
      bar.setMaxWidth(Double.MAX_VALUE);
      bar.setAccessibleText(messages.text(key));
      return new VBox(8, PanelParts.wrapping(messages.text(key)), bar);
    }

    private void showPlans(Stage.Planned planned) {
      VBox body = new VBox(20);
      List<IndexPlan> plans = planned.plans();
      Optional<Failure> problem = planned.problem();
      if (plans.isEmpty() && problem.isEmpty()) {
        body.getChildren().add(PanelParts.notice(Tone.SUCCESS, messages.text("index.right")));
      }
      plans.stream().limit(MAX_PLANS).forEach(plan -> body.getChildren().add(section(plan)));
      if (plans.size() > MAX_PLANS) {
        String more = messages.text("index.more-plans", messages.count(plans.size() - MAX_PLANS));
        body.getChildren().add(PanelParts.wrapping(more, "muted"));
      }
      if (planned.writable().stream().anyMatch(IndexPlan::replaces)) {
        body.getChildren().add(keepOld);
      }
      problem.ifPresent(failure -> body.getChildren().add(PanelParts.notice(failure, messages)));
      panel.setBody(body);
      boolean canWrite = problem.isEmpty() && !planned.writable().isEmpty();
      boolean canLook = problem.isPresent() || planned.writable().size() < plans.size();
      panel.setButtons(
          List.of(),
          canWrite ? List.of(close, write) : canLook ? List.of(close, again) : List.of(close));
      if (problem.isPresent()) {
        panel.showEnd();
      }
    }

    private VBox section(IndexPlan plan) {
      List<Node> lines = new ArrayList<>();
      plan.obstacles().forEach(sentence -> lines.add(notice(Tone.DANGER, sentence)));
      if (plan.obstacles().isEmpty()) {
        String key = plan.replaces() ? "index.replaces" : "index.new";
        String tensors = messages.count(plan.tensorCount());
        String shards = messages.count(plan.shards().size());
        lines.add(PanelParts.wrapping(messages.text(key, tensors, shards)));
        if (plan.replaces()) {
          addChanges(lines, plan.changes());
        }
        lines.add(PanelParts.wrapping(size(plan.changes())));
      }
      plan.notes().forEach(sentence -> lines.add(notice(Tone.INFO, sentence)));
      VBox part = new VBox(8);
      part.getStyleClass().add("index-plan");
      part.setMinWidth(0);
      part.getChildren().setAll(lines);
      return PanelParts.section(DisplayText.of(plan.index().toString(), PATH_CHARACTERS), part);
    }

    private void addChanges(List<Node> lines, IndexChanges changes) {
      for (IndexChanges.Kind kind : IndexChanges.Kind.values()) {
        long count = changes.count(kind);
        if (count > 0) {
          String key = "index." + kind.name().toLowerCase(Locale.ROOT);
          lines.add(PanelParts.wrapping(messages.count(key, count)));
          List<IndexChanges.Example> examples =
              changes.examples().stream().filter(example -> example.kind() == kind).toList();
          for (IndexChanges.Example example : examples) {
            String tensor = DisplayText.of(example.tensor());
            lines.add(
                muted(messages.text("index.example", tensor, DisplayText.of(example.shard()))));
          }
          if (count > examples.size()) {
            lines.add(muted(messages.text("index.more", messages.count(count - examples.size()))));
          }
        }
      }
    }

    private String size(IndexChanges changes) {
      String after = messages.count(changes.totalSize());
      if (changes.totalSizeBefore().isEmpty()) {
        return messages.text("index.size.new", after);
      }
      long before = changes.totalSizeBefore().getAsLong();
      return before == changes.totalSize()
          ? messages.text("index.size.same", after)
          : messages.text("index.size.changed", after, messages.count(before));
    }

    private static Label muted(String text) {
      Label label = PanelParts.wrapping(text, "mono", "muted");
      label.setTranslateX(16);
      return label;
    }

    private Node notice(Tone tone, Sentence sentence) {
      return PanelParts.notice(
          tone, DisplayText.of(messages.sentence(sentence), SENTENCE_CHARACTERS));
    }

    private void close() {
      if (!isWriting()) {
        cancel();
        context.panels().hide(panel);
      }
    }
  }

  sealed interface Stage {

    record Searching() implements Stage {}

    /// Plans are ready.
    ///
    /// @param plans of incorrect indexes; empty if all are correct
    /// @param problem why the shards could not be read, or the last attempt to write failed
    record Planned(List<IndexPlan> plans, Optional<Failure> problem) implements Stage {

      List<IndexPlan> writable() {
        return plans.stream().filter(plan -> plan.obstacles().isEmpty()).toList();
      }
    }

    record Writing() implements Stage {}

    record Done(String sentence) implements Stage {}
  }
}
