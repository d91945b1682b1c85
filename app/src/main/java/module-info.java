/// TensorLoupe: a viewer and editor for safetensors files.
module io.github.tensorloupe {
  requires atlantafx.base;
  requires com.fasterxml.jackson.databind;
  requires info.picocli;
  requires java.desktop;
  requires java.logging;
  requires javafx.controls;
  requires org.controlsfx.controls;
  requires org.kordamp.ikonli.feather;
  requires org.kordamp.ikonli.javafx;

  exports io.github.tensorloupe to
      javafx.graphics;

  opens io.github.tensorloupe.cli to
      info.picocli;
}
