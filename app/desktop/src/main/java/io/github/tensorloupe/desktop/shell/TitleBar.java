package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.control.FocusTraversal;
import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.copy.CopyText;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.selection.ComparisonDocument;
import io.github.tensorloupe.desktop.selection.DistinctNames;
import io.github.tensorloupe.desktop.selection.DocumentHealth;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.DocumentVerdict;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.selection.SurveyDocument;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.FileKind;
import java.nio.file.Path;
import javafx.scene.control.Label;

/// The bar with the name of the open document, its load verdict, and the button that saves it.
final class TitleBar extends HBox {

  private static final int PATH_CHARACTERS = 1000;

  /// Maximum length of each path of a comparison, so that both are visible in a narrow window.
  private static final int SIDE_CHARACTERS = 36;

  private final Messages messages;
  private final Label name = PanelParts.named(new Label(), "document-name", "heading");
  private final Label folder = PanelParts.named(new Label(), "document-folder", "caption");
  private final Label verdict = PanelParts.named(new Label(), "verdict", "badge", "badge-danger");

  TitleBar(PaneContext window) {
    messages = window.messages();
    Selection selection = window.selection();
    getStyleClass().add("title-bar");
    setAlignment(Pos.CENTER_LEFT);
    getChildren()
        .addAll(
            names(),
            editedMark(window.edits().changedProperty()),
            verdict,
            window.commands().iconButton(Command.COMPARE_WITH),
            saveButton(window.commands()));
    verdict.setMinWidth(USE_PREF_SIZE);
    verdict.setVisible(false);
    verdict.managedProperty().bind(verdict.visibleProperty());
    WeakSubscriptions.of(this).subscribe(selection.documentProperty(), this::show);
    WeakSubscriptions.of(this)
        .subscribe(
            window.results().healthProperty().map(health -> health.map(DocumentHealth::verdict)),
            this::show);
  }

  /// Returns the application icon.
  ///
  /// @param side in pixels: 16, 24, 32, 48, 64, 128 or 256
  static Image icon(int side) {
    String file = "icons/tensorloupe-" + side + ".png";
    return new Image(Objects.requireNonNull(TitleBar.class.getResourceAsStream(file), "icon"));
  }

  private VBox names() {
    folder.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
    name.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
    VBox names = new VBox(name, folder);
    names.setAlignment(Pos.CENTER_LEFT);
    names.setMinWidth(0);
    HBox.setHgrow(names, Priority.ALWAYS);
    return names;
  }

  private Label editedMark(ObservableValue<Boolean> edited) {
    Label mark = new Label(messages.text("title.edited"));
    PanelParts.named(mark, "edited-mark", "badge", "badge-warning");
    mark.setMinWidth(USE_PREF_SIZE);
    mark.visibleProperty().bind(edited);
    mark.managedProperty().bind(edited);
    return mark;
  }

  private static Button saveButton(Commands commands) {
    Button save = commands.textButton(Command.SAVE);
    PseudoClass ready = PseudoClass.getPseudoClass("ready");
    save.disabledProperty().subscribe(off -> save.pseudoClassStateChanged(ready, !off));
    save.setMinWidth(USE_PREF_SIZE);
    preserveFocus(save);
    return save;
  }

  private void show(DocumentState state) {
    switch (state) {
      // The bar is hidden.
      case DocumentState.Empty() -> {}
      case DocumentState.Opening(Path path, var _) -> showPath(path);
      case DocumentState.Open(ComparisonDocument comparison) -> showBoth(comparison);
      case DocumentState.Failed failed -> showPath(failed.path());
      case DocumentState.Open(SurveyDocument survey) -> {
        showPath(survey.path());
        name.setText(survey.title());
      }
      case DocumentState.Open(FileDocument document) -> {
        Path path = document.checkpoint().path().toAbsolutePath().normalize();
        showPath(path);
        if (document.checkpoint().kind() == FileKind.SET) {
          showNames(document.title(), DisplayText.of(path.toString(), PATH_CHARACTERS));
        }
      }
    }
  }

  private void showBoth(ComparisonDocument comparison) {
    String a = comparison.sideA().path().toAbsolutePath().normalize().toString();
    String b = comparison.sideB().path().toAbsolutePath().normalize().toString();
    showNames(comparison.title(), contents(a, b, SIDE_CHARACTERS));
    CopyText.set(name, () -> a + "\n" + b);
    CopyText.set(folder, () -> a + "\n" + b);
    setTooltips(contents(a, b, PATH_CHARACTERS));
  }

  private String contents(String a, String b, int limit) {
    List<String> paths = DistinctNames.abbreviate(List.of(a, b), limit);
    return messages.text("compare.paths", paths.getFirst(), paths.getLast());
  }

  /// Good verdicts are shown only in the overview.
  private void show(Optional<DocumentVerdict> now) {
    Optional<DocumentVerdict> bad = now.filter(DocumentVerdict::isBad);
    verdict.setVisible(bad.isPresent());
    verdict.setText(bad.map(it -> messages.text(it.messageKey())).orElse(""));
    bad.ifPresent(it -> Tips.explain(verdict, messages.text(it.tipKey())));
  }

  private void showPath(Path path) {
    Path absolute = path.toAbsolutePath().normalize();
    Path last = absolute.getFileName() == null ? absolute : absolute.getFileName();
    Path parent = absolute.getParent() == null ? absolute : absolute.getParent();
    showNames(DisplayText.of(last.toString()), DisplayText.of(parent.toString(), PATH_CHARACTERS));
    CopyText.set(name, absolute::toString);
    CopyText.set(folder, absolute::toString);
    setTooltips(DisplayText.of(absolute.toString(), PATH_CHARACTERS));
  }

  /// Sets separate tooltips, because a tooltip of the whole bar would replace the tooltips of its
  /// badge and buttons.
  private void setTooltips(String path) {
    Tips.setTooltip(name, () -> path);
    Tips.setTooltip(folder, () -> path);
  }

  private void showNames(String nameText, String folderText) {
    name.setText(nameText);
    folder.setText(folderText);
    folder.setManaged(!folderText.isEmpty());
  }

  /// Keeps the focus in place when the button is pressed with the mouse, as native toolbars do; the
  /// keyboard still reaches it. Otherwise the review of the save would return the focus to the
  /// button and not to the previous focus owner.
  private static void preserveFocus(Node button) {
    // The parents too, innermost first, because an editor in a list disappears when it loses the
    // focus.
    List<Node> before = new ArrayList<>();
    button.addEventFilter(
        MouseEvent.MOUSE_PRESSED,
        _ -> {
          Node owner = button.getScene().getFocusOwner();
          before.clear();
          if (!FocusTraversal.isInside(owner, button)) {
            FocusTraversal.upFrom(owner).forEach(before::add);
          }
        });
    // The button fires its action only after this filter.
    button.addEventFilter(
        MouseEvent.MOUSE_RELEASED,
        _ -> {
          Optional<Node> focused =
              before.stream()
                  .filter(node -> node.getScene() == button.getScene() && node.isFocusTraversable())
                  .findFirst();
          before.clear();
          focused.ifPresent(Node::requestFocus);
        });
  }
}
