package io.github.tensorloupe.desktop.shell;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Command.CommandMenu;
import io.github.tensorloupe.desktop.pane.FileDialogs;
import io.github.tensorloupe.desktop.selection.DocumentEdits;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.MetadataEdits;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.model.TensorFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javafx.event.EventType;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.ComboBox;
import javafx.scene.control.MenuBar;
import javafx.scene.control.MenuButton;
import javafx.scene.control.SelectionModel;
import javafx.scene.control.Slider;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableView;
import javafx.scene.control.TextInputControl;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.PickResult;
import javafx.stage.Window;

/// A user who performs random actions in the windows of the program: opens and compares files,
/// selects panes, edits and saves, uses visible controls, and damages files on disk like another
/// program. Also answers the dialogs of the program. Must be used on the FX thread.
final class RandomUser implements FileDialogs {

  /// @param weight the relative frequency of the action
  private record Act(int weight, Consumer<Workspace> action) {}

  private static final int MAX_WINDOWS = 3;

  private static final Set<Command> MAKING_WINDOWS =
      EnumSet.of(Command.NEW_WINDOW, Command.PANE_WINDOW, Command.REOPEN_CLOSED);

  /// All commands except quitting and the commands that use the desktop.
  private static final List<Command> COMMANDS =
      Stream.of(CommandMenu.values())
          .flatMap(menu -> menu.commands().stream())
          .filter(each -> !Set.of(Command.QUIT, Command.REVEAL, Command.SHOW_LOG).contains(each))
          .toList();

  private static final List<Command> PANES =
      Stream.of(Panes.ALL.stream().map(pane -> pane.command()), Stream.of(Command.SHOW_BYTES))
          .flatMap(commands -> commands)
          .distinct()
          .toList();

  private static final List<Command> EDITING =
      List.of(Command.UNDO, Command.REDO, Command.SAVE, Command.SAVE, Command.SAVE_AS);

  private static final List<KeyCode> KEYS =
      Stream.of("Esc Tab Enter Space Up Down Left Right Page_Down Home End Delete".split(" "))
          .map(name -> KeyCode.getKeyCode(name.replace('_', ' ')))
          .toList();

  private static final List<String> TEXTS =
      List.of("", "weight", "layers.1", "-1", "9e99", "ü 模型", "{\"a\":1}", "x".repeat(5000));

  private final List<Act> acts =
      List.of(
          new Act(8, at -> at.dropped(List.of(file()))),
          new Act(3, at -> at.dropped(List.of(file(), file()))),
          new Act(20, at -> run(at, drawn(PANES))),
          new Act(20, at -> run(at, drawn(COMMANDS))),
          new Act(8, at -> run(at, drawn(EDITING))),
          new Act(20, this::selectTensor),
          new Act(5, this::placeCaret),
          new Act(8, this::filter),
          new Act(10, this::edit),
          new Act(40, this::use),
          new Act(15, this::pressKey),
          new Act(15, this::useMouse),
          new Act(2, this::resize),
          new Act(1, this::chooseLanguage),
          new Act(2, _ -> damage()));

  private final Supplier<List<Workspace>> windows;
  private final List<Path> files;
  private final Path folder;
  private final Random random;
  private final Consumer<String> onStep;
  private int writtenCount;

  /// @param files the files to open; half of the time, the first file is chosen
  /// @param folder the folder for all written files; may be emptied at any time
  /// @param onStep receives each action before it is performed
  RandomUser(
      Supplier<List<Workspace>> windows,
      List<Path> files,
      Path folder,
      long seed,
      Consumer<String> onStep) {
    this.windows = windows;
    this.files = files;
    this.folder = folder;
    this.random = new Random(seed);
    this.onStep = onStep;
  }

  /// Performs an action in one of the windows.
  void step() {
    List<Workspace> all = windows.get();
    Workspace at = drawn(all.stream().filter(each -> each.view.getScene() != null).toList());
    onStep.accept("step");
    // The program does other work while the user is idle.
    press(at.view, KeyCode.SHIFT);
    boolean isPanelShown = at.context.panels().showingProperty().get();
    if (isPanelShown && random.nextInt(4) > 0) {
      use(at);
    } else if (all.size() > MAX_WINDOWS) {
      at.context.commands().run(Command.CLOSE);
    } else {
      List<Act> lots =
          acts.stream().flatMap(act -> Stream.generate(() -> act).limit(act.weight)).toList();
      drawn(lots).action.accept(at);
    }
  }

  /// Reduces the program to one window with the library. Returns true once no other tab and no
  /// running job is left.
  boolean reset() {
    List<Workspace> all = windows.get();
    for (Workspace each : all) {
      Optional.ofNullable(each.view.lookup("#panel-host .panel"))
          .ifPresent(panel -> press(panel, KeyCode.ESCAPE));
      each.context.panels().hide();
      each.context.edits().discard();
      run(each, Command.STOP_SCAN);
    }
    Workspace first = all.stream().filter(RandomUser::isEmpty).findFirst().orElse(all.getFirst());
    all.stream()
        .filter(each -> each != first)
        .forEach(each -> each.context.commands().run(Command.CLOSE));
    if (!isEmpty(first)) {
      run(first, Command.CLOSE);
    }
    nodesOf(first.view)
        .filter(node -> node.getStyleClass().contains("toast-close"))
        .toList()
        .forEach(node -> ((ButtonBase) node).fire());
    return all.size() == 1 && isEmpty(first) && first.context.jobs().running().isEmpty();
  }

  private static boolean isEmpty(Workspace window) {
    return window.context.selection().documentProperty().get() instanceof DocumentState.Empty;
  }

  private <T> T drawn(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }

  private Path file() {
    return random.nextBoolean() ? files.getFirst() : drawn(files);
  }

  private void run(Workspace at, Command command) {
    onStep.accept(command.id());
    boolean endsProgram = command == Command.CLOSE && isEmpty(at);
    boolean isTooMuch =
        MAKING_WINDOWS.contains(command) && Window.getWindows().size() > MAX_WINDOWS;
    if (!endsProgram && !isTooMuch) {
      at.context.commands().run(command);
    }
  }

  private static Optional<FileDocument> document(Workspace at) {
    return at.context.selection().openDocument().filter(it -> !it.checkpoint().files().isEmpty());
  }

  private void selectTensor(Workspace at) {
    onStep.accept("select a tensor");
    document(at)
        .map(document -> document.checkpoint().tensors())
        .filter(tensors -> !tensors.isEmpty())
        .ifPresent(tensors -> at.context.selection().select(drawn(tensors)));
  }

  private void placeCaret(Workspace at) {
    onStep.accept("place the caret");
    document(at)
        .map(document -> drawn(document.checkpoint().files()))
        .filter(file -> file.bytes().length() > 0)
        .ifPresent(
            file ->
                at.context.selection().placeCaret(file, random.nextLong(file.bytes().length())));
  }

  private void filter(Workspace at) {
    onStep.accept("filter");
    if (at.view.lookup("#tree-filter") instanceof TextInputControl field) {
      field.setText(drawn(TEXTS));
    }
  }

  private void edit(Workspace at) {
    onStep.accept("edit");
    DocumentEdits edits = at.context.edits();
    document(at)
        .map(document -> document.checkpoint().files())
        .ifPresent(
            all -> {
              Metadata metadata = metadata(drawn(all));
              List<TensorFile> same =
                  all.stream().filter(file -> metadata(file).equals(metadata)).toList();
              edits.edit(edits.of(drawn(edits.apart(same)), metadata), this::change);
            });
  }

  private static Metadata metadata(TensorFile file) {
    return file.header().metadata().orElse(Metadata.EMPTY);
  }

  private void change(MetadataEdits edits) {
    if (edits.entries().isEmpty() || random.nextBoolean()) {
      edits.add(0, edits.uniqueKey("soak"), drawn(TEXTS));
    } else if (random.nextBoolean()) {
      edits.setValue(drawn(edits.entries()).id(), drawn(TEXTS));
    } else {
      edits.delete(Set.of(drawn(edits.entries()).id()));
    }
  }

  static Stream<Node> nodesOf(Node node) {
    if (!node.isVisible() || node.isDisabled() || node instanceof MenuBar) {
      return Stream.empty();
    }
    return node instanceof Parent parent
        ? Stream.concat(
            Stream.of(node), parent.getChildrenUnmodifiable().stream().flatMap(RandomUser::nodesOf))
        : Stream.of(node);
  }

  /// Uses a visible control, only of the panel if a panel is shown.
  private void use(Workspace at) {
    Node panel = at.view.lookup("#panel-host .panel");
    Node root = panel == null ? at.view.getScene().getRoot() : panel;
    List<Node> usable = nodesOf(root).filter(RandomUser::isUsable).toList();
    if (!usable.isEmpty()) {
      Node node = drawn(usable);
      onStep.accept("use " + node.getClass().getSimpleName() + " " + node.getId());
      use(node);
    }
  }

  private static boolean isUsable(Node node) {
    return switch (node) {
      case MenuButton _ -> false;
      case ButtonBase _, ComboBox<?> _, TextInputControl _, Slider _ -> true;
      case TableView<?> _, TabPane _ -> true;
      default -> false;
    };
  }

  private void use(Node node) {
    switch (node) {
      case ButtonBase button -> button.fire();
      case ComboBox<?> box -> select(box.getSelectionModel(), box.getItems().size());
      case TextInputControl field when field.isEditable() -> field.setText(drawn(TEXTS));
      case Slider slider -> slider.adjustValue(random.nextDouble(slider.getMax() + 1));
      case TableView<?> table -> {
        select(table.getSelectionModel(), table.getItems().size());
        table.scrollTo(table.getSelectionModel().getSelectedIndex());
      }
      case TabPane tabs -> select(tabs.getSelectionModel(), tabs.getTabs().size());
      default -> {}
    }
  }

  private void select(SelectionModel<?> model, int count) {
    if (model != null && count > 0) {
      model.clearAndSelect(random.nextInt(count));
    }
  }

  private void pressKey(Workspace at) {
    KeyCode key = drawn(KEYS);
    onStep.accept("key " + key);
    press(Optional.ofNullable(at.view.getScene().getFocusOwner()).orElse(at.view), key);
  }

  static void press(Node node, KeyCode key) {
    for (EventType<KeyEvent> type : List.of(KeyEvent.KEY_PRESSED, KeyEvent.KEY_RELEASED)) {
      node.fireEvent(new KeyEvent(type, "", "", key, false, false, false, false));
    }
  }

  private void useMouse(Workspace at) {
    Node node = drawn(nodesOf(at.view).toList());
    onStep.accept("mouse on " + node.getClass().getSimpleName() + " " + node.getId());
    double x = random.nextDouble() * node.getLayoutBounds().getWidth();
    double y = random.nextDouble() * node.getLayoutBounds().getHeight();
    MouseButton button = random.nextInt(4) == 0 ? MouseButton.SECONDARY : MouseButton.PRIMARY;
    click(node, button, x, y);
  }

  static void click(Node node, MouseButton button, double x, double y) {
    for (EventType<MouseEvent> type :
        List.of(
            MouseEvent.MOUSE_MOVED,
            MouseEvent.MOUSE_PRESSED,
            MouseEvent.MOUSE_RELEASED,
            MouseEvent.MOUSE_CLICKED)) {
      fire(node, type, button, x, y);
    }
  }

  static void fire(Node node, EventType<MouseEvent> type, MouseButton button, double x, double y) {
    node.fireEvent(
        new MouseEvent(
            type,
            x,
            y,
            x,
            y,
            button,
            1,
            false,
            false,
            false,
            false,
            false,
            false,
            false,
            false,
            false,
            true,
            new PickResult(node, x, y)));
  }

  private void resize(Workspace at) {
    onStep.accept("resize");
    Window window = at.view.getScene().getWindow();
    window.setX(0);
    window.setY(0);
    window.setWidth(random.nextInt(400, 1000));
    window.setHeight(random.nextInt(300, 1000));
  }

  private void chooseLanguage(Workspace at) {
    Optional<String> tag = Optional.of(random.nextBoolean() ? "de" : "en");
    at.environment.settings().change(now -> now.withLanguage(tag));
  }

  /// Changes an open file as another program might do. The first file stays intact.
  private void damage() {
    Path file = drawn(files);
    if (file.equals(files.getFirst()) || !Files.isRegularFile(file)) {
      return;
    }
    try {
      byte[] bytes = Files.readAllBytes(file);
      switch (random.nextInt(4)) {
        case 0 -> Files.write(file, new byte[100], StandardOpenOption.APPEND);
        case 1 -> Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));
        case 2 -> Files.delete(file);
        default -> Files.write(file, bytes);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Optional<Path> choose(Existing kind) {
    return switch (kind) {
      case FOLDER, FOLDER_FOR_LIBRARY -> Optional.of(files.getFirst().getParent());
      case FOLDER_OF_COPIES, FOLDER_OF_EXPORTS, FOLDER_OF_DOWNLOADS -> Optional.of(folder);
      case CHECKPOINT, JSON, MANIFEST, PICTURE -> Optional.of(file());
    };
  }

  @Override
  public List<Path> chooseFiles() {
    return files.stream().filter(Files::isRegularFile).filter(_ -> random.nextBoolean()).toList();
  }

  @Override
  public Optional<Path> chooseTarget(String suggestedName) {
    return Optional.of(folder.resolve(writtenCount++ + suggestedName));
  }

  @Override
  public Optional<Path> chooseCopy(Path original) {
    return chooseTarget(original.getFileName().toString());
  }
}
