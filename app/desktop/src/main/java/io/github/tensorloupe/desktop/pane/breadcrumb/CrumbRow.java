package io.github.tensorloupe.desktop.pane.breadcrumb;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.pane.breadcrumb.BreadcrumbViewModel.Crumb;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.DisplayText;
import org.kordamp.ikonli.feather.Feather;

/// The crumbs in one line. If they do not fit, those in the middle move into a menu.
///
/// Neither `Breadcrumbs` of AtlantaFX nor `BreadCrumbBar` of ControlsFX has such a menu, so the end
/// of a long path would be out of sight.
final class CrumbRow extends Region {

  private static final int LABEL_CHARACTERS = 100;
  private static final int TOOLTIP_CHARACTERS = 1000;
  private static final double MAX_CRUMB_WIDTH = 260;

  /// The first crumb shrinks to this width in favor of the last one.
  private static final double MIN_FIRST_WIDTH = 56;

  private static final PseudoClass LAST = PseudoClass.getPseudoClass("last");

  private final Consumer<Crumb> onGo;
  private final Messages messages;
  private final MenuButton hidden = new MenuButton("…");
  private final Node hiddenChevron = chevron();
  private final List<Button> buttons = new ArrayList<>();
  private final List<Node> chevrons = new ArrayList<>();
  private List<Crumb> crumbs = List.of();
  private int shownMenuFrom;
  private int shownMenuTo;

  CrumbRow(Consumer<Crumb> onGo, Messages messages) {
    this.onGo = onGo;
    this.messages = messages;
    getStyleClass().add("crumb-row");
    setMinWidth(0);
    hidden.setId("breadcrumb-hidden");
    hidden.getStyleClass().addAll("flat", "small", "crumb", "crumb-hidden");
    hidden.setAccessibleText(messages.text("breadcrumb.hidden"));
    addEventFilter(KeyEvent.KEY_PRESSED, this::press);
  }

  void show(List<Crumb> way) {
    if (way.equals(crumbs)) {
      return;
    }
    crumbs = way;
    shownMenuTo = 0;
    buttons.clear();
    chevrons.clear();
    for (int i = 0; i < way.size(); i++) {
      buttons.add(button(way.get(i), i));
      chevrons.add(chevron());
    }
    getChildren().setAll(buttons);
    getChildren().addAll(chevrons);
    getChildren().addAll(hidden, hiddenChevron);
    requestLayout();
  }

  private Button button(Crumb crumb, int index) {
    Button button = new Button(shown(crumb, LABEL_CHARACTERS));
    boolean last = index == crumbs.size() - 1;
    button.setId("crumb-" + index);
    button.getStyleClass().addAll("flat", "small", "crumb");
    button.pseudoClassStateChanged(LAST, last);
    button.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
    button.setMnemonicParsing(false);
    button.setMinWidth(0);
    Tips.explain(button, shown(crumb, TOOLTIP_CHARACTERS));
    button.setAccessibleText(
        messages.text(last ? "breadcrumb.here" : "breadcrumb.part", button.getText()));
    button.setOnAction(_ -> onGo.accept(crumb));
    return button;
  }

  private String shown(Crumb crumb, int characters) {
    return crumb.label().isEmpty()
        ? messages.text("breadcrumb.empty-name")
        : DisplayText.of(crumb.label(), characters);
  }

  private static Node chevron() {
    Node chevron = Icons.of(Feather.CHEVRON_RIGHT, "icon-small", "crumb-chevron");
    chevron.setMouseTransparent(true);
    return chevron;
  }

  /// Left and right move the focus between crumbs, as in a toolbar.
  private void press(KeyEvent event) {
    int step =
        switch (event.getCode()) {
          case LEFT -> -1;
          case RIGHT -> 1;
          default -> 0;
        };
    boolean plain = !event.isAltDown() && !event.isShortcutDown();
    if (step != 0 && plain && !hidden.isShowing()) {
      List<Node> stops = stops();
      int focused = stops.indexOf(getScene().getFocusOwner());
      if (focused >= 0) {
        stops.get(Math.clamp(focused + step, 0, stops.size() - 1)).requestFocus();
      }
      event.consume();
    }
  }

  /// The focusable nodes from left to right.
  private List<Node> stops() {
    List<Node> stops = new ArrayList<>(buttons.subList(0, shownMenuFrom));
    if (shownMenuTo > shownMenuFrom) {
      stops.add(hidden);
    }
    stops.addAll(buttons.subList(shownMenuTo, buttons.size()));
    return stops;
  }

  @Override
  protected void layoutChildren() {
    if (buttons.isEmpty()) {
      return;
    }
    Fit fit = fit();
    showMenu(fit.menuFrom(), fit.menuTo());
    double x = 0;
    for (int i = 0; i < buttons.size(); i++) {
      boolean inMenu = i >= fit.menuFrom() && i < fit.menuTo();
      buttons.get(i).setVisible(!inMenu);
      chevrons.get(i).setVisible(!inMenu && i > 0);
      if (i == fit.menuFrom() && inMenu) {
        x = place(hiddenChevron, x, chevronWidth());
        x = place(hidden, x, hidden.prefWidth(-1));
      }
      if (!inMenu) {
        x = i == 0 ? x : place(chevrons.get(i), x, chevronWidth());
        double wanted = i == 0 ? firstWidth(fit) : width(i);
        x = place(buttons.get(i), x, Math.clamp(wanted, 0, Math.max(0, getWidth() - x)));
      }
    }
  }

  private double firstWidth(Fit fit) {
    double others = fit.menuTo() > fit.menuFrom() ? hidden.prefWidth(-1) + chevronWidth() : 0;
    for (int i = 1; i < buttons.size(); i++) {
      boolean inMenu = i >= fit.menuFrom() && i < fit.menuTo();
      others += inMenu ? 0 : chevronWidth() + width(i);
    }
    return Math.min(width(0), Math.max(MIN_FIRST_WIDTH, getWidth() - others));
  }

  private Fit fit() {
    double[] widths = new double[buttons.size()];
    for (int i = 0; i < widths.length; i++) {
      widths[i] = width(i);
    }
    return Fit.of(widths, chevronWidth(), hidden.prefWidth(-1) + chevronWidth(), getWidth());
  }

  private double width(int index) {
    return snapSizeX(Math.min(MAX_CRUMB_WIDTH, buttons.get(index).prefWidth(-1)));
  }

  private double chevronWidth() {
    return snapSizeX(hiddenChevron.prefWidth(-1));
  }

  private double place(Node node, double x, double width) {
    double height = node.prefHeight(-1);
    double y = snapPositionY((getHeight() - height) / 2);
    if (node.isResizable()) {
      node.resizeRelocate(x, y, width, height);
    } else {
      node.relocate(x, y);
    }
    return x + width;
  }

  private void showMenu(int from, int to) {
    boolean any = to > from;
    hidden.setVisible(any);
    hiddenChevron.setVisible(any);
    if (from != shownMenuFrom || to != shownMenuTo || hidden.getItems().isEmpty()) {
      shownMenuFrom = from;
      shownMenuTo = to;
      hidden.getItems().setAll(crumbs.subList(from, to).stream().map(this::item).toList());
    }
  }

  private MenuItem item(Crumb crumb) {
    MenuItem item = new MenuItem(shown(crumb, LABEL_CHARACTERS));
    item.setMnemonicParsing(false);
    item.setOnAction(_ -> onGo.accept(crumb));
    return item;
  }

  @Override
  protected double computePrefHeight(double width) {
    return buttons.isEmpty() ? hidden.prefHeight(-1) : buttons.getFirst().prefHeight(-1);
  }

  @Override
  protected double computePrefWidth(double height) {
    return 0;
  }

  /// The crumbs that move into the menu: as few as possible, never the first or the last.
  ///
  /// @param menuFrom index of the first crumb in the menu
  /// @param menuTo index after the last crumb in the menu; `menuFrom` if there is none
  record Fit(int menuFrom, int menuTo) {

    /// Fits crumbs into a width.
    ///
    /// @param widths of the crumbs, at least one
    /// @param gap before each crumb except the first
    /// @param menuWidth with its gap
    static Fit of(double[] widths, double gap, double menuWidth, double room) {
      int count = widths.length;
      double all = Arrays.stream(widths).sum() + gap * (count - 1);
      int from = Math.min(1, count - 1);
      int to = from;
      double left = room - all - menuWidth;
      if (all <= room) {
        return new Fit(from, from);
      }
      while (left < 0 && to < count - 1) {
        left += widths[to] + gap;
        to++;
      }
      return new Fit(from, to);
    }
  }
}
