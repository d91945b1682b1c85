package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.text.MarkdownText;
import io.github.tensorloupe.desktop.text.MarkdownText.Block;
import io.github.tensorloupe.desktop.text.MarkdownText.Span;
import io.github.tensorloupe.desktop.text.Messages;
import javafx.scene.control.Label;
import javafx.scene.text.Text;
import javafx.scene.text.TextFlow;

/// A Markdown text with its formatting. Links show their targets, and fire a [LinkEvent] if the
/// target is a web page. Images are named but not loaded.
final class MarkdownView extends VBox {

  private static final int MAX_BLOCKS = 200;
  private static final double INDENT = 16;

  private final Messages messages;

  MarkdownView(Messages messages) {
    super(8);
    this.messages = messages;
    getStyleClass().add("markdown");
    setMinWidth(0);
  }

  void show(String value) {
    MarkdownText text = MarkdownText.of(value);
    List<Block> blocks = text.blocks();
    getChildren().setAll(blocks.stream().limit(MAX_BLOCKS).map(this::node).toList());
    if (blocks.isEmpty()) {
      getChildren().add(PanelParts.label(messages.text("metadata.empty-value"), "muted"));
    } else if (text.isCut() || blocks.size() > MAX_BLOCKS) {
      getChildren().add(PanelParts.label("…", "muted"));
    }
  }

  private Node node(Block block) {
    return switch (block.kind()) {
      case PARAGRAPH -> flow(block);
      case HEADING ->
          styled(flow(block), block.level() == 1 ? "markdown-title" : "markdown-heading");
      case QUOTE, CODE -> {
        String style = "markdown-" + Messages.word(block.kind());
        yield styled(new StackPane(flow(block)), style);
      }
      case ITEM -> {
        Label marker = PanelParts.uncut(block.marker());
        TextFlow flow = flow(block);
        HBox.setHgrow(flow, Priority.ALWAYS);
        HBox item = new HBox(8, marker, flow);
        item.setPadding(new Insets(0, 0, 0, INDENT * block.level()));
        yield item;
      }
      case RULE -> new Separator();
    };
  }

  private static <N extends Node> N styled(N node, String style) {
    node.getStyleClass().add(style);
    return node;
  }

  private static Node link(Text text, URI page) {
    Hyperlink link = new Hyperlink(null, text);
    link.getStyleClass().add("markdown-page");
    link.setAccessibleText(text.getText());
    link.setOnAction(_ -> link.fireEvent(new LinkEvent(link, page)));
    return link;
  }

  private TextFlow flow(Block block) {
    TextFlow flow = new TextFlow();
    flow.setMinWidth(0);
    for (Span span : block.spans()) {
      boolean isPicture = span.styles().contains(Span.Style.PICTURE);
      String shown =
          isPicture ? messages.text("metadata.markdown.picture", span.text()) : span.text();
      Text text = new Text(shown);
      text.getStyleClass().add("markdown-text");
      span.styles().forEach(style -> text.getStyleClass().add("markdown-" + Messages.word(style)));
      text.setStrikethrough(span.styles().contains(Span.Style.STRUCK));
      if (span.target().isEmpty()) {
        flow.getChildren().add(text);
      } else {
        text.getStyleClass().add("markdown-link");
        Optional<Node> link = LinkEvent.page(span.target()).map(page -> link(text, page));
        flow.getChildren().add(link.orElse(text));
        if (!span.target().equals(span.text())) {
          flow.getChildren().add(styled(new Text(" (" + span.target() + ")"), "markdown-target"));
        }
      }
    }
    return flow;
  }
}
