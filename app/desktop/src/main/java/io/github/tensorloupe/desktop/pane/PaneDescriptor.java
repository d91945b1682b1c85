package io.github.tensorloupe.desktop.pane;

import module java.base;
import module javafx.base;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.selection.ComparisonDocument;
import io.github.tensorloupe.desktop.selection.Document;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.selection.SurveyDocument;

/// The registration of a pane. The only source of pane properties for tabs, menus, the palette,
/// screenshots and sessions.
///
/// @param id stable name in lower case, unique among the panes of a kind of document: in sessions
///   and on the command line
/// @param command shows the pane; its text is the title of the tab
/// @param document the kind of document that the pane shows
/// @param showsBytes true if the bytes are open below the pane by default. True for panes about a
///   tensor or a position in the file, false for panes about the whole file
/// @param isOffered returns whether the pane has content for the open document. Its tab is hidden
///   otherwise
/// @param factory creates the pane; a lambda of the pane itself
public record PaneDescriptor(
    String id,
    Command command,
    Class<? extends Document> document,
    boolean showsBytes,
    Function<Selection, ObservableValue<Boolean>> isOffered,
    Function<PaneContext, ? extends DocumentPane> factory) {

  private PaneDescriptor(
      String id,
      Command command,
      Class<? extends Document> document,
      Function<PaneContext, ? extends DocumentPane> factory) {
    this(id, command, document, false, _ -> new ReadOnlyObjectWrapper<>(true), factory);
  }

  /// Creates the registration of a pane for checkpoints that takes the whole height by default.
  public PaneDescriptor(
      String id, Command command, Function<PaneContext, ? extends DocumentPane> factory) {
    this(id, command, FileDocument.class, factory);
  }

  /// Creates the registration of a pane for comparisons.
  public static PaneDescriptor ofComparison(
      String id, Command command, Function<PaneContext, ? extends DocumentPane> factory) {
    return new PaneDescriptor(id, command, ComparisonDocument.class, factory);
  }

  /// Creates the registration of the only pane of surveys, which has no tab.
  public static PaneDescriptor ofSurvey(
      String id, Command command, Function<PaneContext, ? extends DocumentPane> factory) {
    return new PaneDescriptor(id, command, SurveyDocument.class, factory);
  }

  /// Returns this pane with the bytes open below it by default.
  public PaneDescriptor withBytes() {
    return new PaneDescriptor(id, command, document, true, isOffered, factory);
  }

  /// Returns this pane with a tab only while the condition is true.
  public PaneDescriptor offeredWhile(Function<Selection, ObservableValue<Boolean>> condition) {
    return new PaneDescriptor(id, command, document, showsBytes, condition, factory);
  }

  /// Returns the message key of the explanation of the tab.
  public String tipKey() {
    return (document == ComparisonDocument.class ? "pane.tip.comparison." : "pane.tip.") + id;
  }

  /// Returns the package of the pane, relative to the package of this class.
  public String packageName() {
    int prefix = PaneDescriptor.class.getPackageName().length() + 1;
    return factory.getClass().getPackageName().substring(prefix);
  }
}
