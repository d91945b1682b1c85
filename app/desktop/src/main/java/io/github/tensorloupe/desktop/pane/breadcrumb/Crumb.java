package io.github.tensorloupe.desktop.pane.breadcrumb;

/// One part of the way to what is selected.
///
/// @param label as unsafe to show as the file makes it
/// @param target where it leads
record Crumb(String label, Target target) {

  /// Where a part leads.
  sealed interface Target {

    /// The first byte of the file.
    record Start() implements Target {}

    /// A group or tensor of the name tree.
    record Node(int node) implements Target {}
  }
}
