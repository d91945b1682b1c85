/// The commands of the program: every command once, with its text, icon and keys. Menus, buttons
/// and accelerators are made from it.
///
/// Main types: [io.github.tensorloupe.desktop.command.Command],
/// [io.github.tensorloupe.desktop.command.Commands], [io.github.tensorloupe.desktop.command.Keymap]
/// (which keys start which), [io.github.tensorloupe.desktop.command.Command.CommandMenu],
/// [io.github.tensorloupe.desktop.command.Remedies] (which command helps against what was found).
///
/// May use: `format`, `desktop.control`, `desktop.text`, `desktop.theme`.
package io.github.tensorloupe.desktop.command;
