package io.github.tensorloupe.desktop.pane.overview;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.identify.EmbeddedImage;
import io.github.tensorloupe.identify.Identification;
import io.github.tensorloupe.identify.Identity;
import io.github.tensorloupe.identify.Topic;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.work.Cancellation;

/// A part of the document with its identity and picture.
///
/// @param picture decoded, at most [#PICTURE_SIDE] pixels wide and high; empty where there is none
///   or it is broken
record IdentifiedPart(Identity identity, Optional<Image> picture) {

  /// The most pixels of a side that a picture is decoded to: twice of what is shown.
  static final int PICTURE_SIDE = 256;

  /// The parts of a document of which a header or an index could be read. Takes time in proportion
  /// to the number of tensors.
  ///
  /// @throws java.util.concurrent.CancellationException if cancelled
  static List<IdentifiedPart> of(Checkpoint checkpoint, Cancellation cancellation) {
    return checkpoint.parts().stream()
        .filter(IdentifiedPart::isReadable)
        .map(part -> of(Identification.of(part, cancellation)))
        .toList();
  }

  private static boolean isReadable(CheckpointPart part) {
    return part.files().stream().anyMatch(IdentifiedPart::isReadable)
        || part.index().filter(index -> !index.weightMap().isEmpty()).isPresent();
  }

  private static boolean isReadable(TensorFile file) {
    return !file.header().tensors().isEmpty() || file.header().metadata().isPresent();
  }

  private static IdentifiedPart of(Identity identity) {
    return new IdentifiedPart(identity, identity.thumbnail().flatMap(IdentifiedPart::decode));
  }

  private static Optional<Image> decode(EmbeddedImage thumbnail) {
    Image image = new Image(thumbnail.dataUri(), PICTURE_SIDE, PICTURE_SIDE, true, true);
    return image.isError() ? Optional.empty() : Optional.of(image);
  }

  /// The weights of all parts together, whatever they are packed into; empty where that is not
  /// known.
  static OptionalLong parameterCount(List<IdentifiedPart> parts) {
    long sum = 0;
    for (IdentifiedPart part : parts) {
      OptionalLong count =
          part.identity()
              .statement(Topic.PARAMETERS)
              .map(statement -> statement.number())
              .orElse(OptionalLong.of(0));
      sum = Overview.saturatingSum(sum, count.orElse(0));
    }
    return sum == 0 ? OptionalLong.empty() : OptionalLong.of(sum);
  }
}
