package io.github.tensorloupe.desktop.pane.convert;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.convert.NameFilter;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.pane.convert.SourceFacts.Component;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.SentenceException;
import java.nio.file.Path;
import javafx.scene.control.Label;

/// The options of a conversion. Shows the options that the source and the operation have.
final class OptionsForm extends VBox {

  private static final double BYTES_PER_GIGABYTE = 1e9;
  private static final String DEFAULT_SHARD_SIZE = "5";
  private static final List<Optional<Dtype>> DTYPES =
      List.of(
          Optional.empty(),
          Optional.of(Dtype.BF16),
          Optional.of(Dtype.F16),
          Optional.of(Dtype.F32));

  private final ConvertViewModel model;
  private final SourceFacts facts;
  private final PaneContext context;
  private final Messages messages;
  private final ComboBox<Operation> operation = named(new ComboBox<>(), "operation");
  private final ComboBox<Optional<Component>> component = named(new ComboBox<>(), "component");
  private final ComboBox<Optional<Dtype>> dtype = named(new ComboBox<>(), "dtype");
  private final CheckBox shards;
  private final TextField shardSize = named(new TextField(DEFAULT_SHARD_SIZE), "shard-size");
  private final TextField includes = named(new TextField(), "include");
  private final TextField excludes = named(new TextField(), "exclude");
  private final CheckBox dequantizes;
  private final CheckBox deduplicates;
  private final CheckBox keepsMetadata;
  private final CheckBox acceptsRefused;
  private final TextField name = named(new TextField(), "name");
  private final Label folderText = named(PanelParts.elastic("", "muted"), "folder");
  private final AdapterForm adapter;
  private final FormRows rows = new FormRows();
  private Path folder;
  private String defaultName = "";

  /// @param known returns the checkpoints that can be a base
  OptionsForm(
      ConvertViewModel model, SourceFacts facts, Supplier<List<Path>> known, PaneContext context) {
    super(8);
    this.model = model;
    this.facts = facts;
    this.context = context;
    messages = context.messages();
    setMinWidth(0);
    folder = facts.path().toAbsolutePath().getParent();
    if (folder == null) {
      folder = facts.path();
    }
    shards = checkBox("shards", false);
    dequantizes = checkBox("dequantize", facts.isQuantized());
    deduplicates = checkBox("dedupe", false);
    keepsMetadata = checkBox("metadata", true);
    acceptsRefused = checkBox("accept-refused", false);
    adapter = new AdapterForm(model, facts, known, this::update, context);
    fillChoices();
    addControls();
    update();
  }

  private static <N extends Node> N named(N node, String id) {
    return PanelParts.named(node, "convert-" + id);
  }

  private CheckBox checkBox(String id, boolean isSelected) {
    CheckBox box = named(new CheckBox(messages.text("convert.option." + id)), id);
    box.setWrapText(true);
    box.setSelected(isSelected);
    box.selectedProperty().subscribe((_, _) -> update());
    return box;
  }

  private void fillChoices() {
    operation.getItems().setAll(Operation.of(facts));
    operation.setConverter(
        PanelParts.choiceText(each -> messages.text("convert.operation." + Messages.word(each))));
    Operation wanted = model.initial;
    operation.setValue(operation.getItems().contains(wanted) ? wanted : Operation.CONVERT);
    component.getItems().add(Optional.empty());
    facts.components().forEach(each -> component.getItems().add(Optional.of(each)));
    component.setConverter(PanelParts.choiceText(this::text));
    component.setValue(Optional.empty());
    dtype.getItems().setAll(DTYPES);
    dtype.setConverter(
        PanelParts.choiceText(
            each -> each.map(Dtype::name).orElseGet(() -> messages.text("convert.dtype.keep"))));
    dtype.setValue(Optional.empty());
    for (ComboBox<?> box : List.of(operation, component, dtype)) {
      box.valueProperty().subscribe((_, _) -> update());
    }
  }

  private String text(Optional<Component> choice) {
    if (choice.isEmpty()) {
      return messages.text("convert.component.all");
    }
    Component.Kind kind = choice.get().kind();
    return kind == Component.Kind.PART
        ? DisplayText.of(choice.get().label())
        : messages.text("convert.component." + Messages.word(kind));
  }

  private void addControls() {
    FormRows first = new FormRows();
    first.add(messages.text("convert.operation"), operation);
    first.setVisible(operation.getItems().size() > 1);
    rows.add(messages.text("convert.component"), component);
    rows.add(messages.text("convert.dtype"), dtype);
    shardSize.setPrefColumnCount(4);
    shardSize.setMaxWidth(USE_PREF_SIZE);
    shardSize.setAccessibleText(messages.text("convert.option.shards"));
    shardSize.disableProperty().bind(shards.selectedProperty().not());
    shards.setMinWidth(0);
    HBox size = PanelParts.row(8, shards, shardSize, PanelParts.uncut("GB"));
    size.visibleProperty().bind(shards.visibleProperty());
    rows.add(size);
    for (TextField patterns : List.of(includes, excludes)) {
      patterns.setPromptText(messages.text("convert.patterns"));
      Tips.explain(patterns, messages.text("convert.patterns.tip"));
    }
    rows.add(messages.text("convert.include"), includes);
    rows.add(messages.text("convert.exclude"), excludes);
    rows.add(dequantizes);
    rows.add(deduplicates);
    rows.add(keepsMetadata);
    rows.add(acceptsRefused);
    Button choose =
        PanelParts.button("convert-choose", messages.text("convert.choose"), this::chooseTarget);
    name.setAccessibleText(messages.text("convert.target"));
    name.setMinWidth(0);
    PanelParts.grow(name);
    HBox target = PanelParts.row(8, name, choose);
    rows.add(messages.text("convert.target"), target);
    rows.add(folderText);
    getChildren().setAll(first, adapter, rows);
  }

  /// Shows the options of the operation, and the default name unless the user has changed it.
  private void update() {
    if (getChildren().isEmpty()) {
      // The controls are being created.
      return;
    }
    Operation chosen = operation.getValue();
    boolean isCopy = chosen == Operation.CONVERT;
    boolean isOfNames = chosen != Operation.INTO_BASE;
    adapter.show(chosen);
    component.setVisible(isCopy && component.getItems().size() > 1);
    shards.setVisible(!chosen.hasNewFactors() && chosen != Operation.DROP);
    includes.setVisible(isOfNames && chosen != Operation.DROP);
    excludes.setVisible(isOfNames && chosen != Operation.DROP);
    dequantizes.setVisible(facts.isQuantized() && isCopy);
    deduplicates.setVisible(facts.hasShared() && isCopy);
    keepsMetadata.setVisible(facts.hasMetadata() || chosen == Operation.INTO_BASE);
    acceptsRefused.setVisible(facts.isDamaged() && isCopy);
    folderText.setText(messages.text("convert.in", PathText.of(folder)));
    if (name.getText().equals(defaultName)) {
      defaultName = create(Path.of("")).defaultName(facts);
      name.setText(defaultName);
    }
  }

  private void chooseTarget() {
    context
        .dialogs()
        .get()
        .startingIn(Optional.of(folder))
        .chooseTarget(name.getText())
        .ifPresent(
            path -> {
              folder = path.toAbsolutePath().getParent();
              name.setText(String.valueOf(path.getFileName()));
              update();
            });
  }

  /// Returns the choices.
  ///
  /// @throws SentenceException if a choice is invalid or missing
  ConversionChoices choices() throws SentenceException {
    Optional<Path> relative = PathText.path(name.getText().strip());
    if (name.getText().isBlank() || relative.isEmpty()) {
      throw new SentenceException(messages.text("convert.invalid.name"));
    }
    if (shards.isVisible() && shards.isSelected() && shardBytes().isEmpty()) {
      throw new SentenceException(messages.text("convert.invalid.size"));
    }
    adapter.validate();
    try {
      filters(includes);
      filters(excludes);
    } catch (NameFilter.UnusablePatternException e) {
      throw new SentenceException(e.sentence());
    }
    return create(folder.resolve(relative.get()));
  }

  private OptionalLong shardBytes() {
    double size = messages.number(shardSize.getText()) * BYTES_PER_GIGABYTE;
    boolean isValid = size >= 1 && size < Long.MAX_VALUE;
    return isValid ? OptionalLong.of((long) size) : OptionalLong.empty();
  }

  private static List<NameFilter> filters(TextField field) {
    return !field.isVisible() || field.getText().isBlank()
        ? List.of()
        : Arrays.stream(field.getText().strip().split("\\s+")).map(NameFilter::parse).toList();
  }

  private ConversionChoices create(Path target) {
    Operation chosen = operation.getValue();
    boolean isFinal = !target.toString().isEmpty();
    List<NameFilter> excluded = new ArrayList<>(isFinal ? filters(excludes) : List.of());
    excluded.addAll(adapter.droppedGroups());
    return new ConversionChoices(
        chosen,
        target,
        component.isVisible() ? component.getValue() : Optional.empty(),
        dtype.getValue(),
        shards.isVisible() && shards.isSelected() ? shardBytes() : OptionalLong.empty(),
        isFinal ? filters(includes) : List.of(),
        excluded,
        dequantizes.isVisible() && dequantizes.isSelected(),
        deduplicates.isVisible() && deduplicates.isSelected(),
        keepsMetadata.isSelected(),
        acceptsRefused.isVisible() && acceptsRefused.isSelected(),
        adapter.dialect(),
        adapter.limit(),
        adapter.weight(),
        adapter.others(),
        adapter.base(),
        adapter.skipsMissing());
  }

  /// Returns the control that gets the focus first.
  Node beginning() {
    return adapter.beginning().orElse(dtype);
  }
}
