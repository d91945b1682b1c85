package io.github.tensorloupe.desktop.pane.palette;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.error.PaneException;
import io.github.tensorloupe.desktop.job.Batches;
import io.github.tensorloupe.desktop.job.JobSlot;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.palette.PaletteItem.CommandItem;
import io.github.tensorloupe.desktop.pane.palette.PaletteItem.ComparisonItem;
import io.github.tensorloupe.desktop.pane.palette.PaletteItem.KeyItem;
import io.github.tensorloupe.desktop.pane.palette.PaletteItem.ModelItem;
import io.github.tensorloupe.desktop.pane.palette.PaletteSearch.PaletteRow;
import io.github.tensorloupe.desktop.pane.palette.PaletteSearch.PaletteRow.Found;
import io.github.tensorloupe.desktop.pane.palette.PaletteSearch.PaletteRow.More;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.model.TensorRef;
import java.nio.file.Path;
import java.util.Comparator;

/// The palette: text, results and selected row. Belongs to the FX thread; searches run in the
/// background, and only the latest one is used.
public final class PaletteViewModel {

  /// The contents of the palette, and the action for a result. Belongs to the FX thread.
  public interface PaletteSources {

    /// The commands in menu order.
    List<CommandItem> commands();

    /// The tensors of the open document. Immutable.
    List<TensorRef> tensors();

    /// The keys of the current metadata, followed by the keys of other files.
    List<KeyItem> keys();

    List<Path> recent();

    /// The recent comparisons, latest first.
    default List<ComparisonItem> compared() {
      return List.of();
    }

    /// The models of the library that are not recent.
    default List<ModelItem> models() {
      return List.of();
    }

    void choose(PaletteItem item);
  }

  private static final int MAX_USED = 8;

  private final PaletteSources sources;
  private final Messages messages;
  private final JobSlot<List<PaletteRow>> searching;
  private final StringProperty text = new SimpleStringProperty("");
  final ObservableList<PaletteRow> rows = FXCollections.observableArrayList();
  final IntegerProperty marked = new SimpleIntegerProperty(-1);
  final BooleanProperty open = new SimpleBooleanProperty();
  private final List<Command> used = new ArrayList<>();
  private Optional<PaletteSearch> search = Optional.empty();

  /// True while the rows of an earlier search are shown.
  private boolean isOutdated;

  private boolean hasMoved;
  private boolean chooseWhenFound;

  public PaletteViewModel(PaletteSources sources, Jobs jobs, Messages messages) {
    this.sources = sources;
    this.messages = messages;
    this.searching = new JobSlot<>(jobs);
    text.subscribe(_ -> find());
  }

  /// Opens the palette with an empty field and a new snapshot.
  public void open() {
    List<CommandItem> commands = new ArrayList<>(sources.commands());
    commands.sort(
        Comparator.comparingInt(
            item -> used.contains(item.command()) ? used.indexOf(item.command()) : MAX_USED));
    search =
        Optional.of(
            new PaletteSearch(
                commands,
                sources.tensors(),
                sources.keys(),
                sources.recent(),
                sources.compared(),
                sources.models()));
    open.set(true);
    if (text.get().isEmpty()) {
      find();
    } else {
      text.set("");
    }
  }

  /// Closes the palette and drops the snapshot.
  public void close() {
    searching.clear();
    search = Optional.empty();
    chooseWhenFound = false;
    rows.clear();
    marked.set(-1);
    open.set(false);
  }

  private void find() {
    chooseWhenFound = false;
    if (search.isEmpty()) {
      return;
    }
    PaletteSearch among = search.get();
    String typed = text.get();
    isOutdated = true;
    hasMoved = false;
    Batches<List<PaletteRow>> parts = searching.batches(some -> show(some.getLast()));
    Consumer<List<PaletteRow>> onPart =
        some -> Optional.of(some).filter(it -> !it.isEmpty()).ifPresent(parts::add);
    searching.start(
        messages.text("palette.job"),
        (cancellation, _) -> among.rows(typed, onPart, cancellation),
        this::finish,
        PaneException.orPart(this::find));
  }

  private void finish(List<PaletteRow> found) {
    show(found);
    if (chooseWhenFound) {
      choose();
    }
  }

  /// Shows rows. A row that the user marked stays marked.
  private void show(List<PaletteRow> found) {
    Optional<PaletteRow> chosen =
        hasMoved && marked.get() >= 0 ? Optional.of(rows.get(marked.get())) : Optional.empty();
    isOutdated = false;
    marked.set(-1);
    rows.setAll(found);
    mark(Math.max(0, chosen.map(found::indexOf).orElse(0)), 1);
  }

  /// Marks a row if it can be chosen, otherwise the next one in a direction.
  private void mark(int index, int direction) {
    for (int at = index; at >= 0 && at < rows.size(); at += direction) {
      if (rows.get(at).isChoice()) {
        marked.set(at);
        return;
      }
    }
  }

  void mark(int index) {
    if (index >= 0 && index < rows.size() && rows.get(index).isChoice()) {
      marked.set(index);
    }
  }

  /// Moves the mark by a number of rows; single steps wrap around.
  void move(int by) {
    if (rows.isEmpty()) {
      return;
    }
    hasMoved = true;
    int direction = Integer.signum(by);
    int last = rows.size() - 1;
    int before = marked.get();
    mark(Math.clamp(before + by, 0, last), direction);
    if (marked.get() == before) {
      boolean wraps = by == direction;
      boolean toStart = wraps == by > 0;
      mark(toStart ? 0 : last, toStart ? 1 : -1);
    }
  }

  /// Runs or shows the marked result and closes the palette; a disabled command stays marked. Waits
  /// for a running search. The row with the number of further results restricts the search to its
  /// section.
  public void choose() {
    if (searching.isRunning()) {
      chooseWhenFound = true;
    } else {
      chooseMarked();
    }
  }

  private void chooseMarked() {
    if (marked.get() < 0) {
      return;
    }
    switch (rows.get(marked.get())) {
      case Found(CommandItem item, var _) when item.why().isPresent() -> {}
      case Found(var item, var _) -> choose(item);
      case More(var section, var _) when !section.prefix().isEmpty() ->
          text.set(section.prefix() + text.get().strip());
      default -> {}
    }
  }

  /// Chooses a clicked row; ignored while the rows of an earlier search are shown.
  void choose(int index) {
    if (!isOutdated) {
      mark(index);
      chooseMarked();
    }
  }

  private void choose(PaletteItem item) {
    if (item instanceof CommandItem command) {
      used.remove(command.command());
      used.addFirst(command.command());
      used.subList(Math.min(MAX_USED, used.size()), used.size()).clear();
    }
    // The action may need the focus that closing restores.
    close();
    sources.choose(item);
  }

  /// The typed text. Changes start a search.
  public StringProperty textProperty() {
    return text;
  }
}
