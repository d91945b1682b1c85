package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.error.LazyPane;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.pane.hex.HexView;
import io.github.tensorloupe.desktop.pane.hex.HexViewModel;
import io.github.tensorloupe.desktop.pane.hex.bookmarks.BookmarkFile.Bookmark;
import io.github.tensorloupe.desktop.pane.hex.bookmarks.BookmarksView;
import io.github.tensorloupe.desktop.pane.hex.bookmarks.BookmarksViewModel;
import io.github.tensorloupe.desktop.pane.hex.find.FindBarView;
import io.github.tensorloupe.desktop.pane.hex.find.FindViewModel;
import io.github.tensorloupe.desktop.pane.hex.inspector.InspectorView;
import io.github.tensorloupe.desktop.pane.hex.inspector.InspectorViewModel;
import io.github.tensorloupe.desktop.pane.hex.strings.StringsView;
import io.github.tensorloupe.desktop.pane.hex.strings.StringsViewModel;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import org.kordamp.ikonli.feather.Feather;

/// The bytes of one document, with find bar and side panels. Belongs to the FX thread.
final class BytesView {

  private final Commands commands;
  private final PaneContext context;
  private final Messages messages;
  private final HexViewModel hex;
  private final FindViewModel find;
  private final InspectorViewModel inspector;
  private final StringsViewModel strings;
  private final BookmarksViewModel bookmarks;
  final LazyPane<HexView> view;
  private Optional<FindBarView> findBar = Optional.empty();

  BytesView(Workspace workspace) {
    context = workspace.context;
    commands = context.commands();
    messages = context.messages();
    Selection selection = context.selection();
    Jobs jobs = context.jobs();
    hex = new HexViewModel(selection, context.results(), jobs, messages);
    find = new FindViewModel(selection, jobs, messages);
    inspector = new InspectorViewModel(selection, jobs, messages);
    strings = new StringsViewModel(selection, jobs, messages);
    bookmarks =
        new BookmarksViewModel(
            selection, workspace.environment.desktop().bookmarks(), jobs, messages);
    bookmarks
        .marks()
        .addListener(
            (ListChangeListener<Bookmark>)
                _ -> hex.showBookmarks(bookmarks.marks().stream().map(Bookmark::byteOffset)));
    find.matchProperty().subscribe(hex::highlight);
    strings.chosenProperty().subscribe((_, bytes) -> hex.highlight(bytes));
    view = workspace.guards.guard(messages.text("command.show-bytes"), "hex", this::make);
    BooleanBinding open = selection.isOpenProperty();
    commands.bind(Command.FIND_BYTES, this::openFindBar, open);
    commands.bind(Command.FIND_NEXT, () -> findOnward(find::findNext), open);
    commands.bind(Command.FIND_PREVIOUS, () -> findOnward(find::findPrevious), open);
    commands.bind(Command.SHOW_STRINGS, () -> openSide("strings"), open);
    commands.bind(Command.SHOW_BOOKMARKS, () -> openSide("bookmarks"), open);
    commands.bind(
        Command.ADD_BOOKMARK,
        () -> {
          bookmarks.add();
          openSide("bookmarks");
        },
        open);
    commands.bind(Command.NEXT_BOOKMARK, () -> bookmarks.goOnward(true), open);
    commands.bind(Command.PREVIOUS_BOOKMARK, () -> bookmarks.goOnward(false), open);
  }

  private HexView make() {
    HexView hexView =
        new HexView(hex, name -> context.dialogs().get().chooseTarget(name), messages);
    hexView.addSide(
        "inspector",
        Feather.SIDEBAR,
        messages.text("hex.inspector"),
        () -> new InspectorView(inspector, messages));
    hexView.addSide(
        "strings",
        Feather.ALIGN_LEFT,
        messages.text("strings.list"),
        () -> new StringsView(strings, messages));
    hexView.addSide(
        "bookmarks",
        Feather.BOOKMARK,
        messages.text("bookmarks.list"),
        () -> new BookmarksView(bookmarks, messages));
    WeakSubscriptions.of(hexView).subscribe(find.marksProperty(), hexView::showMarks);
    findBar = Optional.empty();
    return hexView;
  }

  private FindBarView findBar(HexView here) {
    FindBarView.FindShortcuts onward =
        new FindBarView.FindShortcuts(
            commands.keymapProperty().map(_ -> commands.keysText(Command.FIND_NEXT)),
            commands.keymapProperty().map(_ -> commands.keysText(Command.FIND_PREVIOUS)));
    findBar = Optional.of(new FindBarView(find, messages, onward, here::requestFocus));
    here.setFindBar(findBar.get());
    return findBar.get();
  }

  private void findOnward(Runnable onward) {
    if (findBar.filter(FindBarView::isOpen).isPresent()) {
      onward.run();
    } else {
      openFindBar();
    }
  }

  /// Shows the bytes first, which may be hidden.
  private void openFindBar() {
    commands.run(Command.SHOW_BYTES);
    view.ifPresent(here -> findBar.orElseGet(() -> findBar(here)).open());
  }

  /// Shows the bytes first, which may be hidden. The focus moves to the opened panel.
  private void openSide(String word) {
    commands.run(Command.SHOW_BYTES);
    view.ifPresent(here -> here.openSide(word));
  }
}
