package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.control.notice.NoticeHost;
import io.github.tensorloupe.desktop.control.notice.NoticeHost.Notice;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.pane.PaneDescriptor;
import io.github.tensorloupe.desktop.pane.problems.ProblemsPane;
import io.github.tensorloupe.desktop.storage.Appearance;
import io.github.tensorloupe.desktop.storage.Theme;
import io.github.tensorloupe.desktop.testing.Contrast;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.desktop.theme.Themes;
import io.github.tensorloupe.storage.Accent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Region;
import javafx.scene.paint.Color;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// Every text of every pane has enough contrast, in both themes and with every accent color.
@ExtendWith(StageExtension.class)
class ContrastTest extends SampleWindow {

  private static final List<Theme> THEMES = List.of(Theme.LIGHT, Theme.DARK);

  private static final List<Command> OVERLAYS =
      List.of(
          Command.PALETTE,
          Command.SHORTCUTS,
          Command.SHOW_JOBS,
          Command.ABOUT,
          Command.EXPORT,
          Command.SAVE_AS,
          Command.EDIT_MANY_FILES,
          Command.FIND_BYTES);

  @Start
  void show(Stage stage) {
    showWindow(stage, 1000, 1000);
  }

  @Test
  void textsHaveContrastInBothThemes(FxRobot robot) {
    open(robot, sample("nan-and-inf.safetensors"));
    Set<String> complaints = new TreeSet<>();
    for (Theme theme : THEMES) {
      wear(robot, theme, Accent.BLUE);
      for (PaneDescriptor pane : Panes.FILE) {
        robot.interact(() -> workspace.view.panes.show(pane));
        waitForJobs();
        complaints.addAll(complaints(robot, theme + " " + pane.id()));
      }
    }

    assertThat(complaints).isEmpty();
  }

  @Test
  void textsHaveContrastWithEveryAccent(FxRobot robot) {
    Set<String> complaints = new TreeSet<>();
    robot.interact(() -> workspace.context.commands().run(Command.SETTINGS));
    for (Theme theme : THEMES) {
      for (Accent accent : Accent.values()) {
        wear(robot, theme, accent);
        complaints.addAll(complaints(robot, theme + " " + accent));
      }
    }

    assertThat(complaints).isEmpty();
  }

  @Test
  void textsOfOverlaysHaveContrast(FxRobot robot) {
    open(robot, sample("rich-metadata.safetensors"));
    Set<String> complaints = new TreeSet<>();
    robot.interact(this::showNotices);
    for (Theme theme : THEMES) {
      wear(robot, theme, Accent.BLUE);
      for (Command command : OVERLAYS) {
        robot.interact(() -> workspace.context.commands().run(command));
        waitForJobs();
        complaints.addAll(complaints(robot, theme + " " + command));
        robot.push(KeyCode.ESCAPE);
      }
    }

    assertThat(complaints).isEmpty();
  }

  @Test
  void textsOfFaultCardsHaveContrast(FxRobot robot) {
    open(robot, sample("nan-and-inf.safetensors"));
    robot.interact(
        () -> {
          workspace.view.panes.show(ProblemsPane.DESCRIPTOR);
          breakLayout((Pane) scene.lookup("#problems-view"));
        });
    TestWindow.waitUntil("the card is there", () -> scene.lookup(".fault-card") != null);
    Set<String> complaints = new TreeSet<>();
    for (Theme theme : THEMES) {
      wear(robot, theme, Accent.BLUE);
      complaints.addAll(complaints(robot, theme + " fault"));
    }

    assertThat(complaints).isEmpty();
  }

  private static void breakLayout(Pane pane) {
    pane.getChildren()
        .add(
            new Region() {
              @Override
              protected double computePrefHeight(double width) {
                throw new IllegalStateException("thrown on purpose");
              }
            });
  }

  private void showNotices() {
    NoticeHost notices = (NoticeHost) scene.lookup("#notices");
    notices.show(
        Notice.success("Exported", "3 files.", Optional.of(new Notice.Action("Show", () -> {}))));
    notices.show(
        Notice.danger("Export failed", Failures.of(new IOException("no room")), Optional.empty()));
  }

  private void wear(FxRobot robot, Theme theme, Accent accent) {
    robot.interact(
        () -> Themes.apply(new Appearance(theme, accent, Appearance.DEFAULT.fontSize()), scene));
  }

  private List<String> complaints(FxRobot robot, String where) {
    List<String> complaints = new ArrayList<>();
    robot.interact(
        () -> {
          scene.getRoot().applyCss();
          scene.getRoot().layout();
          Contrast.lowContrastTexts(scene.getRoot(), Color.WHITE)
              .forEach(each -> complaints.add(where + " " + each));
        });
    return complaints;
  }
}
