package io.github.tensorloupe.desktop.pane.address;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.notice.Tone;
import io.github.tensorloupe.desktop.control.panel.Panel;
import io.github.tensorloupe.desktop.control.panel.PanelHost;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.control.panel.PanelSource;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.job.LatestJob;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.remote.RemoteAccess;
import io.github.tensorloupe.remote.RemoteFileSystem;
import io.github.tensorloupe.remote.RemoteFileSystem.Offered;
import io.github.tensorloupe.storage.LibraryFile;
import io.github.tensorloupe.text.Sentence;
import java.nio.file.Path;
import javafx.scene.control.Label;

/// Asks for an address and, where it is that of a repository with several checkpoints, for one of
/// them. Belongs to the FX thread; servers and files are asked beside it.
public final class AddressFlow {

  private static final int MOST_RECENT = 8;

  private final PanelHost panels;
  private final RemoteAccess access;
  private final LibraryFile lists;
  private final Consumer<Path> onOpen;
  private final Jobs jobs;
  private final LatestJob looking;
  private final Consumer<Failure> tell;
  private final Messages messages;

  /// @param lists keeps the addresses that were opened
  /// @param onOpen opens a path on a server
  /// @param tell shows in the status bar that an address could not be kept
  public AddressFlow(
      PanelHost panels,
      RemoteAccess access,
      LibraryFile lists,
      Consumer<Path> onOpen,
      Jobs jobs,
      Consumer<Failure> tell,
      Messages messages) {
    this.tell = tell;
    this.panels = panels;
    this.access = access;
    this.lists = lists;
    this.onOpen = onOpen;
    this.jobs = jobs;
    this.looking = new LatestJob(jobs);
    this.messages = messages;
  }

  /// Shows the panel in place of whatever panel is shown.
  public void show() {
    panels.show(
        new PanelSource("address", messages.text("address.title"), () -> new Question().panel));
  }

  /// Keeps the address of what was opened, unless it has a part that is not shown.
  public void noteOpened(Path path) {
    String address = path.toString();
    if (!RemoteAccess.isWhole(address)) {
      return;
    }
    jobs.start(
        messages.text("address.note"),
        (_, _) -> {
          lists.openedAddress(address);
          return address;
        },
        _ -> {},
        failure -> tell.accept(Failures.of(failure)));
  }

  /// The panel while it is shown.
  private final class Question {

    private final Panel panel = new Panel("address");
    private final TextField field = PanelParts.named(new TextField(), "address-field");
    private final VBox answer = PanelParts.named(new VBox(8), "address-answer");
    private final VBox recent = PanelParts.named(new VBox(), "address-recent");

    Question() {
      panel.setTitle(messages.text("address.title"), messages.text("address.subtitle"));
      field.setPromptText(messages.text("address.prompt"));
      field.setAccessibleText(messages.text("address.field"));
      pasted().ifPresent(field::setText);
      PanelParts.setShown(recent, false);
      panel.setBody(new VBox(16, field, answer, recent));
      Button open = button("open", () -> open(field.getText()));
      open.disableProperty().bind(field.textProperty().map(String::isBlank));
      panel.setButtons(List.of(), List.of(button("cancel", this::leave), open));
      panel.setOnEscape(this::leave);
      panel.setBeginning(field);
      jobs.start(
          messages.text("address.recent"),
          (_, _) -> lists.addresses(),
          this::showRecent,
          _ -> {
            // The start page, which reads the same file, tells of it.
          });
    }

    private static Optional<String> pasted() {
      return Optional.ofNullable(Clipboard.getSystemClipboard().getString())
          .map(String::strip)
          .filter(text -> RemoteAccess.isAddress(text) && text.lines().count() == 1);
    }

    private Button button(String id, Runnable action) {
      return PanelParts.button("address-" + id, messages.text("address." + id), action);
    }

    private void leave() {
      looking.cancel();
      panels.hide(panel);
    }

    private void showRecent(List<String> addresses) {
      List<Hyperlink> links = addresses.stream().limit(MOST_RECENT).map(this::link).toList();
      if (!links.isEmpty()) {
        recent
            .getChildren()
            .setAll(
                PanelParts.section(
                    messages.text("address.recent"), links.toArray(Hyperlink[]::new)));
        PanelParts.setShown(recent, true);
      }
    }

    private Hyperlink link(String address) {
      Hyperlink link = new Hyperlink(PathText.of(address));
      link.setOnAction(
          _ -> {
            field.setText(address);
            open(address);
          });
      return link;
    }

    private void open(String typed) {
      answer.getChildren().clear();
      Path path;
      try {
        String text = typed.strip();
        // What people copy from a page is often the name of the repository alone.
        path =
            access.path(
                RemoteAccess.isAddress(text) ? text : "hf://" + text,
                (_, _) -> Optional.of(NOT_HERE));
      } catch (SentenceException e) {
        answer
            .getChildren()
            .setAll(PanelParts.notice(Tone.WARNING, messages.sentence(e.sentence())));
        return;
      }
      RemoteFileSystem system = (RemoteFileSystem) path.getFileSystem();
      if (!system.isRepository()) {
        finish(path);
        return;
      }
      answer.getChildren().setAll(new Label(messages.text("address.looking", system.server())));
      looking.start(
          messages.text("address.looking", system.server()),
          (_, _) -> system.checkpoints(),
          offered -> choose(path, offered),
          failure ->
              answer.getChildren().setAll(PanelParts.notice(Failures.of(failure), messages)));
    }

    private void choose(Path repository, List<Offered> offered) {
      if (offered.size() < 2) {
        finish(offered.isEmpty() ? repository : offered.getFirst().path());
        return;
      }
      VBox rows = new VBox();
      rows.getStyleClass().add("setting-rows");
      offered.forEach(each -> rows.getChildren().add(row(each)));
      Button all = button("all", () -> finish(repository));
      String heading =
          messages.text("address.offers", messages.count(offered.size()), PathText.of(repository));
      answer.getChildren().setAll(PanelParts.section(heading, rows), all);
      PanelParts.setShown(recent, false);
    }

    private HBox row(Offered each) {
      Hyperlink name = new Hyperlink(PathText.of(each.name()));
      name.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
      name.setMinWidth(0);
      name.setOnAction(_ -> finish(each.path()));
      String files =
          each.fileCount() == 1
              ? ""
              : messages.text("status.files", messages.count(each.fileCount())) + " · ";
      Label size = PanelParts.label(files + messages.bytes(each.byteLength()), "muted");
      size.setMinWidth(Region.USE_PREF_SIZE);
      Region gap = new Region();
      HBox.setHgrow(gap, Priority.ALWAYS);
      HBox row = new HBox(12, name, gap, size);
      row.setAlignment(Pos.CENTER_LEFT);
      return row;
    }

    private void finish(Path path) {
      panels.hide(panel);
      onOpen.accept(path);
    }
  }

  private static final Sentence NOT_HERE = Sentence.of("Open it to look further.");
}
