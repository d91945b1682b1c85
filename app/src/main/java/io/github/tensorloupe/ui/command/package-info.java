/// What a person can tell the program to do: every command once, with its text, icon and keys.
/// Menus, buttons and accelerators are made from it.
///
/// Main types: [io.github.tensorloupe.ui.command.Command],
/// [io.github.tensorloupe.ui.command.Commands], [io.github.tensorloupe.ui.command.Keymap] (which
/// keys start which), [io.github.tensorloupe.ui.command.CommandMenu],
/// [io.github.tensorloupe.ui.command.Remedies] (which command helps against what was found).
///
/// May use: `format`, `ui.follow`, `ui.text`, `ui.theme`.
package io.github.tensorloupe.ui.command;
