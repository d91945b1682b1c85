package io.github.tensorloupe.desktop.control.copy;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TensorCopiesTest {

  private final OpenFiles files = new OpenFiles();
  private Path path;
  private TensorRef tensor;

  @BeforeEach
  void openFile(@TempDir Path folder) throws IOException {
    path = folder.resolve("it's a file.safetensors");
    new TensorFiles().tensor("a \"b\".w", Dtype.U8, new byte[6], 2, 3).write(path);
    tensor = files.open(path).checkpoint().tensors().getFirst();
  }

  @AfterEach
  void closeFile() throws IOException {
    files.close();
  }

  @Test
  void aRowHasNameDtypeShapeAndBytes() {
    assertThat(TensorCopies.row(tensor)).isEqualTo("a \"b\".w\tU8\t[2, 3]\t6");
  }

  @Test
  void shapesAreBracketed() {
    assertThat(TensorCopies.shape(tensor)).isEqualTo("[2, 3]");
  }

  @Test
  void jsonIsThatOfTheCommandLine() {
    assertThat(TensorCopies.json(tensor))
        .isEqualTo(
            "{\"name\":\"a \\\"b\\\".w\",\"dtype\":\"U8\",\"shape\":[2, 3],\"begin\":0,\"end\":6}");
  }

  @Test
  void aCommandQuotesWhatAShellWouldTakeApart() {
    String quoted = "'" + path.toAbsolutePath().toString().replace("'", "'\\''") + "'";

    assertThat(TensorCopies.command(tensor))
        .isEqualTo("tensorloupe stats " + quoted + " --tensor 'a \"b\".w'");
    assertThat(QuotedText.shell("model.layers.0")).isEqualTo("model.layers.0");
  }

  @Test
  void pythonReadsTheTensorByName() {
    assertThat(TensorCopies.python(tensor)).contains("get_tensor(\"a \\\"b\\\".w\")");
  }

  @Test
  void jsonTextEscapesInvalidStringCharacters() {
    assertThat(QuotedText.json("a\\\n\u0001ü")).isEqualTo("\"a\\\\\\u000a\\u0001ü\"");
  }
}
