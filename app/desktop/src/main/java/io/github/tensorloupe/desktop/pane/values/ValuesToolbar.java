package io.github.tensorloupe.desktop.pane.values;

import module java.base;
import module javafx.controls;

import atlantafx.base.controls.Spacer;
import io.github.tensorloupe.desktop.control.FocusTraversal;
import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.panel.MenuItems;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.control.slice.SliceBar;
import io.github.tensorloupe.desktop.pane.values.TensorAdvice.Content;
import io.github.tensorloupe.desktop.text.KeyNames;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.desktop.theme.ZoomedPane;
import org.kordamp.ikonli.feather.Feather;

/// The row of controls: the selection of the slice on the left, display options on the right.
final class ValuesToolbar extends HBox {

  private static final PseudoClass DANGER = PseudoClass.getPseudoClass("danger");

  private final ValuesViewModel model;
  private final Messages messages;
  private final Runnable backToCells;
  private final TextField index = PanelParts.named(new TextField(), "values-index", "mono");
  private final Button transpose = new Button(null, Icons.of(Feather.CORNER_RIGHT_DOWN));
  private final ToggleButton colors = new ToggleButton(null, Icons.of(Feather.DROPLET));
  private final ToggleButton json = new ToggleButton(null, Icons.of(Feather.CODE));
  private final FormatMenu format;
  private final MenuButton axesMenu = new MenuButton(null, Icons.of(Feather.SLIDERS));
  private final CustomMenuItem axesItem = new CustomMenuItem(null, false);
  private String shownSlice = "";

  ValuesToolbar(ValuesViewModel model, Messages messages, Runnable backToCells) {
    this.model = model;
    this.messages = messages;
    this.backToCells = backToCells;
    this.format = new FormatMenu(model.format, messages);
    getStyleClass().add("values-toolbar");
    setAlignment(Pos.CENTER_LEFT);
    setUpIndex();
    described(transpose, "transpose", "slice.transpose").setOnAction(_ -> model.transpose());
    described(colors, "colors", "values.colors.tip")
        .selectedProperty()
        .bindBidirectional(model.colored);
    described(json, "json", "values.json.tip")
        .setOnAction(_ -> model.numbers.set(!json.isSelected()));
    described(axesMenu, "axes-menu", "slice.tip").getItems().add(axesItem);
    PanelParts.fill(this, index, transpose, axesMenu, new Spacer(), json, colors, format);
    WeakSubscriptions.of(this).subscribe(model.page, this::showPage);
    WeakSubscriptions.of(this).subscribe(model.content, this::showContent);
  }

  private <T extends ButtonBase> T described(T button, String name, String key) {
    PanelParts.named(button, "values-" + name, "button-icon").setMinWidth(USE_PREF_SIZE);
    Tips.name(button, messages.text(key));
    return button;
  }

  private void setUpIndex() {
    index.setPromptText(messages.text("values.index.prompt"));
    String tip = new KeyNames(messages).onThisSystem(messages.text("values.index.tip"));
    Tips.name(index, tip);
    index.setMinWidth(64);
    HBox.setHgrow(index, Priority.SOMETIMES);
    index.setOnAction(
        _ -> {
          if (model.goTo(index.getText())) {
            resetIndex();
          } else {
            index.selectAll();
          }
        });
    index.addEventFilter(
        KeyEvent.KEY_PRESSED, FocusTraversal.atKey(KeyCode.ESCAPE, this::resetIndex));
    index.textProperty().subscribe(_ -> model.refusal.set(Optional.empty()));
    FocusTraversal.whenLeft(index, () -> index.setText(shownSlice));
    WeakSubscriptions.of(this)
        .subscribe(
            model.refusal, refusal -> index.pseudoClassStateChanged(DANGER, refusal.isPresent()));
  }

  private void resetIndex() {
    index.setText(shownSlice);
    backToCells.run();
  }

  void focusIndexField() {
    index.requestFocus();
    index.selectAll();
  }

  /// Moves the axis controls into a menu, or out of it if empty.
  void holdAxes(Optional<SliceBar> bar) {
    axesItem.setContent(bar.map(ZoomedPane::inMenu).orElse(null));
    PanelParts.setShown(axesMenu, bar.isPresent());
  }

  private void showPage(Optional<GridPage> page) {
    String slice = page.map(shown -> shown.slice().axes().text()).orElse("");
    if (!slice.equals(shownSlice)) {
      shownSlice = slice;
      index.setText(slice);
    }
    int rank = page.map(shown -> shown.slice().axes().indexes().size()).orElse(0);
    transpose.setDisable(rank == 0);
    axesMenu.setDisable(rank <= 2);
  }

  private void showContent(Content content) {
    boolean asJson = content instanceof Content.Json;
    boolean holdsJson = asJson || content instanceof Content.Numbers(boolean are) && are;
    PanelParts.setShown(json, holdsJson);
    json.setSelected(asJson);
    index.setDisable(asJson);
    transpose.setVisible(!asJson);
    colors.setDisable(asJson);
    format.setDisable(asJson);
  }

  private static final class FormatMenu extends MenuButton {

    private static final int[] DIGITS = {0, 1, 2, 3, 4, 6, 8, 12};

    private final Messages messages;

    FormatMenu(ObjectProperty<CellFormat> format, Messages messages) {
      this.messages = messages;
      List<CellFormat> choices = new ArrayList<>(List.of(new CellFormat.Shortest()));
      IntStream.of(DIGITS).mapToObj(CellFormat.Fixed::new).forEach(choices::add);
      choices.add(new CellFormat.Hexadecimal());
      setId("values-format");
      setMinWidth(USE_PREF_SIZE);
      Tips.name(this, messages.text("values.format.tip"));
      getItems()
          .setAll(
              MenuItems.radio(
                  format, choices, each -> "values-format-" + key(each), this::longText));
      WeakSubscriptions.of(this).subscribe(format, chosen -> setText(shortText(chosen)));
    }

    private static String key(CellFormat format) {
      return switch (format) {
        case CellFormat.Shortest _ -> "shortest";
        case CellFormat.Fixed(int digits) -> "fixed-" + digits;
        case CellFormat.Hexadecimal _ -> "hex";
      };
    }

    private String longText(CellFormat format) {
      if (format instanceof CellFormat.Fixed(int digits)) {
        return digits == 1
            ? messages.text("values.format.fixed.one")
            : messages.text("values.format.fixed", Integer.toString(digits));
      }
      return messages.text("values.format." + key(format) + ".item");
    }

    private String shortText(CellFormat format) {
      if (format instanceof CellFormat.Fixed(int digits)) {
        return digits == 0 ? "0" : digits > 4 ? "0.0…" : "0." + "0".repeat(digits);
      }
      return messages.text("values.format." + key(format));
    }
  }
}
