package io.github.tensorloupe.edit;

import module java.base;

/// Finds names of users in absolute paths to home folders, such as `/home/NAME` and
/// `C:\Users\NAME`. Each test reads a bounded number of characters.
final class UserPaths {

  /// @param end exclusive
  record Range(int begin, int end) {}

  private static final int MAX_NAME_LENGTH = 64;
  private static final int MAX_WORDS = 4;

  private static final List<String> UNIX_HOMES =
      List.of("home/", "home1/", "home2/", "home3/", "run/media/");

  /// Folders in which file systems with home folders are mounted.
  private static final Pattern MOUNT =
      Pattern.compile(
          "/(?:[A-Za-z]|(?:mnt|Volumes|host|host_mnt|net|nfs)(?:/[\\w.-]+)?|export|data|gpfs|lustre"
              + "|scratch|storage|cluster|work|private|var|usr|vol|afs)");

  private static final Pattern FILE_NAME =
      Pattern.compile(".*\\.[A-Za-z0-9]{2,4}|.*\\.safetensors");

  /// Accounts that exist on many computers.
  private static final Set<String> SHARED_USERS =
      Set.of(
          ("user users username ubuntu debian centos fedora runner runneradmin jovyan root public"
                  + " shared default defaultuser0 admin administrator containeradministrator guest"
                  + " ec2-user azureuser sagemaker-user sagemaker studio-lab-user paperspace"
                  + " jupyter workspace runpod jenkins docker coder vscode codespace gitpod colab"
                  + " kaggle opc app node worker mambauser condauser appuser nonroot nobody student"
                  + " test tester me you your_name yourname your-name name home data models"
                  + " linuxbrew lost+found")
              .split(" "));

  private final String text;

  UserPaths(String text) {
    this.text = text;
  }

  /// Returns the name of the user if the separators at an index lead to a home folder.
  Optional<Range> user(int index) {
    char separator = text.charAt(index);
    if (index > 0 && text.charAt(index - 1) == separator) {
      return Optional.empty();
    }
    int folder = skip(index, separator);
    int end = folder - index > 4 ? folder : homesEnd(index, folder);
    boolean isHome = end > folder && end < text.length() && text.charAt(end) == separator;
    return isHome ? name(index, skip(end, separator)) : Optional.empty();
  }

  /// Returns the end of the name of the folder with the home folders, or -1 if it is another
  /// folder.
  private int homesEnd(int path, int folder) {
    boolean isSlash = text.charAt(path) == '/';
    if (startsWith("users", folder, true)) {
      boolean isHomes =
          isOnDrive(path)
              || (isSlash
                  ? startsWith("Users", folder, false) && isRooted(path, folder)
                  : isOnServer(path));
      return isHomes ? folder + "users".length() : -1;
    }
    for (String name : isSlash ? UNIX_HOMES : List.<String>of()) {
      if (startsWith(name, folder, false) && isRooted(path, folder)) {
        return folder + name.length() - 1;
      }
    }
    return -1;
  }

  private boolean isOnDrive(int path) {
    return path > 1 && text.charAt(path - 1) == ':' && isLetter(path - 2);
  }

  private int skip(int index, char separator) {
    int end = index;
    while (end < text.length() && text.charAt(end) == separator && end - index < MAX_NAME_LENGTH) {
      end++;
    }
    // The last of several backslashes may begin an escaped character.
    boolean isEscape = separator == '\\' && end - index > 1 && isUnicodeEscape(end - 1);
    return isEscape ? end - 1 : end;
  }

  private boolean startsWith(String word, int index, boolean ignoreCase) {
    return text.regionMatches(ignoreCase, index, word, 0, word.length());
  }

  private boolean isLetter(int index) {
    char c = text.charAt(index);
    return (c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z')
        && (index == 0 || !Character.isLetterOrDigit(text.charAt(index - 1)));
  }

  /// Returns true if a path on a Windows server precedes the index: `\\SERVER`.
  private boolean isOnServer(int index) {
    int begin = index;
    while (begin > Math.max(0, index - MAX_NAME_LENGTH) && isNamePart(text.charAt(begin - 1))) {
      begin--;
    }
    return begin < index && begin > 1 && text.startsWith("\\\\", begin - 2);
  }

  private static boolean isNamePart(char c) {
    return c == '.' || c == '-' || c == '_' || c == '$' || Character.isLetterOrDigit(c);
  }

  /// Returns true if the slashes at an index follow the root, a mount point or `file:`.
  private boolean isRooted(int index, int folder) {
    if (folder - index > 1) {
      return folder - index == 3 && text.startsWith("file:", index - "file:".length());
    }
    if (isPathStart(index)) {
      return true;
    }
    int begin = index;
    while (begin > Math.max(0, index - MAX_NAME_LENGTH)
        && (text.charAt(begin - 1) == '/' || isNamePart(text.charAt(begin - 1)))) {
      begin--;
    }
    return begin < index
        && isPathStart(begin)
        && MOUNT.matcher(text).region(begin, index).matches();
  }

  private boolean isPathStart(int index) {
    if (index == 0) {
      return true;
    }
    char before = text.charAt(index - 1);
    return Character.isWhitespace(before)
        || "\"'`=([{<>|;,:".indexOf(before) >= 0
        || index > 1 && text.charAt(index - 2) == '\\' && "ntr".indexOf(before) >= 0;
  }

  private Optional<Range> name(int path, int begin) {
    boolean isWindows = text.charAt(path) == '\\' || isOnDrive(path);
    int end = begin;
    int firstSpace = -1;
    while (end < text.length() && end - begin <= MAX_NAME_LENGTH) {
      char c = text.charAt(end);
      if (c == ' ' && isWindows) {
        firstSpace = firstSpace < 0 ? end : firstSpace;
      } else if (isUnicodeEscape(end)) {
        end += 5;
      } else if (c <= ' ' || "/\\\"'`<>|:*?,;(){}[]".indexOf(c) >= 0) {
        break;
      }
      end++;
    }
    boolean isFolder = end < text.length() && (text.charAt(end) == '/' || text.charAt(end) == '\\');
    if (firstSpace >= 0) {
      boolean isWhole = path <= 2 && end == text.length() || isFolder;
      if (!isWhole || text.substring(begin, end).split(" ").length > MAX_WORDS) {
        end = firstSpace;
        isFolder = false;
      }
    }
    while (!isFolder && end > begin && text.charAt(end - 1) == '.') {
      end--;
    }
    String name = text.substring(begin, end);
    boolean isUser =
        name.length() <= MAX_NAME_LENGTH
            && name.codePoints().anyMatch(Character::isLetterOrDigit)
            && "$%~.@#-".indexOf(name.charAt(0)) < 0
            && !SHARED_USERS.contains(name.toLowerCase(Locale.ROOT))
            && !PrivateKeys.isPlaceholder(name)
            && (isFolder || !FILE_NAME.matcher(name).matches());
    return isUser ? Optional.of(new Range(begin, end)) : Optional.empty();
  }

  private boolean isUnicodeEscape(int index) {
    return text.startsWith("\\u", index)
        && index + 6 <= text.length()
        && text.substring(index + 2, index + 6).chars().allMatch(c -> Character.digit(c, 16) >= 0);
  }
}
