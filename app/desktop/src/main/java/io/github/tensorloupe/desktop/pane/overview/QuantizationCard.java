package io.github.tensorloupe.desktop.pane.overview;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.identify.Topic;
import io.github.tensorloupe.quantization.Quantization;
import io.github.tensorloupe.quantization.QuantizedShare;
import io.github.tensorloupe.text.Decimal;
import io.github.tensorloupe.text.Sentence;

/// The ways in which weights are quantized, what a parameter takes, and what that follows from.
final class QuantizationCard extends Card {

  private static final int EVIDENCE_CHARACTERS = 400;

  private final Messages messages;

  QuantizationCard(Messages messages) {
    super("overview-quantization", messages.sentence(Topic.QUANTIZATION.label()));
    this.messages = messages;
  }

  /// Takes no space where there is none.
  void show(Optional<Quantization> quantization) {
    getChildren().remove(1, getChildren().size());
    PanelParts.setShown(this, quantization.isPresent());
    quantization.ifPresent(this::fill);
  }

  private void fill(Quantization quantization) {
    VBox ways = new VBox(4);
    for (QuantizedShare share : quantization.shares()) {
      ways.getChildren().add(PanelParts.wrapping(messages.sentence(share.details()), "strong"));
    }
    Sentence bits = Sentence.of("{0}", new Decimal(quantization.bitsPerParameter(), 2));
    String whole =
        messages.text(
            "overview.quantization.whole",
            messages.share(quantization.quantizedShare()),
            messages.sentence(bits));
    ways.getChildren().add(PanelParts.wrapping(whole));
    VBox evidence = new VBox(PanelParts.label(messages.text("overview.identity.why"), "caption"));
    for (Sentence each : quantization.evidence()) {
      String text = DisplayText.of(messages.sentence(each), EVIDENCE_CHARACTERS);
      evidence.getChildren().add(PanelParts.wrapping(text, "mono", "muted", "caption"));
    }
    getChildren().addAll(ways, evidence);
  }
}
