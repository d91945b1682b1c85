package io.github.tensorloupe.desktop.pane.hex;

import module java.base;
import module javafx.controls;

import atlantafx.base.controls.Spacer;
import io.github.tensorloupe.desktop.control.FocusTraversal;
import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.panel.MenuItems;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.hex.ByteText.CharacterSet;
import io.github.tensorloupe.desktop.pane.hex.HexChoices.OffsetBase;
import io.github.tensorloupe.desktop.pane.hex.HexChoices.RowWidth;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// The line above the bytes: the location of the caret, and the field to go to another place. A
/// narrow line shows fewer details.
final class HexTitle extends HBox {

  private static final PseudoClass DANGER = PseudoClass.getPseudoClass("danger");
  private static final double MAX_FILE_WIDTH = 200;
  private static final double MIN_REGION_WIDTH = 48;
  private static final double MIN_ELEMENT_WIDTH = 120;
  private static final int SHORT_REGION_CHARACTERS = 6;
  private static final int SHORT_ELEMENT_CHARACTERS = 16;
  private static final int WIDTH_FOR_WHOLE_TEXTS = 400;
  private static final double MIN_TEXT_WIDTH = 16;
  private static final double MIN_VALUE_WIDTH = 96;
  private static final double FIELD_WIDTH = 112;
  private static final double SHORT_FIELD_WIDTH = 92;
  private static final double SPACING = 8;

  private final HexViewModel model;
  private final Runnable backToBytes;
  private final Label file = label("hex-file", "muted");
  private final Label separator = new Label(null, Icons.of(Feather.CHEVRON_RIGHT, "icon-small"));
  private final Label region = label("hex-region", "hex-region");
  private final Label element = label("hex-element", "mono", "muted");
  private final Label value = label("hex-value", "mono", "hex-value");
  private final Label decimal = label("hex-decimal", "mono");
  private final Label hexadecimal = label("hex-hexadecimal", "mono");
  private final Label length = label("hex-length", "muted");
  private final TextField goTo = PanelParts.named(new TextField(), "hex-goto");

  /// The minimum width of the line at which each label is shown.
  private final Map<Label, Integer> minWidths =
      Map.of(
          length, 960,
          file, 820,
          decimal, 560,
          hexadecimal, 480,
          element, WIDTH_FOR_WHOLE_TEXTS,
          region, 0,
          value, 0);

  HexTitle(HexViewModel model, Messages messages, Runnable backToBytes) {
    this.model = model;
    this.backToBytes = backToBytes;
    getStyleClass().add("hex-title");
    getChildren()
        .addAll(
            file,
            separator,
            region,
            element,
            value,
            new Spacer(),
            decimal,
            hexadecimal,
            length,
            goTo);
    getChildren().add(viewMenu(messages));
    file.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
    region.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
    separator.setMinWidth(USE_PREF_SIZE);
    List.of(value, decimal, hexadecimal, length).forEach(label -> label.setMinWidth(USE_PREF_SIZE));
    prepareField(messages);
    WeakSubscriptions.of(this).subscribe(model.caretLine, this::show);
    widthProperty().subscribe(_ -> arrange());
  }

  private static Label label(String id, String... styleClasses) {
    return PanelParts.named(new Label(), id, styleClasses);
  }

  private void prepareField(Messages messages) {
    goTo.setPromptText(messages.text("hex.goto.prompt"));
    goTo.setAccessibleText(goTo.getPromptText());
    Tips.explain(goTo, messages.text("hex.goto.tip"));
    goTo.setMinWidth(USE_PREF_SIZE);
    goTo.setOnAction(
        _ -> {
          if (model.goTo(goTo.getText())) {
            backToBytes.run();
          } else {
            goTo.selectAll();
          }
        });
    goTo.setOnKeyPressed(
        FocusTraversal.atKey(
            KeyCode.ESCAPE,
            () -> {
              goTo.clear();
              backToBytes.run();
            }));
    goTo.textProperty().subscribe(_ -> model.refusal.set(Optional.empty()));
    WeakSubscriptions.of(this)
        .subscribe(
            model.refusal, refusal -> goTo.pseudoClassStateChanged(DANGER, refusal.isPresent()));
  }

  private MenuButton viewMenu(Messages messages) {
    MenuButton button = new MenuButton(null, Icons.of(Feather.SLIDERS, "icon-small"));
    PanelParts.named(button, "hex-view-menu", "flat", "button-icon", "small", "no-arrow");
    button.setMinWidth(USE_PREF_SIZE);
    Tips.name(button, messages.text("hex.view"));
    HexChoices choices = model.choices;
    addRadios(button, messages, "width", choices.width(), RowWidth.values());
    addRadios(button, messages, "offsets", choices.offsets(), OffsetBase.values());
    addRadios(button, messages, "characters", choices.characters(), CharacterSet.values());
    CheckMenuItem grouped = new CheckMenuItem(messages.text("hex.grouped"));
    grouped.setId("hex-grouped");
    grouped.selectedProperty().bindBidirectional(choices.grouped());
    button.getItems().add(grouped);
    return button;
  }

  private static <T extends Enum<T>> void addRadios(
      MenuButton menu, Messages messages, String kind, ObjectProperty<T> property, T[] choices) {
    Function<T, String> word =
        choice ->
            kind + "-" + (choice instanceof RowWidth width ? width.key() : Messages.word(choice));
    menu.getItems()
        .addAll(
            MenuItems.radio(
                property,
                List.of(choices),
                choice -> "hex-" + word.apply(choice),
                choice -> messages.text("hex.view." + word.apply(choice))));
    menu.getItems().add(new SeparatorMenuItem());
  }

  void focusOffsetField() {
    goTo.requestFocus();
    goTo.selectAll();
  }

  private void show(CaretLine line) {
    setText(file, line.file());
    setText(region, line.region());
    region.getStyleClass().remove("mono");
    if (line.inTensor()) {
      region.getStyleClass().add("mono");
    }
    element.setText(line.element());
    value.setText(line.equation());
    decimal.setText(line.decimal());
    hexadecimal.setText(line.hexadecimal());
    length.setText(line.length());
    arrange();
  }

  private static void setText(Label label, String text) {
    if (!text.equals(label.getText())) {
      label.setText(text);
      Tips.explain(label, text);
    }
  }

  private void arrange() {
    boolean roomy = getWidth() >= WIDTH_FOR_WHOLE_TEXTS;
    setSpacing(roomy ? SPACING : SPACING / 2);
    goTo.setPrefWidth(roomy ? FIELD_WIDTH : SHORT_FIELD_WIDTH);
    // If both names are long, the name of the tensor shrinks first.
    file.setMinWidth(Math.min(file.prefWidth(-1), MAX_FILE_WIDTH));
    if (roomy) {
      PanelParts.keepWhole(region, SHORT_REGION_CHARACTERS, MIN_REGION_WIDTH);
      PanelParts.keepWhole(element, SHORT_ELEMENT_CHARACTERS, MIN_ELEMENT_WIDTH);
      value.setMinWidth(USE_PREF_SIZE);
    } else {
      region.setMinWidth(MIN_TEXT_WIDTH);
      value.setMinWidth(Math.min(value.prefWidth(-1), MIN_VALUE_WIDTH));
    }
    minWidths.forEach(
        (label, minWidth) ->
            PanelParts.setShown(label, getWidth() >= minWidth && !label.getText().isEmpty()));
    PanelParts.setShown(separator, file.isVisible() && region.isVisible());
  }
}
