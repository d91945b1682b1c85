package io.github.tensorloupe.desktop.pane;

import module java.base;
import module javafx.base;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.selection.Selection;

/// The registration of a pane. The only source of pane properties for tabs, menus, the palette,
/// screenshots and sessions.
///
/// @param id stable name in lower case: in sessions, on the command line, and in the keys
///   `pane.tip.ID` of the messages
/// @param command shows the pane; its text is the title of the tab
/// @param showsBytes true if the bytes are open below the pane by default. True for panes about a
///   tensor or a position in the file, false for panes about the whole file
/// @param isOffered returns whether the pane has content for the document. Its tab is hidden
///   otherwise
/// @param factory creates the pane of one window
public record PaneDescriptor(
    String id,
    Command command,
    boolean showsBytes,
    Function<Selection, ObservableValue<Boolean>> isOffered,
    Function<PaneContext, ? extends DocumentPane> factory) {

  /// Creates the registration of a pane that takes the whole height by default.
  public PaneDescriptor(
      String id, Command command, Function<PaneContext, ? extends DocumentPane> factory) {
    this(id, command, false, _ -> new ReadOnlyObjectWrapper<>(true), factory);
  }

  /// Returns this pane with the bytes open below it by default.
  public PaneDescriptor withBytes() {
    return new PaneDescriptor(id, command, true, isOffered, factory);
  }

  /// Returns this pane with a tab only while the condition is true.
  public PaneDescriptor offeredWhile(Function<Selection, ObservableValue<Boolean>> condition) {
    return new PaneDescriptor(id, command, showsBytes, condition, factory);
  }

  /// Returns true if a name from a session or from the command line refers to this pane. Case is
  /// ignored, because earlier versions wrote capitals.
  public boolean isNamed(String name) {
    return id.equalsIgnoreCase(name);
  }
}
