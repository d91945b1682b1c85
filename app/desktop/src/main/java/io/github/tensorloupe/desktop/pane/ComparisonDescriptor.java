package io.github.tensorloupe.desktop.pane;

import module java.base;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.selection.OpenComparison;

/// The registration of a comparison pane, the counterpart of [PaneDescriptor] for documents.
///
/// @param id stable name in lower case: in sessions and on the command line
/// @param command shows the pane; its text is the title of the tab
/// @param isOffered returns whether the pane has content for a comparison
/// @param factory creates the pane of one comparison
public record ComparisonDescriptor(
    String id,
    Command command,
    Predicate<OpenComparison> isOffered,
    Function<ComparisonContext, ? extends DocumentPane> factory) {

  /// Creates the registration of a pane that every comparison has.
  public ComparisonDescriptor(
      String id, Command command, Function<ComparisonContext, ? extends DocumentPane> factory) {
    this(id, command, _ -> true, factory);
  }
}
