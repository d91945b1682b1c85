package io.github.tensorloupe.desktop.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.testing.ProjectFolders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// All texts of the window come from the message bundles.
class HardCodedTextTest {

  private static final Path SOURCES = ProjectFolders.desktopSources();

  /// A call that shows its first argument, a literal with a letter in it.
  private static final Pattern SHOWN_LITERAL =
      Pattern.compile(
          "(?:\\b(?:setText|setPromptText|setAccessibleText|setAccessibleHelp"
              + "|setAccessibleRoleDescription|setTitle|setHeaderText|setContentText|tell|notice)"
              + "|new (?:Label|Text|Button|ToggleButton|RadioButton|CheckBox|MenuItem|Menu"
              + "|MenuButton|CheckMenuItem|RadioMenuItem|Tooltip|Hyperlink|TitledPane|Tab"
              + "|TableColumn<[^>]*>|TextField|TextArea))"
              + "\\(\\s*(\"(?:[^\"\\\\]|\\\\.)*[A-Za-z](?:[^\"\\\\]|\\\\.)*\")");

  private static final Pattern FORMAT_SPECIFIER = Pattern.compile("%[-+0,.\\d]*[a-zA-Z]|\\\\n");

  private static final Pattern KEY = Pattern.compile("\"[a-z-]+(?:\\.[a-z0-9-]+)+\"");

  /// Literals that are the same in every language.
  private static final Set<String> SIGNS = Set.of("\"Aa\"");

  @Test
  void nothingIsShownThatIsWrittenInTheCode() throws IOException {
    assertThat(shownLiterals()).isEmpty();
  }

  @Test
  void literalWithLettersIsFound() {
    assertThat(in("label.setText(\"Open\");")).containsExactly("\"Open\"");
    assertThat(in("new Button(\n  \"Open\", icon)")).containsExactly("\"Open\"");
    assertThat(in("label.setText(\"%s: %d\".formatted(a, b));")).isEmpty();
    assertThat(in("label.setText(messages.text(\"a.b\"));")).isEmpty();
    assertThat(in("tell(\"hex.copy.done\", name)")).isEmpty();
  }

  private static List<String> shownLiterals() throws IOException {
    try (Stream<Path> files = Files.walk(SOURCES)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .flatMap(file -> in(read(file)).stream().map(text -> file.getFileName() + ": " + text))
          .toList();
    }
  }

  private static List<String> in(String source) {
    return SHOWN_LITERAL
        .matcher(source)
        .results()
        .map((MatchResult found) -> found.group(1))
        .filter(text -> !SIGNS.contains(text) && !KEY.matcher(text).matches())
        .filter(text -> FORMAT_SPECIFIER.matcher(text).replaceAll("").matches(".*[A-Za-z].*"))
        .toList();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
