package io.github.tensorloupe.desktop.pane.histogram;

import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;

/// What the things that are shown are called.
final class SubjectText {

  private SubjectText() {}

  /// The name of a tensor, or what is around it.
  ///
  /// @param layers of the document
  /// @param limit the most characters of a name
  static String name(Subject subject, DocumentLayers layers, int limit, Messages messages) {
    String tensor = subject.tensor().info().name();
    return switch (subject.scope()) {
      case TENSOR ->
          tensor.isEmpty() ? messages.text("histogram.empty-name") : DisplayText.of(tensor, limit);
      case LAYER ->
          layers
              .role(subject.tensor())
              .map(
                  role ->
                      messages.text(
                          "histogram.subject.layer",
                          DisplayText.of(role.stack(), limit),
                          String.valueOf(role.layer())))
              .orElse(tensor);
      case FILE ->
          messages.text(
              "histogram.subject.file",
              DisplayText.of(String.valueOf(subject.tensor().file().path().getFileName()), limit));
      case CHECKPOINT -> messages.text("histogram.subject.checkpoint");
    };
  }
}
