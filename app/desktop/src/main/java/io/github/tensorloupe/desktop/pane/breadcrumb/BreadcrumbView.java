package io.github.tensorloupe.desktop.pane.breadcrumb;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.control.copy.TensorCopies;
import io.github.tensorloupe.desktop.control.panel.MenuItems;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.breadcrumb.BreadcrumbViewModel.Crumb;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.DisplayText;
import org.kordamp.ikonli.feather.Feather;

/// The bar above the panes: back, forward, and the path to the selection.
public final class BreadcrumbView extends HBox {

  /// @param commands with bound commands for back and forward
  public BreadcrumbView(BreadcrumbViewModel model, Commands commands, Messages messages) {
    PanelParts.named(this, "breadcrumb", "breadcrumb");
    setAlignment(Pos.CENTER_LEFT);
    setMinWidth(0);
    setAccessibleRole(AccessibleRole.TOOL_BAR);
    setAccessibleText(messages.text("breadcrumb.name"));
    CrumbRow row = new CrumbRow(model::goTo, messages);
    HBox.setHgrow(row, Priority.ALWAYS);
    getChildren()
        .setAll(commands.iconButton(Command.GO_BACK), commands.iconButton(Command.GO_FORWARD), row);
    TensorCopies.addTo(new CopyMenu(messages), model::tensor).installOn(row);
    WeakSubscriptions.of(this).subscribe(model.crumbs, row::show);
  }

  /// The crumbs in one line. If they do not fit, the middle crumbs move into a menu.
  ///
  /// Neither `Breadcrumbs` of AtlantaFX nor `BreadCrumbBar` of ControlsFX has such a menu, so the
  /// end of a long path would be out of sight.
  static final class CrumbRow extends Region {

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
    private Fit menu = new Fit(0, 0);

    CrumbRow(Consumer<Crumb> onGo, Messages messages) {
      this.onGo = onGo;
      this.messages = messages;
      getStyleClass().add("crumb-row");
      setMinWidth(0);
      PanelParts.named(hidden, "breadcrumb-hidden", "flat", "small", "crumb", "crumb-hidden");
      hidden.setAccessibleText(messages.text("breadcrumb.hidden"));
      addEventFilter(KeyEvent.KEY_PRESSED, this::press);
    }

    void show(List<Crumb> newCrumbs) {
      if (newCrumbs.equals(crumbs)) {
        return;
      }
      crumbs = newCrumbs;
      menu = new Fit(0, 0);
      hidden.getItems().clear();
      buttons.clear();
      chevrons.clear();
      for (int i = 0; i < newCrumbs.size(); i++) {
        buttons.add(button(newCrumbs.get(i), i));
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
      PanelParts.named(button, "crumb-" + index, "flat", "small", "crumb");
      button.pseudoClassStateChanged(LAST, last);
      if (crumb.isDocument()) {
        button.setGraphic(Icons.of(Feather.FILE, "icon-small"));
        button.setContentDisplay(ContentDisplay.GRAPHIC_ONLY);
      }
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

    private List<Node> stops() {
      List<Node> stops = new ArrayList<>(buttons.subList(0, menu.from()));
      if (!menu.isEmpty()) {
        stops.add(hidden);
      }
      stops.addAll(buttons.subList(menu.to(), buttons.size()));
      return stops;
    }

    @Override
    protected void layoutChildren() {
      if (buttons.isEmpty()) {
        return;
      }
      double[] widths =
          buttons.stream()
              .mapToDouble(each -> snapSizeX(Math.min(MAX_CRUMB_WIDTH, each.prefWidth(-1))))
              .toArray();
      double gap = snapSizeX(hiddenChevron.prefWidth(-1));
      double menuWidth = hidden.prefWidth(-1) + gap;
      showMenu(Fit.of(widths, gap, menuWidth, getWidth()));
      double others = menu.isEmpty() ? 0 : menuWidth;
      for (int i = 1; i < widths.length; i++) {
        others += menu.contains(i) ? 0 : gap + widths[i];
      }
      widths[0] = Math.min(widths[0], Math.max(MIN_FIRST_WIDTH, getWidth() - others));
      double x = 0;
      for (int i = 0; i < widths.length; i++) {
        boolean inMenu = menu.contains(i);
        buttons.get(i).setVisible(!inMenu);
        chevrons.get(i).setVisible(!inMenu && i > 0);
        if (i == menu.from() && inMenu) {
          x = place(hiddenChevron, x, gap);
          x = place(hidden, x, hidden.prefWidth(-1));
        }
        if (!inMenu) {
          x = i == 0 ? x : place(chevrons.get(i), x, gap);
          x = place(buttons.get(i), x, Math.clamp(widths[i], 0, Math.max(0, getWidth() - x)));
        }
      }
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

    private void showMenu(Fit fit) {
      hidden.setVisible(!fit.isEmpty());
      hiddenChevron.setVisible(!fit.isEmpty());
      if (!fit.equals(menu)) {
        menu = fit;
        List<Crumb> inMenu = crumbs.subList(fit.from(), fit.to());
        hidden.getItems().setAll(inMenu.stream().map(this::item).toList());
      }
    }

    private MenuItem item(Crumb crumb) {
      return MenuItems.named(shown(crumb, LABEL_CHARACTERS), () -> onGo.accept(crumb));
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
    /// @param to the index after the last crumb in the menu; equal to `from` if the menu is empty
    record Fit(int from, int to) {

      /// @param widths of the crumbs, at least one
      /// @param gap before each crumb except the first
      /// @param menuWidth the width of the menu button with its gap
      static Fit of(double[] widths, double gap, double menuWidth, double room) {
        int last = widths.length - 1;
        int from = Math.min(1, last);
        int to = from;
        double left = room - Arrays.stream(widths).sum() - gap * last;
        if (left < 0) {
          left -= menuWidth;
          while (left < 0 && to < last) {
            left += widths[to] + gap;
            to++;
          }
        }
        return new Fit(from, to);
      }

      boolean isEmpty() {
        return from == to;
      }

      boolean contains(int index) {
        return index >= from && index < to;
      }
    }
  }
}
