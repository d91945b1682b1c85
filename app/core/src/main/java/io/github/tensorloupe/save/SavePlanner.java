package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.format.HeaderText;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.format.Preface;
import io.github.tensorloupe.format.SplicedHeader;
import io.github.tensorloupe.format.UnwritableHeaderException;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.text.Sentence;

/// Makes the plan of one save.
///
/// @param metadata all of it as it should be, in order
record SavePlanner(
    FileOperations operations,
    TensorFile file,
    Metadata metadata,
    SaveOptions options,
    Destination destination,
    PlanFrame frame) {

  SavePlanner(
      FileOperations operations,
      TensorFile file,
      Metadata metadata,
      SaveOptions options,
      Destination destination)
      throws IOException {
    this(
        operations,
        file,
        metadata,
        options,
        destination,
        new PlanFrame(operations, file, options, destination));
  }

  /// @throws IOException if the file cannot be read
  SavePlan plan() throws IOException {
    Strategy strategy = Strategy.NONE;
    boolean fitsInPlace = false;
    PlannedHeader header = new PlannedHeader(0, new byte[0], 0);
    if (file.isRefused()) {
      // Comes first: a header may be half written only because of it.
      frame.addUnfinished();
      addRefused();
    } else {
      int oldLength = Math.toIntExact(file.reading().headerLength().orElseThrow());
      byte[] old = file.bytes().read(Preface.BYTE_COUNT, oldLength);
      header = new PlannedHeader(oldLength, old, oldLength);
      HeaderText text = text(old);
      try {
        SplicedHeader spliced = text.with(metadata);
        HeaderLayout layout = new HeaderLayout(spliced, oldLength, text.room(), options);
        boolean isSame = text.says(metadata);
        strategy = strategy(layout, isSame);
        fitsInPlace = layout.fitsInPlace() && !destination.isCopy();
        boolean keepsLength = layout.fitsInPlace() && (isSame || strategy == Strategy.IN_PLACE);
        int length = keepsLength ? oldLength : layout.rewrittenLength();
        byte[] bytes = strategy == Strategy.NONE ? old : spliced.fittedTo(length);
        header = new PlannedHeader(oldLength, bytes, spliced.minLength());
      } catch (UnwritableHeaderException e) {
        strategy = Strategy.NONE;
        add(
            Obstacle.Kind.UNWRITABLE_HEADER,
            Sentence.of("{0} cannot be saved. {1}", PathText.of(file.path()), e.sentence())
                .then(SaveSentences.UNCHANGED));
      }
    }
    return frame.plan(strategy, fitsInPlace, header, bytesToWrite(strategy, header));
  }

  /// @throws SaveException if it is no longer the header that the file was opened with
  private HeaderText text(byte[] header) throws SaveException {
    try {
      HeaderText text = HeaderText.of(header);
      if (text.says(file.header().metadata().orElse(Metadata.EMPTY))) {
        return text;
      }
      throw SaveSentences.changed(file.path(), file.path(), null);
    } catch (IllegalArgumentException e) {
      throw SaveSentences.changed(file.path(), file.path(), e);
    }
  }

  private void addRefused() {
    String error = file.reading().loadError().map(each -> each.variant()).orElseThrow();
    add(
        Obstacle.Kind.REFUSED_FILE,
        Sentence.of(
                "{0} cannot be saved: readers refuse it as it is ({1}).",
                PathText.of(file.path()), error)
            .then(SaveSentences.UNCHANGED));
  }

  private void add(Obstacle.Kind kind, Sentence sentence) {
    frame.add(kind, sentence);
  }

  private Strategy strategy(HeaderLayout layout, boolean isSame) throws IOException {
    if (destination.isCopy()) {
      return Strategy.REWRITE;
    }
    if (isSame && !layout.mustMoveData() && !layout.lacksRoom()) {
      return Strategy.NONE;
    }
    boolean fits = layout.fitsInPlace();
    return switch (options.strategy()) {
      case AUTO -> fits && frame.prefersInPlace() ? Strategy.IN_PLACE : Strategy.REWRITE;
      case REWRITE -> Strategy.REWRITE;
      case IN_PLACE -> {
        if (!fits) {
          add(Obstacle.Kind.NO_ROOM_IN_PLACE, noRoom(layout));
        }
        yield Strategy.IN_PLACE;
      }
    };
  }

  private Sentence noRoom(HeaderLayout layout) {
    Sentence why =
        layout.mustMoveData()
            ? Sentence.of("the data would have to move")
            : Sentence.of("the new header needs more room");
    return Sentence.of(
            "{0} cannot be saved in place: {1}. A rewrite can save it.",
            PathText.of(file.path()), why)
        .then(SaveSentences.UNCHANGED);
  }

  private long bytesToWrite(Strategy strategy, PlannedHeader header) {
    return switch (strategy) {
      case NONE -> 0;
      case IN_PLACE -> InPlaceSave.byteCount(operations, header, file.bytes().length());
      case REWRITE -> Preface.BYTE_COUNT + header.lengthAfter() + file.dataLength().orElseThrow();
    };
  }
}
