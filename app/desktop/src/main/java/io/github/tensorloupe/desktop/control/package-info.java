/// Listeners that live as long as their view, and scene graph traversal. The packages below contain
/// controls that several panes share.
///
/// Main types: [io.github.tensorloupe.desktop.control.WeakSubscriptions],
/// [io.github.tensorloupe.desktop.control.FocusTraversal].
///
/// May use: nothing of this program.
package io.github.tensorloupe.desktop.control;
