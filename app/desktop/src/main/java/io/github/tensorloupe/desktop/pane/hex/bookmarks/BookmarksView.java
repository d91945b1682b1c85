package io.github.tensorloupe.desktop.pane.hex.bookmarks;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.FocusTraversal;
import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.error.DetailsButton;
import io.github.tensorloupe.desktop.pane.hex.bookmarks.BookmarkFile.Bookmark;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.DisplayText;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// The bookmarks next to the bytes: buttons, the list, whose rows link to their bytes, and the note
/// of the selected bookmark. Delete removes the bookmark, F2 or Enter focuses its note.
public final class BookmarksView extends VBox {

  private static final double ROW_HEIGHT = 22;

  private final BookmarksViewModel model;
  private final Messages messages;
  private final ListView<Bookmark> list =
      PanelParts.named(new ListView<>(), "bookmarks-list", "dense", "edge-to-edge");
  private final TextField note = PanelParts.named(new TextField(), "bookmarks-note");
  private boolean following;

  public BookmarksView(BookmarksViewModel model, Messages messages) {
    this.model = model;
    this.messages = messages;
    PanelParts.named(this, "bookmarks-view", "side-view");
    Label failure = PanelParts.named(PanelParts.wrapping("", "caption"), "bookmarks-failure");
    prepareList();
    prepareNote();
    VBox.setVgrow(list, Priority.ALWAYS);
    getChildren().addAll(buttons(), list, note, failure);
    DetailsButton.showFailure(failure, model.failure, messages);
    WeakSubscriptions.of(this).subscribe(model.chosen, this::show);
  }

  private HBox buttons() {
    Button add = button("add", Feather.PLUS, model::add);
    Button remove = button("remove", Feather.TRASH_2, this::remove);
    remove
        .disableProperty()
        .bind(Bindings.createBooleanBinding(() -> model.chosen.get().isEmpty(), model.chosen));
    Button previous = button("previous", Feather.CHEVRON_UP, () -> model.goOnward(false));
    Button next = button("next", Feather.CHEVRON_DOWN, () -> model.goOnward(true));
    Stream.of(previous, next)
        .forEach(each -> each.disableProperty().bind(Bindings.isEmpty(model.marks())));
    Label title = PanelParts.elastic(messages.text("bookmarks.list"), "strong");
    PanelParts.grow(title);
    HBox buttons = new HBox(title, add, remove, previous, next);
    buttons.setAlignment(Pos.CENTER_LEFT);
    return buttons;
  }

  private Button button(String word, Feather icon, Runnable action) {
    return PanelParts.iconButton(
        "bookmarks-" + word,
        Icons.of(icon, "icon-small"),
        messages.text("bookmarks." + word),
        action);
  }

  private void prepareList() {
    list.setAccessibleText(messages.text("bookmarks.list"));
    list.setFixedCellSize(ROW_HEIGHT);
    list.setItems(model.marks());
    list.setPlaceholder(PanelParts.wrapping(messages.text("bookmarks.none"), "muted"));
    list.setCellFactory(_ -> new BookmarkCell());
    list.getSelectionModel()
        .selectedItemProperty()
        .subscribe(
            mark -> {
              if (mark != null && list.isFocused() && !following) {
                model.goTo(mark);
              }
            });
    list.setOnKeyPressed(
        event -> {
          switch (event.getCode()) {
            case DELETE, BACK_SPACE -> remove();
            case F2, ENTER -> note.requestFocus();
            default -> {
              return;
            }
          }
          event.consume();
        });
    Supplier<String> text =
        () ->
            model
                .chosen
                .get()
                .map(each -> "0x%X  %s".formatted(each.byteOffset(), each.note()))
                .orElse("");
    new CopyMenu(messages)
        .copies("copy.text", text)
        .does("bookmarks.rename", note::requestFocus, () -> model.chosen.get().isPresent())
        .does("bookmarks.remove", this::remove, () -> model.chosen.get().isPresent())
        .installOn(list);
  }

  private void prepareNote() {
    note.setPromptText(messages.text("bookmarks.note"));
    note.setAccessibleText(messages.text("bookmarks.note"));
    note.disableProperty()
        .bind(Bindings.createBooleanBinding(() -> model.chosen.get().isEmpty(), model.chosen));
    note.setOnAction(
        _ -> {
          storeNote();
          list.requestFocus();
        });
    FocusTraversal.whenLeft(note, this::storeNote);
    note.setOnKeyPressed(
        FocusTraversal.atKey(
            KeyCode.ESCAPE,
            () -> {
              note.setText(model.chosen.get().map(Bookmark::note).orElse(""));
              list.requestFocus();
            }));
  }

  private void storeNote() {
    model.chosen.get().ifPresent(mark -> model.setNote(mark, note.getText().strip()));
  }

  private void remove() {
    model.chosen.get().ifPresent(model::remove);
  }

  private void show(Optional<Bookmark> mark) {
    following = true;
    try {
      String text = mark.map(Bookmark::note).orElse("");
      if (!text.equals(note.getText())) {
        note.setText(text);
        if (note.isFocused()) {
          // The text may arrive after the focus, and typing should replace it.
          note.selectAll();
        }
      }
      mark.ifPresentOrElse(
          each -> {
            list.getSelectionModel().select(each);
            list.scrollTo(each);
          },
          list.getSelectionModel()::clearSelection);
    } finally {
      following = false;
    }
  }

  /// Focuses the note of the selected bookmark, which was just added, or else the list.
  @Override
  public void requestFocus() {
    if (model.chosen.get().isPresent()) {
      note.requestFocus();
      note.selectAll();
    } else {
      list.requestFocus();
    }
  }

  private final class BookmarkCell extends ListCell<Bookmark> {

    BookmarkCell() {
      setPrefWidth(0);
    }

    @Override
    protected void updateItem(Bookmark mark, boolean empty) {
      super.updateItem(mark, empty);
      setText(null);
      setGraphic(null);
      if (!empty) {
        Label offset = PanelParts.uncut("%X".formatted(mark.byteOffset()), "mono", "muted");
        String place = model.place(mark);
        String text =
            Stream.of(DisplayText.of(mark.note()), place)
                .filter(part -> !part.isEmpty())
                .distinct()
                .collect(Collectors.joining("  ·  "));
        setGraphic(new HBox(8, offset, PanelParts.elastic(text)));
        Tips.explain(this, text);
      }
    }
  }
}
