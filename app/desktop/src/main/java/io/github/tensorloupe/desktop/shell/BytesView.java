package io.github.tensorloupe.desktop.shell;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.panel.SaveTargets;
import io.github.tensorloupe.desktop.error.GuardedPanes;
import io.github.tensorloupe.desktop.error.LivePane;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.hex.HexView;
import io.github.tensorloupe.desktop.pane.hex.HexViewModel;
import io.github.tensorloupe.desktop.pane.hex.find.FindBarView;
import io.github.tensorloupe.desktop.pane.hex.find.FindViewModel;
import io.github.tensorloupe.desktop.pane.hex.inspector.InspectorView;
import io.github.tensorloupe.desktop.pane.hex.inspector.InspectorViewModel;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import java.util.Optional;
import javafx.beans.binding.BooleanBinding;

/// The pane of bytes with its find bar and its inspector, made for one window. Belongs to the FX
/// thread.
final class BytesView {

  /// What the pane looks at.
  ///
  /// @param selection that all panes share
  /// @param results of scans of the open document
  /// @param jobs runs what takes time
  record Sources(Selection selection, ScanResults results, Jobs jobs, Messages messages) {}

  private final Commands commands;
  private final SaveTargets targets;
  private final Messages messages;
  private final HexViewModel hex;
  private final FindViewModel find;
  private final InspectorViewModel inspector;
  private final LivePane<HexView> view;
  private Optional<FindBarView> findBar = Optional.empty();

  /// @param commands receives how to find something
  /// @param guards keep what goes wrong in the pane from the window
  /// @param targets asks where to save bytes
  BytesView(Sources sources, Commands commands, GuardedPanes guards, SaveTargets targets) {
    this.commands = commands;
    this.targets = targets;
    Selection selection = sources.selection();
    Jobs jobs = sources.jobs();
    messages = sources.messages();
    hex = new HexViewModel(selection, sources.results(), jobs, messages);
    find = new FindViewModel(selection, jobs, messages);
    inspector = new InspectorViewModel(selection, jobs, messages);
    find.matchProperty().subscribe(hex::highlight);
    view = guards.live(messages.text("command.show-bytes"), "hex", this::make);
    bindTo(commands, selection);
  }

  private HexView make() {
    HexView made = new HexView(hex, targets, messages);
    made.setInspector(() -> new InspectorView(inspector, messages));
    Following.of(made).subscribe(find.marksProperty(), made::showMarks);
    findBar = Optional.empty();
    return made;
  }

  private FindBarView findBar(HexView here) {
    FindBarView made = new FindBarView(find, messages, onward(commands), here::requestFocus);
    here.setFindBar(made);
    findBar = Optional.of(made);
    return made;
  }

  private static FindBarView.Onward onward(Commands commands) {
    return new FindBarView.Onward(
        commands.keymapProperty().map(_ -> commands.keysText(Command.FIND_NEXT)),
        commands.keymapProperty().map(_ -> commands.keysText(Command.FIND_PREVIOUS)));
  }

  private void bindTo(Commands commands, Selection selection) {
    BooleanBinding open = selection.isOpenProperty();
    commands.bind(Command.FIND_BYTES, () -> openFindBar(commands), open);
    commands.bind(Command.FIND_NEXT, () -> findOnward(commands, find::findNext), open);
    commands.bind(Command.FIND_PREVIOUS, () -> findOnward(commands, find::findPrevious), open);
  }

  /// Finds on, or asks first what is to be found.
  private void findOnward(Commands commands, Runnable onward) {
    if (findBar.filter(FindBarView::isOpen).isPresent()) {
      onward.run();
    } else {
      openFindBar(commands);
    }
  }

  /// The bytes may be hidden.
  private void openFindBar(Commands commands) {
    commands.run(Command.SHOW_BYTES);
    view.ask(here -> findBar.orElseGet(() -> findBar(here)).open());
  }

  LivePane<HexView> view() {
    return view;
  }
}
