/// What helps a person on: the steps of what the program is for, what the program is made of, and
/// the particulars that a report should have.
///
/// Main types: [io.github.tensorloupe.desktop.pane.help.HelpFlow],
/// [io.github.tensorloupe.desktop.pane.help.Program],
/// [io.github.tensorloupe.desktop.pane.help.WrittenGuide].
///
/// May use: `desktop.command`, `desktop.control.copy`, `desktop.control.panel`, `desktop.text`,
/// `desktop.theme`.
package io.github.tensorloupe.desktop.pane.help;
