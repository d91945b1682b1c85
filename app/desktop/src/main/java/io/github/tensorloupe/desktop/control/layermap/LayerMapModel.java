package io.github.tensorloupe.desktop.control.layermap;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.layers.LayerCell;
import io.github.tensorloupe.analysis.layers.LayerMap;
import io.github.tensorloupe.analysis.layers.LayerStack;
import io.github.tensorloupe.desktop.error.PaneException;
import io.github.tensorloupe.desktop.job.JobSlot;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.job.Work;
import io.github.tensorloupe.desktop.text.Messages;

/// The state of a layer map: its stacks, the shown stack, its statistic, the keyboard cursor, and
/// the place of the selected tensor. Tensors are identified by the indexes in the stack. Belongs to
/// the FX thread.
public final class LayerMapModel {

  /// A map of more tensors would take longer than a frame.
  private static final int MAX_AT_ONCE = 10_000;

  private final BooleanProperty active = new SimpleBooleanProperty(true);
  private final StringProperty note = new SimpleStringProperty("");
  private final ObjectProperty<List<LayerStack>> stacks = new SimpleObjectProperty<>(List.of());
  private final ObjectProperty<Optional<LayerStack>> stack =
      new SimpleObjectProperty<>(Optional.empty());
  private final ObjectProperty<Optional<StackStatistic>> heatMap =
      new SimpleObjectProperty<>(Optional.empty());
  private final ObjectProperty<Optional<LayerCell>> cursor =
      new SimpleObjectProperty<>(Optional.empty());
  private final ObjectProperty<Optional<LayerCell>> selectedPlace =
      new SimpleObjectProperty<>(Optional.empty());
  private final IntConsumer onSelect;
  private final Supplier<Optional<Integer>> selected;
  private final Messages messages;
  private final JobSlot<LayerMap> arranging;
  private final JobSlot<StackStatistic> drawer;

  /// The kind of the last map that was computed in the background.
  private Optional<Object> drawn = Optional.empty();

  /// @param onSelect receives the tensor that the user selects
  /// @param selected supplies the tensor that is selected elsewhere
  public LayerMapModel(
      IntConsumer onSelect, Supplier<Optional<Integer>> selected, Jobs jobs, Messages messages) {
    this.onSelect = onSelect;
    this.selected = selected;
    this.messages = messages;
    this.arranging = new JobSlot<>(jobs);
    this.drawer = new JobSlot<>(jobs);
    stack.subscribe(
        (_, now) -> {
          cursor.set(Optional.empty());
          if (now.isEmpty()) {
            drawer.clear();
            heatMap.set(Optional.empty());
          }
        });
  }

  /// True while the map is visible. Nothing is computed otherwise.
  public BooleanProperty activeProperty() {
    return active;
  }

  /// The reason for a missing map; empty if a map is shown.
  public ReadOnlyStringProperty noteProperty() {
    return note;
  }

  /// The stacks to choose from, the largest first and stacks of experts last; empty while there is
  /// no map.
  public ReadOnlyObjectProperty<List<LayerStack>> stacksProperty() {
    return stacks;
  }

  /// Clears the map.
  ///
  /// @param why a sentence
  public void clear(String why) {
    arranging.clear();
    stack.set(Optional.empty());
    stacks.set(List.of());
    note.set(why);
  }

  /// Finds the stacks in the background and shows the stack of the selected tensor, or else the
  /// first.
  ///
  /// @param none the message that replaces missing stacks
  /// @param onFound runs before stacks are shown
  /// @param again repeats all of this after a failure
  public void arrange(Work<LayerMap> work, String none, Runnable onFound, Runnable again) {
    clear(messages.text("layers.arranging"));
    Comparator<LayerStack> order =
        Comparator.<LayerStack, Boolean>comparing(each -> each.expertRole().isPresent())
            .thenComparing(Comparator.comparingInt(LayerStack::tensorCount).reversed());
    arranging.start(
        messages.text("layers.job"),
        work,
        map -> {
          onFound.run();
          List<LayerStack> found = map.stacks().stream().sorted(order).toList();
          note.set(found.isEmpty() ? none : "");
          stacks.set(found);
          Optional<Integer> tensor = selected.get();
          stack.set(
              found.stream()
                  .filter(each -> tensor.flatMap(each::cellOf).isPresent())
                  .findFirst()
                  .or(() -> found.stream().findFirst()));
        },
        PaneException.orWhole(again));
  }

  public ObjectProperty<Optional<LayerStack>> stackProperty() {
    return stack;
  }

  /// The map of the stack; empty if there is none.
  public ReadOnlyObjectProperty<Optional<StackStatistic>> heatMapProperty() {
    return heatMap;
  }

  public ReadOnlyObjectProperty<Optional<LayerCell>> cursorProperty() {
    return cursor;
  }

  /// The place of the selected tensor, if it is in the stack that is shown.
  public ReadOnlyObjectProperty<Optional<LayerCell>> selectedPlaceProperty() {
    return selectedPlace;
  }

  /// Shows the map of the stack, which must be present. The map of a large stack is computed in the
  /// background. A running computation of the same kind is completed first, so that results which
  /// arrive continuously do not delay it forever.
  ///
  /// @param kind equal for maps of the same stack and statistic
  /// @param making computes the map on any thread
  /// @param onComputed receives it before it is shown
  /// @param again draws with newer results, or after a failure
  public void draw(
      Object kind,
      Supplier<StackStatistic> making,
      Consumer<StackStatistic> onComputed,
      Runnable again) {
    LayerStack of = stack.get().orElseThrow();
    if (drawer.isRunning() && drawn.equals(Optional.of(kind))) {
      drawer.whenFree(again);
      return;
    }
    drawer.clear();
    if (of.tensorCount() <= MAX_AT_ONCE) {
      show(making.get(), onComputed);
      return;
    }
    if (heatMap.get().filter(map -> map.stack() == of).isEmpty()) {
      heatMap.set(Optional.empty());
    }
    drawn = Optional.of(kind);
    drawer
        .start(
            messages.text("layers.job.draw"),
            (_, _) -> making.get(),
            computed -> show(computed, onComputed),
            PaneException.orWhole(again))
        .unstoppable();
  }

  private void show(StackStatistic computed, Consumer<StackStatistic> onComputed) {
    onComputed.accept(computed);
    heatMap.set(Optional.of(computed));
  }

  /// Updates the place of the tensor that is selected elsewhere.
  public void updateSelectedPlace() {
    if (active.get()) {
      selectedPlace.set(
          selected.get().flatMap(tensor -> stack.get().flatMap(shown -> shown.cellOf(tensor))));
      selectedPlace.get().ifPresent(place -> cursor.set(Optional.of(place)));
    }
  }

  /// Moves the keyboard cursor, at most to an edge; the first move goes to the first place.
  public void moveCursor(int rows, int columns) {
    Optional<LayerCell> from = cursor.get();
    if (heatMap.get().isPresent()) {
      StackStatistic map = heatMap.get().get();
      long row = from.map(place -> place.row() + (long) rows).orElse(0L);
      long column = from.map(place -> place.column() + (long) columns).orElse(0L);
      int toRow = Math.clamp(row, 0, map.rowCount() - 1);
      int toColumn = Math.clamp(column, 0, map.columnCount() - 1);
      cursor.set(Optional.of(new LayerCell(toRow, toColumn)));
    }
  }

  /// Moves the keyboard cursor to a place and selects the tensor there.
  public void select(LayerCell place) {
    cursor.set(Optional.of(place));
    heatMap.get().flatMap(map -> map.tensor(place)).ifPresent(onSelect::accept);
  }

  public void selectAtCursor() {
    cursor.get().ifPresent(this::select);
  }
}
