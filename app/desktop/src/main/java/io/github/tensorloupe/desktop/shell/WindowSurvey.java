package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.error.GuardedPane;
import io.github.tensorloupe.desktop.pane.FileDialogs.Existing;
import io.github.tensorloupe.desktop.pane.survey.SurveyView;
import io.github.tensorloupe.desktop.pane.survey.SurveyViewModel;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.OpenSurvey;
import io.github.tensorloupe.desktop.session.RememberedDocument;
import java.nio.file.Path;

/// The survey in one window. Belongs to the FX thread.
final class WindowSurvey {

  private final WindowContext window;
  private final WindowFlows flows;
  private final StackPane host = new StackPane();

  WindowSurvey(WindowContext window, WindowFlows flows) {
    this.window = window;
    this.flows = flows;
    host.setId("survey-host");
    window.selection().documentProperty().subscribe(this::follow);
  }

  StackPane node() {
    return host;
  }

  private void follow(DocumentState state) {
    host.getChildren().clear();
    host.setVisible(state instanceof DocumentState.Surveyed);
    if (state instanceof DocumentState.Surveyed(OpenSurvey survey)) {
      Consumer<Path> onOpen = path -> window.host().open(RememberedDocument.of(path));
      SurveyViewModel model = new SurveyViewModel(survey, window.jobs(), onOpen, window.messages());
      GuardedPane view =
          window
              .guards()
              .guard(
                  window.messages().text("fault.survey"),
                  "survey",
                  () -> new SurveyView(model, this::add, window.messages()));
      view.make();
      host.getChildren().setAll(view);
    }
  }

  private void add() {
    window.dialogs().choose(Existing.CHECKPOINT).ifPresent(flows::openNext);
  }
}
