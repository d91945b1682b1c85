package io.github.tensorloupe.desktop.pane.convert;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.adapter.LowRankFactors.Limit;
import io.github.tensorloupe.convert.AdapterOperation.Dialect;
import io.github.tensorloupe.convert.NameFilter;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.FileDialogs.Existing;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.pane.convert.ConversionChoices.Weighted;
import io.github.tensorloupe.desktop.pane.convert.SourceFacts.Group;
import io.github.tensorloupe.desktop.selection.DistinctNames;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.SentenceException;
import java.nio.file.Path;
import org.controlsfx.control.SearchableComboBox;
import org.kordamp.ikonli.feather.Feather;

/// The options of operations on adapters.
final class AdapterForm extends VBox {

  private static final int NAME_CHARACTERS = 70;
  private static final int DEFAULT_EXTRACTED_RANK = 32;
  private static final int MAX_EXTRACTED_RANK = 256;

  /// An adapter that is merged with the source.
  private record Other(Path path, TextField weight, Node row) {}

  private final ConvertViewModel model;
  private final SourceFacts facts;
  private final PaneContext context;
  private final Messages messages;
  private final FormRows rows = new FormRows();
  private final ComboBox<Optional<Dialect>> dialect = named(new ComboBox<>(), "dialect");
  private final RankChooser ranks;
  private final ComboBox<Path> base = named(new SearchableComboBox<>(), "base");
  private final HBox baseRow;
  private final TextField weight = named(new TextField("1"), "weight");
  private final VBox otherRows = new VBox(8);
  private final VBox othersPart;
  private final CheckBox skipsMissing;
  private final VBox groupsPart = new VBox(4);
  private final Map<Group, CheckBox> groups = new LinkedHashMap<>();
  private final List<Other> others = new ArrayList<>();
  private Operation operation = Operation.CONVERT;

  /// @param onChange called when the default name may have changed
  AdapterForm(
      ConvertViewModel model,
      SourceFacts facts,
      Supplier<List<Path>> known,
      Runnable onChange,
      PaneContext context) {
    this.model = model;
    this.facts = facts;
    this.context = context;
    messages = context.messages();
    ranks =
        facts.isAdapter()
            ? new RankChooser(
                facts.maxRank(), Math.max(1, facts.maxRank() / 2), model, onChange, messages)
            : new RankChooser(
                MAX_EXTRACTED_RANK, DEFAULT_EXTRACTED_RANK, model, onChange, messages);
    dialect.setConverter(PanelParts.choiceText(this::text));
    dialect.valueProperty().subscribe((_, _) -> onChange.run());
    Button file = button("base-file", Existing.CHECKPOINT, this::setBase);
    Button folder = button("base-folder", Existing.FOLDER, this::setBase);
    base.setConverter(PanelParts.choiceText(this::text));
    base.setPromptText(messages.text("compare.choose.prompt"));
    base.setMinWidth(0);
    PanelParts.grow(base);
    Tips.setTooltip(base, () -> base.getValue() == null ? "" : PathText.of(base.getValue()));
    base.getItems()
        .setAll(known.get().stream().filter(each -> !each.equals(facts.path())).toList());
    baseRow = PanelParts.row(8, base, file, folder);
    othersPart = new VBox(8, otherRows, button("add", Existing.CHECKPOINT, this::addOther));
    otherRows.managedProperty().bind(Bindings.isNotEmpty(otherRows.getChildren()));
    skipsMissing = named(new CheckBox(messages.text("convert.skip-missing")), "skip-missing");
    skipsMissing.setWrapText(true);
    addGroups();
    weight.setPrefColumnCount(5);
    rows.add(messages.text("convert.base"), baseRow);
    base.setAccessibleText(messages.text("convert.base"));
    rows.add(messages.text("convert.weight"), weight);
    rows.add(messages.text("convert.others"), othersPart);
    rows.add(messages.text("convert.limit"), ranks);
    rows.add(messages.text("convert.drop"), groupsPart);
    rows.add(messages.text("convert.dialect"), dialect);
    rows.add(skipsMissing);
    managedProperty().bind(visibleProperty());
    getChildren().setAll(rows);
  }

  private static <N extends Node> N named(N node, String id) {
    return PanelParts.named(node, "convert-" + id);
  }

  private Button button(String id, Existing kind, Consumer<Path> onChosen) {
    return PanelParts.button(
        "convert-" + id,
        messages.text("convert." + id),
        () -> context.dialogs().get().choose(kind).ifPresent(onChosen));
  }

  private void addGroups() {
    for (Group group : facts.groups()) {
      String label =
          group.label().isEmpty() ? messages.text("convert.text-encoders") : group.label();
      CheckBox box =
          new CheckBox(messages.text("convert.group", label, messages.count(group.moduleCount())));
      box.setMnemonicParsing(false);
      groups.put(group, box);
      groupsPart.getChildren().add(box);
    }
  }

  private String text(Optional<Dialect> choice) {
    return messages.text("convert.dialect." + choice.map(Messages::word).orElse("same"));
  }

  private String text(Path path) {
    return DistinctNames.of(List.of(path), NAME_CHARACTERS).getFirst();
  }

  private void setBase(Path path) {
    Path absolute = path.toAbsolutePath().normalize();
    if (!base.getItems().contains(absolute)) {
      base.getItems().addFirst(absolute);
    }
    base.setValue(absolute);
  }

  private void addOther(Path path) {
    TextField factor = new TextField("1");
    factor.setPrefColumnCount(5);
    factor.setAccessibleText(messages.text("convert.weight.of", text(path)));
    Region name = PanelParts.elastic(text(path));
    PanelParts.grow(name);
    String remove = messages.text("convert.remove", text(path));
    Button removing =
        PanelParts.iconButton(null, Icons.of(Feather.X), remove, () -> removeOther(path));
    Node row = PanelParts.row(8, name, factor, removing);
    others.add(new Other(path, factor, row));
    otherRows.getChildren().add(row);
  }

  private void removeOther(Path path) {
    others.removeIf(each -> each.path().equals(path));
    otherRows.getChildren().setAll(others.stream().map(Other::row).toList());
  }

  /// Shows the options of an operation.
  void show(Operation shown) {
    boolean isNew = shown != operation;
    operation = shown;
    setVisible(shown != Operation.CONVERT);
    baseRow.setVisible(shown.hasBase());
    boolean isMerge = shown == Operation.MERGE || shown == Operation.INTO_BASE;
    weight.setVisible(isMerge);
    othersPart.setVisible(isMerge);
    ranks.setVisible(shown.hasLimit());
    groupsPart.setVisible(shown == Operation.DROP);
    dialect.setVisible(shown.hasNewFactors());
    skipsMissing.setVisible(shown == Operation.INTO_BASE);
    if (isNew) {
      fillDialects();
      if (shown == Operation.RESIZE) {
        model.measure();
      }
    }
  }

  private void fillDialects() {
    List<Optional<Dialect>> choices =
        new ArrayList<>(Arrays.stream(Dialect.values()).map(Optional::of).toList());
    if (operation != Operation.DIALECT) {
      choices.addFirst(Optional.empty());
    }
    dialect.getItems().setAll(choices);
    dialect.setValue(choices.getFirst());
  }

  /// @throws SentenceException if a choice is invalid or missing
  void validate() throws SentenceException {
    boolean isMerge = operation == Operation.MERGE || operation == Operation.INTO_BASE;
    Stream<TextField> weights =
        Stream.concat(Stream.of(weight), others.stream().map(Other::weight));
    if (isMerge && weights.anyMatch(field -> !Double.isFinite(number(field)))) {
      throw new SentenceException(messages.text("convert.invalid.weight"));
    }
    if (operation.hasBase() && base.getValue() == null) {
      throw new SentenceException(messages.text("convert.invalid.base"));
    }
    if (operation == Operation.MERGE && others.isEmpty()) {
      throw new SentenceException(messages.text("convert.invalid.others"));
    }
    if (operation == Operation.DROP && droppedGroups().isEmpty()) {
      throw new SentenceException(messages.text("convert.invalid.groups"));
    }
  }

  private double number(TextField field) {
    return messages.number(field.getText());
  }

  Optional<Dialect> dialect() {
    return dialect.isVisible() && dialect.getValue() != null
        ? dialect.getValue()
        : Optional.empty();
  }

  Limit limit() {
    return ranks.limit();
  }

  double weight() {
    return weight.isVisible() ? number(weight) : 1;
  }

  List<Weighted> others() {
    return othersPart.isVisible()
        ? others.stream().map(each -> new Weighted(each.path(), number(each.weight()))).toList()
        : List.of();
  }

  Optional<Path> base() {
    return operation.hasBase() ? Optional.ofNullable(base.getValue()) : Optional.empty();
  }

  boolean skipsMissing() {
    return skipsMissing.isSelected();
  }

  List<NameFilter> droppedGroups() {
    return operation == Operation.DROP
        ? groups.entrySet().stream()
            .filter(entry -> entry.getValue().isSelected())
            .map(entry -> entry.getKey().filter())
            .toList()
        : List.of();
  }

  /// Returns the control that gets the focus first, or empty for the default one.
  Optional<Node> beginning() {
    return switch (operation) {
      case CONVERT -> Optional.empty();
      case DIALECT -> Optional.of(dialect);
      case RESIZE -> Optional.of(ranks.beginning());
      case MERGE -> Optional.of(weight);
      case INTO_BASE, EXTRACT -> Optional.of(base);
      case DROP -> groups.values().stream().findFirst().map(Node.class::cast);
    };
  }
}
