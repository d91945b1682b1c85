package io.github.tensorloupe.desktop.pane.hash;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.control.panel.ByteProgress;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.error.DetailsButton;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.integrity.expected.Verifier.Examination;
import io.github.tensorloupe.integrity.hash.FileHashes;
import io.github.tensorloupe.integrity.hash.HashKind;
import io.github.tensorloupe.model.TensorFile;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// The hash pane: a column of sections about the current file and all open files.
final class HashView extends StackPane {

  private static final double GAP = 16;

  private final HashViewModel model;
  private final Messages messages;
  private final VBox page = new VBox(GAP);
  private final ScrollPane scroll = PanelParts.named(new ScrollPane(page), "hash-scroll");
  private final Label nothing;
  private final ExpectedHashSection expected;

  HashView(HashViewModel model, Messages messages) {
    this.model = model;
    this.messages = messages;
    PanelParts.named(this, "hash-view", "hash-view");
    expected = new ExpectedHashSection(model, messages);
    page.getStyleClass().add("hash-page");
    page.setMinWidth(0);
    PanelParts.fill(page, new HashingSection(), new FilesSection(), expected, new HashSection());
    scroll.setFitToWidth(true);
    scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
    nothing = PanelParts.wrapping(messages.text("hash.no-file"), "empty-state");
    getChildren().setAll(nothing, scroll);
    WeakSubscriptions.of(this)
        .subscribe(
            model.file,
            file -> {
              scroll.setVisible(file.isPresent());
              nothing.setVisible(file.isEmpty());
            });
    // Another document starts at the top.
    WeakSubscriptions.of(this).subscribe(model.document, _ -> scroll.setVvalue(0));
    expected.pasted.boundsInParentProperty().subscribe(_ -> scrollToPastedHash());
  }

  void addSection(Node section) {
    page.getChildren().add(section);
  }

  /// Scrolls to a section. Does nothing while the pane is not in a window.
  void reveal(Node section) {
    if (getScene() != null) {
      getScene().getRoot().applyCss();
      getScene().getRoot().layout();
      double hidden = page.getHeight() - scroll.getViewportBounds().getHeight();
      double begin = page.sceneToLocal(section.localToScene(section.getLayoutBounds())).getMinY();
      scroll.setVvalue(hidden > 0 ? Math.clamp((begin - GAP) / hidden, 0, 1) : 0);
    }
  }

  /// Focuses the field for a hash from elsewhere and scrolls to its section. Does nothing while the
  /// pane is not in a window.
  void focusHashField() {
    if (getScene() != null) {
      // A pane that was just selected has no layout yet and cannot get the focus.
      getScene().getRoot().applyCss();
      getScene().getRoot().layout();
      expected.field.requestFocus();
      reveal(expected);
      scrollToPastedHash();
    }
  }

  /// Keeps the field and the answer below it visible when the sections above grow.
  private void scrollToPastedHash() {
    double shown = scroll.getViewportBounds().getHeight();
    double hidden = page.getHeight() - shown;
    VBox pasted = expected.pasted;
    double end = page.sceneToLocal(pasted.localToScene(pasted.getLayoutBounds())).getMaxY() + GAP;
    if (expected.field.isFocused() && hidden > 0 && end > scroll.getVvalue() * hidden + shown) {
      scroll.setVvalue(Math.min(1, (end - shown) / hidden));
    }
  }

  static void fit(ListView<?> list, double rowHeight, int maxRows) {
    double height = Math.min(list.getItems().size(), maxRows) * rowHeight + 2;
    list.setMinHeight(height);
    list.setPrefHeight(height);
    list.setMaxHeight(height);
  }

  /// A framed part of the hash pane with a title.
  static class Section extends VBox {

    Section(String id, String title) {
      super(12, PanelParts.wrapping(title, "heading"));
      setId(id);
      setMinWidth(0);
      getStyleClass().addAll("card", "hash-section");
    }
  }

  private final class HashingSection extends VBox {

    private final Label name = PanelParts.elastic("", "title");
    private final Label size = PanelParts.wrapping("", "muted");
    private final Button one;
    private final Button all;
    private final FlowPane buttons;
    private final HBox running;
    private final Label failure =
        PanelParts.named(PanelParts.wrapping("", "hash-failure"), "hash-failure");

    HashingSection() {
      super(8);
      setMinWidth(0);
      name.setId("hash-file");
      one = PanelParts.button("hash-compute", messages.text("hash.compute"), model::examineFile);
      one.getStyleClass().add("accent");
      all = PanelParts.button("hash-compute-all", "", model::examineAll);
      all.setGraphic(Icons.of(Feather.LAYERS));
      buttons = new FlowPane(8, 8);
      PanelParts.fill(buttons, one, all);
      Button stop = PanelParts.button("hash-stop", messages.text("hash.stop"), model::stop);
      stop.setGraphic(Icons.of(Feather.X));
      ByteProgress progress =
          new ByteProgress("hash-progress", messages.text("hash.progress"), messages);
      HBox.setHgrow(progress, Priority.ALWAYS);
      running = PanelParts.row(12, progress, stop);
      DetailsButton.showFailure(failure, model.failure, messages);
      PanelParts.fill(this, name, size, buttons, running, failure);
      WeakSubscriptions subscriptions = WeakSubscriptions.of(this);
      subscriptions.subscribe(model.running, progress::show);
      subscriptions.subscribe(model.revision, _ -> showState());
      subscriptions.subscribe(model.running, _ -> showState());
    }

    private void showState() {
      Optional<TensorFile> file = model.file.get();
      boolean isRunning = model.running.getValue().isPresent();
      long left = model.files().stream().filter(it -> model.examination(it).isEmpty()).count();
      boolean offersOne = !isRunning && file.flatMap(model::examination).isEmpty();
      boolean offersAll = !isRunning && model.files().size() > 1 && left > 0;
      name.setText(file.map(HashViewModel::nameOf).orElse(""));
      size.setText(
          file.map(each -> messages.text("hash.size", messages.exactBytes(each.bytes().length())))
              .orElse(""));
      all.setText(messages.text("hash.compute-all", messages.count(left)));
      PanelParts.setShown(one, offersOne);
      PanelParts.setShown(all, offersAll);
      PanelParts.setShown(buttons, offersOne || offersAll);
      PanelParts.setShown(running, isRunning);
    }
  }

  /// The open files if there are several; selecting one makes it the current file.
  private final class FilesSection extends Section {

    private static final double ROW_HEIGHT = 32;
    private static final int MAX_ROWS = 8;

    private final ListView<TensorFile> list = PanelParts.named(new ListView<>(), "hash-files");
    private boolean isUpdating;

    FilesSection() {
      super("hash-files-section", messages.text("hash.files"));
      list.setAccessibleText(messages.text("hash.files"));
      list.setFixedCellSize(ROW_HEIGHT);
      list.setCellFactory(_ -> new FileCell());
      list.getSelectionModel()
          .selectedItemProperty()
          .subscribe(
              chosen -> {
                if (chosen != null && !isUpdating) {
                  model.showFile(chosen);
                }
              });
      getChildren().add(list);
      WeakSubscriptions.of(this).subscribe(model.revision, _ -> show());
    }

    private void show() {
      boolean several = model.files().size() > 1;
      PanelParts.setShown(this, several);
      isUpdating = true;
      try {
        if (!list.getItems().equals(model.files())) {
          list.getItems().setAll(model.files());
          fit(list, ROW_HEIGHT, MAX_ROWS);
        }
        model.file.get().ifPresent(list.getSelectionModel()::select);
        list.refresh();
      } finally {
        isUpdating = false;
      }
    }

    /// A file with outcome, name, size and the first digits of its hash.
    private final class FileCell extends ListCell<TensorFile> {

      private static final int HASH_DIGITS = 10;

      private final StackPane icon = new StackPane();
      private final Label name = PanelParts.elastic("");
      private final Label hash = PanelParts.label("", "mono", "muted");
      private final Label size = PanelParts.label("", "caption", "hash-file-size");
      private final HBox line = PanelParts.row(10, icon, name, hash, size);

      FileCell() {
        PanelParts.grow(name);
        hash.setMinWidth(Region.USE_PREF_SIZE);
        size.setMinWidth(Region.USE_PREF_SIZE);
        line.setMinWidth(0);
        setPrefWidth(0);
      }

      @Override
      protected void updateItem(TensorFile file, boolean empty) {
        super.updateItem(file, empty);
        if (empty || file == null) {
          setGraphic(null);
          setAccessibleText(null);
          return;
        }
        Optional<Examination> examination = model.examination(file);
        VerifyOutcome outcome = VerifyOutcome.of(examination);
        icon.getChildren().setAll(outcome.icon());
        name.setText(HashViewModel.nameOf(file));
        hash.setText(
            examination.map(each -> each.hashes().sha256().substring(0, HASH_DIGITS)).orElse(""));
        size.setText(messages.bytes(file.bytes().length()));
        setAccessibleText(name.getText() + ": " + messages.text(outcome.messageKey()));
        setGraphic(line);
      }
    }
  }

  private final class HashSection extends Section {

    HashSection() {
      super("hash-hashes", messages.text("hash.hashes"));
      VBox rows = new VBox(16);
      getChildren().add(rows);
      WeakSubscriptions.of(this)
          .subscribe(
              model.revision,
              _ -> {
                Optional<FileHashes> hashes =
                    model.file.get().flatMap(model::examination).map(Examination::hashes);
                rows.getChildren()
                    .setAll(Arrays.stream(HashKind.values()).map(it -> row(it, hashes)).toList());
              });
    }

    private VBox row(HashKind kind, Optional<FileHashes> hashes) {
      Label title = PanelParts.elastic(messages.sentence(kind.title()), "strong");
      String edits = "hash.edit." + Messages.word(kind.editEffect());
      Label badge = PanelParts.label(messages.text(edits), "badge");
      Tips.explain(badge, messages.text(edits + ".tip"));
      Label text = PanelParts.named(PanelParts.elastic(""), "hash-value-" + kind.jsonName());
      HBox line = PanelParts.row(8, text);
      line.getStyleClass().add("hash-value-line");
      VBox row = new VBox(4, new FlowPane(8, 4, title, badge), line);
      row.setMinWidth(0);
      Optional<String> value = hashes.flatMap(all -> all.get(kind));
      if (value.isPresent()) {
        text.setText(value.get());
        text.getStyleClass().add("mono");
        Tips.explain(text, value.get());
        line.getChildren().add(copyButton(kind, value.get()));
        new CopyMenu(messages)
            .copies("copy.text", value::get)
            .copies("hash.copy.named", () -> kind.title() + ": " + value.get())
            .installOn(row);
      } else {
        text.setText(messages.text(hashes.isPresent() ? "hash.undefined" : "hash.not-yet"));
        text.getStyleClass().add("subtle");
      }
      if (value.filter(FileHashes.EMPTY_SHA256::startsWith).isPresent()) {
        Label note = PanelParts.wrapping(messages.text("hash.of-nothing"));
        note.setId("hash-of-nothing-" + kind.jsonName());
        note.setGraphic(Icons.of(Feather.ALERT_TRIANGLE, "icon-small", "icon-warning"));
        row.getChildren().add(note);
      }
      row.getChildren().add(PanelParts.wrapping(messages.sentence(kind.purpose()), "muted"));
      return row;
    }

    private Button copyButton(HashKind kind, String value) {
      String name = messages.sentence(kind.title());
      Button button = new Button(null, Icons.of(Feather.COPY, "icon-small"));
      PanelParts.named(button, "hash-copy-" + kind.jsonName(), "flat", "hash-copy");
      button.setMinWidth(Region.USE_PREF_SIZE);
      Tips.name(button, messages.text("hash.copy", name));
      button.setOnAction(
          _ -> {
            CopyMenu.copy(value);
            button.setGraphic(Icons.of(Feather.CHECK, "icon-small", "icon-success"));
            button.setAccessibleText(messages.text("hash.copied", name));
          });
      return button;
    }
  }
}
