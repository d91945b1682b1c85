package io.github.tensorloupe.desktop.shell;

import static org.junit.jupiter.api.Assertions.assertAll;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.PaneDescriptor;
import io.github.tensorloupe.desktop.pane.histogram.HistogramPane;
import io.github.tensorloupe.desktop.pane.library.LibrarySources;
import io.github.tensorloupe.desktop.pane.metadata.MetadataPane;
import io.github.tensorloupe.desktop.selection.DocumentEdits;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.testing.ScriptedDialogs;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.desktop.testing.Transcript;
import io.github.tensorloupe.edit.MetadataChange;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.library.LibraryFolder;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.ShardFolder;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javafx.application.Platform;
import javafx.scene.Node;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.TabPane;
import javafx.scene.control.TextInputControl;
import javafx.stage.Stage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// Each step of a thorough user changes the window exactly as in the stored transcript.
@ExtendWith(StageExtension.class)
class TranscriptsTest extends SampleWindow {

  private static final List<String> SAMPLES = List.of("nan-and-inf.safetensors", "healthy-sharded");

  private static final Instant LONG_AGO = Instant.parse("2026-01-02T12:00:00Z");

  @TempDir Path written;

  private final ScriptedDialogs dialogs = new ScriptedDialogs();
  private volatile List<LibraryFolder> places = List.of();

  @BeforeEach
  void writeFiles() throws IOException {
    write("base", 1).write(sample("base.safetensors"));
    write("tuned", -2).write(sample("tuned.safetensors"));
    ByteBuffer codes = ByteBuffer.allocate(1024).order(ByteOrder.LITTLE_ENDIAN);
    while (codes.hasRemaining()) {
      codes.put((byte) (0x30 + codes.position() % 23));
    }
    ByteBuffer scale = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putFloat(0.01f);
    new TensorFiles()
        .tensor("model.layers.0.q_proj.weight", Dtype.F8_E4M3, codes.array(), 32, 32)
        .tensor("model.layers.0.q_proj.weight_scale", Dtype.F32, scale.array())
        .tensor("model.layers.1.q_proj.weight", Dtype.F8_E4M3, codes.array(), 32, 32)
        .write(sample("quantized.safetensors"));
    TensorFiles lora = new TensorFiles().metadata("ss_network_dim", "1");
    for (int block = 0; block < 3; block++) {
      String module = "lora_unet_down_blocks_" + block + "_attn_to_q";
      lora.tensor(module + ".lora_down.weight", Dtype.F32, TensorFiles.f32(1, block, 2), 1, 3)
          .tensor(module + ".lora_up.weight", Dtype.F32, TensorFiles.f32(block, 4), 2, 1)
          .tensor(module + ".alpha", Dtype.F32, TensorFiles.f32(1));
    }
    lora.write(sample("lora.safetensors"));
    Files.writeString(sample("disguised.safetensors"), "PK\3\4 and so on");
    new ShardFolder(Files.createDirectories(sample("incomplete")))
        .shard(1, 2, "a")
        .index("", "a", ShardFolder.name(1, 2), "b", ShardFolder.name(2, 2));
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        Files.setLastModifiedTime(file, FileTime.from(LONG_AGO));
      }
    }
  }

  private static TensorFiles write(String name, float last) {
    return new TensorFiles()
        .metadata("format", "pt")
        .metadata("name", name)
        .tensor("layers.0.up", Dtype.F32, TensorFiles.f32(1, 2, 3, last), 2, 2)
        .floats("layers.0.norm", 1, 1)
        .tensor("layers.1.up", Dtype.F32, TensorFiles.f32(last, 2, 3, 4), 2, 2)
        .floats(name, 9, 8);
  }

  @BeforeEach
  void answerDialogs() {
    dialogs.copy = Optional.of(written.resolve("copy.safetensors"));
    dialogs.target = Optional.of(written.resolve("target"));
    dialogs.folderOfCopies = Optional.of(written);
    dialogs.folderOfExports = Optional.of(written);
    dialogs.folder = Optional.of(sample("healthy-sharded"));
    dialogs.files = List.of(sample("base.safetensors"), sample("tuned.safetensors"));
  }

  @Start
  void show(Stage stage) {
    TestEnvironment surroundings =
        new TestEnvironment(folder)
            .dialogs(dialogs)
            .jobs(new OrderlyJobs())
            .outside(Desktop.with(library()));
    showWindow(stage, surroundings, 1000, 1000);
  }

  /// Returns a library that has no models until there are places to scan.
  private LibrarySources library() {
    LibrarySources nothing = Desktop.nothing().library();
    return new LibrarySources(
        nothing.libraryFile(), nothing.scan(), () -> places, nothing.values(), nothing.bases());
  }

  /// Jobs that end in the order of their start and take no time. The window reports long jobs,
  /// which would differ between machines.
  private static final class OrderlyJobs extends Jobs {

    OrderlyJobs() {
      super(
          Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().factory()),
          Platform::runLater);
    }

    @Override
    protected long nanoTime() {
      return 0;
    }
  }

  @Test
  void panes(FxRobot robot) throws IOException {
    open(robot, sample("base.safetensors"));
    ThoroughUser user = new ThoroughUser(robot, workspace, folder);
    for (String sample : SAMPLES) {
      user.transcript.step(sample, () -> open(robot, sample(sample)));
      showPanes(user, sample + " ");
      user.act(sample + " scan", () -> run(Command.SCAN_VALUES));
      showPanes(user, sample + " scanned ");
    }
    user.transcript.assertMatchesStored("panes");
  }

  @ParameterizedTest
  @ValueSource(strings = {"disguised.safetensors", "incomplete", "truncated.safetensors"})
  void panesOfWhatDoesNotLoad(String file, FxRobot robot) throws IOException {
    open(robot, sample("base.safetensors"));
    ThoroughUser user = new ThoroughUser(robot, workspace, folder);
    user.transcript.step(file, () -> open(robot, sample(file)));
    showPanes(user, "");
    user.act("bytes", () -> run(Command.SHOW_BYTES));
    user.transcript.assertMatchesStored("panes-" + file.replaceFirst("[.].*", ""));
  }

  @Test
  void panesOfASmallWindow(FxRobot robot) throws IOException {
    robot.interact(
        () -> {
          scene.getWindow().setWidth(420);
          scene.getWindow().setHeight(420);
        });
    open(robot, sample("base.safetensors"));
    ThoroughUser user = new ThoroughUser(robot, workspace, folder);
    showPanes(user, "");
    for (PaneDescriptor pane : List.of(MetadataPane.DESCRIPTOR, HistogramPane.DESCRIPTOR)) {
      user.useAll("use " + pane.id(), () -> workspace.view.panes.show(pane), this::shownPane);
    }
    user.transcript.assertMatchesStored("panes-small");
  }

  private void showPanes(ThoroughUser user, String name) {
    for (PaneDescriptor pane : Panes.FILE) {
      user.act(name + pane.id(), () -> workspace.view.panes.show(pane));
    }
  }

  private void run(Command command) {
    workspace.context.commands().run(command);
  }

  @ParameterizedTest
  @CsvSource({
    "nan-and-inf, encoder.0.weight, overview values heatmap histogram problems",
    "rich-metadata, '', metadata",
    "quantized, '', metadata",
    "quantized, model.layers.0.q_proj.weight, overview values heatmap histogram",
    "truncated, '', problems",
    "base, layers.0.up, layers hashes",
    "base, layers.0.norm, heatmap",
    "lora, '', adapter"
  })
  void controlsOfPanes(String file, String tensor, String panes, FxRobot robot) {
    open(robot, sample(file + ".safetensors"));
    robot.interact(() -> run(Command.SCAN_VALUES));
    waitForJobs();
    Map<String, Transcript> transcripts = new LinkedHashMap<>();
    for (String id : panes.split(" ")) {
      PaneDescriptor pane = Panes.named(FileDocument.class, id).orElseThrow();
      String name = id + "-" + file;
      robot.interact(() -> workspace.selectTensor(tensor));
      Runnable show = () -> workspace.view.panes.show(pane);
      transcripts.put(name, useAll(robot, name, show, this::shownPane));
    }
    assertMatchStored(transcripts);
  }

  private Node shownPane() {
    return ((TabPane) scene.lookup("#detail-tabs"))
        .getSelectionModel()
        .getSelectedItem()
        .getContent();
  }

  private Transcript useAll(FxRobot robot, String name, Runnable show, Supplier<Node> part) {
    ThoroughUser user = new ThoroughUser(robot, workspace, folder);
    user.useAll(name, show, part);
    return user.transcript;
  }

  /// Compares all transcripts even if one differs, so that all of them can be recorded at once.
  private static void assertMatchStored(Map<String, Transcript> transcripts) {
    assertAll(
        transcripts.entrySet().stream()
            .map(each -> () -> each.getValue().assertMatchesStored(each.getKey())));
  }

  @ParameterizedTest
  @CsvSource({
    "show-bytes, nan-and-inf, #hex-view",
    "find-bytes, nan-and-inf, #find-bar",
    "show-strings, nan-and-inf, #hex-side",
    "show-bookmarks, nan-and-inf, #hex-side",
    "filter, nan-and-inf, #tensor-tree",
    "save-as, base, .panel",
    "align-data, base, .panel",
    "export, base, .panel",
    "edit-many-files, base, .panel",
    "settings, base, .panel",
    "shortcuts, base, .panel",
    "open-address, base, .panel",
    "show-jobs, base, #jobs-card",
    "salvage, truncated, .panel",
    "write-manifest, base, .panel",
    "go-to-offset, base, .panel"
  })
  void controlsOfCommands(String id, String file, String part, FxRobot robot) throws IOException {
    open(robot, sample(file + ".safetensors"));
    Command command = Command.valueOf(id.toUpperCase(Locale.ROOT).replace('-', '_'));
    useAll(robot, id, () -> run(command), () -> scene.lookup(part)).assertMatchesStored(id);
  }

  @Test
  void controlsOfComparisons(FxRobot robot) {
    robot.interact(
        () ->
            workspace.opener.compare(
                sample("base.safetensors"), sample("tuned.safetensors"), List.of()));
    TestWindow.waitUntil("they are compared", () -> workspace.comparison.context().isPresent());
    Map<String, Transcript> transcripts = new LinkedHashMap<>();
    for (int i = 0; i < Panes.COMPARISON.size(); i++) {
      PaneDescriptor pane = Panes.COMPARISON.get(i);
      String name = "compare-" + i;
      robot.interact(() -> workspace.selectTensor("layers.0.up"));
      waitForJobs();
      transcripts.put(name, useAll(robot, name, () -> run(pane.command()), this::shownPane));
    }
    assertMatchStored(transcripts);
  }

  @Test
  void commands(FxRobot robot) throws IOException {
    open(robot, sample("nan-and-inf.safetensors"));
    ThoroughUser user = new ThoroughUser(robot, workspace, folder);
    for (Command command :
        List.of(
            Command.THEME_DARK,
            Command.FONT_LARGER,
            Command.TOGGLE_BYTES,
            Command.TOGGLE_FILE_MAP,
            Command.PANE_BESIDE,
            Command.EXPAND_ALL,
            Command.COLLAPSE_ALL,
            Command.ADD_BOOKMARK,
            Command.RELOAD)) {
      user.act(command.id(), () -> run(command));
      user.act(command.id() + " again", () -> run(command));
    }
    user.transcript.assertMatchesStored("commands");
  }

  @ParameterizedTest
  @ValueSource(strings = {"gallery", "table"})
  void controlsOfTheStartPage(String look, FxRobot robot) throws IOException {
    places = List.of(LibraryFolder.folder(folder.resolve("samples")));
    // In a narrower window, the prompt of the search field depends on the font.
    robot.interact(() -> scene.getWindow().setWidth(1500));
    String name = "start-page-" + look;
    useAll(
            robot,
            name,
            () -> {
              run(Command.CLOSE);
              fire("#library-refresh");
              fire("#library-look-" + look);
              ((TextInputControl) scene.lookup("#library-search")).clear();
            },
            () -> scene.lookup("#library-view"))
        .assertMatchesStored(name);
  }

  private void fire(String button) {
    ((ButtonBase) scene.lookup(button)).fire();
  }

  @Test
  void palette(FxRobot robot) throws IOException {
    open(robot, sample("nan-and-inf.safetensors"));
    ThoroughUser user = new ThoroughUser(robot, workspace, folder);
    user.act("palette", () -> run(Command.PALETTE));
    TextInputControl field = (TextInputControl) scene.lookup("#palette-text");
    for (String typed : List.of("encoder", "theme", "format", "histogram", "no such thing", "")) {
      user.act("“" + typed + "”", () -> field.setText(typed));
    }
    user.transcript.assertMatchesStored("palette");
  }

  @Test
  void commandsOfAChangedFile(FxRobot robot) throws IOException {
    open(robot, sample("base.safetensors"));
    ThoroughUser user = new ThoroughUser(robot, workspace, folder);
    user.act("metadata", () -> run(Command.SHOW_METADATA));
    user.act("change", this::change);
    for (Command command :
        List.of(
            Command.UNDO,
            Command.REDO,
            Command.DISCARD_CHANGES,
            Command.ALIGN_DATA,
            Command.CLOSE,
            Command.SAVE)) {
      user.act(command.id(), () -> run(command));
    }
    robot.interact(() -> run(Command.SAVE));
    waitForJobs();
    user.act("save and confirm", () -> fire("#save-save"));
    user.transcript.assertMatchesStored("changed-file");
  }

  private void change() {
    DocumentEdits edits = workspace.context.edits();
    List<TensorFile> files =
        workspace.context.selection().openDocument().orElseThrow().checkpoint().files();
    Metadata before = files.getFirst().header().metadata().orElseThrow();
    MetadataChange change =
        MetadataChange.set(new LinkedHashMap<>(Map.of("name", "changed", "title", "added")));
    edits.edit(edits.of(files, before), edited -> edited.apply(change));
  }
}
