/// The log file of the program: start, environment, opened and saved files, failures. It never
/// contains the content of files.
///
/// Main types: [io.github.tensorloupe.desktop.log.ProgramLog],
/// [io.github.tensorloupe.desktop.log.FaultRate] (limits repeated reports).
///
/// May use: nothing of this program.
package io.github.tensorloupe.desktop.log;
