package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.format.Preface;
import io.github.tensorloupe.save.SaveOptions;
import io.github.tensorloupe.save.SaveOptions.Permission;
import io.github.tensorloupe.save.StrategyChoice;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

final class SaveFlags {

  private static final String KEEP = "keep";

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(names = "--strategy", paramLabel = "auto|in-place|rewrite")
  private StrategyChoice strategy = SaveOptions.DEFAULT.strategy();

  @Option(names = "--in-place-from", paramLabel = "BYTES")
  private long inPlaceFromBytes = SaveOptions.DEFAULT.inPlaceFromBytes();

  @Option(names = "--reserve", paramLabel = "BYTES")
  private long reservedBytes = SaveOptions.DEFAULT.reservedBytes();

  @Option(names = "--room", paramLabel = "BYTES")
  private long requiredRoom;

  @Option(names = "--align", paramLabel = "keep|8|64|4096")
  private String alignment = KEEP;

  @Option(names = "--split-links")
  private boolean splitLinks;

  @Option(names = "--edit-links")
  private boolean editLinks;

  @Option(names = "--edit-cache")
  private boolean editCache;

  @Option(names = "--compare")
  private boolean comparesData;

  /// Returns true if a save may change the file even if no entry changes.
  boolean changesLayout() {
    return movesData() || requiredRoom > 0;
  }

  private boolean movesData() {
    return !alignment.equals(KEEP);
  }

  /// @throws ParameterException if a value is out of range
  SaveOptions options() {
    require("--in-place-from", inPlaceFromBytes, Long.MAX_VALUE);
    require("--reserve", reservedBytes, Preface.MAX_HEADER_LENGTH);
    require("--room", requiredRoom, Preface.MAX_HEADER_LENGTH);
    try {
      return new SaveOptions(
              strategy,
              inPlaceFromBytes,
              (int) reservedBytes,
              (int) requiredRoom,
              movesData() ? OptionalInt.of(Integer.parseInt(alignment)) : OptionalInt.empty(),
              Set.of(),
              comparesData)
          .with(Permission.SPLIT_LINKS, splitLinks)
          .with(Permission.EDIT_LINKS, editLinks)
          .with(Permission.EDIT_CACHE, editCache);
    } catch (IllegalArgumentException e) {
      throw invalid("--align", alignment, "neither keep nor a power of two from 8 to 4096");
    }
  }

  private void require(String option, long byteCount, long max) {
    if (byteCount < 0) {
      throw invalid(option, Long.toString(byteCount), "less than 0");
    }
    if (byteCount > max) {
      String limit = TextPrinter.count(max, "byte");
      throw invalid(
          option, Long.toString(byteCount), "more than the %s a header may have".formatted(limit));
    }
  }

  private ParameterException invalid(String option, String value, String action) {
    return new ParameterException(
        spec.commandLine(),
        "Invalid value for option '%s': '%s' is %s".formatted(option, value, action));
  }
}
