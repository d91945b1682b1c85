package io.github.tensorloupe.desktop.pane.hex.strings;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.Batches;
import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.job.JobSlot;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.hex.search.StringScan;
import io.github.tensorloupe.desktop.pane.hex.search.StringScan.FoundString;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.selection.Selection.Caret;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;

/// The strings found so far in the file of the caret. Belongs to the FX thread; the scan runs in
/// the background.
public final class StringsViewModel {

  enum Scope {
    HEADER,
    TENSOR,
    FILE
  }

  private record Request(TensorFile file, ByteRange range, int minLength) {}

  private static final long MAX_AUTOMATIC_BYTES = 256 << 20;

  static final List<Integer> LENGTHS = List.of(4, 6, 8, 12, 20, 40);

  /// True while the list is shown. Otherwise nothing is read.
  final BooleanProperty active = new SimpleBooleanProperty();

  final ObjectProperty<Scope> scope = new SimpleObjectProperty<>(Scope.HEADER);
  final ObjectProperty<Integer> minLength = new SimpleObjectProperty<>(6);

  /// A part of the listed strings, ignoring case; all are listed if it is empty.
  final StringProperty filter = new SimpleStringProperty("");

  final ObservableValue<Optional<Failure>> failure;

  /// The number of strings, with a remark if these are not all.
  final StringProperty note = new SimpleStringProperty("");

  final ObservableValue<Boolean> busy;

  private final Selection selection;
  private final Messages messages;
  private final JobSlot<Boolean> scanning;
  private final ObservableList<FoundString> all = FXCollections.observableArrayList();

  /// The strings that match the filter, in file order.
  final FilteredList<FoundString> shown = new FilteredList<>(all);

  private final ObjectProperty<Optional<ByteRange>> chosen =
      new SimpleObjectProperty<>(Optional.empty());
  private Optional<Request> request = Optional.empty();
  private String end = "";

  public StringsViewModel(Selection selection, Jobs jobs, Messages messages) {
    this.selection = selection;
    this.messages = messages;
    this.scanning = new JobSlot<>(jobs);
    this.busy = scanning.jobProperty().map(Optional::isPresent);
    this.failure =
        Failures.of(scanning).map(it -> it.map(each -> each.doing(messages.text("strings.job"))));
    scanning.onStop(() -> end(messages.text("strings.stopped")));
    selection.documentProperty().subscribe(_ -> scope.set(defaultScope()));
    selection.caretProperty().subscribe(_ -> update());
    selection.tensorProperty().subscribe(_ -> update());
    Stream.of(active, scope, minLength).forEach(wish -> wish.subscribe((_, _) -> update()));
    filter.subscribe(text -> shown.setPredicate(predicate(text)));
    shown.addListener((ListChangeListener<FoundString>) _ -> updateNote());
  }

  /// Returns the default scope. Long files are scanned completely only on request.
  private Scope defaultScope() {
    boolean isLong =
        selection.openDocument().stream()
            .flatMap(open -> open.checkpoint().files().stream())
            .anyMatch(file -> file.bytes().length() > MAX_AUTOMATIC_BYTES);
    return isLong ? Scope.HEADER : Scope.FILE;
  }

  private static Predicate<FoundString> predicate(String text) {
    String wanted = text.strip().toLowerCase(Locale.ROOT);
    return wanted.isEmpty()
        ? _ -> true
        : found -> found.text().toLowerCase(Locale.ROOT).contains(wanted);
  }

  private void update() {
    Optional<Request> next =
        selection.caretProperty().get().map(Caret::file).flatMap(this::request);
    if (next.isEmpty()) {
      scanning.clear();
      all.clear();
      request = next;
      end("");
    } else if (active.get() && !next.equals(request)) {
      request = next;
      start(next.get());
    } else if (!active.get() && scanning.isRunning()) {
      scanning.clear();
      request = Optional.empty();
    }
  }

  /// Returns the request for a file; empty if there is nothing to scan.
  private Optional<Request> request(TensorFile file) {
    long length = file.bytes().length();
    Optional<TensorRef> tensor =
        selection.tensorProperty().get().filter(each -> each.file() == file);
    Optional<ByteRange> range =
        switch (scope.get()) {
          case FILE -> Optional.of(new ByteRange(0, length));
          case HEADER -> {
            long begin = Math.min(Long.BYTES, length);
            long headerEnd = file.reading().dataStart().orElse(length);
            yield Optional.of(new ByteRange(begin, Math.max(begin, headerEnd)));
          }
          case TENSOR -> tensor.flatMap(TensorRef::data).map(TensorData::range);
        };
    return range.map(bytes -> new Request(file, bytes, minLength.get()));
  }

  private void start(Request wanted) {
    all.clear();
    end = "";
    Batches<FoundString> batches = scanning.batches(all::addAll);
    long headerEnd = wanted.file().reading().dataStart().orElse(0);
    StringScan scan =
        new StringScan(wanted.file().bytes(), wanted.range(), headerEnd, wanted.minLength());
    scanning
        .start(
            messages.text("strings.job"),
            (cancellation, progress) -> {
              boolean whole = scan.run(batches::add, cancellation, progress);
              batches.flush();
              return whole;
            },
            whole -> end(whole ? "" : messages.text("strings.more")),
            _ -> {})
        .inBytes();
  }

  /// Stops the scan; the found strings stay.
  void stop() {
    scanning.stop();
  }

  private void end(String remark) {
    end = remark;
    updateNote();
  }

  private void updateNote() {
    boolean some = shown.size() < all.size();
    String count = messages.count(all.size());
    note.set(
        request.isEmpty()
            ? messages.text("strings.no-tensor")
            : Stream.of(
                    some
                        ? messages.text("strings.count.of", messages.count(shown.size()), count)
                        : messages.count("strings.count", all.size()),
                    end)
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(" ")));
  }

  /// Puts the caret on a string and highlights its bytes.
  void choose(FoundString found) {
    request.ifPresent(
        of -> {
          selection.placeCaret(of.file(), found.bytes().begin());
          chosen.set(Optional.of(found.bytes()));
        });
  }

  /// Returns the progress, from 0 to 1, or [Job#INDETERMINATE].
  ObservableValue<Number> progressProperty() {
    return scanning.progressProperty();
  }

  /// Returns the bytes of the last chosen string, as file offsets in the file of the caret.
  public ReadOnlyObjectProperty<Optional<ByteRange>> chosenProperty() {
    return chosen;
  }
}
