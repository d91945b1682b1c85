package io.github.tensorloupe.architecture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What the `package-info.java` of each package says: in the paragraph "May use:" stand the
/// packages it may use, in backticks; a name with `..` stands for the package and all below it.
///
/// @param uses by package, relative to the root package; no entry where there is no such paragraph
record PackageDescriptions(Map<String, Set<String>> uses) {

  private static final Pattern PARAGRAPH =
      Pattern.compile("^/// May use:((?:.|\\R/// )*)", Pattern.MULTILINE);
  private static final Pattern NAME = Pattern.compile("`([a-z.]+)`");

  /// Reads the descriptions below a source folder.
  static PackageDescriptions in(Path sources) throws IOException {
    Path root = sources.resolve(Packages.ROOT.replace('.', '/'));
    Map<String, Set<String>> uses = new TreeMap<>();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(f -> f.endsWith("package-info.java")).toList()) {
        Matcher paragraph = PARAGRAPH.matcher(Files.readString(file));
        if (paragraph.find()) {
          uses.put(name(root, file), names(paragraph.group(1)));
        }
      }
    }
    return new PackageDescriptions(uses);
  }

  /// The packages below a source folder that hold sources.
  static Set<String> packagesIn(Path sources) throws IOException {
    Path root = sources.resolve(Packages.ROOT.replace('.', '/'));
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .map(file -> name(root, file))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  /// Whether the description of a package names another one.
  boolean allow(String user, String used) {
    return user.isEmpty()
        || user.equals(used)
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
    // What a package must never use may be named last.
    String allowed = paragraph.split("; never ", 2)[0];
    return NAME.matcher(allowed).results().map(name -> name.group(1)).collect(Collectors.toSet());
  }
}
