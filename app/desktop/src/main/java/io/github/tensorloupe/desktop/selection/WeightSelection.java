package io.github.tensorloupe.desktop.selection;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.element.ElementPosition;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.quantization.ElementPlace;
import io.github.tensorloupe.quantization.QuantizedWeight;
import io.github.tensorloupe.quantization.Role;
import io.github.tensorloupe.storage.WeightForm;

/// The quantized weight that the selected tensor is a part of, and the same as selections of its
/// values and of its scales, for panes that show these. Belongs to the FX thread.
///
/// Whoever moves in the values moves the caret of the main selection to the code of the same
/// element, and the other way round. The selections are made when they are first asked for.
public final class WeightSelection {

  private final Selection main;
  private final ObjectProperty<WeightForm> form = new SimpleObjectProperty<>(WeightForm.VALUES);
  private final ReadOnlyObjectWrapper<Optional<QuantizedWeight>> weight =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private final Map<WeightForm, Selection> others = new EnumMap<>(WeightForm.class);
  private boolean moving;

  public WeightSelection(Selection main) {
    this.main = main;
    main.tensorProperty().subscribe(_ -> weight.set(main.weight()));
    main.quantizationProperty().subscribe(_ -> weight.set(main.weight()));
    main.caretProperty().subscribe(_ -> alone(() -> others.forEach(this::follow)));
  }

  /// The weight; empty where the selected tensor is no part of one.
  public ReadOnlyObjectProperty<Optional<QuantizedWeight>> weightProperty() {
    return weight.getReadOnlyProperty();
  }

  /// The form that was chosen, whether or not the weight has it.
  public ObjectProperty<WeightForm> formProperty() {
    return form;
  }

  /// The form that is shown: the chosen one, if the weight has it.
  public WeightForm shownForm() {
    return has(form.get()) ? form.get() : WeightForm.CODES;
  }

  /// True if the selected weight can be shown in a form.
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

  /// The selection over the weight in a form; of the codes the main one.
  public Selection of(WeightForm wanted) {
    return wanted == WeightForm.CODES ? main : others.computeIfAbsent(wanted, this::make);
  }

  private Selection make(WeightForm made) {
    Selection selection = new Selection(System::nanoTime, main::openFiles, Companions.none());
    weight.subscribe(now -> show(now.flatMap(of -> tensor(of, made)), made, selection));
    selection.caretProperty().subscribe((_, _) -> alone(() -> lead(made, selection)));
    return selection;
  }

  private static Optional<TensorRef> tensor(QuantizedWeight of, WeightForm form) {
    return form == WeightForm.VALUES
        ? of.logical()
        : Optional.ofNullable(of.parts().get(Role.SCALE));
  }

  private void show(Optional<TensorRef> tensor, WeightForm as, Selection selection) {
    boolean wasMoving = moving;
    moving = true;
    try {
      DocumentState scales = main.documentProperty().get();
      selection.show(
          tensor
              .<DocumentState>map(
                  of ->
                      as == WeightForm.VALUES
                          ? new DocumentState.Open(OpenDocument.of(of.file()))
                          : scales)
              .orElseGet(DocumentState.Empty::new));
      tensor.ifPresent(selection::select);
      follow(as, selection);
    } finally {
      moving = wasMoving;
    }
  }

  /// What follows from a move here is no move of its own.
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

  /// Moves a selection to where the main caret is, if that is among its codes or scales.
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

  /// The place of the value whose code is under the caret. Of several codes in one byte that of the
  /// value stays which is selected already.
  private OptionalLong valueAt(TensorRef logical, Selection.Caret caret) {
    QuantizedWeight of = weight.get().orElseThrow();
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

  /// Moves the main caret to where a selection is.
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

  /// The element under the caret of the values; empty where they are not shown.
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

  /// Where the code of that element is.
  public Optional<ElementPlace> code() {
    OptionalLong element = element();
    return element.isPresent()
        ? weight.get().flatMap(of -> of.codeOf(element.getAsLong()))
        : Optional.empty();
  }

  /// Puts the main caret on a code or a scale.
  public void goTo(ElementPlace place) {
    main.select(place.part(), place.bytes().begin());
  }
}
