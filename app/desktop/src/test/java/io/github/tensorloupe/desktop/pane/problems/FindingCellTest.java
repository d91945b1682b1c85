package io.github.tensorloupe.desktop.pane.problems;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.pane.problems.ProblemsViewModel.Row;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.FileDocument.LocatedFinding;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.text.Sentence;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javafx.css.PseudoClass;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.control.Control;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.Labeled;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Pane;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;

@ExtendWith(StageExtension.class)
class FindingCellTest {

  @TempDir Path folder;

  private final OpenFiles files = new OpenFiles();
  private final Selection selection = new Selection();
  private final ProblemsViewModel model = new ProblemsViewModel(selection, new ScanResults());
  private final List<LocatedFinding> opened = new ArrayList<>();
  private FileDocument document;
  private FindingCell cell;

  @BeforeEach
  void openFile(FxRobot robot) throws IOException {
    Path file = new TensorFiles().floats("a", 1, 2).write(folder.resolve("a.safetensors"));
    document = files.open(file);
    robot.interact(
        () -> {
          selection.show(new DocumentState.Open(document));
          cell = new FindingCell(model, this::remedy, opened::add, Messages.english());
        });
  }

  private Optional<Node> remedy(FindingCode code) {
    return code == FindingCode.TRUNCATED ? Optional.of(new Label("Repair")) : Optional.empty();
  }

  @AfterEach
  void closeFiles() throws IOException {
    files.close();
  }

  private LocatedFinding located(
      FindingCode code, String message, Optional<String> tensor, Optional<ByteRange> range) {
    return new LocatedFinding(
        Optional.of(document.checkpoint().files().getFirst()),
        new Finding(code, Sentence.of(message), tensor, range));
  }

  private void show(FxRobot robot, LocatedFinding finding) {
    robot.interact(() -> cell.updateItem(new Row.Single(finding, false), false));
  }

  /// Returns the texts that are visible or take up space, in their order.
  private List<String> texts() {
    return visibleNodes(cell.getGraphic())
        .filter(Labeled.class::isInstance)
        .map(node -> ((Labeled) node).getText())
        .toList();
  }

  private static Stream<Node> visibleNodes(Node node) {
    if (!node.isVisible() && !node.isManaged()) {
      return Stream.empty();
    }
    return node instanceof Parent parent && !(node instanceof Control)
        ? Stream.concat(
            Stream.of(node),
            parent.getChildrenUnmodifiable().stream().flatMap(FindingCellTest::visibleNodes))
        : Stream.of(node);
  }

  private String tooltip() {
    return visibleNodes(cell.getGraphic())
        .filter(Label.class::isInstance)
        .map(node -> ((Label) node).getTooltip().getText())
        .findFirst()
        .orElseThrow();
  }

  private boolean isConcerned() {
    return cell.getPseudoClassStates().contains(PseudoClass.getPseudoClass("concerned"));
  }

  @Test
  void findingShowsItsTensorAndBytes(FxRobot robot) {
    show(
        robot,
        located(
            FindingCode.DUPLICATE_NAME,
            "Twice.",
            Optional.of("a"),
            Optional.of(new ByteRange(1000, 2000))));

    assertThat(texts()).containsExactly("Twice.", "duplicate-name", "a", "bytes 1,000–1,999");
    assertThat(tooltip()).isEqualTo("Twice.");
  }

  @Test
  void oneByteAndAnEmptyRangeAreShownAsOneByte(FxRobot robot) {
    show(
        robot,
        located(FindingCode.TRUNCATED, "Cut.", Optional.empty(), Optional.of(new ByteRange(7, 8))));
    assertThat(texts()).contains("byte 7");
    show(
        robot,
        located(FindingCode.TRUNCATED, "Cut.", Optional.empty(), Optional.of(new ByteRange(7, 7))));
    assertThat(texts()).contains("byte 7");
    show(
        robot,
        located(FindingCode.TRUNCATED, "Cut.", Optional.empty(), Optional.of(new ByteRange(7, 9))));
    assertThat(texts()).contains("bytes 7–8");
  }

  @Test
  void cellThatIsUsedAgainForgetsWhatTheNextFindingDoesNotHave(FxRobot robot) {
    show(
        robot,
        located(FindingCode.NAN, "NaN.", Optional.of("a"), Optional.of(new ByteRange(1000, 1004))));
    assertThat(texts()).hasSize(6).contains("a", "Show the value");

    show(robot, located(FindingCode.TRUNCATED, "Cut.", Optional.empty(), Optional.empty()));
    assertThat(texts()).containsExactly("Cut.", "truncated", "Repair");

    show(robot, located(FindingCode.LARGE_HEADER, "Large.", Optional.empty(), Optional.empty()));
    assertThat(texts()).containsExactly("Large.", "large-header");
    assertThat(visibleNodes(cell.getGraphic()).filter(HBox.class::isInstance))
        .as("no room for the advice")
        .hasSize(1);
  }

  @Test
  void emptyCellShowsNothing(FxRobot robot) {
    show(robot, located(FindingCode.TRUNCATED, "Cut.", Optional.empty(), Optional.empty()));
    assertThat(cell.getGraphic()).isNotNull();

    robot.interact(() -> cell.updateItem(null, true));

    assertThat(cell.getGraphic()).isNull();
  }

  @Test
  void fileIsNamedAmongSeveralOnly(FxRobot robot) throws IOException {
    new TensorFiles().floats("b", 1, 2).write(folder.resolve("b.safetensors"));
    document = files.open(folder);
    robot.interact(() -> selection.show(new DocumentState.Open(document)));

    show(robot, located(FindingCode.TRUNCATED, "Cut.", Optional.empty(), Optional.empty()));
    assertThat(texts()).contains("a.safetensors");
    show(
        robot,
        new LocatedFinding(
            Optional.empty(),
            new Finding(
                FindingCode.TRUNCATED, Sentence.of("Cut."), Optional.empty(), Optional.empty())));
    assertThat(texts()).containsExactly("Cut.", "truncated", "Repair");
  }

  @Test
  void emptyTensorNameIsShownAsSuch(FxRobot robot) {
    show(robot, located(FindingCode.DUPLICATE_NAME, "Twice.", Optional.of(""), Optional.empty()));

    assertThat(texts()).contains("(empty name)");
  }

  @Test
  void valueFindingLeadsToItsValueAndExplainsItsIndexes(FxRobot robot) {
    LocatedFinding nan =
        located(FindingCode.NAN, "NaN.", Optional.of("a"), Optional.of(new ByteRange(80, 84)));
    show(robot, nan);
    Hyperlink link =
        visibleNodes(cell.getGraphic())
            .filter(Hyperlink.class::isInstance)
            .map(Hyperlink.class::cast)
            .findFirst()
            .orElseThrow();

    robot.interact(link::fire);

    assertThat(opened).containsExactly(nan);
    assertThat(tooltip()).startsWith("NaN.\n").contains("zero-based");
    assertThat(texts().get(1)).startsWith("Usually caused by an overflow");
  }

  @Test
  void longSentenceIsCutInTheCellAndWholeInTheTip(FxRobot robot) {
    String message = "x".repeat(601);
    show(robot, located(FindingCode.TRUNCATED, message, Optional.empty(), Optional.empty()));
    assertThat(texts().getFirst()).isEqualTo("x".repeat(600) + "…");
    assertThat(tooltip()).isEqualTo(message);

    String whole = "x".repeat(600);
    show(robot, located(FindingCode.TRUNCATED, whole, Optional.empty(), Optional.empty()));
    assertThat(texts().getFirst()).isEqualTo(whole);
  }

  @Test
  void findingAboutTheSelectionIsMarked(FxRobot robot) {
    LocatedFinding about =
        located(FindingCode.DUPLICATE_NAME, "Twice.", Optional.of("a"), Optional.empty());
    show(robot, about);
    assertThat(isConcerned()).isFalse();

    robot.interact(
        () -> {
          selection.select(document.checkpoint().tensors().getFirst());
          cell.markConcerned();
        });
    assertThat(isConcerned()).isTrue();
    show(robot, located(FindingCode.TRUNCATED, "Cut.", Optional.empty(), Optional.empty()));
    assertThat(isConcerned()).isFalse();
    show(robot, about);
    assertThat(isConcerned()).isTrue();
    robot.interact(() -> cell.updateItem(null, true));
    assertThat(isConcerned()).isFalse();
  }

  @Test
  void cellIsAsHighAsItsWrappedSentence(FxRobot robot) {
    show(
        robot,
        located(
            FindingCode.TRUNCATED,
            "several words ".repeat(20),
            Optional.empty(),
            Optional.empty()));

    robot.interact(
        () -> {
          new Scene(new Pane(cell));
          cell.applyCss();
        });

    assertThat(cell.computePrefHeight(300)).isGreaterThan(1.5 * cell.computePrefHeight(900));
  }
}
