package io.github.tensorloupe.desktop.pane.repair;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.control.panel.StagedPanel;
import io.github.tensorloupe.desktop.control.panel.StagedWork;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.selection.DocumentEdits.Edited;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.edit.Entry;
import io.github.tensorloupe.edit.LoaderKeys;
import io.github.tensorloupe.edit.PrivateData;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.work.Cancellation;
import javafx.scene.control.cell.CheckBoxListCell;

/// Shows the private data in the metadata of the open document, and adds the selected changes to
/// the pending edits. Belongs to the FX thread; metadata is searched in the background.
public final class SharingFlow {

  private static final double LIST_HEIGHT = 240;
  private static final double ROW_HEIGHT = 28;

  /// A change under review.
  ///
  /// @param text describes it
  private record Row(
      Edited edited, PrivateData.Change change, String text, BooleanProperty selected) {}

  /// @param byEdited the private data of files with the same metadata
  private record Review(Map<Edited, PrivateData> byEdited, int refusedCount) {}

  private final PaneContext context;
  private final Messages messages;
  private final StagedWork<Review> work;
  private final Runnable onManyFiles;

  /// @param onManyFiles shows the same change for many files
  public SharingFlow(PaneContext context, Runnable onManyFiles) {
    this.context = context;
    this.messages = context.messages();
    this.work = new StagedWork<>(context.jobs());
    this.onManyFiles = onManyFiles;
    work.onFinished(context.showMessage());
  }

  public void show() {
    FileDocument document = context.selection().openDocument().orElseThrow();
    context.edits().commitDraft();
    List<TensorFile> all = document.checkpoint().files();
    List<TensorFile> editable = all.stream().filter(file -> !file.isRefused()).toList();
    // The entries of edits are immutable, and may be searched in the background.
    Map<Edited, List<Entry>> entries = new LinkedHashMap<>();
    context
        .edits()
        .ofAll(editable)
        .forEach(edited -> entries.put(edited, edited.edits().entries()));
    LoaderKeys loaderKeys = new LoaderKeys(name -> document.checkpoint().tensor(name).isPresent());
    work.plan(
        messages.text("scan.job.private-data"),
        (cancellation, _) ->
            new Review(search(entries, loaderKeys, cancellation), all.size() - editable.size()));
    context
        .panels()
        .show("sharing", messages.text("sharing.title"), () -> new SharingPanel().staged.panel);
  }

  /// @throws SentenceException if a key is repeated, which makes changes impossible
  private Map<Edited, PrivateData> search(
      Map<Edited, List<Entry>> entries, LoaderKeys loaderKeys, Cancellation cancellation)
      throws SentenceException {
    Map<Edited, PrivateData> byEdited = new LinkedHashMap<>();
    for (Map.Entry<Edited, List<Entry>> each : entries.entrySet()) {
      cancellation.check();
      Map<String, String> values = new LinkedHashMap<>();
      for (Entry entry : each.getValue()) {
        if (values.put(entry.key(), entry.value()) != null) {
          String key = DisplayText.of(entry.key());
          throw new SentenceException(messages.text("metadata.failed.repeated", key));
        }
      }
      byEdited.put(each.getKey(), PrivateData.of(Metadata.of(values), loaderKeys));
    }
    return byEdited;
  }

  private final class SharingPanel {

    private final StagedPanel<Review> staged =
        new StagedPanel<>(
            "sharing", messages.text("fix.button.close"), work, context.panels(), messages);
    private final Button apply =
        staged.button("apply", messages.text("sharing.apply"), this::apply);
    private final Button many =
        staged.button("many", messages.text("command.edit-many-files"), this::showMany);
    private final ListView<Row> list = new ListView<>();

    SharingPanel() {
      staged.panel.setTitle(messages.text("sharing.title"), messages.text("sharing.subtitle"));
      PanelParts.named(list, "sharing-changes", "dense")
          .setAccessibleText(messages.text("sharing.changes"));
      list.setFixedCellSize(ROW_HEIGHT);
      list.setPrefHeight(LIST_HEIGHT);
      list.setCellFactory(_ -> new ChangeCell());
      list.setOnKeyPressed(this::keyPressed);
      staged.begin(this::show);
    }

    private void show(Review review) {
      List<Row> rows = rows(review);
      list.getItems().setAll(rows);
      List<Node> parts = new ArrayList<>();
      parts.add(
          rows.isEmpty()
              ? PanelParts.named(
                  PanelParts.wrapping(messages.text("sharing.nothing")), "sharing-nothing")
              : PanelParts.section(messages.text("sharing.changes"), list));
      for (PrivateData data : review.byEdited().values()) {
        data.unsearched()
            .map(messages::sentence)
            .ifPresent(sentence -> parts.add(PanelParts.wrapping(sentence)));
      }
      if (review.refusedCount() > 0) {
        parts.add(PanelParts.wrapping(messages.text("sharing.refused")));
      }
      parts.add(PanelParts.wrapping(messages.text("sharing.limits"), "muted"));
      showSelected();
      staged.showStep(
          parts,
          List.of(many),
          rows.isEmpty() ? List.of(staged.close) : List.of(staged.close, apply));
    }

    private List<Row> rows(Review review) {
      List<Row> rows = new ArrayList<>();
      review
          .byEdited()
          .forEach(
              (edited, data) -> {
                for (PrivateData.Change change : data.changes()) {
                  String sentence = messages.sentence(change.sentence());
                  String text =
                      review.byEdited().size() == 1
                          ? sentence
                          : messages.text("sharing.change.in", names(edited), sentence);
                  BooleanProperty selected = new SimpleBooleanProperty(true);
                  selected.subscribe(this::showSelected);
                  rows.add(new Row(edited, change, text, selected));
                }
              });
      return rows;
    }

    private static String names(Edited edited) {
      return DisplayText.ofAll(
          edited.files().stream().map(file -> String.valueOf(file.path().getFileName())).toList());
    }

    private void showSelected() {
      apply.setDisable(list.getItems().stream().noneMatch(row -> row.selected().get()));
    }

    /// Space toggles the check box of the focused change.
    private void keyPressed(KeyEvent event) {
      Row row = list.getSelectionModel().getSelectedItem();
      if (event.getCode() == KeyCode.SPACE && row != null) {
        row.selected().set(!row.selected().get());
        event.consume();
      }
    }

    private void showMany() {
      staged.close();
      onManyFiles.run();
    }

    private void apply() {
      Map<Edited, List<PrivateData.Change>> selected = new LinkedHashMap<>();
      int count = 0;
      for (Row row : list.getItems()) {
        if (row.selected().get()) {
          selected.computeIfAbsent(row.edited(), _ -> new ArrayList<>()).add(row.change());
          count++;
        }
      }
      Optional<String> name = Optional.of(messages.text("metadata.preset.remove-private-data"));
      selected.forEach(
          (edited, changes) ->
              context
                  .edits()
                  .edit(edited, each -> each.apply(new PrivateData(changes, List.of()), name)));
      work.finish(messages.text("sharing.applied", messages.count(count)));
    }
  }

  private static final class ChangeCell extends CheckBoxListCell<Row> {

    ChangeCell() {
      super(Row::selected, PanelParts.choiceText(Row::text));
      Tips.setTooltip(this, () -> getItem() == null ? "" : getItem().text());
    }

    @Override
    public void updateItem(Row row, boolean empty) {
      super.updateItem(row, empty);
      setAccessibleText(empty ? null : row.text());
    }
  }
}
