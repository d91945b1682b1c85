package io.github.tensorloupe.desktop.pane.address;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.notice.Tone;
import io.github.tensorloupe.desktop.control.panel.Panel;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.JobSlot;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.remote.NoRangesException;
import io.github.tensorloupe.remote.RemoteAccess;
import io.github.tensorloupe.remote.RemoteFileSystem;
import java.nio.file.Path;
import javafx.scene.control.Label;

/// Asks for an address and, if it refers to a repository with several checkpoints, for one of them.
/// Belongs to the FX thread; servers are queried in the background.
public record AddressFlow(PaneContext context, RemoteAccess access, DownloadFlow download) {

  private static final int MAX_RECENT = 8;

  /// Shows the panel, replacing any other panel.
  ///
  /// @param recent previously opened addresses, the latest first
  public void show(List<String> recent) {
    String title = context.messages().text("address.title");
    context.panels().show("address", title, () -> new Question(recent).panel);
  }

  private final class Question {

    private final Messages messages = context.messages();
    private final JobSlot<List<OfferedCheckpoint>> lookup = new JobSlot<>(context.jobs());
    private final Panel panel = new Panel("address");
    private final TextField field = PanelParts.named(new TextField(), "address-field");
    private final VBox answer = PanelParts.named(new VBox(8), "address-answer");
    private final VBox before;

    Question(List<String> recent) {
      panel.setTitle(messages.text("address.title"), messages.text("address.subtitle"));
      field.setPromptText(messages.text("address.prompt"));
      field.setAccessibleText(messages.text("address.field"));
      Optional.ofNullable(Clipboard.getSystemClipboard().getString())
          .map(String::strip)
          .filter(text -> RemoteAccess.looksLikeAddress(text) && text.lines().count() == 1)
          .ifPresent(field::setText);
      Node[] links = recent.stream().limit(MAX_RECENT).map(this::recent).toArray(Node[]::new);
      before = PanelParts.section(messages.text("address.recent"), links);
      PanelParts.setShown(PanelParts.named(before, "address-recent"), links.length > 0);
      panel.setBody(new VBox(16, field, answer, before));
      Button open = button("open", this::open);
      open.disableProperty().bind(field.textProperty().map(String::isBlank));
      panel.setButtons(List.of(), List.of(button("cancel", this::hide), open));
      panel.setOnEscape(this::hide);
      panel.setBeginning(field);
    }

    private Button button(String id, Runnable action) {
      return PanelParts.button("address-" + id, messages.text("address." + id), action);
    }

    private Hyperlink recent(String address) {
      return link(
          address,
          () -> {
            field.setText(address);
            open();
          });
    }

    private static Hyperlink link(String text, Runnable action) {
      Hyperlink link = new Hyperlink(PathText.of(text));
      link.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
      link.setMinWidth(0);
      link.setOnAction(_ -> action.run());
      return link;
    }

    private void hide() {
      lookup.clear();
      context.panels().hide(panel);
    }

    private void open() {
      try {
        String text = field.getText().strip();
        // Users often copy only the name of the repository from a page. Consent is always granted
        // here: the caller that opens the path asks before a large transfer.
        Path path =
            access.path(
                RemoteAccess.looksLikeAddress(text) ? text : "hf://" + text,
                (_, _) -> Optional.empty());
        RemoteFileSystem system = (RemoteFileSystem) path.getFileSystem();
        look(path, system);
      } catch (SentenceException e) {
        showAnswer(PanelParts.notice(Tone.WARNING, messages.sentence(e.sentence())));
      }
    }

    private void showAnswer(Node... nodes) {
      answer.getChildren().setAll(nodes);
    }

    /// Lists a repository, or reads the beginning of a file, so that a failure is shown here.
    private void look(Path path, RemoteFileSystem system) {
      String title = messages.text("address.looking", system.server());
      showAnswer(new Label(title));
      lookup.start(
          title,
          (_, _) -> OfferedCheckpoint.at(path, system),
          offered -> choose(path, offered),
          failure -> {
            showAnswer(PanelParts.notice(Failures.of(failure), messages));
            if (failure instanceof NoRangesException) {
              Runnable action = () -> download.startWhole(path, this::hide);
              answer.getChildren().add(button("download", action));
            }
          });
    }

    private void choose(Path repository, List<OfferedCheckpoint> offered) {
      if (offered.size() < 2) {
        finish(offered.isEmpty() ? repository : offered.getFirst().path());
        return;
      }
      VBox rows = new VBox();
      rows.getStyleClass().add("setting-rows");
      offered.forEach(each -> rows.getChildren().add(row(each)));
      String heading =
          messages.text("address.offers", messages.count(offered.size()), PathText.of(repository));
      showAnswer(PanelParts.section(heading, rows), button("all", () -> finish(repository)));
      PanelParts.setShown(before, false);
    }

    private HBox row(OfferedCheckpoint each) {
      Hyperlink name = link(each.name(), () -> finish(each.path()));
      PanelParts.grow(name);
      String files =
          each.fileCount() == 1
              ? ""
              : messages.text("status.files", messages.count(each.fileCount())) + " · ";
      Label size = PanelParts.uncut(files + messages.bytes(each.byteLength()), "muted");
      HBox row = PanelParts.row(12, name, size);
      return row;
    }

    private void finish(Path path) {
      hide();
      context.open().accept(path);
    }
  }
}
