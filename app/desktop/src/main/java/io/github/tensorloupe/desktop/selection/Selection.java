package io.github.tensorloupe.desktop.selection;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.adapter.Adapter;
import io.github.tensorloupe.analysis.slice.SliceAxes;
import io.github.tensorloupe.desktop.selection.FileDocument.LocatedFinding;
import io.github.tensorloupe.desktop.session.PlaceFinder;
import io.github.tensorloupe.desktop.session.PlaceHistory;
import io.github.tensorloupe.desktop.session.RememberedPlace;
import io.github.tensorloupe.element.ElementPosition;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.quantization.Quantization;
import io.github.tensorloupe.text.Sentence;
import java.nio.file.Path;

/// The selection that all panes share. Belongs to the FX thread.
///
/// Selecting a tensor moves the caret to its first byte; moving the caret to a byte selects the
/// tensor that contains it. A group of the name tree can be selected instead of a tensor. Previous
/// locations are remembered in a history, as in a browser.
public final class Selection {

  private static final int MAX_PLACES = 200;

  private final ReadOnlyObjectWrapper<DocumentState> document =
      new ReadOnlyObjectWrapper<>(new DocumentState.Empty());
  private final BooleanBinding isOpen =
      Bindings.createBooleanBinding(() -> openDocument().isPresent(), document);
  private final ReadOnlyObjectWrapper<Optional<TensorRef>> tensor =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private final ReadOnlyObjectWrapper<OptionalInt> group =
      new ReadOnlyObjectWrapper<>(OptionalInt.empty());
  private final ReadOnlyObjectWrapper<Optional<Caret>> caret =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private final ObjectProperty<Optional<VisibleBytes>> visibleBytes =
      new SimpleObjectProperty<>(Optional.empty());
  private final ObjectProperty<Optional<ShownSlice>> slice =
      new SimpleObjectProperty<>(Optional.empty());
  private final ObjectProperty<Optional<Quantization>> quantization =
      new SimpleObjectProperty<>(Optional.empty());
  private final ObjectProperty<Optional<Adapter>> adapter =
      new SimpleObjectProperty<>(Optional.empty());
  private final StringProperty view = new SimpleStringProperty("");
  private final Supplier<List<Path>> openElsewhere;
  private final LinkedState linked;
  private final PlaceHistory history;
  private final ReadOnlyBooleanWrapper canGoBack = new ReadOnlyBooleanWrapper();
  private final ReadOnlyBooleanWrapper canGoForward = new ReadOnlyBooleanWrapper();
  private boolean changing;
  private boolean browsing;

  public Selection() {
    this(List::of);
  }

  /// @param openElsewhere supplies the files that are open in all windows
  public Selection(Supplier<List<Path>> openElsewhere) {
    this(System::nanoTime, openElsewhere, new LinkedState());
  }

  /// @param nanoTime a clock in nanoseconds, which distinguishes jumps from series of quick moves
  Selection(LongSupplier nanoTime, Supplier<List<Path>> openElsewhere, LinkedState linked) {
    this.openElsewhere = openElsewhere;
    this.linked = linked;
    history = new PlaceHistory(MAX_PLACES, nanoTime);
    view.subscribe(
        name -> {
          if (!changing) {
            history.see(name);
          }
        });
  }

  public LinkedState linked() {
    return linked;
  }

  public ReadOnlyObjectProperty<DocumentState> documentProperty() {
    return document.getReadOnlyProperty();
  }

  /// Returns the files of all open documents, here and in other windows: these must never be
  /// overwritten.
  public List<Path> openFiles() {
    List<Path> files = new ArrayList<>(openElsewhere.get());
    openDocuments().forEach(document -> files.addAll(document.paths()));
    return files;
  }

  public BooleanBinding isOpenProperty() {
    return isOpen;
  }

  public ReadOnlyObjectProperty<Optional<TensorRef>> tensorProperty() {
    return tensor.getReadOnlyProperty();
  }

  /// The selected group as a node of the document's name tree; empty while a tensor is selected.
  public ReadOnlyObjectProperty<OptionalInt> groupProperty() {
    return group.getReadOnlyProperty();
  }

  /// Returns why no tensor can be shown although a file is open: the selected group is a tensor of
  /// a missing shard, or there are no tensors.
  public Optional<Sentence> absence() {
    Optional<FileDocument> open = openDocument();
    Optional<Sentence> ofGroup =
        open.filter(_ -> group.get().isPresent())
            .flatMap(it -> it.tree().absent(group.get().getAsInt()))
            .map(absent -> absent.sentence());
    boolean isEmpty = open.filter(it -> it.checkpoint().tensors().isEmpty()).isPresent();
    return isEmpty && ofGroup.isEmpty() ? Optional.of(Sentence.of("No tensors to show.")) : ofGroup;
  }

  /// The position of the caret; empty if no file is open.
  public ReadOnlyObjectProperty<Optional<Caret>> caretProperty() {
    return caret.getReadOnlyProperty();
  }

  public Optional<FileDocument> openDocument() {
    return document.get() instanceof DocumentState.Open(FileDocument open)
        ? Optional.of(open)
        : Optional.empty();
  }

  public Optional<ComparisonDocument> openComparison() {
    return document.get() instanceof DocumentState.Open(ComparisonDocument open)
        ? Optional.of(open)
        : Optional.empty();
  }

  /// Returns the open documents: one, the two of a comparison with the base first, or an empty
  /// list.
  public List<FileDocument> openDocuments() {
    return document.get().shown().map(Document::checkpoints).orElse(List.of());
  }

  /// The bytes that are visible in the hex pane, which sets this property. Independent of the
  /// caret.
  public ObjectProperty<Optional<VisibleBytes>> visibleBytesProperty() {
    return visibleBytes;
  }

  /// The slice that the user chose last, which every pane that shows slices applies.
  public ObjectProperty<Optional<ShownSlice>> sliceProperty() {
    return slice;
  }

  /// Returns the axes of the last chosen slice if it is a slice of this tensor.
  public Optional<SliceAxes> axesOf(TensorRef shown) {
    return slice.get().filter(it -> it.tensor().equals(shown)).map(ShownSlice::axes);
  }

  public record ShownSlice(TensorRef tensor, SliceAxes axes) {}

  /// The quantized weights of the document; empty until they were searched for.
  public ObjectProperty<Optional<Quantization>> quantizationProperty() {
    return quantization;
  }

  /// The document as an adapter; empty if it is not an adapter, and until that was examined.
  public ObjectProperty<Optional<Adapter>> adapterProperty() {
    return adapter;
  }

  /// The name of the view that the window shows. It is remembered with every location and set again
  /// when the user returns to it.
  public StringProperty viewProperty() {
    return view;
  }

  /// Shows another document state. Clears the selection and moves the caret to the first byte of
  /// the first file. Clears the history, except if a document with the same path replaces the
  /// current one: then the locations that still exist are kept.
  public void show(DocumentState state) {
    Optional<Path> before = openDocument().map(open -> open.checkpoint().path());
    withoutHistory(
        () -> {
          setTensor(Optional.empty());
          caret.set(Optional.empty());
          quantization.set(Optional.empty());
          adapter.set(Optional.empty());
          document.set(state);
          openDocument()
              .flatMap(open -> open.checkpoint().files().stream().findFirst())
              .ifPresent(file -> setCaret(file, 0));
        });
    if (state instanceof DocumentState.Open(FileDocument open)
        && before.equals(Optional.of(open.checkpoint().path()))) {
      history.adapt(open.finder()::adapt);
      updateHistory();
    } else {
      history.clear();
      visit();
    }
  }

  /// Selects a tensor of the open document and moves the caret to its first byte.
  public void select(TensorRef selected) {
    if (!tensor.get().equals(Optional.of(selected))) {
      change(
          () -> {
            setTensor(Optional.of(selected));
            moveCaretTo(selected);
          });
    }
  }

  /// Selects a tensor like [#select(TensorRef)] for a user who continues to browse: the window does
  /// not switch to a pane about the tensor.
  public void browse(TensorRef selected) {
    browsing = true;
    try {
      select(selected);
    } finally {
      browsing = false;
    }
  }

  /// Returns true if the window should not switch panes for the current selection.
  public boolean isBrowsing() {
    return browsing;
  }

  /// Selects a tensor and moves the caret to one of its bytes.
  ///
  /// @param byteOffset file offset of the byte
  public void select(TensorRef selected, long byteOffset) {
    change(
        () -> {
          setTensor(Optional.of(selected));
          setCaret(selected.file(), byteOffset);
        });
  }

  /// Selects a group, a node of the name tree, and moves the caret to its first tensor.
  public void selectGroup(int node) {
    change(
        () -> {
          tensor.set(Optional.empty());
          group.set(OptionalInt.of(node));
          openDocument().flatMap(it -> ShownTensor.first(it, node)).ifPresent(this::moveCaretTo);
        });
  }

  /// Clears the selection; the caret stays.
  public void clearTensor() {
    change(() -> setTensor(Optional.empty()));
  }

  /// Moves the caret to a byte of the file and selects the tensor that contains it, if any.
  public void placeCaret(TensorFile file, long byteOffset) {
    change(
        () -> {
          setTensor(TensorLookup.at(file, byteOffset));
          setCaret(file, byteOffset);
        });
  }

  /// Moves to the first byte of a finding within its tensor, otherwise to the tensor, otherwise to
  /// the bytes.
  public void goTo(LocatedFinding located) {
    Optional<Long> begin = located.finding().range().map(ByteRange::begin);
    Optional<TensorRef> named = openDocument().flatMap(open -> located.tensor(open.checkpoint()));
    if (named.isPresent()) {
      TensorRef found = named.get();
      begin
          .filter(at -> found.data().filter(data -> data.range().contains(at)).isPresent())
          .ifPresentOrElse(at -> select(found, at), () -> select(found));
    } else if (located.file().isPresent()) {
      TensorFile file = located.file().get();
      begin.filter(at -> at < file.bytes().length()).ifPresent(at -> placeCaret(file, at));
    }
  }

  private void setTensor(Optional<TensorRef> value) {
    group.set(OptionalInt.empty());
    tensor.set(value);
  }

  private void moveCaretTo(TensorRef target) {
    target.data().ifPresent(data -> setCaret(target.file(), data.range().begin()));
  }

  private void setCaret(TensorFile file, long byteOffset) {
    caret.set(Optional.of(new Caret(file, byteOffset)));
  }

  /// Nested changes belong to the outermost one, which is recorded once after all of them.
  private void change(Runnable change) {
    withoutHistory(change);
    if (!changing) {
      visit();
    }
  }

  private void withoutHistory(Runnable change) {
    boolean wasChanging = changing;
    changing = true;
    try {
      change.run();
    } finally {
      changing = wasChanging;
    }
  }

  public ReadOnlyBooleanProperty canGoBackProperty() {
    return canGoBack.getReadOnlyProperty();
  }

  public ReadOnlyBooleanProperty canGoForwardProperty() {
    return canGoForward.getReadOnlyProperty();
  }

  public void goBack() {
    step(history.back());
  }

  public void goForward() {
    step(history.forward());
  }

  private void step(Optional<RememberedPlace> place) {
    updateHistory();
    place.ifPresent(this::restore);
  }

  /// Returns the current location, or empty if no file is open.
  public Optional<RememberedPlace> place() {
    Optional<List<String>> labels =
        openDocument()
            .filter(_ -> group.get().isPresent())
            .map(open -> open.tree().labelsTo(group.get().getAsInt()));
    return caret
        .get()
        .map(
            at ->
                new RememberedPlace(
                    at.file().path(),
                    at.byteOffset(),
                    tensor.get().map(RememberedPlace.Tensor::of),
                    labels,
                    view.get()));
  }

  /// Restores a location as far as it exists in the document.
  public void goTo(RememberedPlace place) {
    restore(place);
    visit();
  }

  private void restore(RememberedPlace place) {
    openDocument().ifPresent(open -> withoutHistory(() -> restore(place, open.finder())));
  }

  private void restore(RememberedPlace place, PlaceFinder finder) {
    finder
        .byteOffset(place)
        .ifPresent(
            byteOffset -> {
              setTensor(finder.tensor(place));
              group.set(finder.group(place));
              setCaret(finder.file(place.file()).orElseThrow(), byteOffset);
            });
    view.set(place.pane());
  }

  private void visit() {
    long reach = PlaceHistory.reach(tensor.get().map(TensorRef::info));
    place().ifPresent(place -> history.visit(place, reach));
    updateHistory();
  }

  private void updateHistory() {
    canGoBack.set(history.canGoBack());
    canGoForward.set(history.canGoForward());
  }

  /// One byte of an open file, by its file offset.
  public record Caret(TensorFile file, long byteOffset) {

    /// Returns the element of a tensor that the byte belongs to, or the first of several elements
    /// in one byte. Empty if the byte belongs to none.
    public Optional<ElementPosition> elementIn(TensorRef tensor) {
      return tensor
          .data()
          .filter(data -> file == tensor.file() && data.range().contains(byteOffset))
          .flatMap(data -> ElementPosition.of(data.info(), byteOffset - data.range().begin()));
    }
  }

  /// Bytes of an open file that are visible in the hex pane.
  ///
  /// @param bytes as file offsets; empty if no bytes of the file are visible
  public record VisibleBytes(TensorFile file, ByteRange bytes) {}
}
