/// What helps a person on: the steps of what the program is for, what the program is made of, and
/// the particulars that a report should have.
///
/// Main types: [io.github.tensorloupe.ui.help.HelpFlow], [io.github.tensorloupe.ui.help.Program],
/// [io.github.tensorloupe.ui.help.WrittenGuide].
///
/// May use: `ui.command`, `ui.copy`, `ui.panel`, `ui.text`, `ui.theme`.
package io.github.tensorloupe.ui.help;
