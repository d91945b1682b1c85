/// The command line of TensorLoupe: subcommands over the core, in text and JSON Lines.
// The compiler does not find the window, because it is compiled later.
@SuppressWarnings("module")
module io.github.tensorloupe.cli {
  requires transitive io.github.tensorloupe.core;
  requires transitive info.picocli;

  exports io.github.tensorloupe.cli to
      io.github.tensorloupe.desktop;

  opens io.github.tensorloupe.cli to
      info.picocli;
}
