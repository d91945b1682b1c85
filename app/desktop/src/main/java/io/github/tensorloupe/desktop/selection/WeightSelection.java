package io.github.tensorloupe.desktop.selection;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.storage.WeightForm;
import io.github.tensorloupe.element.ElementPosition;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.quantization.ElementPlace;
import io.github.tensorloupe.quantization.QuantizedWeight;
import io.github.tensorloupe.quantization.Role;

/// The quantized weight that the selected tensor is a part of, and selections in its values and in
/// its scales for panes that show these. Belongs to the FX thread.
///
/// Moving the caret in the values moves the caret of the main selection to the code of the same
/// element, and vice versa. The selections are created on demand.
public final class WeightSelection {

  private final Selection main;
  private final ObjectProperty<WeightForm> form = new SimpleObjectProperty<>(WeightForm.VALUES);
  private final ReadOnlyObjectWrapper<Optional<QuantizedWeight>> weight =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private final ReadOnlyObjectWrapper<Optional<FileDocument>> all =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private final BooleanProperty allVisible = new SimpleBooleanProperty();
  private final ScanResults results = new ScanResults();
  private final Map<WeightForm, Selection> others = new EnumMap<>(WeightForm.class);
  private boolean moving;

  public WeightSelection(Selection main) {
    this.main = main;
    main.documentProperty().subscribe(_ -> all.set(Optional.empty()));
    main.tensorProperty().subscribe(_ -> findWeight());
    main.quantizationProperty().subscribe(_ -> findWeight());
    main.caretProperty().subscribe(_ -> alone(() -> others.forEach(this::follow)));
  }

  private void findWeight() {
    weight.set(
        main.quantizationProperty()
            .get()
            .flatMap(found -> main.tensorProperty().get().flatMap(found::weightOf)));
  }

  /// The weight; empty if the selected tensor is not part of one.
  public ReadOnlyObjectProperty<Optional<QuantizedWeight>> weightProperty() {
    return weight.getReadOnlyProperty();
  }

  /// The whole document with dequantized values instead of quantized parts; empty if no weight has
  /// values, and until they were searched for.
  public ReadOnlyObjectProperty<Optional<FileDocument>> allProperty() {
    return all.getReadOnlyProperty();
  }

  /// Sets the whole document with dequantized values.
  public void setAll(Optional<FileDocument> dequantized) {
    all.set(dequantized);
  }

  /// Returns the scan results of that document.
  public ScanResults results() {
    return results;
  }

  /// True while a view of that whole document is visible. Set by the view.
  public BooleanProperty allVisibleProperty() {
    return allVisible;
  }

  /// Returns true for the selection in that document.
  public boolean areAll(Selection shown) {
    return others.get(WeightForm.VALUES) == shown;
  }

  public WeightForm formOfAll() {
    return form.get() == WeightForm.VALUES && all.get().isPresent()
        ? WeightForm.VALUES
        : WeightForm.CODES;
  }

  /// The form that the user chose, whether or not the weight has it.
  public ObjectProperty<WeightForm> formProperty() {
    return form;
  }

  /// Returns the form that is shown: the chosen one, if the weight has it.
  public WeightForm shownForm() {
    return has(form.get()) ? form.get() : WeightForm.CODES;
  }

  public boolean has(WeightForm wanted) {
    return weight
        .get()
        .filter(
            of ->
                switch (wanted) {
                  case CODES -> true;
                  case SCALES -> of.parts().containsKey(Role.SCALE);
                  case VALUES -> of.hasValues();
                })
        .isPresent();
  }

  /// Returns the selection over the weight in a form; for the codes, the main selection.
  public Selection of(WeightForm wanted) {
    return wanted == WeightForm.CODES ? main : others.computeIfAbsent(wanted, this::make);
  }

  private Selection make(WeightForm requestedForm) {
    Selection selection = new Selection(System::nanoTime, main::openFiles, Companions.none());
    Runnable show = () -> show(tensor(requestedForm), requestedForm, selection);
    weight.subscribe(_ -> show.run());
    if (requestedForm == WeightForm.VALUES) {
      all.subscribe((_, _) -> show.run());
      main.tensorProperty().subscribe((_, _) -> show.run());
      selection
          .tensorProperty()
          .subscribe((_, now) -> alone(() -> now.ifPresent(this::selectStored)));
    }
    selection.caretProperty().subscribe((_, _) -> alone(() -> lead(requestedForm, selection)));
    return selection;
  }

  private Optional<TensorRef> tensor(WeightForm requestedForm) {
    Optional<QuantizedWeight> of = weight.get();
    if (requestedForm == WeightForm.SCALES) {
      return of.flatMap(it -> Optional.ofNullable(it.parts().get(Role.SCALE)));
    }
    return of.isPresent()
        ? of.flatMap(it -> inAll(it.codes(), it.name()).or(it::logical))
        : main.tensorProperty().get().flatMap(it -> inAll(it, it.info().name()));
  }

  private Optional<TensorRef> inAll(TensorRef stored, String name) {
    return main.openDocument()
        .flatMap(from -> all.get().flatMap(to -> counterpart(stored, from, to, name)));
  }

  private static Optional<TensorRef> counterpart(
      TensorRef tensor, FileDocument from, FileDocument to, String name) {
    int file = from.checkpoint().files().indexOf(tensor.file());
    return file < 0
        ? Optional.empty()
        : Optional.of(to.checkpoint().files().get(file))
            .flatMap(other -> other.header().tensor(name).map(it -> new TensorRef(other, it)));
  }

  private void selectStored(TensorRef computed) {
    FileDocument from = all.get().orElse(null);
    FileDocument to = main.openDocument().orElse(null);
    if (from == null || to == null || computed.equals(tensor(WeightForm.VALUES).orElse(null))) {
      return;
    }
    String name = computed.info().name();
    int file = from.checkpoint().files().indexOf(computed.file());
    main.quantizationProperty().get().stream()
        .flatMap(found -> found.weights().stream())
        .filter(it -> it.hasValues() && it.name().equals(name))
        .map(QuantizedWeight::codes)
        .filter(it -> to.checkpoint().files().indexOf(it.file()) == file)
        .findFirst()
        .or(() -> counterpart(computed, from, to, name))
        .ifPresent(main::select);
  }

  private void show(Optional<TensorRef> tensor, WeightForm as, Selection selection) {
    boolean wasMoving = moving;
    moving = true;
    try {
      DocumentState shown = document(tensor, as);
      if (!selection.documentProperty().get().equals(shown)) {
        selection.show(shown);
      }
      tensor.ifPresentOrElse(selection::select, selection::clearTensor);
      follow(as, selection);
    } finally {
      moving = wasMoving;
    }
  }

  private DocumentState document(Optional<TensorRef> tensor, WeightForm as) {
    if (as == WeightForm.SCALES && tensor.isPresent()) {
      return main.documentProperty().get();
    }
    Optional<FileDocument> whole = as == WeightForm.VALUES ? all.get() : Optional.empty();
    Optional<FileDocument> shown =
        whole
            .filter(of -> tensor.isEmpty() || of.checkpoint().indexOf(tensor.get()) >= 0)
            .or(() -> tensor.map(of -> FileDocument.of(Checkpoint.of(of.file()))));
    return shown.<DocumentState>map(DocumentState.Open::new).orElseGet(DocumentState.Empty::new);
  }

  /// Ignores the moves that follow from a move here.
  private void alone(Runnable move) {
    if (!moving) {
      moving = true;
      try {
        move.run();
      } finally {
        moving = false;
      }
    }
  }

  private void follow(WeightForm as, Selection selection) {
    Optional<TensorRef> shown = selection.tensorProperty().get();
    if (shown.isPresent() && main.caretProperty().get().isPresent()) {
      Selection.Caret caret = main.caretProperty().get().get();
      OptionalLong byteOffset =
          as == WeightForm.VALUES
              ? valueAt(shown.get(), caret)
              : caret.elementIn(shown.get()).isPresent()
                  ? OptionalLong.of(caret.byteOffset())
                  : OptionalLong.empty();
      byteOffset.ifPresent(at -> selection.select(shown.get(), at));
    }
  }

  /// Returns the position of the value whose code is under the caret. If a byte holds several codes
  /// and the selected value is one of them, it stays selected.
  private OptionalLong valueAt(TensorRef logical, Selection.Caret caret) {
    if (weight.get().isEmpty()) {
      return OptionalLong.empty();
    }
    QuantizedWeight of = weight.get().get();
    boolean isThere =
        caret.file() == of.codes().file()
            && code().filter(place -> place.bytes().contains(caret.byteOffset())).isEmpty();
    OptionalLong element = isThere ? of.elementAt(caret.byteOffset()) : OptionalLong.empty();
    return element.isEmpty()
        ? element
        : OptionalLong.of(
            logical.data().orElseThrow().range().begin()
                + new ElementPosition(logical.info(), element.getAsLong()).byteOffset());
  }

  private void lead(WeightForm by, Selection selection) {
    if (by == WeightForm.VALUES) {
      code().ifPresent(this::goTo);
    } else {
      selection
          .tensorProperty()
          .get()
          .flatMap(of -> selection.caretProperty().get().filter(at -> at.elementIn(of).isPresent()))
          .ifPresent(at -> main.placeCaret(at.file(), at.byteOffset()));
    }
  }

  /// Returns the element under the caret in the values, or empty if they are not shown.
  public OptionalLong element() {
    return Optional.ofNullable(others.get(WeightForm.VALUES))
        .flatMap(
            values ->
                values
                    .tensorProperty()
                    .get()
                    .flatMap(of -> values.caretProperty().get().flatMap(at -> at.elementIn(of))))
        .map(position -> OptionalLong.of(position.elementIndex()))
        .orElse(OptionalLong.empty());
  }

  /// Returns the position of the code of that element.
  public Optional<ElementPlace> code() {
    OptionalLong element = element();
    return element.isPresent()
        ? weight.get().flatMap(of -> of.codeOf(element.getAsLong()))
        : Optional.empty();
  }

  /// Moves the main caret to a code or a scale.
  public void goTo(ElementPlace place) {
    main.select(place.part(), place.bytes().begin());
  }
}
