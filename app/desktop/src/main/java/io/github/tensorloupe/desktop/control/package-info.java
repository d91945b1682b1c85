/// Listeners that live as long as the view that needs them, and ways through a scene graph. The
/// packages below draw what several panes draw alike.
///
/// Main types: [io.github.tensorloupe.desktop.control.Following],
/// [io.github.tensorloupe.desktop.control.SceneWays].
///
/// May use: nothing of this program.
package io.github.tensorloupe.desktop.control;
