package io.github.tensorloupe.desktop.shell;

import module java.base;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.pane.repair.FormatFlow;
import io.github.tensorloupe.desktop.pane.repair.IndexFlow;
import io.github.tensorloupe.desktop.pane.repair.RepairFlow;
import io.github.tensorloupe.desktop.pane.repair.RepairTools;
import io.github.tensorloupe.desktop.pane.repair.SalvageFlow;
import io.github.tensorloupe.desktop.selection.DocumentEdits;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.export.IndexFile;
import io.github.tensorloupe.export.Salvage;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.save.FileRepairs;
import io.github.tensorloupe.save.Saver;

/// What helps damaged files and sets of one window, bound to its commands. Belongs to the FX
/// thread.
final class Repairs {

  private final SalvageFlow salvage;
  private final RepairFlow repair;
  private final IndexFlow index;
  private final FormatFlow format;

  /// @param tools of the window; asked for its panels not before one is shown
  /// @param operations every step that repairs take on the disk
  /// @param edits receives what is pending then
  Repairs(RepairTools tools, FileOperations operations, Selection selection, DocumentEdits edits) {
    format = new FormatFlow(selection, edits, tools.messages().text("command.add-format"));
    salvage = new SalvageFlow(tools, new Salvage(operations), selection);
    repair = new RepairFlow(tools, new FileRepairs(operations), new Saver(operations), selection);
    index = new IndexFlow(tools, new IndexFile(operations), selection);
  }

  /// Binds what helps.
  ///
  /// @param settled does something once what is pending is settled
  void bindTo(Commands commands, Consumer<Runnable> settled) {
    commands.bind(Command.SALVAGE, salvage::show, salvage.possible());
    commands.bind(Command.REPAIR, () -> settled.accept(repair::show), repair.possible());
    commands.bind(Command.WRITE_INDEX, index::show, index.possible());
    commands.bind(Command.ADD_FORMAT, format::add, format.possible());
  }

  /// Whether files are being written.
  boolean isWriting() {
    return salvage.isWriting() || repair.isWriting() || index.isWriting();
  }
}
