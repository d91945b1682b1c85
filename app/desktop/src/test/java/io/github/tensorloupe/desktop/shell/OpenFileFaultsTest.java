package io.github.tensorloupe.desktop.shell;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.error.GuardedPane;
import io.github.tensorloupe.desktop.pane.PaneDescriptor;
import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.FileBytes;
import io.github.tensorloupe.model.FileStamp;
import io.github.tensorloupe.model.FileWindow;
import io.github.tensorloupe.model.TensorFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.control.Labeled;
import javafx.scene.text.Text;
import javafx.stage.Stage;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// Something happens to the file that is open: each pane goes on or tells of it in its place, and
/// shows the file again once that is whole and read again.
@ExtendWith(StageExtension.class)
class OpenFileFaultsTest extends FaultyWindow {

  /// The panes that read more of the file for another tensor.
  private static final Set<Command> READING =
      Set.of(
          Command.SHOW_VALUES,
          Command.SHOW_HEATMAP,
          Command.SHOW_HISTOGRAM,
          Command.SHOW_HASHES,
          Command.SHOW_BYTES);

  /// The file is no adapter.
  private static final List<Command> PANES =
      Stream.concat(
              Panes.ALL.stream()
                  .map(PaneDescriptor::command)
                  .filter(pane -> pane != Command.SHOW_ADAPTER),
              Stream.of(Command.SHOW_BYTES))
          .toList();

  private enum Fault {
    SHRINKS("changed while it was open", READING),
    /// Where it was grown nobody looks.
    GROWS("changed while it was open", Set.of(Command.SHOW_HISTOGRAM, Command.SHOW_HASHES)),
    /// The file that was opened is still there for whoever has opened it.
    IS_REPLACED("changed while it was open", Set.of()),
    IS_DELETED("changed while it was open", Set.of()),
    CANNOT_BE_READ("Input/output error", READING),
    LEAVES_NO_MEMORY("not enough memory", READING);

    private final String told;
    private final Set<Command> telling;

    Fault(String told, Set<Command> telling) {
      this.told = told;
      this.telling = telling;
    }
  }

  /// A file on the disk that cannot be read while something is to be thrown.
  private final class FaultyFile implements ByteSource {

    private final FileBytes bytes;

    FaultyFile(FileBytes bytes) {
      this.bytes = bytes;
    }

    @Override
    public Path path() {
      return bytes.path();
    }

    @Override
    public long length() {
      return bytes.length();
    }

    @Override
    public FileStamp stamp() {
      return bytes.stamp();
    }

    @Override
    public void read(long byteOffset, ByteBuffer target) throws IOException {
      requireReadable();
      bytes.read(byteOffset, target);
    }

    @Override
    public <T> T examine(FileWindow.Examination<T> examination) throws IOException {
      requireReadable();
      return bytes.examine(examination);
    }

    private void requireReadable() throws IOException {
      if (fault.equals(Optional.of(Fault.CANNOT_BE_READ))) {
        throw new FileSystemException(path().toString(), null, "Input/output error");
      }
      if (fault.equals(Optional.of(Fault.LEAVES_NO_MEMORY))) {
        throw new OutOfMemoryError(PURPOSE);
      }
    }

    @Override
    public boolean hasItsLength() throws IOException {
      return bytes.hasItsLength();
    }

    @Override
    public void requireUnchanged() throws IOException {
      bytes.requireUnchanged();
    }

    @Override
    public void close() throws IOException {
      bytes.close();
    }
  }

  private volatile Optional<Fault> fault = Optional.empty();
  private Path file;
  private byte[] whole;
  private FxRobot robot;

  @Start
  void show(Stage stage) {
    showFaulty(
        stage,
        new TestSurroundings(folder)
            .reader(
                (path, _, _, _) ->
                    new ReadDocument(
                        OpenDocument.of(
                            Checkpoint.of(TensorFile.of(new FaultyFile(FileBytes.open(path))))),
                        List.of())));
  }

  private void happen(Fault what) throws IOException {
    switch (what) {
      case SHRINKS -> Files.write(file, Arrays.copyOf(whole, 4096));
      case GROWS -> Files.write(file, new byte[64], StandardOpenOption.APPEND);
      case IS_REPLACED -> {
        Path other = file.resolveSibling("other");
        Files.write(other, Files.readAllBytes(sample("rich-metadata.safetensors")));
        Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
      }
      case IS_DELETED -> Files.delete(file);
      case CANNOT_BE_READ, LEAVES_NO_MEMORY -> {}
    }
  }

  /// The panes that show this, of all that can be turned to; none has failed or is blank.
  private Set<Command> telling(String sentence) {
    Set<Command> telling = new TreeSet<>();
    for (Command pane : PANES) {
      run(robot, pane);
      waitForJobs();
      GuardedPane guard = guardOf(pane);
      String texts = all(guard).filter(FaultyWindow::isSeen).map(this::text).collect(joining(" "));
      assertThat(guard.hasFailed()).as("%s has failed", pane).isFalse();
      assertThat(texts).as("what is seen of %s", pane).isNotBlank();
      if (texts.contains(sentence)) {
        telling.add(pane);
      }
    }
    return telling;
  }

  private GuardedPane guardOf(Command pane) {
    String title = Messages.english().text(pane.messageKey());
    return all(workbench.view())
        .filter(GuardedPane.class::isInstance)
        .map(GuardedPane.class::cast)
        .filter(guard -> guard.title().equals(title))
        .reduce((_, last) -> last)
        .orElseThrow();
  }

  private String text(Node node) {
    return switch (node) {
      case Labeled labeled -> Objects.requireNonNullElse(labeled.getText(), "");
      case Text text -> text.getText();
      default -> "";
    };
  }

  @ParameterizedTest
  @EnumSource
  void eachPaneGoesOnOrTellsAndIsBackWithTheFile(Fault what, FxRobot used) throws IOException {
    robot = used;
    file = folder.resolve("open.safetensors");
    whole = Files.readAllBytes(sample("nan-and-inf.safetensors"));
    Files.write(file, whole);
    open(robot, file);

    fault = Optional.of(what);
    happen(what);
    robot.interact(() -> workbench.selectTensor("encoder.2.weight"));
    assertThat(telling(what.told)).containsAll(what.telling);

    fault = Optional.empty();
    Files.write(file, whole);
    run(robot, Command.RELOAD);
    waitForJobs();
    robot.interact(() -> workbench.selectTensor("encoder.1.weight"));
    assertThat(telling(what.told)).isEmpty();
    assertThat(written()).doesNotContain("ERROR", "has given way");
  }
}
