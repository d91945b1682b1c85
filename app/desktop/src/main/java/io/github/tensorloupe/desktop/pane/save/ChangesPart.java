package io.github.tensorloupe.desktop.pane.save;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.notice.Tone;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.edit.EditProblem;
import io.github.tensorloupe.edit.EntryChange;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.TensorFile;
import java.nio.file.Path;
import javafx.scene.control.Label;

/// The changes of a save, key by key.
final class ChangesPart extends VBox {

  private static final int MAX_ROWS = 100;

  /// More removed entries share one row.
  private static final int MAX_REMOVED_ROWS = 6;

  private static final int MAX_PROBLEMS = 8;

  private static final int KEY_CHARACTERS = 160;

  private final List<ChangeSet> sets;
  private final Map<ChangeSet, VBox> problemsOf = new IdentityHashMap<>();
  private final Messages messages;

  ChangesPart(List<ChangeSet> sets, int documentFileCount, Messages messages) {
    super(16);
    this.sets = sets;
    this.messages = messages;
    setId("save-changes");
    setMinWidth(0);
    List<ChangeSet> changed = sets.stream().filter(set -> !set.changes().isEmpty()).toList();
    if (changed.isEmpty()) {
      Label none = PanelParts.wrapping(messages.text("save.changes.none"), "muted");
      getChildren().add(PanelParts.section(messages.text("save.changes"), none));
    }
    for (ChangeSet set : changed) {
      String heading =
          documentFileCount > 1
              ? messages.text("save.changes.in", filesOf(set.files(), documentFileCount))
              : messages.text("save.changes");
      VBox section = PanelParts.section(heading);
      VBox problems = new VBox(8);
      PanelParts.setShown(problems, false);
      problemsOf.put(set, problems);
      section.getChildren().addAll(problems, rows(set.changes()));
      getChildren().add(section);
    }
  }

  /// Shows problems, blocking ones first.
  ///
  /// @param problems of each set
  void show(List<List<EditProblem>> problems) {
    for (int i = 0; i < sets.size(); i++) {
      VBox box = problemsOf.get(sets.get(i));
      if (box != null) {
        List<EditProblem> found =
            problems.get(i).stream()
                .sorted(Comparator.comparing(EditProblem::isBlocking).reversed())
                .toList();
        box.getChildren().setAll(notices(found));
        PanelParts.setShown(box, !found.isEmpty());
      }
    }
  }

  /// Shows each sentence once, for instance of several entries with the same key.
  private List<Node> notices(List<EditProblem> found) {
    Map<String, Tone> tones = new LinkedHashMap<>();
    for (EditProblem problem : found) {
      tones.putIfAbsent(
          DisplayText.of(messages.sentence(problem.sentence()), 600),
          problem.isBlocking() ? Tone.DANGER : Tone.WARNING);
    }
    return tones.entrySet().stream()
        .limit(MAX_PROBLEMS)
        .<Node>map(each -> PanelParts.notice(each.getValue(), each.getKey()))
        .toList();
  }

  private String filesOf(List<TensorFile> files, int documentFileCount) {
    if (files.size() == documentFileCount) {
      return messages.text("save.all-files", Figures.count(documentFileCount));
    }
    Path first = files.getFirst().path();
    String name = DisplayText.of(String.valueOf(first.getFileName()));
    return files.size() == 1
        ? name
        : messages.text("save.files-and-more", name, Figures.count(files.size() - 1));
  }

  private VBox rows(List<EntryChange> changes) {
    VBox rows = new VBox();
    rows.getStyleClass().add("change-rows");
    List<EntryChange.Removed> removed =
        changes.stream()
            .filter(EntryChange.Removed.class::isInstance)
            .map(EntryChange.Removed.class::cast)
            .toList();
    boolean together = removed.size() > MAX_REMOVED_ROWS;
    List<EntryChange> single =
        together
            ? changes.stream().filter(each -> !(each instanceof EntryChange.Removed)).toList()
            : changes;
    single.stream().limit(MAX_ROWS).forEach(change -> rows.getChildren().add(row(change)));
    if (single.size() > MAX_ROWS) {
      rows.getChildren().add(more(single.size() - MAX_ROWS));
    }
    if (together) {
      rows.getChildren().add(removed(removed));
    }
    return rows;
  }

  private Label more(int count) {
    return PanelParts.wrapping(
        messages.text("save.changes.more", Figures.count(count)), "change-more");
  }

  /// One row with the keys only, so that the other changes stay visible.
  private HBox removed(List<EntryChange.Removed> removed) {
    String keys =
        removed.stream()
            .limit(MAX_ROWS)
            .map(each -> shown(each.key()))
            .collect(Collectors.joining(", "));
    int left = removed.size() - MAX_ROWS;
    Label count =
        PanelParts.wrapping(
            messages.text("save.change.removed.many", Figures.count(removed.size())), "strong");
    count.setId("save-removed-count");
    Label names = PanelParts.wrapping(keys, "mono", "muted");
    names.setId("save-removed-keys");
    return left > 0
        ? row("save.change.removed", "badge-danger", count, names, more(left))
        : row("save.change.removed", "badge-danger", count, names);
  }

  private HBox row(EntryChange change) {
    return switch (change) {
      case EntryChange.Added(String key, String value) ->
          row("save.change.added", "badge-success", key(key), after(Excerpt.of(value)));
      case EntryChange.Removed(String key, String value) ->
          row("save.change.removed", "badge-danger", key(key), before(Excerpt.of(value)));
      case EntryChange.Revalued(String key, String before, String after) -> {
        Excerpt text = Excerpt.of(before, after);
        yield row(
            "save.change.changed",
            "badge-info",
            key(key),
            before(text.before()),
            after(text.after()));
      }
      case EntryChange.Renamed(String keyBefore, String keyAfter, String before, String after) ->
          renamed(keyBefore, keyAfter, before, after);
      case EntryChange.Reordered() ->
          row(
              "save.change.reordered",
              "badge-info",
              PanelParts.wrapping(messages.text("save.change.reordered.sentence"), "muted"));
    };
  }

  private HBox renamed(String keyBefore, String keyAfter, String before, String after) {
    Label keys =
        PanelParts.wrapping(
            messages.text("save.change.to", shown(keyBefore), shown(keyAfter)), "mono", "strong");
    if (before.equals(after)) {
      return row("save.change.renamed", "badge-info", keys);
    }
    Excerpt text = Excerpt.of(before, after);
    return row(
        "save.change.renamed", "badge-info", keys, before(text.before()), after(text.after()));
  }

  private HBox row(String badgeKey, String badgeStyle, Node... texts) {
    Label badge = new Label(messages.text(badgeKey));
    badge.getStyleClass().addAll("badge", badgeStyle);
    badge.setMinWidth(Region.USE_PREF_SIZE);
    HBox badgeBox = new HBox(badge);
    badgeBox.getStyleClass().add("change-badge");
    VBox column = new VBox(2, texts);
    column.setMinWidth(0);
    HBox.setHgrow(column, Priority.ALWAYS);
    HBox row = new HBox(12, badgeBox, column);
    row.getStyleClass().add("change-row");
    row.setAlignment(Pos.TOP_LEFT);
    return row;
  }

  private Label key(String key) {
    return PanelParts.wrapping(shown(key), "mono", "strong");
  }

  private String shown(String key) {
    return key.isEmpty() ? messages.text("save.empty-key") : DisplayText.of(key, KEY_CHARACTERS);
  }

  private Label before(String value) {
    return value(value, "change-before");
  }

  private Label after(String value) {
    return value(value, "change-after");
  }

  private Label value(String value, String styleClass) {
    String shown = value.isEmpty() ? messages.text("save.empty-value") : value;
    return PanelParts.wrapping(shown, "mono", "change-value", styleClass);
  }

  /// Two values for display, cut around their first difference.
  ///
  /// @param before excerpt of the old value
  /// @param after excerpt of the new value
  record Excerpt(String before, String after) {

    static final int LIMIT = 240;

    private static final int MAX_LINES = 8;

    private static final String BREAK = "↵";

    /// Characters shown before the first difference.
    private static final int LEAD = 40;

    /// Excerpts of two values around their first difference. Takes time in proportion to their
    /// common prefix.
    static Excerpt of(String before, String after) {
      int begin = Math.max(0, commonBeginning(before, after) - LEAD);
      if (Math.max(before.length(), after.length()) <= LIMIT || begin <= LEAD) {
        begin = 0;
      }
      return new Excerpt(piece(before, begin), piece(after, begin));
    }

    /// One value, cut at its end. Where it has several lines, each break shows as a sign and a
    /// break.
    static String of(String value) {
      String head = value.length() > LIMIT + 1 ? value.substring(0, LIMIT + 1) : value;
      List<String> lines = head.lines().limit(MAX_LINES + 1L).toList();
      if (lines.size() < 2 && !head.endsWith("\n")) {
        return DisplayText.of(value, LIMIT);
      }
      String text =
          lines.stream()
              .limit(MAX_LINES)
              .map(line -> DisplayText.of(line, LIMIT))
              .collect(Collectors.joining(BREAK + "\n"));
      boolean isCut = lines.size() > MAX_LINES || head.length() > LIMIT;
      return isCut ? text + "…" : head.endsWith("\n") ? text + BREAK : text;
    }

    private static int commonBeginning(String before, String after) {
      int limit = Math.min(before.length(), after.length());
      int at = 0;
      while (at < limit && before.charAt(at) == after.charAt(at)) {
        at++;
      }
      return at;
    }

    private static String piece(String value, int begin) {
      if (begin == 0) {
        return of(value);
      }
      int from = Character.isLowSurrogate(value.charAt(begin)) ? begin - 1 : begin;
      int to = Math.min(value.length(), from + LIMIT + 1);
      return "…" + of(value.substring(from, to));
    }
  }
}
