package io.github.tensorloupe.desktop.pane.pickle;

import module java.base;
import module javafx.base;

import io.github.tensorloupe.desktop.job.JobSlot;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.selection.Selection.Caret;
import io.github.tensorloupe.foreign.pickle.PickleGlobal.Risk;
import io.github.tensorloupe.foreign.pickle.PickleIndex;
import io.github.tensorloupe.foreign.pickle.PickleListing.Line;
import io.github.tensorloupe.foreign.pickle.PickleReading;
import io.github.tensorloupe.foreign.pickle.PickleValue.Loaded;
import io.github.tensorloupe.foreign.torch.FilePickle;
import io.github.tensorloupe.foreign.torch.TensorNames;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.work.Cancellation;

/// The pickles of the open file. The chosen one is interpreted when the pane is shown, and released
/// when it is hidden. Belongs to the FX thread; files are read in the background.
final class PickleViewModel {

  /// A pickle and its instructions.
  ///
  /// @param names the names of the tensors, or empty if the pickle is malformed
  record Shown(PickleReading reading, PickleIndex index, Optional<TensorNames> names) {

    private static Shown read(FilePickle pickle, Cancellation cancellation) throws IOException {
      PickleReading reading = pickle.read(cancellation);
      Optional<TensorNames> names =
          reading.root().isEmpty()
              ? Optional.empty()
              : Optional.of(TensorNames.of(reading.root().get(), cancellation));
      return new Shown(reading, PickleIndex.of(reading, cancellation), names);
    }

    /// Returns the number of classes and functions with an effect.
    int count(Risk risk) {
      return (int) reading.globals().stream().filter(global -> global.risk() == risk).count();
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
  final JobSlot<List<FilePickle>> pickles;
  final JobSlot<Shown> shown;
  final Selection selection;
  private final PaneContext context;
  private Optional<TensorFile> file = Optional.empty();
  private Optional<FilePickle> chosen = Optional.empty();
  private int selectedLine = -1;

  PickleViewModel(PaneContext context) {
    this.context = context;
    selection = context.selection();
    pickles = new JobSlot<>(context.jobs());
    shown = new JobSlot<>(context.jobs());
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
                  (cancellation, _) -> FilePickle.list(each, cancellation),
                  _ -> {}));
    }
    if (!active.get()) {
      shown.clear();
    } else if (shown.stateProperty().get() instanceof JobSlot.State.Idle) {
      chosen.ifPresent(this::read);
    }
  }

  /// Shows a pickle instead of the previous one.
  void choose(Optional<FilePickle> pickle) {
    chosen = pickle;
    selectedLine = -1;
    shown.clear();
    update();
  }

  private void read(FilePickle pickle) {
    shown.start(
        context.messages().text("pickle.job"),
        (cancellation, _) -> Shown.read(pickle, cancellation),
        _ -> {});
  }

  /// Returns the index of the selected instruction of the chosen pickle, or -1. Remains while the
  /// pane is hidden.
  int selectedLine() {
    return selectedLine;
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

  /// Selects an instruction, and shows its bytes if they are in the file as they are.
  ///
  /// @param index the index of the instruction
  void select(Line line, int index) {
    if (index != selectedLine) {
      selectedLine = index;
      shown
          .resultProperty()
          .get()
          .flatMap(each -> each.reading().bytes().range(line.offset(), 1))
          .ifPresent(range -> selection.placeCaret(file.orElseThrow(), range.begin()));
    }
  }

  /// Selects the tensor at a place of the pickle, if the file lists it.
  void select(PickleNode node) {
    Optional<TensorNames> names = shown.resultProperty().get().flatMap(Shown::names);
    if (node.value() instanceof Loaded tensor && names.isPresent()) {
      try {
        names
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
