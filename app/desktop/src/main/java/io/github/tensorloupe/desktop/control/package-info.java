/// Listeners that live as long as the view that needs them. The packages below draw what several
/// panes draw alike.
///
/// Main types: [io.github.tensorloupe.desktop.control.Following].
///
/// May use: nothing of this program.
package io.github.tensorloupe.desktop.control;
