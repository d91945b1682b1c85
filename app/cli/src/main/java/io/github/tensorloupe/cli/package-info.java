/// The command line: the program without its window.
///
/// Each command is a class that expands its paths to [io.github.tensorloupe.cli.Target]s and prints
/// its results as text or as one [io.github.tensorloupe.cli.JsonObject] per line. The work is done
/// in `core`. Stack traces are never printed. Reading commands report interrupted saves
/// ([io.github.tensorloupe.cli.FileOpener]); commands that edit metadata recover them first
/// ([io.github.tensorloupe.batch.MetadataBatch]). The texts of `--help` are in `usage.properties`.
///
/// Main types: [io.github.tensorloupe.cli.CommandLineInterface],
/// [io.github.tensorloupe.cli.CommandEnvironment] (streams and working directory),
/// [io.github.tensorloupe.cli.ResultCommand] (the base of the commands),
/// [io.github.tensorloupe.cli.Screenshot] (implemented by the window),
/// [io.github.tensorloupe.cli.ExitCode].
///
/// May use: `format`, `text`, `work`, `element`, `model`, `edit`, `save`, `analysis`,
/// `analysis.chunk`, `analysis.health`, `analysis.distribution`, `analysis.layers`, `integrity..`,
/// `library`, `identify`, `storage`, `batch`, `compare`, `convert`, `compare.report`, `export`,
/// `demo`, `quantization`, `adapter`, `config`, `survey`, `remote`, `cache`.
package io.github.tensorloupe.cli;
