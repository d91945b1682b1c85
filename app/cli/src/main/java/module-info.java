/// The command line of TensorLoupe, with output as text and JSON Lines.
module io.github.tensorloupe.cli {
  requires transitive io.github.tensorloupe.core;
  requires transitive info.picocli;

  exports io.github.tensorloupe.cli to
      io.github.tensorloupe.desktop;

  opens io.github.tensorloupe.cli to
      info.picocli;
}
