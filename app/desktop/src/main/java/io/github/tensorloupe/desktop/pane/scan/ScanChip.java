package io.github.tensorloupe.desktop.pane.scan;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.settings.ScanLimits;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;

/// The state of the scan in the status bar, with a menu to start and stop it and to configure
/// automatic scans.
public final class ScanChip extends MenuButton {

  private static final double MIN_WIDTH = 190;
  private static final List<String> STYLES =
      List.of("scan-danger", "scan-warning", "scan-success", "scan-neutral");

  private final BackgroundScan scan;
  private final Selection selection;
  private final Messages messages;
  private final Tooltip tooltip = Tips.of("");
  private final SimpleBooleanProperty isWrong = new SimpleBooleanProperty();

  /// @param commands with bound commands of the scan
  public ScanChip(BackgroundScan scan, Selection selection, Commands commands, Messages messages) {
    this.scan = scan;
    this.selection = selection;
    this.messages = messages;
    setId("scan-chip");
    getStyleClass().add("scan-chip");
    getStylesheets()
        .add(Objects.requireNonNull(ScanChip.class.getResource("scan.css")).toExternalForm());
    tooltip.setWrapText(true);
    tooltip.setMaxWidth(560);
    setTooltip(tooltip);
    getItems()
        .addAll(
            problems(commands),
            commands.menuItem(Command.SCAN_VALUES),
            commands.menuItem(Command.STOP_SCAN),
            new SeparatorMenuItem(),
            automatic(),
            new SeparatorMenuItem());
    getItems().addAll(limits());
    Following.of(this).subscribe(scan.results().revisionProperty(), _ -> showState());
    Following.of(this).subscribe(scan.results().stateProperty(), _ -> showState());
    Following.of(this).subscribe(scan.results().progressProperty(), _ -> showState());
    Following.of(this).subscribe(selection.documentProperty(), _ -> showState());
  }

  /// Runs the command by name, as it is bound later.
  private MenuItem problems(Commands commands) {
    MenuItem item =
        new MenuItem(messages.text("scan.show-problems"), Icons.of(Command.SHOW_PROBLEMS.icon()));
    item.setId("scan-show-problems");
    item.visibleProperty().bind(isWrong);
    item.setOnAction(_ -> commands.run(Command.SHOW_PROBLEMS));
    return item;
  }

  private MenuItem automatic() {
    CheckMenuItem item = new CheckMenuItem(messages.text("scan.automatic"));
    item.setId("scan-automatic");
    item.selectedProperty().bindBidirectional(scan.automaticProperty());
    return item;
  }

  private List<RadioMenuItem> limits() {
    ToggleGroup group = new ToggleGroup();
    return ScanLimits.with(scan.limitBytesProperty().get()).stream()
        .map(limit -> limit(limit, group))
        .toList();
  }

  private RadioMenuItem limit(long bytes, ToggleGroup group) {
    RadioMenuItem item = new RadioMenuItem(ScanLimits.text(bytes, messages));
    item.setToggleGroup(group);
    Following.of(this)
        .subscribe(scan.limitBytesProperty(), now -> item.setSelected(bytes == now.longValue()));
    item.setOnAction(_ -> scan.limitBytesProperty().set(bytes));
    item.disableProperty().bind(scan.automaticProperty().not());
    return item;
  }

  /// A long text is cut rather than widening the window.
  @Override
  protected double computeMinWidth(double height) {
    return Math.min(MIN_WIDTH, prefWidth(height));
  }

  private void showState() {
    boolean open = selection.openDocument().isPresent();
    ScanSummary words = new ScanSummary(scan.results(), messages);
    PanelParts.setShown(this, open);
    isWrong.set(words.isWrong());
    setText(words.text());
    tooltip.setText(words.explanation());
    setAccessibleText(words.text());
    getStyleClass().removeAll(STYLES);
    getStyleClass().add(words.styleClass());
  }
}
