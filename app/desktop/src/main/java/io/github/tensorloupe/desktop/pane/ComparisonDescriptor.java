package io.github.tensorloupe.desktop.pane;

import module java.base;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.selection.OpenComparison;

/// The registration of a pane of comparisons, as [PaneDescriptor] is that of documents.
///
/// @param id stable name in lower case: in sessions and on the command line
/// @param command turns to the pane; its text is the title of the tab
/// @param isOffered tells of a comparison whether there is something to show
/// @param factory makes the pane of one comparison
public record ComparisonDescriptor(
    String id,
    Command command,
    Predicate<OpenComparison> isOffered,
    Function<ComparisonContext, ? extends DocumentPane> factory) {

  /// A pane of every comparison.
  public ComparisonDescriptor(
      String id, Command command, Function<ComparisonContext, ? extends DocumentPane> factory) {
    this(id, command, _ -> true, factory);
  }
}
