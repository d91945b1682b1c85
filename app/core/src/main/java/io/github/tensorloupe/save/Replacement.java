package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.text.Sentence;

/// A finished draft that takes the name of a file. The two swap their names where the file system
/// can do that, so that what another program puts there at the last moment is not lost.
public record Replacement(FileOperations operations, Path draft, Path target) {

  /// Looks at what had the name of the target, and has that of the draft now.
  @FunctionalInterface
  public interface Look {

    /// @throws IOException if it is not the file that was to be replaced, or cannot be looked at
    void at(Path replaced) throws IOException;
  }

  /// Replaces the file. Where the names were swapped, the old file is left under the name of the
  /// draft.
  ///
  /// @throws SaveException if another program's file was there and cannot get its name back
  /// @throws IOException what the look throws; then both files have their own names again. Or if
  ///   the name cannot be taken
  public void run(Look look) throws IOException {
    if (!operations.exchange(draft, target)) {
      operations.rename(draft, target);
      return;
    }
    try {
      look.at(draft);
    } catch (IOException e) {
      giveBack(e);
      throw e;
    }
  }

  private void giveBack(IOException cause) throws IOException {
    try {
      if (operations.exchange(draft, target)) {
        return;
      }
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
    // What has the name of the draft may be deleted by anyone.
    Path kept = new Leftovers(operations, target).freeKeptName();
    operations.rename(draft, kept);
    throw new SaveException(
        Sentence.of(
            "Another program replaced {0} at the last moment. That program's file is now {1}; {2}"
                + " holds what was written here.",
            PathText.of(target), PathText.of(kept), PathText.of(target)),
        false,
        cause);
  }
}
