package io.github.tensorloupe.desktop.pane.save;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.save.SavePlan;
import io.github.tensorloupe.save.SavePlan.FileSurroundings;
import io.github.tensorloupe.save.Strategy;
import java.nio.file.Path;
import java.time.Duration;
import javafx.scene.control.Label;

/// The plan of a save: facts, and a row for each of several files.
final class PlanPart extends VBox {

  private static final int MAX_FILES = 200;

  private final Messages messages;
  private final PlanText words;

  PlanPart(Messages messages) {
    super(12);
    this.messages = messages;
    this.words = new PlanText(messages);
    setId("save-plan");
    setMinWidth(0);
  }

  /// Shows that plans are being made.
  void showBusy() {
    if (getChildren().isEmpty()) {
      getChildren().setAll(PanelParts.wrapping(messages.text("save.plan.busy"), "muted"));
    }
  }

  /// Shows plans; files without a plan are left out.
  void show(List<PlannedFile> planned) {
    List<SavePlan> plans =
        planned.stream()
            .filter(PlannedFile.Planned.class::isInstance)
            .map(file -> ((PlannedFile.Planned) file).plan())
            .toList();
    getChildren().clear();
    if (!plans.isEmpty()) {
      getChildren().add(grid(words.facts(plans)));
    }
    if (plans.size() > 1) {
      getChildren().add(files(plans));
    }
  }

  private static GridPane grid(List<PlanText.Fact> facts) {
    GridPane grid = new GridPane(16, 6);
    ColumnConstraints names = new ColumnConstraints();
    names.setMinWidth(Region.USE_PREF_SIZE);
    ColumnConstraints texts = new ColumnConstraints();
    texts.setHgrow(Priority.ALWAYS);
    texts.setMinWidth(0);
    grid.getColumnConstraints().setAll(names, texts);
    for (PlanText.Fact fact : facts) {
      Label name = new Label(fact.name());
      name.getStyleClass().add("muted");
      GridPane.setValignment(name, VPos.TOP);
      Label text = PanelParts.wrapping(fact.text());
      text.setId("save-plan-" + fact.id());
      grid.addRow(grid.getRowCount(), name, text);
    }
    return grid;
  }

  private VBox files(List<SavePlan> plans) {
    VBox files = new VBox();
    files.getStyleClass().add("change-rows");
    plans.stream().limit(MAX_FILES).forEach(plan -> files.getChildren().add(file(plan)));
    if (plans.size() > MAX_FILES) {
      String more = Figures.count(plans.size() - MAX_FILES);
      files.getChildren().add(PanelParts.wrapping(messages.text("save.files.more", more)));
    }
    return files;
  }

  private Node file(SavePlan plan) {
    Label name =
        PanelParts.wrapping(DisplayText.of(String.valueOf(plan.path().getFileName()), 200), "mono");
    name.setMaxWidth(Double.MAX_VALUE);
    HBox.setHgrow(name, Priority.ALWAYS);
    Label brief = new Label(words.inBrief(plan));
    brief.getStyleClass().add(plan.obstacles().isEmpty() ? "muted" : "save-refused");
    brief.setMinWidth(Region.USE_PREF_SIZE);
    HBox row = new HBox(12, name, brief);
    row.getStyleClass().add("change-row");
    return row;
  }

  /// The texts of plans.
  static final class PlanText {

    private static final int PATH_CHARACTERS = 1000;

    /// A fact about plans.
    ///
    /// @param id short and stable
    /// @param name shown before the text
    record Fact(String id, String name, String text) {}

    private final Messages messages;

    PlanText(Messages messages) {
      this.messages = messages;
    }

    /// The facts about plans, the most important first.
    ///
    /// @param plans at least one
    List<Fact> facts(List<SavePlan> plans) {
      List<Fact> facts = new ArrayList<>();
      boolean writes = plans.stream().anyMatch(plan -> plan.strategy() != Strategy.NONE);
      add(facts, "how", how(plans));
      if (writes) {
        add(facts, "tensors", messages.text("save.plan.tensors.text"));
        long bytes = plans.stream().mapToLong(SavePlan::bytesToWrite).sum();
        add(
            facts,
            "bytes",
            messages.text("save.plan.bytes.text", Figures.bytes(bytes), time(plans)));
        add(facts, "hashes", hashes(plans));
      }
      if (plans.size() == 1) {
        addSurroundings(facts, plans.getFirst());
        if (writes) {
          add(facts, "room", room(plans.getFirst()));
        }
      }
      return facts;
    }

    private void add(List<Fact> facts, String id, String text) {
      facts.add(new Fact(id, messages.text("save.plan." + id), text));
    }

    private String how(List<SavePlan> plans) {
      if (plans.stream().anyMatch(SavePlan::isCopy)) {
        return messages.text("save.plan.how.copy");
      }
      long inPlace = count(plans, Strategy.IN_PLACE);
      long rewritten = count(plans, Strategy.REWRITE);
      if (inPlace + rewritten == 0) {
        return messages.text("save.plan.how.none");
      }
      if (inPlace > 0 && rewritten > 0) {
        return messages.text(
            "save.plan.how.both", Figures.count(inPlace), Figures.count(rewritten));
      }
      return messages.text(inPlace > 0 ? "save.plan.how.in-place" : "save.plan.how.rewrite");
    }

    private static long count(List<SavePlan> plans, Strategy strategy) {
      return plans.stream().filter(plan -> plan.strategy() == strategy).count();
    }

    private String time(List<SavePlan> plans) {
      return messages.duration(
          plans.stream().map(SavePlan::expectedTime).reduce(Duration.ZERO, Duration::plus));
    }

    private String hashes(List<SavePlan> plans) {
      boolean change = plans.stream().anyMatch(SavePlan::changesFileHash);
      return messages.text(change ? "save.plan.hashes.change" : "save.plan.hashes.stay");
    }

    /// Adds links, other names and the cache.
    private void addSurroundings(List<Fact> facts, SavePlan plan) {
      if (plan.isCopy()) {
        add(facts, "copy", shown(plan.target()));
        return;
      }
      FileSurroundings seen = plan.surroundings();
      seen.linkTarget()
          .ifPresent(
              target -> add(facts, "link", messages.text("save.plan.link.text", shown(target))));
      if (seen.hardLinkCount() > 1) {
        add(facts, "names", names(seen.hardLinkCount() - 1, plan.strategy()));
      }
      seen.cacheBlob()
          .ifPresent(blob -> add(facts, "cache", messages.text("save.plan.cache.text", cut(blob))));
    }

    private static String shown(Path path) {
      return DisplayText.of(path.toString(), PATH_CHARACTERS);
    }

    private static String cut(String blob) {
      return DisplayText.of(blob, 16);
    }

    private String names(int others, Strategy strategy) {
      String counted =
          others == 1
              ? messages.text("save.plan.names.one")
              : messages.text("save.plan.names.several", Figures.count(others));
      if (strategy != Strategy.REWRITE) {
        return counted;
      }
      String split =
          messages.text(others == 1 ? "save.plan.names.split.one" : "save.plan.names.split");
      return counted + " " + split;
    }

    private String room(SavePlan plan) {
      return messages.text("save.plan.room.text", messages.exactBytes(plan.header().room()));
    }

    /// The plan of one of several files, in a few words.
    String inBrief(SavePlan plan) {
      if (plan.obstacle().isPresent()) {
        return messages.text("save.plan.brief.refused");
      }
      return switch (plan.strategy()) {
        case NONE -> messages.text("save.plan.brief.none");
        case IN_PLACE ->
            messages.text("save.plan.brief.in-place", Figures.bytes(plan.bytesToWrite()));
        case REWRITE ->
            messages.text("save.plan.brief.rewrite", Figures.bytes(plan.bytesToWrite()));
      };
    }
  }
}
