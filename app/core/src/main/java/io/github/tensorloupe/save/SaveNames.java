package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.model.Sha256;

/// The names of journals and drafts, which are in the folder of their target.
final class SaveNames {

  private static final String JOURNAL_ENDING = ".tensorloupe-save";
  private static final String DRAFT_ENDING = ".tensorloupe-new";
  private static final String PART_ENDING = ".tensorloupe-part";
  private static final Pattern PART =
      Pattern.compile("(?s)\\.(.+)\\.([0-9a-f]{1,16})\\.tensorloupe-part");
  private static final String STALE_ENDING = ".stale";
  private static final String KEPT_ENDING = ".kept";
  private static final Pattern SET_ASIDE = Pattern.compile("\\.(stale|(?<kept>kept))(-[0-9]+)?\\z");

  /// The maximum length of a file name in common file systems, in bytes.
  private static final int MAX_NAME_BYTES = 255;

  /// The maximum length of a name before a second suffix and a number, in bytes.
  private static final int MAX_STEM_BYTES = MAX_NAME_BYTES - 32;

  private static final int CUT_NAME_CHARACTERS = 40;
  private static final int HASH_DIGITS = 16;

  private SaveNames() {}

  /// Returns the path of the journal, which is also the lock file.
  static Path journal(Path target) {
    return sibling(target, JOURNAL_ENDING);
  }

  /// Returns the path of the new file of a rewrite.
  static Path draft(Path target) {
    return sibling(target, DRAFT_ENDING);
  }

  /// Returns the path of a draft of an export.
  ///
  /// @param unique 1 to 16 hexadecimal digits that distinguish the drafts of a target
  static Path part(Path target, String unique) {
    return sibling(target, "." + unique + PART_ENDING);
  }

  /// Returns true if the file name is the name of a draft of an export to the target.
  static boolean isPartOf(Path part, Path target) {
    Matcher name = PART.matcher(FileNameBytes.of(part));
    return name.matches() && part(target, name.group(2)).getFileName().equals(part.getFileName());
  }

  /// Returns the target of a draft of an export, with a truncated name if the name is long, or
  /// empty for other files.
  static Optional<Path> targetOfPart(Path path) {
    Matcher name = PART.matcher(FileNameBytes.of(path));
    return name.matches()
        ? Optional.of(FileNameBytes.sibling(path, name.group(1)))
        : Optional.empty();
  }

  /// Returns the path of a journal that was set aside and awaits a choice.
  ///
  /// @param number 0 for the first journal of the target
  static Path stale(Path target, int number) {
    return numbered(target, STALE_ENDING, number);
  }

  /// Returns the path of a journal or draft that is kept but ignored.
  static Path kept(Path target, int number) {
    return numbered(target, KEPT_ENDING, number);
  }

  private static Path numbered(Path target, String ending, int number) {
    return sibling(target, JOURNAL_ENDING + ending + (number == 0 ? "" : "-" + number));
  }

  /// Returns true for drafts of rewrites and for active, set aside and kept journals. May return
  /// true for other files with similar names.
  static boolean isArtifact(Path path) {
    String name = path.getFileName().toString();
    return name.contains(JOURNAL_ENDING) || name.endsWith(DRAFT_ENDING);
  }

  static boolean isKept(Path leftover) {
    Matcher name = SET_ASIDE.matcher(FileNameBytes.of(leftover));
    return name.find() && name.group("kept") != null;
  }

  /// Returns the original path of a journal that was set aside or kept, or the path itself for
  /// other files.
  static Path beforeSetAside(Path leftover) {
    String name = FileNameBytes.of(leftover);
    String before = SET_ASIDE.matcher(name).replaceFirst("");
    return before.equals(name) ? leftover : FileNameBytes.sibling(leftover, before);
  }

  /// Returns the target of a journal or draft, with a truncated name if the name is long, or empty
  /// for other files.
  static Optional<Path> target(Path leftover) {
    String name = FileNameBytes.of(beforeSetAside(leftover));
    for (String ending : new String[] {JOURNAL_ENDING, DRAFT_ENDING}) {
      if (name.startsWith(".") && name.endsWith(ending) && name.length() > ending.length() + 1) {
        String stem = name.substring(1, name.length() - ending.length());
        return Optional.of(FileNameBytes.sibling(leftover, stem));
      }
    }
    return Optional.empty();
  }

  private static Path sibling(Path target, String ending) {
    String name = FileNameBytes.of(target);
    String stem = name.length() + 1 + JOURNAL_ENDING.length() <= MAX_STEM_BYTES ? name : cut(name);
    return FileNameBytes.sibling(target, "." + stem + ending);
  }

  private static String cut(String name) {
    String begin = name.replaceAll("[^ -~]", "");
    byte[] digest = Sha256.digest().digest(name.getBytes(StandardCharsets.ISO_8859_1));
    return begin.substring(0, Math.min(CUT_NAME_CHARACTERS, begin.length()))
        + "~"
        + HexFormat.of().formatHex(digest).substring(0, HASH_DIGITS);
  }

  /// File names as bytes, see [PathBytes].
  ///
  /// A name is represented by a string of characters from 0 to 255, one for each byte of the name
  /// in UTF-8 or the encoding of the file system.
  private static final class FileNameBytes {

    private FileNameBytes() {}

    static String of(Path path) {
      String name = path.getFileName().toString();
      if (isSpelled(path.getFileName(), name)) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        return new String(bytes, StandardCharsets.ISO_8859_1);
      }
      String whole = new String(PathBytes.of(path), StandardCharsets.ISO_8859_1);
      return whole.substring(whole.lastIndexOf('/') + 1);
    }

    /// @param bytes the file name as bytes
    static Path sibling(Path path, String bytes) {
      String name = new String(bytes.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
      if (name.equals(bytes) || canSpell(path, bytes, name)) {
        return path.resolveSibling(name);
      }
      return path.resolveSibling(PathBytes.path(bytes.getBytes(StandardCharsets.ISO_8859_1)));
    }

    private static boolean canSpell(Path path, String bytes, String name) {
      try {
        return of(path.resolveSibling(name)).equals(bytes);
      } catch (InvalidPathException e) {
        return false;
      }
    }

    private static boolean isSpelled(Path fileName, String name) {
      try {
        return fileName.getFileSystem().getPath(name).equals(fileName);
      } catch (InvalidPathException e) {
        return false;
      }
    }
  }
}
