package io.github.tensorloupe.desktop.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.testing.ProjectFolders;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Compares the keys in the sources with the keys of the bundle.
class MessagesTest {

  private static final Path SOURCES = ProjectFolders.desktopSources();
  private static final Pattern LITERAL = Pattern.compile("\"([a-z][A-Za-z0-9_.-]*)\"");
  private static final Pattern KEY_ARGUMENT =
      Pattern.compile(
          "(?:messages(?:\\(\\))?\\.text|counted)\\(\\s*\"([a-z][A-Za-z0-9_-]*\\.[A-Za-z0-9_.-]*)\"\\s*[,)]");

  private static Set<String> bundle() throws IOException {
    Properties properties = new Properties();
    try (InputStream stream = Messages.class.getResourceAsStream("messages.properties")) {
      properties.load(stream);
    }
    return new TreeSet<>(properties.stringPropertyNames());
  }

  private static String sources() throws IOException {
    try (Stream<Path> files = Files.walk(SOURCES)) {
      List<Path> javaFiles = files.filter(file -> file.toString().endsWith(".java")).toList();
      StringBuilder text = new StringBuilder();
      for (Path file : javaFiles) {
        text.append(Files.readString(file)).append('\n');
      }
      return text.toString();
    }
  }

  private static Set<String> matches(Pattern pattern, String text) {
    return pattern
        .matcher(text)
        .results()
        .map(result -> result.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void everyUsedKeyIsInTheBundle() throws IOException {
    Set<String> usedKeys = matches(KEY_ARGUMENT, sources());

    assertThat(usedKeys).hasSizeGreaterThan(80);
    assertThat(bundle()).containsAll(usedKeys);
  }

  @Test
  void everyKeyOfTheBundleIsUsed() throws IOException {
    Set<String> literals = matches(LITERAL, sources());

    assertThat(bundle()).allMatch(key -> isUsed(key, literals));
  }

  /// A key may be composed of a prefix that ends with a dot, and a word. The suffix ".tip" marks
  /// the explanation of the text with the same key.
  private static boolean isUsed(String key, Set<String> literals) {
    return literals.contains(key)
        || Stream.of(".one", ".tip")
            .anyMatch(
                end ->
                    key.endsWith(end)
                        && literals.contains(key.substring(0, key.length() - end.length())))
        || IntStream.range(0, key.length())
            .filter(at -> key.charAt(at) == '.')
            .anyMatch(at -> literals.contains(key.substring(0, at + 1)));
  }
}
