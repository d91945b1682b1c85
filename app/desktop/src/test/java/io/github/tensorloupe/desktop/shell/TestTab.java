package io.github.tensorloupe.desktop.shell;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.session.RememberedDocument;
import java.nio.file.Path;
import java.util.List;

/// A tab without a window. Documents open in place of each other, so that a test needs only one
/// workspace.
class TestTab implements TabHost {

  private Workspace workspace;

  @Override
  public void bind(Commands commands, Workspace content) {
    TabHost.super.bind(commands, content);
    commands.bind(Command.CLOSE, () -> content.whenSettled(content.opener::close));
    workspace = content;
  }

  @Override
  public void open(RememberedDocument document) {
    workspace.whenSettled(() -> workspace.state.open(document));
  }

  @Override
  public void openSurveys(List<Path> results) {
    workspace.opener.openSurveys(results);
  }
}
