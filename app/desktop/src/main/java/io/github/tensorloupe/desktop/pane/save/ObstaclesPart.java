package io.github.tensorloupe.desktop.pane.save;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.notice.Tone;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.save.Obstacle;
import io.github.tensorloupe.save.SaveOptions.Permission;

/// The obstacles of a save, each with the option that overcomes it.
final class ObstaclesPart extends VBox {

  private static final int SENTENCE_CHARACTERS = 1200;

  private final Messages messages;
  private final SaveViewModel model;
  private final CheckBox splitLinks;
  private final CheckBox editLinks;
  private final CheckBox editCache;

  ObstaclesPart(SaveViewModel model, Messages messages) {
    super(8);
    this.model = model;
    this.messages = messages;
    setId("save-obstacles");
    splitLinks = decision("split-links", Permission.SPLIT_LINKS);
    editLinks = decision("edit-links", Permission.EDIT_LINKS);
    editCache = decision("edit-cache", Permission.EDIT_CACHE);
    setVisible(false);
    managedProperty().bind(visibleProperty());
  }

  private CheckBox decision(String id, Permission permission) {
    CheckBox box = new CheckBox(messages.text("save.option." + id));
    box.setId("save-" + id);
    box.setWrapText(true);
    box.setSelected(model.options().allows(permission));
    box.selectedProperty()
        .subscribe(wanted -> model.setOptions(model.options().with(permission, wanted)));
    return box;
  }

  /// Shows the obstacles of these plans. A selected option stays visible, so that it can be undone.
  void show(List<PlannedFile> plans) {
    Optional<Node> focused = Optional.ofNullable(getScene()).map(scene -> scene.getFocusOwner());
    List<Node> notices = new ArrayList<>();
    plans.stream()
        .filter(PlannedFile.Unplanned.class::isInstance)
        .map(PlannedFile.Unplanned.class::cast)
        .forEach(unplanned -> notices.add(PanelParts.notice(unplanned.failure(), messages)));
    obstaclesByKind(plans).forEach((kind, found) -> notices.add(notice(kind, found)));
    keep(splitLinks, "save.option.split-links.taken", notices);
    keep(editLinks, "save.option.edit-links.taken", notices);
    keep(editCache, "save.option.edit-cache.taken", notices);
    getChildren().setAll(notices);
    setVisible(!notices.isEmpty());
    focused.filter(node -> node.getScene() != null).ifPresent(Node::requestFocus);
  }

  private void keep(CheckBox decision, String key, List<Node> notices) {
    if (decision.isSelected()) {
      notices.add(PanelParts.notice(Tone.WARNING, messages.text(key), decision));
    }
  }

  private static Map<Obstacle.Kind, List<Obstacle>> obstaclesByKind(List<PlannedFile> plans) {
    Map<Obstacle.Kind, List<Obstacle>> byKind = new EnumMap<>(Obstacle.Kind.class);
    for (PlannedFile planned : plans) {
      if (planned instanceof PlannedFile.Planned(var plan)) {
        plan.obstacles()
            .forEach(
                found -> byKind.computeIfAbsent(found.kind(), _ -> new ArrayList<>()).add(found));
      }
    }
    return byKind;
  }

  private Node notice(Obstacle.Kind kind, List<Obstacle> found) {
    String sentence = cut(messages.sentence(found.getFirst().sentence()));
    String text =
        found.size() == 1
            ? sentence
            : sentence + " " + messages.text("save.obstacle.more", Figures.count(found.size() - 1));
    Optional<CheckBox> help =
        switch (kind) {
          case HARD_LINKS -> Optional.of(splitLinks);
          case LINKED_IN_PLACE -> Optional.of(editLinks);
          case CACHE_BLOB -> Optional.of(editCache);
          case REFUSED_FILE,
              UNWRITABLE_HEADER,
              NO_ROOM_IN_PLACE,
              NO_PERMISSION,
              NO_SPACE,
              FILE_EXISTS,
              UNFINISHED_SAVE ->
              Optional.empty();
        };
    return PanelParts.notice(
        Tone.DANGER, text, help.filter(box -> !box.isSelected()).stream().toArray(Node[]::new));
  }

  private static String cut(String sentence) {
    return DisplayText.of(sentence, SENTENCE_CHARACTERS);
  }
}
