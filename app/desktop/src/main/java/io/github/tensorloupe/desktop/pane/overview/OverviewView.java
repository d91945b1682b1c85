package io.github.tensorloupe.desktop.pane.overview;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.config.ConfigComparison;
import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.command.Remedies;
import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.notice.Tone;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.overview.treemap.TreemapPane;
import io.github.tensorloupe.desktop.selection.PastedHash;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.identify.Topic;
import io.github.tensorloupe.integrity.hash.HashKind;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.quantization.Quantization;
import io.github.tensorloupe.text.Decimal;
import io.github.tensorloupe.text.Sentence;
import javafx.scene.control.Label;

/// The page that is shown first: the kind of the file, whether it loads, and its contents.
public final class OverviewView extends StackPane {

  private static final double MIN_CARD_WIDTH = 310;
  private static final double GAP = 16;

  private final OverviewViewModel model;
  private final Commands commands;
  private final Runnable onHashes;
  private final BiConsumer<CheckpointPart, ConfigComparison> onConfigKey;
  private final Function<FindingCode, Optional<Node>> remedies;
  private final ObservableValue<Boolean> inSight;
  private final Messages messages;
  private final TreemapPane treemap;
  private final VBox page = new VBox(GAP);
  private final ScrollPane scroll = PanelParts.named(new ScrollPane(page), "overview-scroll");

  /// @param onHashes compares the files with their expected hashes
  /// @param onConfigKey shows a key in its configuration file
  /// @param inSight true while the pane is visible; scan results are only shown then
  OverviewView(
      OverviewViewModel model,
      Commands commands,
      Runnable onHashes,
      BiConsumer<CheckpointPart, ConfigComparison> onConfigKey,
      ObservableValue<Boolean> inSight,
      Messages messages) {
    this.model = model;
    this.onHashes = onHashes;
    this.onConfigKey = onConfigKey;
    this.remedies = Remedies.buttons(commands);
    this.inSight = inSight;
    this.messages = messages;
    this.commands = commands;
    Runnable showNumbers = () -> commands.run(Command.SHOW_HISTOGRAM);
    this.treemap = new TreemapPane(model.treemap, showNumbers, messages);
    PanelParts.named(this, "overview-view", "overview-view");
    page.getStyleClass().add("overview-page");
    page.setMinWidth(0);
    scroll.setFitToWidth(true);
    scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
    getChildren().setAll(scroll);
    WeakSubscriptions.of(this).subscribe(model.overview, this::show);
  }

  private void show(Optional<Overview> overview) {
    scroll.setVisible(overview.isPresent());
    scroll.setVvalue(0);
    page.getChildren().clear();
    overview.ifPresent(this::fill);
  }

  private void fill(Overview shown) {
    VerdictLine line = new VerdictLine(shown, model, inSight, commands, onHashes, messages);
    Masthead masthead = new Masthead(shown, line, messages);
    page.getChildren().add(masthead);
    page.getChildren().add(pastedHashLine(shown, model.results.pastedHashProperty()));
    if (shown.verdict().firstFinding().isPresent()) {
      page.getChildren().add(new VerdictBanner(shown, remedies, model::select, messages));
    }
    Cards cards = new Cards(model::select, messages);
    if (shown.kind() == FileKind.SET) {
      page.getChildren().add(new ShardsCard(shown, messages));
    }
    if (!shown.isOther()) {
      page.getChildren()
          .add(
              new IdentityCard(
                  shown.identified(), figures(shown), model::select, remedies, messages));
    }
    QuantizationCard quantization = new QuantizationCard(messages);
    page.getChildren().add(quantization);
    WeakSubscriptions.of(quantization)
        .subscribe(
            model.quantizationProperty(),
            found -> {
              Optional<Quantization> some = found.filter(it -> !it.weights().isEmpty());
              quantization.show(some);
              some.ifPresent(masthead::show);
            });
    page.getChildren().add(config(shown));
    fillBelow(shown, cards);
  }

  private ConfigCard config(Overview shown) {
    CheckpointPart part = shown.checkpoint().parts().getFirst();
    ConfigCard card = new ConfigCard(model::select, row -> onConfigKey.accept(part, row), messages);
    WeakSubscriptions.of(card).subscribe(model.configProperty(), card::show);
    return card;
  }

  private void fillBelow(Overview shown, Cards cards) {
    // The memory of an incomplete set is unknown.
    if (shown.identified().size() == 1 && shown.missingShards().isEmpty()) {
      cards.memory(shown.identified().getFirst().identity()).ifPresent(page.getChildren()::add);
    }
    if (shown.dtypes().stream().anyMatch(share -> share.byteCount() > 0)) {
      page.getChildren().add(new Card("overview-treemap", messages.text("treemap.title"), treemap));
    }
    List<Card> more = cards.of(shown);
    int columns = Math.clamp(more.size(), 1, 2);
    page.getChildren().add(new ColumnsPane(MIN_CARD_WIDTH, columns, GAP, more));
  }

  private List<Node> figures(Overview overview) {
    List<Node> figures = new ArrayList<>();
    List<TensorFile> files = overview.checkpoint().files();
    int tensors = overview.checkpoint().tensors().size();
    boolean isShown =
        overview.identified().size() == 1
            && overview.identified().getFirst().identity().statement(Topic.PARAMETERS).isPresent();
    if (overview.headersRead() || tensors > 0) {
      if (!isShown && tensors > 0 && !overview.hasSlices()) {
        figures.add(count("parameters", overview.parameterCount()));
      }
      figures.add(count("tensors", tensors));
    }
    if (files.size() != 1 && overview.kind() != FileKind.SET) {
      figures.add(count("files", files.size()));
    }
    figures.add(size(overview));
    return figures;
  }

  private VBox count(String name, long count) {
    return figure(name, messages.shortCount(count), messages.count(count));
  }

  private VBox size(Overview overview) {
    long length = Overview.lengthOf(overview.checkpoint().files());
    StringBuilder exact = new StringBuilder(messages.exactBytes(length));
    addPart("header", overview.headerByteCount(), exact);
    addPart("data", overview.dataByteCount(), exact);
    return figure("file-size", messages.bytes(length), exact.toString());
  }

  private void addPart(String name, OptionalLong byteCount, StringBuilder to) {
    byteCount.ifPresent(
        count ->
            to.append('\n')
                .append(messages.text("overview.stat." + name))
                .append(": ")
                .append(messages.exactBytes(count)));
  }

  private VBox figure(String name, String brief, String exact) {
    String key = "overview.stat." + name;
    Label figure = PanelParts.named(PanelParts.label(brief), "overview-stat-" + name);
    VBox cell = IdentityCard.cell(messages.text(key), figure);
    Tips.explain(cell, exact + "\n" + messages.text(key + ".tip"));
    return cell;
  }

  private Label pastedHashLine(Overview overview, ObservableValue<Optional<PastedHash>> pasted) {
    Label line = PanelParts.named(PanelParts.wrapping(""), "overview-pasted-hash");
    line.setMaxWidth(Double.MAX_VALUE);
    WeakSubscriptions.of(line)
        .subscribe(
            pasted,
            now -> {
              PanelParts.setShown(line, now.isPresent());
              now.ifPresent(result -> showPastedHash(overview, result, line));
            });
    return line;
  }

  private void showPastedHash(Overview overview, PastedHash pasted, Label line) {
    String sentence =
        switch (pasted) {
          case PastedHash.Same(_, HashKind same) ->
              messages.text("overview.pasted.same", messages.sentence(same.title()));
          case PastedHash.Other(_, boolean isSha256) ->
              messages.text(isSha256 ? "overview.pasted.other" : "overview.pasted.other-short");
        };
    String file = DisplayText.of(overview.checkpoint().briefName(pasted.file()));
    line.setText(
        overview.fileCount() > 1 ? messages.text("overview.pasted.of", file, sentence) : sentence);
    line.setGraphic((pasted.differs() ? Tone.DANGER : Tone.SUCCESS).icon());
    line.getStyleClass()
        .setAll("label", pasted.differs() ? "pasted-hash-differs" : "pasted-hash-matches");
  }

  /// The quantization schemes, the bits per parameter, and the evidence.
  private static final class QuantizationCard extends Card {

    private static final int EVIDENCE_CHARACTERS = 400;

    private final Messages messages;

    QuantizationCard(Messages messages) {
      super("overview-quantization", messages.sentence(Topic.QUANTIZATION.label()));
      this.messages = messages;
    }

    /// Shows a quantization. The card takes no space if it is empty.
    void show(Optional<Quantization> quantization) {
      getChildren().remove(1, getChildren().size());
      PanelParts.setShown(this, quantization.isPresent());
      quantization.ifPresent(this::fill);
    }

    private void fill(Quantization quantization) {
      VBox shareLines = new VBox(4);
      for (Sentence line : quantization.details()) {
        shareLines.getChildren().add(PanelParts.wrapping(messages.sentence(line), "strong"));
      }
      Sentence bits = Sentence.of("{0}", new Decimal(quantization.bitsPerParameter(), 2));
      String whole =
          messages.text(
              "overview.quantization.whole",
              messages.share(quantization.quantizedShare()),
              messages.sentence(bits));
      shareLines.getChildren().add(PanelParts.wrapping(whole));
      VBox evidence = new VBox(PanelParts.label(messages.text("overview.identity.why"), "caption"));
      for (Sentence each : quantization.evidence()) {
        String text = DisplayText.of(messages.sentence(each), EVIDENCE_CHARACTERS);
        evidence.getChildren().add(PanelParts.wrapping(text, "mono", "muted", "caption"));
      }
      getChildren().addAll(shareLines, evidence);
    }
  }
}
