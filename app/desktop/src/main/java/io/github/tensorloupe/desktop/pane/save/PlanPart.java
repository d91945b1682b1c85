package io.github.tensorloupe.desktop.pane.save;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.notice.Tone;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.save.SaveRun.PlannedFile;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.save.Obstacle;
import io.github.tensorloupe.save.SaveOptions.Permission;
import io.github.tensorloupe.save.SavePlan;
import io.github.tensorloupe.save.SavePlan.FileLinks;
import io.github.tensorloupe.save.Strategy;
import java.nio.file.Path;
import java.time.Duration;
import javafx.scene.control.Label;

/// The plan of a save: facts, a row for each file if there are several, and the obstacles, each
/// with the option that overcomes it.
final class PlanPart extends VBox {

  private static final int MAX_FILES = 200;
  private static final int PATH_CHARACTERS = 1000;
  private static final int SENTENCE_CHARACTERS = 1200;

  private final SaveViewModel model;
  private final Messages messages;
  private final VBox facts = PanelParts.named(new VBox(12), "save-plan");
  private final VBox obstacles = PanelParts.named(new VBox(8), "save-obstacles");
  private final Map<Obstacle.Kind, CheckBox> decisions = new EnumMap<>(Obstacle.Kind.class);

  PlanPart(SaveViewModel model, Messages messages) {
    super(8);
    this.model = model;
    this.messages = messages;
    setMinWidth(0);
    facts.setMinWidth(0);
    facts.getChildren().setAll(PanelParts.wrapping(messages.text("save.plan.busy"), "muted"));
    for (Obstacle.Kind kind : Obstacle.Kind.values()) {
      kind.permissions().stream().limit(1).forEach(permission -> addDecision(kind, permission));
    }
    PanelParts.setShown(obstacles, false);
    getChildren().setAll(facts, obstacles);
  }

  /// Shows plans. If a file has no plan, the reason is among the obstacles.
  void show(List<PlannedFile> planned) {
    List<SavePlan> plans = planned.stream().flatMap(file -> file.plan().stream()).toList();
    facts.getChildren().clear();
    if (!plans.isEmpty()) {
      facts.getChildren().add(facts(plans));
    }
    if (plans.size() > 1) {
      facts.getChildren().add(files(plans));
    }
    showObstacles(planned);
  }

  private VBox files(List<SavePlan> plans) {
    VBox files = new VBox();
    files.getStyleClass().add("change-rows");
    plans.stream().limit(MAX_FILES).map(this::file).forEach(files.getChildren()::add);
    if (plans.size() > MAX_FILES) {
      String more = messages.count(plans.size() - MAX_FILES);
      files.getChildren().add(PanelParts.wrapping(messages.text("save.files.more", more)));
    }
    return files;
  }

  private Node file(SavePlan plan) {
    Label name =
        PanelParts.wrapping(DisplayText.of(String.valueOf(plan.path().getFileName()), 200), "mono");
    PanelParts.grow(name);
    Label brief =
        PanelParts.label(inBrief(plan), plan.obstacles().isEmpty() ? "muted" : "save-refused");
    brief.setMinWidth(Region.USE_PREF_SIZE);
    HBox row = new HBox(12, name, brief);
    row.getStyleClass().add("change-row");
    return row;
  }

  private String inBrief(SavePlan plan) {
    if (plan.obstacle().isPresent()) {
      return messages.text("save.plan.brief.refused");
    }
    String bytes = messages.bytes(plan.bytesToWrite());
    return switch (plan.strategy()) {
      case NONE -> messages.text("save.plan.brief.none");
      case IN_PLACE -> messages.text("save.plan.brief.in-place", bytes);
      case REWRITE -> messages.text("save.plan.brief.rewrite", bytes);
    };
  }

  static GridPane grid(double gap) {
    GridPane grid = new GridPane(16, gap);
    ColumnConstraints names = new ColumnConstraints();
    names.setMinWidth(Region.USE_PREF_SIZE);
    ColumnConstraints values = new ColumnConstraints();
    values.setHgrow(Priority.ALWAYS);
    grid.getColumnConstraints().setAll(names, values);
    return grid;
  }

  /// @param plans at least one
  private GridPane facts(List<SavePlan> plans) {
    GridPane grid = grid(6);
    grid.getColumnConstraints().getLast().setMinWidth(0);
    boolean writes = plans.stream().anyMatch(plan -> plan.strategy() != Strategy.NONE);
    add(grid, "how", how(plans));
    if (writes) {
      add(grid, "tensors", messages.text("save.plan.tensors.text"));
      String bytes = messages.bytes(plans.stream().mapToLong(SavePlan::bytesToWrite).sum());
      Duration time =
          plans.stream().map(SavePlan::expectedTime).reduce(Duration.ZERO, Duration::plus);
      add(grid, "bytes", messages.text("save.plan.bytes.text", bytes, messages.duration(time)));
      boolean change = plans.stream().anyMatch(SavePlan::changesFileHash);
      add(grid, "hashes", messages.text("save.plan.hashes." + (change ? "change" : "stay")));
      plans.stream()
          .filter(SavePlan::changesFileHash)
          .flatMap(plan -> plan.links().signature().stream())
          .findFirst()
          .map(signature -> messages.text("save.plan.signature.text", shown(signature)))
          .ifPresent(text -> add(grid, "signature", text));
    }
    if (plans.size() == 1) {
      SavePlan plan = plans.getFirst();
      addLinks(grid, plan);
      if (writes) {
        String room = messages.exactBytes(plan.header().room());
        add(grid, "room", messages.text("save.plan.room.text", room));
      }
    }
    return grid;
  }

  private void add(GridPane facts, String id, String text) {
    Label name = PanelParts.label(messages.text("save.plan." + id), "muted");
    GridPane.setValignment(name, VPos.TOP);
    Label value = PanelParts.named(PanelParts.wrapping(text), "save-plan-" + id);
    facts.addRow(facts.getRowCount(), name, value);
  }

  private String how(List<SavePlan> plans) {
    if (plans.stream().anyMatch(SavePlan::isCopy)) {
      return messages.text("save.plan.how.copy");
    }
    long inPlace = count(plans, Strategy.IN_PLACE);
    long rewritten = count(plans, Strategy.REWRITE);
    if (inPlace > 0 && rewritten > 0) {
      return messages.text(
          "save.plan.how.both", messages.count(inPlace), messages.count(rewritten));
    }
    String how = inPlace > 0 ? "in-place" : rewritten > 0 ? "rewrite" : "none";
    return messages.text("save.plan.how." + how);
  }

  private static long count(List<SavePlan> plans, Strategy strategy) {
    return plans.stream().filter(plan -> plan.strategy() == strategy).count();
  }

  private void addLinks(GridPane facts, SavePlan plan) {
    if (plan.isCopy()) {
      add(facts, "copy", shown(plan.target()));
      return;
    }
    FileLinks links = plan.links();
    links
        .linkTarget()
        .map(target -> messages.text("save.plan.link.text", shown(target)))
        .ifPresent(text -> add(facts, "link", text));
    int others = links.hardLinkCount() - 1;
    if (others > 0) {
      String names = messages.count("save.plan.names.several", others);
      String split = others == 1 ? "save.plan.names.split.one" : "save.plan.names.split";
      boolean splits = plan.strategy() == Strategy.REWRITE;
      add(facts, "names", splits ? names + " " + messages.text(split) : names);
    }
    links
        .cacheBlob()
        .map(blob -> messages.text("save.plan.cache.text", DisplayText.of(blob, 16)))
        .ifPresent(text -> add(facts, "cache", text));
  }

  private static String shown(Path path) {
    return DisplayText.of(path.toString(), PATH_CHARACTERS);
  }

  private void addDecision(Obstacle.Kind kind, Permission permission) {
    String id = Messages.word(permission);
    CheckBox box = PanelParts.named(new CheckBox(messages.text("save.option." + id)), "save-" + id);
    box.setUserData(messages.text("save.option." + id + ".taken"));
    box.setWrapText(true);
    box.setSelected(model.options().allows(permission));
    box.selectedProperty()
        .subscribe(allowed -> model.setOptions(model.options().with(permission, allowed)));
    decisions.put(kind, box);
  }

  // A selected option stays visible, so that it can be deselected.
  private void showObstacles(List<PlannedFile> plans) {
    Optional<Node> focused = Optional.ofNullable(getScene()).map(scene -> scene.getFocusOwner());
    List<Node> shown = new ArrayList<>();
    Map<Obstacle.Kind, List<Obstacle>> byKind = new EnumMap<>(Obstacle.Kind.class);
    for (PlannedFile file : plans) {
      file.failure().ifPresent(failure -> shown.add(PanelParts.notice(failure, messages)));
      List<Obstacle> own = file.plan().map(SavePlan::obstacles).orElse(List.of());
      own.forEach(each -> byKind.computeIfAbsent(each.kind(), _ -> new ArrayList<>()).add(each));
    }
    // The check boxes are moved to new notices.
    obstacles.getChildren().clear();
    byKind.forEach((kind, all) -> shown.add(notice(kind, all)));
    for (CheckBox box : decisions.values()) {
      if (box.isSelected()) {
        shown.add(PanelParts.notice(Tone.WARNING, box.getUserData().toString(), box));
      }
    }
    obstacles.getChildren().setAll(shown);
    PanelParts.setShown(obstacles, !shown.isEmpty());
    focused.filter(node -> node.getScene() != null).ifPresent(Node::requestFocus);
  }

  private Node notice(Obstacle.Kind kind, List<Obstacle> all) {
    String sentence = messages.sentence(all.getFirst().sentence());
    String text = DisplayText.of(sentence, SENTENCE_CHARACTERS);
    if (all.size() > 1) {
      text += " " + messages.text("save.obstacle.more", messages.count(all.size() - 1));
    }
    CheckBox option = decisions.get(kind);
    boolean isOffered = option != null && !option.isSelected();
    return PanelParts.notice(Tone.DANGER, text, isOffered ? new Node[] {option} : new Node[0]);
  }
}
