package io.github.tensorloupe.save;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.save.SaveOptions.Permission;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;

/// The saves that are killed. Each of them changes every letter of a long note, so that a mixture
/// of the old and the new header would load unless it is prevented.
enum KilledSave {
  /// Overwrites the header of the file.
  IN_PLACE,
  /// Writes the file with a longer header.
  REWRITE,
  /// Writes a copy to a new name.
  COPY,
  /// Replaces another file by a copy.
  REPLACING_COPY;

  private static final String NOTE = "note";
  private static final String ADDITION = "x".repeat(100);

  /// Writes a file for all of these saves.
  ///
  /// @param noteLength the approximate length of its header
  static void writeFile(Path file, int noteLength, int dataLength) throws IOException {
    byte[] data = new byte[dataLength];
    new Random(5).nextBytes(data);
    new TensorFiles()
        .tensor("t", Dtype.U8, data, dataLength)
        .metadata(NOTE, letters(noteLength))
        .write(file);
  }

  private static String letters(int count) {
    StringBuilder letters = new StringBuilder(count);
    new Random(7).ints(count, 'v', 'z' + 1).forEach(each -> letters.append((char) each));
    return letters.toString();
  }

  /// Returns the file that the save writes.
  Path target(Path file) {
    return switch (this) {
      case IN_PLACE, REWRITE -> file;
      case COPY, REPLACING_COPY -> file.resolveSibling("copy.safetensors");
    };
  }

  /// Reads the file and plans the save.
  SavePlan plan(FileOperations operations, Path path) throws IOException {
    try (TensorFile file = TensorFile.open(path)) {
      Saver saver = new Saver(operations);
      Metadata metadata = changed(file.header().metadata().orElse(Metadata.EMPTY));
      return switch (this) {
        case IN_PLACE -> saver.plan(file, metadata, options(StrategyChoice.IN_PLACE));
        case REWRITE -> saver.plan(file, metadata, options(StrategyChoice.REWRITE));
        case COPY, REPLACING_COPY ->
            saver.planCopy(
                file,
                metadata,
                target(path),
                this == REPLACING_COPY,
                options(StrategyChoice.REWRITE));
      };
    }
  }

  private Metadata changed(Metadata metadata) {
    Map<String, String> entries = new LinkedHashMap<>(metadata.entries());
    String changed = "A".repeat(entries.getOrDefault(NOTE, "").length());
    entries.put(NOTE, this == IN_PLACE ? changed : changed + ADDITION);
    return Metadata.of(entries);
  }

  private static SaveOptions options(StrategyChoice choice) {
    return SaveOptions.DEFAULT
        .withReservedBytes(0)
        .with(Permission.EDIT_LINKS, true)
        .with(Permission.SPLIT_LINKS, true)
        .withStrategy(choice);
  }

  /// Plans the save with the file systems of this computer, and saves.
  ///
  /// @param operations the operations for the save
  void run(FileOperations operations, Path file) throws IOException {
    SavePlan plan = plan(FileOperations.ofThisComputer(), file);
    new Saver(operations).save(plan, Cancellation.NEVER, Progress.NONE);
  }
}
