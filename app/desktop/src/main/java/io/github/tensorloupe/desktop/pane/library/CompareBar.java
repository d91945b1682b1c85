package io.github.tensorloupe.desktop.pane.library;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.storage.RecentComparison;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.DisplayText;
import java.nio.file.Path;
import org.kordamp.ikonli.feather.Feather;

/// The comparison controls of the start page: the two chosen models, and links to recent
/// comparisons. Hidden if there are neither.
final class CompareBar extends FlowPane {

  private static final int MAX_LINKS = 3;
  private static final int NAME_CHARACTERS = 32;

  private final LibraryViewModel model;
  private final BiConsumer<Path, Path> onCompare;
  private final Messages messages;
  private final ObservableValue<Optional<Path>> selected;
  private final ObjectProperty<Optional<Path>> base = new SimpleObjectProperty<>(Optional.empty());

  CompareBar(
      LibraryViewModel model,
      ObservableValue<Optional<Path>> selected,
      BiConsumer<Path, Path> onCompare,
      Messages messages) {
    super(8, 4);
    this.model = model;
    this.selected = selected;
    this.onCompare = onCompare;
    this.messages = messages;
    setAlignment(Pos.CENTER_LEFT);
    PanelParts.named(this, "library-compare");
    WeakSubscriptions.of(this).subscribe(selected, _ -> show());
    WeakSubscriptions.of(this).subscribe(base, _ -> show());
    WeakSubscriptions.of(this).subscribe(model.lists.comparisons, this::show);
  }

  /// Sets the base of a comparison, until another model is opened or compared with it.
  void choose(Path path) {
    base.set(Optional.of(path));
  }

  void chooseNone() {
    base.set(Optional.empty());
  }

  private void show() {
    getChildren().clear();
    base.get().ifPresent(this::showChosen);
    if (base.get().isEmpty() && !model.lists.comparisons.isEmpty()) {
      getChildren().add(PanelParts.label(messages.text("library.comparisons"), "caption"));
      model.lists.comparisons.stream().limit(MAX_LINKS).map(this::link).forEach(getChildren()::add);
    }
    PanelParts.setShown(this, !getChildren().isEmpty());
  }

  private void showChosen(Path a) {
    Optional<Path> b = selected.getValue().filter(path -> !path.equals(a));
    String text =
        b.map(path -> name(a) + "  ↔  " + name(path))
            .orElse(messages.text("library.compare.choose", name(a)));
    Button compare =
        PanelParts.button(
            "library-compare-run",
            messages.text("library.compare"),
            () -> b.ifPresent(path -> onCompare.accept(a, path)));
    compare.setDisable(b.isEmpty());
    compare.getStyleClass().addAll("small", "accent");
    Button clear =
        PanelParts.iconButton(
            "library-compare-clear",
            Icons.of(Feather.X),
            messages.text("save.button.cancel"),
            this::chooseNone);
    getChildren().addAll(PanelParts.wrapping(text), compare, clear);
  }

  private Hyperlink link(RecentComparison recent) {
    Hyperlink link = new Hyperlink(name(recent));
    link.setOnAction(_ -> onCompare.accept(recent.a(), recent.b()));
    link.setMinWidth(0);
    Tips.setTooltip(link, () -> recent.a() + "\n" + recent.b());
    return link;
  }

  static String name(RecentComparison recent) {
    return name(recent.a()) + " ↔ " + name(recent.b());
  }

  // The name of the parent folder is included, because all index files have the same name.
  static String name(Path path) {
    int count = path.getNameCount();
    Path shown = count > 1 ? path.subpath(count - 2, count) : path;
    String text = DisplayText.of(shown.toString(), Integer.MAX_VALUE);
    return text.length() <= NAME_CHARACTERS
        ? text
        : "…" + text.substring(text.length() - NAME_CHARACTERS);
  }
}
