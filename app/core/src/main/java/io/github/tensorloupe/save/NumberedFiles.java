package io.github.tensorloupe.save;

import module java.base;

/// Files with numbered names, such as the journals of a target that were set aside. Other programs
/// can create any number of them, and several links may lead to their target, so only some are
/// examined.
///
/// @param names returns the path for a number, from 0
record NumberedFiles(FileOperations operations, IntFunction<Path> names) {

  private static final int MAX_EXAMINED = 16;

  /// Returns the last existing files, oldest first.
  List<Path> latest() throws IOException {
    return existing(MAX_EXAMINED);
  }

  /// Returns all existing files, oldest first.
  List<Path> all() throws IOException {
    return existing(Integer.MAX_VALUE);
  }

  private List<Path> existing(int maxCount) throws IOException {
    List<Path> existing = new ArrayList<>();
    int end = end();
    for (int number = Math.max(0, end - maxCount); number < end; number++) {
      if (operations.exists(names.apply(number))) {
        existing.add(names.apply(number));
      }
    }
    return existing;
  }

  /// Returns an unused name, which follows an existing file or has the number 0.
  Path free() throws IOException {
    return names.apply(end());
  }

  /// Finds the end of the numbers in steps that first double and then halve.
  private int end() throws IOException {
    int end = 0;
    int step = 1;
    for (; operations.exists(names.apply(end + step - 1)); step *= 2) {
      end += step;
    }
    for (step /= 2; step > 0; step /= 2) {
      end += operations.exists(names.apply(end + step - 1)) ? step : 0;
    }
    return end;
  }
}
