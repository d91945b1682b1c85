/// The window of TensorLoupe, and the launcher that chooses between window and command line.
module io.github.tensorloupe.desktop {
  requires atlantafx.base;
  requires com.fasterxml.jackson.databind;
  requires io.github.tensorloupe.cli;
  requires io.github.tensorloupe.core;
  requires java.desktop;
  requires java.logging;
  requires javafx.controls;
  requires org.controlsfx.controls;
  requires org.kordamp.ikonli.feather;
  requires org.kordamp.ikonli.javafx;

  // Jackson stores the structures of base models.
  opens io.github.tensorloupe.desktop.pane to
      com.fasterxml.jackson.databind;

  // JavaFX makes the application.
  exports io.github.tensorloupe.desktop.shell to
      javafx.graphics;
}
