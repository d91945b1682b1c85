package io.github.tensorloupe.save;

import io.github.tensorloupe.format.HeaderText;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.format.Preface;
import io.github.tensorloupe.format.SplicedHeader;
import io.github.tensorloupe.format.UnwritableHeaderException;
import io.github.tensorloupe.model.FileIdentity;
import io.github.tensorloupe.model.TensorFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Makes the plan of one save.
final class SavePlanner {

  /// What a middling disk writes in a second.
  private static final long ASSUMED_BYTES_PER_SECOND = 400_000_000;

  private final FileOperations operations;
  private final TensorFile file;
  private final Metadata metadata;
  private final SaveOptions options;
  private final Destination destination;
  private final List<Obstacle> obstacles = new ArrayList<>();

  SavePlanner(
      FileOperations operations,
      TensorFile file,
      Metadata metadata,
      SaveOptions options,
      Destination destination) {
    this.operations = operations;
    this.file = file;
    this.metadata = metadata;
    this.options = options;
    this.destination = destination;
  }

  /// @throws IOException if the file cannot be read
  SavePlan plan() throws IOException {
    FileIdentity identity = file.identity();
    Strategy strategy = Strategy.NONE;
    PlannedHeader header = new PlannedHeader(0, new byte[0], 0);
    if (file.isRefused()) {
      addUnfinished();
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
        boolean keepsLength = layout.fitsInPlace() && (isSame || strategy == Strategy.IN_PLACE);
        int length = keepsLength ? oldLength : layout.rewrittenLength();
        byte[] bytes = strategy == Strategy.NONE ? old : spliced.fittedTo(length);
        header = new PlannedHeader(oldLength, bytes, spliced.minLength());
      } catch (UnwritableHeaderException e) {
        strategy = Strategy.NONE;
        add(
            Obstacle.Kind.UNWRITABLE_HEADER,
            "%s cannot be saved. %s %s"
                .formatted(
                    SaveSentences.path(file.path()), e.getMessage(), SaveSentences.UNCHANGED));
      }
    }
    long byteCount = bytesToWrite(strategy, header);
    FileSurroundings surroundings = surroundings();
    if (strategy != Strategy.NONE) {
      addUnfinished();
      obstacles.addAll(
          new ObstacleSearch(operations, destination, strategy, options)
              .search(surroundings, byteCount));
    }
    return new SavePlan(
        file.path(),
        destination.target(),
        destination.isCopy(),
        destination.replaces(),
        strategy,
        byteCount,
        header,
        identity,
        surroundings,
        obstacles,
        Duration.ofMillis(byteCount * 1000 / ASSUMED_BYTES_PER_SECOND),
        options);
  }

  /// @throws SaveException if it is no longer the header that the file was opened with
  private HeaderText text(byte[] header) throws SaveException {
    try {
      HeaderText text = HeaderText.of(header);
      if (text.says(file.header().metadata().orElse(Metadata.EMPTY))) {
        return text;
      }
      throw IdentityCheck.changed(file.path(), file.path(), null);
    } catch (IllegalArgumentException e) {
      throw IdentityCheck.changed(file.path(), file.path(), e);
    }
  }

  /// Comes first: a header may be half written only because of it.
  private void addUnfinished() {
    Path target = destination.target();
    try {
      new Recovery(operations)
          .inspect(target)
          .ifPresent(
              found ->
                  add(Obstacle.Kind.UNFINISHED_SAVE, found.sentence() + " Nothing was saved."));
    } catch (IOException e) {
      String why =
          "another save of it is under way or was interrupted, and which cannot be found out: "
              + SaveSentences.reason(e);
      add(Obstacle.Kind.UNFINISHED_SAVE, SaveSentences.unchanged(target, why, e).getMessage());
    }
  }

  private void addRefused() {
    String error = file.reading().loadError().map(each -> each.variant()).orElseThrow();
    add(
        Obstacle.Kind.REFUSED_FILE,
        "%s cannot be saved: readers refuse it as it is (%s). %s"
            .formatted(SaveSentences.path(file.path()), error, SaveSentences.UNCHANGED));
  }

  private void add(Obstacle.Kind kind, String sentence) {
    obstacles.add(new Obstacle(kind, sentence));
  }

  private Strategy strategy(HeaderLayout layout, boolean isSame) {
    if (destination.isCopy()) {
      return Strategy.REWRITE;
    }
    if (isSame && !layout.mustMoveData() && !layout.lacksRoom()) {
      return Strategy.NONE;
    }
    boolean fits = layout.fitsInPlace();
    return switch (options.strategy()) {
      case AUTO ->
          fits && file.bytes().length() >= options.inPlaceFromBytes()
              ? Strategy.IN_PLACE
              : Strategy.REWRITE;
      case REWRITE -> Strategy.REWRITE;
      case IN_PLACE -> {
        if (!fits) {
          add(Obstacle.Kind.NO_ROOM_IN_PLACE, noRoom(layout));
        }
        yield Strategy.IN_PLACE;
      }
    };
  }

  private String noRoom(HeaderLayout layout) {
    String why =
        layout.mustMoveData() ? "the data would have to move" : "the new header needs more room";
    return "%s cannot be saved in place: %s. A rewrite can save it. %s"
        .formatted(SaveSentences.path(file.path()), why, SaveSentences.UNCHANGED);
  }

  private long bytesToWrite(Strategy strategy, PlannedHeader header) {
    return switch (strategy) {
      case NONE -> 0;
      case IN_PLACE -> InPlaceSave.byteCount(operations, header, file.bytes().length());
      case REWRITE -> Preface.BYTE_COUNT + header.lengthAfter() + file.dataLength().orElseThrow();
    };
  }

  private FileSurroundings surroundings() throws IOException {
    Path target = destination.target();
    boolean isThere = operations.exists(target);
    return new FileSurroundings(
        operations.isLink(destination.path()) && isThere ? Optional.of(target) : Optional.empty(),
        isThere ? operations.hardLinkCount(target) : 1,
        CacheBlob.nameOf(target, operations));
  }
}
