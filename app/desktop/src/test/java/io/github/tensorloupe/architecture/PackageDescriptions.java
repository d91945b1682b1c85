package io.github.tensorloupe.architecture;

import io.github.tensorloupe.testing.ProjectFolders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The dependencies declared in the `package-info.java` of each package. The paragraph "May use:"
/// lists the allowed packages in backticks. A name that ends in `..` includes all subpackages.
///
/// @param uses the allowed packages by package, relative to the root package; packages without this
///   paragraph have no entry
record PackageDescriptions(Map<String, Set<String>> uses) {

  private static final Pattern PARAGRAPH =
      Pattern.compile("^/// May use:((?:.|\\R/// )*)", Pattern.MULTILINE);
  private static final Pattern NAME = Pattern.compile("`([a-z.]+)`");

  /// Reads the descriptions of the packages of all modules.
  static PackageDescriptions ofProgram() throws IOException {
    Map<String, Set<String>> uses = new TreeMap<>();
    for (Path root : roots()) {
      for (Path file : sourcesBelow(root)) {
        Matcher paragraph = PARAGRAPH.matcher(Files.readString(file));
        if (file.endsWith("package-info.java") && paragraph.find()) {
          uses.put(name(root, file), names(paragraph.group(1)));
        }
      }
    }
    return new PackageDescriptions(uses);
  }

  /// Returns the packages of all modules that contain source files.
  static Set<String> packagesOfProgram() throws IOException {
    Set<String> packages = new TreeSet<>();
    for (Path root : roots()) {
      sourcesBelow(root).forEach(file -> packages.add(name(root, file)));
    }
    return packages;
  }

  private static List<Path> roots() {
    return ProjectFolders.modules().stream()
        .map(module -> module.resolve("src/main/java").resolve(Packages.ROOT.replace('.', '/')))
        .toList();
  }

  private static List<Path> sourcesBelow(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files.filter(file -> file.toString().endsWith(".java")).toList();
    }
  }

  /// Returns whether a package may use another one according to its description.
  boolean allow(String user, String used) {
    return user.equals(used)
        || uses.getOrDefault(user, Set.of()).stream().anyMatch(name -> covers(name, used));
  }

  private static boolean covers(String name, String used) {
    if (!name.endsWith("..")) {
      return name.equals(used);
    }
    String top = name.substring(0, name.length() - 2);
    return used.equals(top) || used.startsWith(top + ".");
  }

  private static String name(Path root, Path file) {
    return root.relativize(file.getParent()).toString().replace('/', '.').replace('\\', '.');
  }

  private static Set<String> names(String paragraph) {
    // A list of forbidden packages may follow.
    String allowed = paragraph.split("; never ", 2)[0];
    return NAME.matcher(allowed).results().map(name -> name.group(1)).collect(Collectors.toSet());
  }
}
