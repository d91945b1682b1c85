/// The command line: what the program does without a window.
///
/// Each subcommand is one class. It expands its paths into [io.github.tensorloupe.cli.Target]s and
/// hands what it finds to a printer, of which there are two: JSON Lines for programs, text for
/// people. The packages below do the work; this one says what they found and never shows a stack
/// trace. Commands that only read tell of an interrupted save
/// ([io.github.tensorloupe.cli.FileOpener]); those that edit metadata have it recovered first
/// ([io.github.tensorloupe.batch.MetadataBatch]).
///
/// Main types: [io.github.tensorloupe.cli.CommandLineInterface],
/// [io.github.tensorloupe.cli.CommandEnvironment] (streams and working directory),
/// [io.github.tensorloupe.cli.Screenshot] (what the window must provide),
/// [io.github.tensorloupe.cli.ExitCode].
///
/// May use: `format`, `text`, `work`, `element`, `model`, `edit`, `save`, `analysis`,
/// `analysis.chunk`, `analysis.health`, `analysis.distribution`, `integrity..`, `library`,
/// `identify`, `storage`, `batch`, `export`, `demo`.
package io.github.tensorloupe.cli;
