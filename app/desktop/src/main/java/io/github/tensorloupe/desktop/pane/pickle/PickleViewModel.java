package io.github.tensorloupe.desktop.pane.pickle;

import module java.base;
import module javafx.base;

import io.github.tensorloupe.desktop.job.JobSlot;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.selection.Selection.Caret;
import io.github.tensorloupe.foreign.pickle.PickleGlobal;
import io.github.tensorloupe.foreign.pickle.PickleGlobal.Risk;
import io.github.tensorloupe.foreign.pickle.PickleIndex;
import io.github.tensorloupe.foreign.pickle.PickleListing.Line;
import io.github.tensorloupe.foreign.pickle.PickleReading;
import io.github.tensorloupe.foreign.pickle.PickleValue;
import io.github.tensorloupe.foreign.pickle.PickleValue.Loaded;
import io.github.tensorloupe.foreign.torch.FilePickle;
import io.github.tensorloupe.foreign.torch.TensorNames;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.work.Cancellation;

/// The pickles of the open file. They are interpreted while the pane is visible, and released with
/// the document. Belongs to the FX thread; files are read in the background.
final class PickleViewModel {

  /// A pickle and its instructions.
  record Shown(FilePickle pickle, PickleIndex index, Optional<TensorNames> names) {

    PickleReading reading() {
      return pickle.reading();
    }

    /// Returns the number of classes and functions with an effect.
    int count(Risk risk) {
      return (int) globals(risk).count();
    }

    private Stream<PickleGlobal> globals(Risk risk) {
      return reading().globals().stream().filter(global -> global.risk() == risk);
    }

    /// Returns the index of the next or previous marked instruction, after the last one the first
    /// one; empty if none is marked.
    ///
    /// @param from the index of an instruction, or -1
    OptionalInt marked(int from, boolean isForward) {
      int[] marked = index.marked();
      if (marked.length == 0) {
        return OptionalInt.empty();
      }
      int at = Arrays.binarySearch(marked, from);
      int insertion = at < 0 ? -at - 1 : at;
      int next = isForward ? (at < 0 ? insertion : at + 1) : insertion - 1;
      return OptionalInt.of(marked[Math.floorMod(next, marked.length)]);
    }
  }

  final BooleanProperty active = new SimpleBooleanProperty();
  final JobSlot<List<Shown>> pickles;
  final Selection selection;
  private final PaneContext context;
  private Optional<TensorFile> file = Optional.empty();

  PickleViewModel(PaneContext context) {
    this.context = context;
    selection = context.selection();
    pickles = new JobSlot<>(context.jobs());
    selection.documentProperty().subscribe(_ -> update());
    selection.caretProperty().subscribe(_ -> update());
    active.subscribe(_ -> update());
  }

  /// Returns true if a file of the document has pickles.
  static boolean isOffered(Selection selection) {
    return selection.openDocument().stream()
        .flatMap(open -> open.checkpoint().files().stream())
        .anyMatch(each -> FilePickle.isIn(each.kind()));
  }

  private void update() {
    Optional<TensorFile> current = currentFile();
    if (!current.equals(file) && (current.isEmpty() || active.get())) {
      file = current;
      pickles.clear();
      current.ifPresent(
          each ->
              pickles.start(
                  context.messages().text("pickle.job"),
                  (cancellation, _) -> read(each, cancellation),
                  _ -> {}));
    }
  }

  private static List<Shown> read(TensorFile file, Cancellation cancellation) throws IOException {
    List<Shown> shown = new ArrayList<>();
    for (FilePickle pickle : FilePickle.read(file, cancellation)) {
      Optional<PickleValue> root = pickle.reading().root();
      Optional<TensorNames> names =
          root.isEmpty() ? Optional.empty() : Optional.of(TensorNames.of(root.get(), cancellation));
      shown.add(new Shown(pickle, PickleIndex.of(pickle.reading(), cancellation), names));
    }
    // The pickle of the tensors is the longest one.
    shown.sort(Comparator.comparingInt(each -> -each.index().count()));
    return shown;
  }

  /// Returns the file at the caret, or the first one.
  private Optional<TensorFile> currentFile() {
    List<TensorFile> files =
        selection.openDocument().map(FileDocument::checkpoint).stream()
            .flatMap(checkpoint -> checkpoint.files().stream())
            .filter(each -> FilePickle.isIn(each.kind()))
            .toList();
    return selection
        .caretProperty()
        .get()
        .map(Caret::file)
        .filter(files::contains)
        .or(() -> files.stream().findFirst());
  }

  /// Shows the bytes of an instruction, if they are in the file as they are.
  void showBytes(Shown shown, Line line) {
    Optional<ByteRange> range = shown.reading().bytes().range(line.offset(), 1);
    if (file.isPresent() && range.isPresent()) {
      selection.placeCaret(file.get(), range.get().begin());
    }
  }

  /// Selects the tensor at a place of the pickle, if the file lists it.
  void select(Shown shown, PickleNode node) {
    if (node.value() instanceof Loaded tensor && shown.names().isPresent()) {
      try {
        shown
            .names()
            .get()
            .name(node.components(), tensor)
            .flatMap(this::tensor)
            .ifPresent(selection::select);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private Optional<TensorRef> tensor(String name) {
    return selection
        .openDocument()
        .flatMap(open -> open.checkpoint().tensor(name))
        .filter(each -> file.equals(Optional.of(each.file())));
  }
}
