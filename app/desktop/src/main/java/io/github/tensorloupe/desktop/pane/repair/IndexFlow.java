package io.github.tensorloupe.desktop.pane.repair;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Remedies;
import io.github.tensorloupe.desktop.control.notice.Tone;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.control.panel.PanelSource;
import io.github.tensorloupe.desktop.control.panel.StagedPanel;
import io.github.tensorloupe.desktop.control.panel.StagedWork;
import io.github.tensorloupe.desktop.control.panel.StagedWork.RunResult;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.selection.FileDocument;
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
  private final StagedWork<List<IndexPlan>> work;

  /// True if a replaced index is kept under another name.
  private final BooleanProperty keepsOld = new SimpleBooleanProperty(true);

  private final Messages messages;
  private final IndexFile writer;
  private final Selection selection;
  private final ObservableList<Path> candidates = FXCollections.observableArrayList();

  public IndexFlow(PaneContext context, IndexFile writer, Runnable reopen) {
    this.context = context;
    this.work = new StagedWork<>(context.jobs());
    this.messages = context.messages();
    this.writer = writer;
    this.selection = context.selection();
    selection
        .documentProperty()
        .subscribe(
            _ ->
                candidates.setAll(
                    selection.openDocument().map(IndexFlow::candidates).orElse(Set.of())));
    work.onFinished(
        sentence -> {
          context.showMessage().accept(sentence);
          reopen.run();
        });
  }

  /// Returns the paths of indexes that may be wrong or missing. Does not read files.
  private static Set<Path> candidates(FileDocument document) {
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
    plan();
    String title = messages.text("index.title");
    context.panels().show(new PanelSource("repair", title, () -> new IndexPanel().staged.panel));
  }

  public boolean isWriting() {
    return work.isRunning();
  }

  private void plan() {
    List<Path> places = List.copyOf(candidates);
    work.plan(
        messages.text("index.job.look"),
        (cancellation, progress) -> plans(places, cancellation, progress));
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

  private static List<IndexPlan> writable(List<IndexPlan> plans) {
    return plans.stream().filter(plan -> plan.obstacles().isEmpty()).toList();
  }

  /// @param plans without obstacles, at least one
  private void write(List<IndexPlan> plans) {
    boolean keeps = keepsOld.get();
    work.run(
        messages.text("index.job.write"),
        messages.text("index.cancelled"),
        (cancellation, progress) -> {
          String sentence = sentence(write(plans, keeps, cancellation, progress));
          return RunResult.finished(sentence, Optional.empty());
        });
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

  private final class IndexPanel {

    private final StagedPanel<List<IndexPlan>> staged =
        new StagedPanel<>(
            "index", messages.text("index.button.close"), work, context.panels(), messages);
    private final Button again =
        staged.button("again", messages.text("index.button.again"), IndexFlow.this::plan);
    private final CheckBox keepOld = new CheckBox(messages.text("index.keep-old"));

    IndexPanel() {
      keepOld.setId("index-keep-old");
      keepOld.setWrapText(true);
      keepOld.selectedProperty().bindBidirectional(keepsOld);
      String name = selection.openDocument().map(FileDocument::name).orElse("");
      staged.panel.setTitle(messages.text("index.title"), DisplayText.of(name, NAME_CHARACTERS));
      staged.begin(this::show);
    }

    private void show(List<IndexPlan> plans) {
      List<Node> parts = new ArrayList<>();
      if (plans.isEmpty()) {
        parts.add(PanelParts.notice(Tone.SUCCESS, messages.text("index.right")));
      }
      plans.stream().limit(MAX_PLANS).forEach(plan -> parts.add(section(plan)));
      if (plans.size() > MAX_PLANS) {
        String more = messages.text("index.more-plans", messages.count(plans.size() - MAX_PLANS));
        parts.add(PanelParts.wrapping(more, "muted"));
      }
      List<IndexPlan> writable = writable(plans);
      if (writable.stream().anyMatch(IndexPlan::replaces)) {
        parts.add(keepOld);
      }
      staged.showStep(parts, List.of(), buttons(plans, writable));
    }

    private List<Button> buttons(List<IndexPlan> plans, List<IndexPlan> writable) {
      boolean hasFailed = work.hasProblem();
      if (!hasFailed && !writable.isEmpty()) {
        String text = messages.text("index.button.write");
        return List.of(staged.close, staged.button("write", text, () -> write(writable)));
      }
      return hasFailed || writable.size() < plans.size()
          ? List.of(staged.close, again)
          : List.of(staged.close);
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
  }
}
