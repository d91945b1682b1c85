package io.github.tensorloupe.desktop.pane;

import module java.base;
import module javafx.base;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.selection.Selection;

/// The registration of a pane. Tabs, menus, palette, screenshots and sessions take all that they
/// need to know of a pane from here.
///
/// @param id stable name in lower case: in sessions, on the command line, and in the keys
///   `pane.tip.ID` of the messages
/// @param command turns to the pane; its text is the title of the tab
/// @param showsBytes true if the bytes are usually open below the pane: where it is about a tensor
///   or a place in the file, of which they are the other side, and not about the whole file
/// @param isOffered tells of a document whether there is something to show. Without that the pane
///   has no tab
/// @param factory makes the pane of one window
public record PaneDescriptor(
    String id,
    Command command,
    boolean showsBytes,
    Function<Selection, ObservableValue<Boolean>> isOffered,
    Function<PaneContext, ? extends DocumentPane> factory) {

  /// A pane that usually has the whole height.
  public PaneDescriptor(
      String id, Command command, Function<PaneContext, ? extends DocumentPane> factory) {
    this(id, command, false, _ -> new ReadOnlyObjectWrapper<>(true), factory);
  }

  /// The same pane with the bytes usually open below it.
  public PaneDescriptor withBytes() {
    return new PaneDescriptor(id, command, true, isOffered, factory);
  }

  /// The same pane with a tab only while there is something to show.
  public PaneDescriptor offeredWhile(Function<Selection, ObservableValue<Boolean>> condition) {
    return new PaneDescriptor(id, command, showsBytes, condition, factory);
  }

  /// True if a name from a session or from the command line means this pane. Case is ignored:
  /// earlier versions wrote capitals.
  public boolean isNamed(String name) {
    return id.equalsIgnoreCase(name);
  }
}
