/// The log file of the program, for whoever has to find out what went wrong: when it started and
/// where, what it opened and saved, and what failed. Nothing of what files contain.
///
/// Main types: [io.github.tensorloupe.desktop.log.ProgramLog],
/// [io.github.tensorloupe.desktop.log.FaultRate] (keeps faults from flooding).
///
/// May use: nothing of this program.
package io.github.tensorloupe.desktop.log;
