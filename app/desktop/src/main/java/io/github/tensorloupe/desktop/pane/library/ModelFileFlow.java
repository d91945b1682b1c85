package io.github.tensorloupe.desktop.pane.library;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.notice.Tone;
import io.github.tensorloupe.desktop.control.panel.Panel;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.export.ExportNames;
import io.github.tensorloupe.library.ModelFiles;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.IoConsumer;
import java.nio.file.Path;

/// Renames models and moves them to the trash, with their sidecar files. Belongs to the FX thread;
/// files are examined and moved in the background.
///
/// @param trash moves a file to the trash
public record ModelFileFlow(
    PaneContext context,
    LibraryLists lists,
    FileOperations operations,
    IoConsumer<Path> trash,
    OpenTabs tabs) {

  private static final int MAX_LISTED = 8;

  /// The open tabs of the program.
  public interface OpenTabs {

    /// Returns true if no tab of a file has unsaved changes or writes files.
    boolean isSettled(Path file);

    /// Opens a renamed file again in its tabs.
    void onRenamed(Path from, Path to);

    /// Closes the tabs of a file. Returns true if at least one was open.
    boolean close(Path file);
  }

  public void rename(Path model) {
    examine(
        List.of(model),
        found -> {
          ModelFiles files = found.getFirst();
          TextField field = new TextField(ModelFiles.stem(model));
          PanelParts.named(field, "library-rename-name");
          field.setAccessibleText(messages().text("library.rename.field"));
          PanelParts.grow(field);
          String extension = PathText.of(files.extension());
          HBox name = PanelParts.row(6, field, PanelParts.uncut(extension, "muted"));
          VBox answer = new VBox();
          String sidecars = names(files.sidecars(), ", ");
          ask(
              "rename",
              Optional.of(field),
              sidecars.isEmpty() ? "" : messages().text("library.rename.sidecars", sidecars),
              new VBox(12, name, answer),
              panel -> rename(files, field.getText().strip(), panel, answer));
        });
  }

  /// @param models at least one
  public void moveToTrash(List<Path> models) {
    examine(
        models,
        found -> {
          List<Path> files = found.stream().flatMap(each -> each.all().stream()).toList();
          long bytes = found.stream().mapToLong(ModelFiles::byteCount).sum();
          String count = messages().count("library.files", files.size());
          String size = count + " · " + messages().bytes(bytes);
          VBox body = new VBox(PanelParts.wrapping(names(files, "\n")));
          ask("trash", Optional.empty(), size, body, panel -> moveToTrash(found, panel));
        });
  }

  /// Examines the files of models, which must be settled, in the background.
  private void examine(List<Path> models, Consumer<List<ModelFiles>> onFound) {
    Optional<Path> unsaved = models.stream().filter(each -> !tabs.isSettled(each)).findFirst();
    if (unsaved.isPresent()) {
      String name = PathText.of(unsaved.get().getFileName());
      context.showMessage().accept(messages().text("library.move.unsaved", name));
      return;
    }
    context
        .jobs()
        .start(
            messages().text("library.move.job"),
            (cancellation, _) -> {
              List<ModelFiles> found = new ArrayList<>();
              for (Path model : models) {
                found.add(ModelFiles.of(model, cancellation));
              }
              return found;
            },
            onFound,
            failure -> context.showMessage().accept(sentence(failure)));
  }

  private Messages messages() {
    return context.messages();
  }

  private String sentence(Throwable failure) {
    return messages().sentence(Failures.sentence(failure));
  }

  private static String names(List<Path> files, String separator) {
    List<String> names = new ArrayList<>();
    files.stream().limit(MAX_LISTED).forEach(file -> names.add(PathText.of(file.getFileName())));
    if (files.size() > MAX_LISTED) {
      names.add("…");
    }
    return String.join(separator, names);
  }

  /// @param field the field of the body that has the focus
  private void ask(
      String action,
      Optional<TextField> field,
      String subtitle,
      VBox body,
      Consumer<Panel> onStart) {
    String title = messages().text("library." + action + ".title");
    Panel panel = new Panel("library-" + action + "-panel");
    Runnable hide = () -> context.panels().hide(panel);
    panel.setTitle(title, subtitle);
    panel.setBody(body);
    Runnable start = () -> onStart.accept(panel);
    field.ifPresent(panel::setBeginning);
    field.ifPresent(it -> it.setOnAction(_ -> start.run()));
    panel.setOnEscape(hide);
    String text = messages().text("library." + action + ".start");
    panel.setButtons(
        List.of(),
        List.of(
            PanelParts.button("library-cancel", messages().text("save.button.cancel"), hide),
            PanelParts.button("library-" + action + "-start", text, start)));
    context.panels().show("library", title, () -> panel);
  }

  private void rename(ModelFiles files, String stem, Panel panel, VBox answer) {
    Consumer<String> refuse =
        sentence -> answer.getChildren().setAll(PanelParts.notice(Tone.WARNING, sentence));
    if (!ExportNames.isSafe(stem + files.extension())) {
      refuse.accept(messages().text("library.rename.invalid"));
      return;
    }
    context
        .jobs()
        .startWriting(
            messages().text("library.move.job"),
            (_, _) -> {
              for (Path file : files.all()) {
                String name = PathText.of(files.renamed(file, stem).getFileName());
                if (operations.exists(files.renamed(file, stem))) {
                  throw new SentenceException("{0} already exists; nothing was written.", name);
                }
              }
              return files.move(
                  file -> operations.renameNoReplace(file, files.renamed(file, stem)));
            },
            problem -> {
              context.panels().hide(panel);
              Path from = files.model();
              Path to = files.renamed(from, stem);
              String before = PathText.of(from.getFileName());
              String done =
                  messages().text("library.rename.done", before, PathText.of(to.getFileName()));
              context
                  .showMessage()
                  .accept(messages().withWarnings(done, problem.stream().toList()));
              tabs.onRenamed(from, to);
              lists.rename(from, to);
            },
            failure -> refuse.accept(sentence(failure)));
  }

  private void moveToTrash(List<ModelFiles> models, Panel panel) {
    context.panels().hide(panel);
    List<Sentence> problems = new ArrayList<>();
    context
        .jobs()
        .startWriting(
            messages().text("library.move.job"),
            (_, _) -> {
              List<Path> moved = new ArrayList<>();
              for (ModelFiles each : models) {
                try {
                  each.move(trash).ifPresent(problems::add);
                  moved.add(each.model());
                } catch (SentenceException e) {
                  problems.add(e.sentence());
                }
              }
              return moved;
            },
            moved -> {
              boolean areTabsClosed = false;
              for (Path each : moved) {
                areTabsClosed |= tabs.close(each);
              }
              String done =
                  moved.isEmpty()
                      ? messages().text("library.trash.nothing")
                      : messages().text("library.trash.done", names(moved, ", "));
              String closed = areTabsClosed ? " " + messages().text("library.trash.closed") : "";
              context.showMessage().accept(messages().withWarnings(done + closed, problems));
              lists.removeRecent(moved);
            },
            failure -> context.showMessage().accept(sentence(failure)));
  }
}
