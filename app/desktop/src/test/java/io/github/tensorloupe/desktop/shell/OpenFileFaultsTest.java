package io.github.tensorloupe.desktop.shell;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.error.LazyPane;
import io.github.tensorloupe.desktop.pane.PaneDescriptor;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.FileBytes;
import io.github.tensorloupe.model.FileStamp;
import io.github.tensorloupe.model.FileWindow;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.testing.Rounds;
import io.github.tensorloupe.work.IoFunction;
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

/// Damages the open file. Each pane continues or reports the fault in place, and shows the file
/// again after it was restored and reloaded.
@ExtendWith(StageExtension.class)
class OpenFileFaultsTest extends FaultyWindow {

  /// The panes that read more of the file when another tensor is selected.
  private static final Set<Command> READING =
      Set.of(
          Command.SHOW_VALUES,
          Command.SHOW_HEATMAP,
          Command.SHOW_HISTOGRAM,
          Command.SHOW_HASHES,
          Command.SHOW_BYTES);

  /// All panes except two, because the file is not an adapter and contains no pickle.
  private static final List<Command> PANES =
      Stream.concat(
              Panes.FILE.stream()
                  .map(PaneDescriptor::command)
                  .filter(pane -> pane != Command.SHOW_ADAPTER)
                  .filter(pane -> pane != Command.SHOW_PICKLE),
              Stream.of(Command.SHOW_BYTES))
          .toList();

  private enum Fault {
    SHRINKS("changed while it was open", READING),
    /// The panes do not read the appended bytes.
    GROWS("changed while it was open", Set.of(Command.SHOW_HISTOGRAM, Command.SHOW_HASHES)),
    /// The open file handle still refers to the original file.
    IS_REPLACED("changed while it was open", Set.of()),
    IS_DELETED("changed while it was open", Set.of()),
    CANNOT_BE_READ("Input/output error", READING),
    LEAVES_NO_MEMORY("ot enough memory", READING);

    private final String message;
    private final Set<Command> reporting;

    Fault(String message, Set<Command> telling) {
      this.message = message;
      this.reporting = telling;
    }
  }

  /// A file on disk whose reads fail while a fault requires it.
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
    public <T> T examine(IoFunction<FileWindow, T> examination) throws IOException {
      requireReadable();
      return bytes.examine(examination);
    }

    private void requireReadable() throws IOException {
      if (fault.equals(Optional.of(Fault.CANNOT_BE_READ))) {
        throw new FileSystemException(path().toString(), null, "Input/output error");
      }
      if (fault.equals(Optional.of(Fault.LEAVES_NO_MEMORY))) {
        throw new OutOfMemoryError(FAULT_MESSAGE);
      }
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
        new TestEnvironment(folder)
            .reader(
                (path, recovery, cancellation, progress) ->
                    path.toString().endsWith(".json")
                        ? LoadedDocument.read(path, recovery, cancellation, progress)
                        : read(path)));
  }

  private LoadedDocument read(Path path) throws IOException {
    FaultyFile bytes = new FaultyFile(FileBytes.open(path));
    return new LoadedDocument(FileDocument.of(Checkpoint.of(TensorFile.of(bytes))), List.of());
  }

  /// Copies a sample to the file that the test damages.
  private void prepare(String name, FxRobot used) throws IOException {
    robot = used;
    file = folder.resolve("open.safetensors");
    whole = Files.readAllBytes(sample(name));
    Files.write(file, whole);
  }

  private void damage(Fault what) throws IOException {
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

  /// Returns the panes to test with a fault.
  private static List<Command> some(Fault what, List<Command> panes) {
    return Rounds.some(panes, what.ordinal());
  }

  /// Returns the panes that must report a fault.
  private static List<Command> mustReport(Fault what, List<Command> panes) {
    return panes.stream().filter(what.reporting::contains).toList();
  }

  /// Returns the panes that show this sentence. Asserts that none has failed or is blank.
  private Set<Command> reporting(String sentence, List<Command> panes) {
    Set<Command> telling = new TreeSet<>();
    for (Command pane : panes) {
      run(robot, pane);
      waitForJobs();
      LazyPane<?> guard = guardOf(pane);
      String texts = all(guard).filter(FaultyWindow::isShown).map(this::text).collect(joining(" "));
      assertThat(guard.hasFailed()).as("%s has failed", pane).isFalse();
      assertThat(texts).as("the visible text of %s", pane).isNotBlank();
      if (texts.contains(sentence)) {
        telling.add(pane);
      }
    }
    return telling;
  }

  private void restore() throws IOException {
    fault = Optional.empty();
    Files.write(file, whole);
    run(robot, Command.RELOAD);
    waitForJobs();
  }

  private LazyPane<?> guardOf(Command pane) {
    String title = Messages.english().text(pane.messageKey());
    return all(workspace.view)
        .filter(LazyPane.class::isInstance)
        .<LazyPane<?>>map(LazyPane.class::cast)
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
  void eachPaneContinuesOrReportsAndRecoversWithTheFile(Fault what, FxRobot used)
      throws IOException {
    prepare("nan-and-inf.safetensors", used);
    open(robot, file);
    List<Command> panes = some(what, PANES);

    fault = Optional.of(what);
    damage(what);
    robot.interact(() -> workspace.selectTensor("encoder.2.weight"));
    assertThat(reporting(what.message, panes)).containsAll(mustReport(what, panes));

    restore();
    robot.interact(() -> workspace.selectTensor("encoder.1.weight"));
    assertThat(reporting(what.message, panes)).isEmpty();
    assertThat(logText()).doesNotContain("ERROR", "was replaced after a failure");
  }

  @ParameterizedTest
  @EnumSource
  void adapterPaneContinuesOrReports(Fault what, FxRobot used) throws IOException {
    prepare("rich-metadata.safetensors", used);
    open(robot, file);

    fault = Optional.of(what);
    damage(what);
    List<Command> adapter = List.of(Command.SHOW_ADAPTER);
    assertThat(reporting(what.message, adapter))
        .isEqualTo(what.reporting.isEmpty() ? Set.of() : Set.copyOf(adapter));

    restore();
    assertThat(reporting(what.message, adapter)).isEmpty();
    assertThat(logText()).doesNotContain("ERROR", "was replaced after a failure");
  }

  @ParameterizedTest
  @EnumSource
  void eachComparisonPaneContinuesOrReportsAndRecovers(Fault what, FxRobot used)
      throws IOException {
    prepare("nan-and-inf.safetensors", used);
    Path other = folder.resolve("compared.safetensors");
    Files.write(other, whole);
    robot.interact(() -> workspace.opener.compare(file, other, List.of()));
    waitForJobs();
    List<Command> panes =
        some(
            what,
            Panes.COMPARISON.stream()
                .map(PaneDescriptor::command)
                .filter(pane -> workspace.context.commands().isPossible(pane))
                .toList());

    fault = Optional.of(what);
    damage(what);
    robot.interact(() -> workspace.selectTensor("encoder.2.weight"));
    assertThat(reporting(what.message, panes)).containsAll(mustReport(what, panes));

    restore();
    robot.interact(() -> workspace.selectTensor("encoder.1.weight"));
    assertThat(reporting(what.message, panes)).isEmpty();
    assertThat(logText()).doesNotContain("ERROR", "was replaced after a failure");
  }

  @ParameterizedTest
  @EnumSource(names = {"SHRINKS", "GROWS", "IS_REPLACED", "IS_DELETED"})
  void eachSetPaneContinuesOrReportsAndRecoversWithTheShard(Fault what, FxRobot used)
      throws IOException {
    robot = used;
    Path set = sample("healthy-sharded");
    file = set.resolve("model-00002-of-00003.safetensors");
    whole = Files.readAllBytes(file);
    open(robot, set.resolve("model.safetensors.index.json"));
    List<TensorRef> tensors =
        workspace.context.selection().openDocument().orElseThrow().checkpoint().tensors().stream()
            .filter(tensor -> tensor.file().path().equals(file))
            .toList();
    List<Command> panes = some(what, PANES);

    damage(what);
    robot.interact(() -> workspace.context.selection().select(tensors.getLast()));
    assertThat(reporting(what.message, panes)).containsAll(mustReport(what, panes));

    restore();
    assertThat(reporting(what.message, panes)).isEmpty();
    assertThat(logText()).doesNotContain("ERROR", "was replaced after a failure");
  }
}
