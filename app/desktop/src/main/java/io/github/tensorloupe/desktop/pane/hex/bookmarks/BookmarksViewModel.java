package io.github.tensorloupe.desktop.pane.hex.bookmarks;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.JobSlot;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.hex.bookmarks.BookmarkFile.Bookmark;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.selection.Selection.Caret;
import io.github.tensorloupe.desktop.selection.TensorLookup;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.element.ElementPosition;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;

/// The bookmarks of the file that contains the caret. Belongs to the FX thread; reading and writing
/// run in the background.
public final class BookmarksViewModel {

  private static final int NAME_LIMIT = 120;

  final ObjectProperty<Optional<Failure>> failure = new SimpleObjectProperty<>(Optional.empty());
  final ObjectProperty<Optional<Bookmark>> chosen = new SimpleObjectProperty<>(Optional.empty());

  private final Selection selection;
  private final BookmarkFile bookmarkFile;
  private final Jobs jobs;
  private final Messages messages;
  private final JobSlot<List<Bookmark>> reading;
  private final ObservableList<Bookmark> marks = FXCollections.observableArrayList();
  private Optional<TensorFile> file = Optional.empty();
  private int writing;

  public BookmarksViewModel(
      Selection selection, BookmarkFile bookmarkFile, Jobs jobs, Messages messages) {
    this.selection = selection;
    this.bookmarkFile = bookmarkFile;
    this.jobs = jobs;
    this.messages = messages;
    this.reading = new JobSlot<>(jobs);
    selection.caretProperty().subscribe(this::onCaretMoved);
  }

  private void onCaretMoved(Optional<Caret> caret) {
    Optional<TensorFile> next = caret.map(Caret::file);
    if (!next.equals(file)) {
      file = next;
      marks.clear();
      chosen.set(Optional.empty());
      failure.set(Optional.empty());
      reading.clear();
      next.ifPresent(this::read);
    }
  }

  private void read(TensorFile of) {
    reading.start(
        messages.text("bookmarks.job.read"),
        (_, _) -> bookmarkFile.of(of),
        this::show,
        cause -> fail("bookmarks.job.read", cause));
  }

  private void show(List<Bookmark> found) {
    if (!marks.equals(found)) {
      marks.setAll(found);
    }
    chosen.set(chosen.get().flatMap(mark -> at(mark.byteOffset())));
  }

  private void fail(String key, Throwable cause) {
    failure.set(Optional.of(Failures.of(cause).doing(messages.text(key))));
  }

  private Optional<Bookmark> at(long byteOffset) {
    return marks.stream().filter(mark -> mark.byteOffset() == byteOffset).findFirst();
  }

  private void change(UnaryOperator<List<Bookmark>> change) {
    TensorFile of = file.orElseThrow();
    reading.clear();
    failure.set(Optional.empty());
    List<Bookmark> now = new ArrayList<>(change.apply(List.copyOf(marks)));
    now.sort(Comparator.comparingLong(Bookmark::byteOffset));
    show(now);
    writing++;
    jobs.startWriting(
        messages.text("bookmarks.job.write"),
        (_, _) -> bookmarkFile.change(of, change),
        written -> {
          // Later changes may not have been written yet.
          if (--writing == 0 && file.equals(Optional.of(of))) {
            show(written);
          }
        },
        cause -> {
          writing--;
          fail("bookmarks.job.write", cause);
        });
  }

  /// Adds a bookmark at the caret, with its location as the note, or selects the existing bookmark.
  public void add() {
    Optional<Caret> caret = selection.caretProperty().get();
    caret.ifPresent(
        here -> {
          if (at(here.byteOffset()).isEmpty() && marks.size() < BookmarkFile.MAX_MARKS) {
            Bookmark added = new Bookmark(here.byteOffset(), place(here));
            change(before -> with(before, added));
          }
          chosen.set(at(here.byteOffset()));
        });
  }

  private static List<Bookmark> with(List<Bookmark> before, Bookmark mark) {
    Stream<Bookmark> others =
        before.stream().filter(each -> each.byteOffset() != mark.byteOffset());
    return Stream.concat(others, Stream.of(mark)).toList();
  }

  /// Returns the tensor and the element at a bookmark, or the part of the file.
  String place(Bookmark mark) {
    return file.map(of -> place(new Caret(of, mark.byteOffset()))).orElse("");
  }

  private String place(Caret caret) {
    Optional<TensorRef> tensor = TensorLookup.at(caret.file(), caret.byteOffset());
    String name = tensor.map(each -> DisplayText.of(each.info().name(), NAME_LIMIT)).orElse("");
    String element = tensor.flatMap(caret::elementIn).map(ElementPosition::indexText).orElse("");
    boolean isHeader =
        caret.byteOffset() < caret.file().reading().dataStart().orElse(Long.MAX_VALUE);
    return tensor.isPresent()
        ? (name + " " + element).strip()
        : isHeader ? messages.text("hex.part.header") : "";
  }

  void setNote(Bookmark mark, String note) {
    if (!mark.note().equals(note) && at(mark.byteOffset()).isPresent()) {
      change(before -> with(before, new Bookmark(mark.byteOffset(), note)));
    }
  }

  void remove(Bookmark mark) {
    int index = marks.indexOf(mark);
    change(
        before -> before.stream().filter(each -> each.byteOffset() != mark.byteOffset()).toList());
    if (!marks.isEmpty()) {
      chosen.set(Optional.of(marks.get(Math.clamp(index, 0, marks.size() - 1))));
    }
  }

  void goTo(Bookmark mark) {
    chosen.set(Optional.of(mark));
    file.ifPresent(of -> selection.placeCaret(of, mark.byteOffset()));
  }

  /// Goes to the next bookmark after the caret, or the previous one before it, wrapping around at
  /// the ends.
  public void goOnward(boolean forward) {
    if (marks.isEmpty()) {
      return;
    }
    long here = selection.caretProperty().get().map(Caret::byteOffset).orElse(0L);
    Optional<Bookmark> next =
        (forward ? marks : marks.reversed())
            .stream()
                .filter(mark -> forward ? mark.byteOffset() > here : mark.byteOffset() < here)
                .findFirst();
    goTo(next.orElse(forward ? marks.getFirst() : marks.getLast()));
  }

  /// Returns the bookmarks sorted by offset; must not be modified.
  public ObservableList<Bookmark> marks() {
    return marks;
  }
}
