package io.github.tensorloupe.desktop.selection;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.adapter.Adapter;
import io.github.tensorloupe.analysis.slice.SliceAxes;
import io.github.tensorloupe.desktop.session.PlaceFinder;
import io.github.tensorloupe.desktop.session.PlaceHistory;
import io.github.tensorloupe.desktop.session.RememberedPlace;
import io.github.tensorloupe.element.ElementPosition;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.integrity.expected.Check;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.quantization.Quantization;
import io.github.tensorloupe.text.Sentence;
import java.nio.file.Path;

/// The one selection that all panes share. Belongs to the FX thread.
///
/// Selecting a tensor puts the caret on its first byte; putting the caret on a byte selects the
/// tensor that the byte belongs to. A group of the name tree can be selected in place of a tensor.
/// Where the selection has been is remembered, as in a browser.
public final class Selection {

  private static final int MAX_PLACES = 200;

  private final ReadOnlyObjectWrapper<DocumentState> document =
      new ReadOnlyObjectWrapper<>(new DocumentState.Empty());
  private final BooleanBinding isOpen =
      Bindings.createBooleanBinding(() -> document.get() instanceof DocumentState.Open, document);
  private final ReadOnlyObjectWrapper<Optional<TensorRef>> tensor =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private final ReadOnlyObjectWrapper<OptionalInt> group =
      new ReadOnlyObjectWrapper<>(OptionalInt.empty());
  private final ReadOnlyObjectWrapper<Optional<Caret>> caret =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private final ObjectProperty<Optional<VisibleBytes>> visibleBytes =
      new SimpleObjectProperty<>(Optional.empty());
  private final ReadOnlyObjectWrapper<Optional<PastedHash>> pastedHash =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private final ObjectProperty<Optional<Check.Result>> checkedHashes =
      new SimpleObjectProperty<>(Optional.empty());
  private final ObjectProperty<Optional<ShownSlice>> slice =
      new SimpleObjectProperty<>(Optional.empty());
  private final ObjectProperty<Optional<Quantization>> quantization =
      new SimpleObjectProperty<>(Optional.empty());
  private final ObjectProperty<Optional<Adapter>> adapter =
      new SimpleObjectProperty<>(Optional.empty());
  private final StringProperty view = new SimpleStringProperty("");
  private final Supplier<List<Path>> openElsewhere;
  private final Companions companions;
  private final PlaceHistory history;
  private final ReadOnlyBooleanWrapper canGoBack = new ReadOnlyBooleanWrapper();
  private final ReadOnlyBooleanWrapper canGoForward = new ReadOnlyBooleanWrapper();
  private boolean changing;
  private boolean browsing;

  public Selection() {
    this(System::nanoTime, List::of, Companions.none());
  }

  /// @param nanoTime a clock in nanoseconds, which tells jumps from runs of quick moves
  /// @param openElsewhere the files that are open in all windows
  public Selection(
      LongSupplier nanoTime, Supplier<List<Path>> openElsewhere, Companions companions) {
    this.openElsewhere = openElsewhere;
    this.companions = companions;
    history = new PlaceHistory(MAX_PLACES, nanoTime);
    view.subscribe(
        name -> {
          if (!changing) {
            history.see(name);
          }
        });
  }

  public Companions companions() {
    return companions;
  }

  public ReadOnlyObjectProperty<DocumentState> documentProperty() {
    return document.getReadOnlyProperty();
  }

  /// The files of what is open now, here and in other windows: nothing is ever written to them.
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

  /// Why nothing can be shown though a file is open: the selected group is a tensor of a shard that
  /// is missing, or there are no tensors.
  public Optional<Sentence> absence() {
    Optional<OpenDocument> open = openDocument();
    Optional<Sentence> ofGroup =
        open.filter(_ -> group.get().isPresent())
            .flatMap(it -> it.tree().absent(group.get().getAsInt()))
            .map(absent -> absent.sentence());
    boolean isEmpty = open.filter(it -> it.checkpoint().tensors().isEmpty()).isPresent();
    return isEmpty && ofGroup.isEmpty() ? Optional.of(Sentence.of("No tensors to show.")) : ofGroup;
  }

  /// The place of the caret in the bytes; empty where no file is open.
  public ReadOnlyObjectProperty<Optional<Caret>> caretProperty() {
    return caret.getReadOnlyProperty();
  }

  public Optional<OpenDocument> openDocument() {
    return document.get() instanceof DocumentState.Open(OpenDocument open)
        ? Optional.of(open)
        : Optional.empty();
  }

  public Optional<OpenComparison> openComparison() {
    return document.get() instanceof DocumentState.Compared(OpenComparison open)
        ? Optional.of(open)
        : Optional.empty();
  }

  /// What is open: one document, the two of a comparison with the base first, or none.
  public List<OpenDocument> openDocuments() {
    return document.get().documents();
  }

  /// The bytes that the pane of bytes shows, wherever the caret is. That pane sets it.
  public ObjectProperty<Optional<VisibleBytes>> visibleBytesProperty() {
    return visibleBytes;
  }

  /// The slice that somebody chose last, which every pane that shows slices follows.
  public ObjectProperty<Optional<ShownSlice>> sliceProperty() {
    return slice;
  }

  /// The axes that were chosen for a tensor in whatever pane, if they were chosen last of all.
  public Optional<SliceAxes> axesOf(TensorRef shown) {
    return slice.get().filter(it -> it.tensor().equals(shown)).map(ShownSlice::axes);
  }

  public record ShownSlice(TensorRef tensor, SliceAxes axes) {}

  public ReadOnlyObjectProperty<Optional<PastedHash>> pastedHashProperty() {
    return pastedHash.getReadOnlyProperty();
  }

  /// Says what came of a hash that was given for a file of the open document. That one file is the
  /// right one does not hide that another is not.
  public void tell(PastedHash found) {
    Optional<PastedHash> bad = pastedHash.get().filter(PastedHash::differs);
    if (found.differs() || bad.filter(other -> other.file() != found.file()).isEmpty()) {
      pastedHash.set(Optional.of(found));
    }
  }

  /// The result of comparing the files of the document with their expected hashes: that one
  /// differs, or that all match; empty while neither is known.
  public ObjectProperty<Optional<Check.Result>> checkedHashesProperty() {
    return checkedHashes;
  }

  /// The quantized weights of the document; empty until they are looked for.
  public ObjectProperty<Optional<Quantization>> quantizationProperty() {
    return quantization;
  }

  /// The adapter that the document is; empty where it is none, and until it is looked for.
  public ObjectProperty<Optional<Adapter>> adapterProperty() {
    return adapter;
  }

  /// The view that the window has turned to, by a name that means something only to the window. It
  /// is remembered with every place, and set again when one goes back there.
  public StringProperty viewProperty() {
    return view;
  }

  /// Shows something else; nothing is selected afterwards, and the caret is on the first file's
  /// first byte. Places are forgotten, but for those that are still there in a document that takes
  /// the place of one with the same path.
  public void show(DocumentState state) {
    Optional<Path> before = openDocument().map(open -> open.checkpoint().path());
    unnoted(
        () -> {
          setTensor(Optional.empty());
          caret.set(Optional.empty());
          pastedHash.set(Optional.empty());
          checkedHashes.set(Optional.empty());
          quantization.set(Optional.empty());
          adapter.set(Optional.empty());
          document.set(state);
          openDocument()
              .flatMap(open -> open.checkpoint().files().stream().findFirst())
              .ifPresent(file -> setCaret(file, 0));
        });
    if (state instanceof DocumentState.Open(OpenDocument open)
        && before.equals(Optional.of(open.checkpoint().path()))) {
      history.adapt(open.finder()::adapt);
      tellHistory();
    } else {
      history.clear();
      visit();
    }
  }

  /// Selects a tensor of the open document and puts the caret on its first byte.
  public void select(TensorRef selected) {
    if (!tensor.get().equals(Optional.of(selected))) {
      change(
          () -> {
            setTensor(Optional.of(selected));
            selected.data().ifPresent(data -> setCaret(selected.file(), data.range().begin()));
          });
    }
  }

  /// Selects a tensor as [#select(TensorRef)] does, for a person who goes on looking around: the
  /// window does not turn to the tensor.
  public void browse(TensorRef selected) {
    browsing = true;
    try {
      select(selected);
    } finally {
      browsing = false;
    }
  }

  /// True if the window should stay where it is, whatever is selected.
  public boolean isBrowsing() {
    return browsing;
  }

  /// Selects a tensor and puts the caret on one of its bytes, given as a file offset.
  public void select(TensorRef selected, long byteOffset) {
    change(
        () -> {
          setTensor(Optional.of(selected));
          setCaret(selected.file(), byteOffset);
        });
  }

  /// Selects a group, a node of the name tree, in place of a tensor; the caret stays.
  public void selectGroup(int node) {
    change(
        () -> {
          tensor.set(Optional.empty());
          group.set(OptionalInt.of(node));
        });
  }

  /// Selects nothing; the caret stays.
  public void clearTensor() {
    change(() -> setTensor(Optional.empty()));
  }

  /// Puts the caret on a byte of the file and selects the tensor that it belongs to, if any.
  public void placeCaret(TensorFile file, long byteOffset) {
    change(
        () -> {
          setTensor(TensorRef.at(file, byteOffset));
          setCaret(file, byteOffset);
        });
  }

  private void setTensor(Optional<TensorRef> value) {
    group.set(OptionalInt.empty());
    tensor.set(value);
  }

  private void setCaret(TensorFile file, long byteOffset) {
    caret.set(Optional.of(new Caret(file, byteOffset)));
  }

  /// Whatever follows from a change belongs to it, so that it is noted once, when all is done.
  private void change(Runnable change) {
    unnoted(change);
    if (!changing) {
      visit();
    }
  }

  private void unnoted(Runnable change) {
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
    tellHistory();
    place.ifPresent(this::restore);
  }

  /// The present place; empty where no file is open.
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

  /// Goes to a place, as far as the document has it.
  public void goTo(RememberedPlace place) {
    restore(place);
    visit();
  }

  private void restore(RememberedPlace place) {
    openDocument().ifPresent(open -> unnoted(() -> restore(place, open.finder())));
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
    tellHistory();
  }

  private void tellHistory() {
    canGoBack.set(history.canGoBack());
    canGoForward.set(history.canGoForward());
  }

  /// One byte of an open file.
  ///
  /// @param byteOffset file offset of the byte
  public record Caret(TensorFile file, long byteOffset) {

    /// The element of a tensor that the byte belongs to, of several elements in one byte the first;
    /// empty where it belongs to none.
    public Optional<ElementPosition> elementIn(TensorRef tensor) {
      return tensor
          .data()
          .filter(data -> file == tensor.file() && data.range().contains(byteOffset))
          .flatMap(data -> ElementPosition.of(data.info(), byteOffset - data.range().begin()));
    }
  }

  /// Bytes of an open file that a pane shows as they are.
  ///
  /// @param bytes as file offsets; empty where nothing of the file is shown
  public record VisibleBytes(TensorFile file, ByteRange bytes) {}
}
