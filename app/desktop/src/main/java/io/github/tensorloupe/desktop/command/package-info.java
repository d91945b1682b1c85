/// The commands of the program: every command once, with its text, icon and shortcut. Menus,
/// buttons and accelerators are created from them.
///
/// Main types: [io.github.tensorloupe.desktop.command.Command],
/// [io.github.tensorloupe.desktop.command.Commands], [io.github.tensorloupe.desktop.command.Keymap]
/// (shortcuts), [io.github.tensorloupe.desktop.command.Command.CommandMenu],
/// [io.github.tensorloupe.desktop.command.Remedies] (commands that resolve findings).
///
/// May use: `format`, `desktop.control`, `desktop.text`, `desktop.theme`.
package io.github.tensorloupe.desktop.command;
