package io.github.tensorloupe.desktop.theme;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Colors are defined in the token files, and sizes are steps of the scales in `tokens.css`.
class StyleSheetsTest {

  private static final Path SHEETS = Path.of("src/main/resources/io/github/tensorloupe/desktop");
  private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/", Pattern.DOTALL);
  private static final Pattern DECLARATION = Pattern.compile("(-[\\w-]+)\\s*:\\s*([^;{}]+);");
  private static final Pattern RULE = Pattern.compile("([^{}]+)\\{");
  private static final Pattern COLOR =
      Pattern.compile(
          "#[0-9a-fA-F]{3,8}\\b|\\b(rgba?|hsba?|derive|ladder)\\(|(?<![-\\w])(white|black|red|green|blue"
              + "|gr[ae]y|yellow|orange)(?![-\\w])");
  private static final Pattern SIZE = Pattern.compile("-?([\\d.]+)(px|em|pt|ex|mm|cm|in|pc)\\b");
  private static final Pattern TIME = Pattern.compile("\\b\\d+m?s\\b");
  private static final Pattern SCALE = Pattern.compile("\\b(\\w+): ([\\d. ]+)\\.");

  @Test
  void coloursAreTokens() {
    Set<String> wrong = new TreeSet<>();
    forEachDeclaration(
        (sheet, property, value) -> {
          if (COLOR.matcher(value).find()) {
            wrong.add(sheet + " " + property + ": " + value);
          }
        });

    assertThat(wrong).isEmpty();
  }

  @Test
  void sizesAreStepsOfTheirScale() {
    Set<String> wrong = new TreeSet<>();
    forEachDeclaration(
        (sheet, property, value) -> {
          Matcher size = SIZE.matcher(value);
          while (size.find()) {
            if (size.group(1).equals("0")) {
              continue;
            }
            if (!size.group(2).equals("px") || !steps(property).contains(size.group(1))) {
              wrong.add(sheet + " " + property + ": " + value);
            }
          }
        });

    assertThat(wrong).isEmpty();
  }

  /// JavaFX would lose times, because it cannot read them from the binary form of a sheet.
  @Test
  void sheetsContainNoTimes() {
    Set<String> times = new TreeSet<>();
    forEachDeclaration(
        (sheet, property, value) -> {
          if (TIME.matcher(value).find()) {
            times.add(sheet + " " + property + ": " + value);
          }
        });

    assertThat(times).isEmpty();
  }

  /// All sheets apply to the whole window, so a second rule would override the first.
  @Test
  void noSelectorIsInTwoSheets() {
    Map<String, Set<String>> sheetsOf = new TreeMap<>();
    forEachSheet(
        (sheet, text) -> {
          Matcher rule = RULE.matcher(text);
          while (rule.find()) {
            for (String selector : rule.group(1).split(",")) {
              String name = selector.strip().replaceAll("\\s+", " ");
              sheetsOf.computeIfAbsent(name, _ -> new TreeSet<>()).add(sheet);
            }
          }
        });
    sheetsOf.remove(".root");

    assertThat(sheetsOf).isNotEmpty().allSatisfy((_, sheets) -> assertThat(sheets).hasSize(1));
  }

  /// The build removes the rules for these controls. Remove a control from the list before using
  /// it.
  @Test
  void controlsWithoutRulesAreNotUsed() throws IOException {
    String source = read(Path.of("src/build/StyleSheets.java"));
    String list = source.substring(source.indexOf("UNUSED_CONTROLS ="), source.indexOf(");"));
    Set<String> unused =
        Pattern.compile("\"([\\w-]+)\"")
            .matcher(list)
            .results()
            .map(it -> it.group(1).replace("-", ""))
            .collect(Collectors.toSet());
    assertThat(unused).hasSizeGreaterThan(20);
    Pattern typeUse = Pattern.compile("\\b(?:new|extends) (\\w+)");
    Set<String> used = new TreeSet<>();
    try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
      for (Path file : files.filter(it -> it.toString().endsWith(".java")).toList()) {
        typeUse.matcher(read(file)).results().forEach(it -> used.add(it.group(1)));
      }
    }
    assertThat(used)
        .hasSizeGreaterThan(500)
        .noneMatch(name -> unused.contains(name.toLowerCase(Locale.ROOT)));
  }

  /// Returns the scale of a property, as listed in the comment of `tokens.css`.
  private static List<String> steps(String property) {
    String kind =
        property.endsWith("font-size")
            ? "Text"
            : property.endsWith("icon-size")
                ? "Icons"
                : property.matches(".*-(min|pref|max)-width")
                    ? "Widths"
                    : property.matches(".*-(min|pref|max)-height|-fx-size") ? "Heights" : "Space";
    Matcher scale = SCALE.matcher(read(SHEETS.resolve("theme/tokens.css")).replaceAll("\\s+", " "));
    while (scale.find()) {
      if (scale.group(1).equals(kind)) {
        return List.of(scale.group(2).trim().split(" "));
      }
    }
    throw new AssertionError("no scale of " + kind);
  }

  private interface Declared {
    void of(String sheet, String property, String value);
  }

  private static void forEachDeclaration(Declared visitor) {
    forEachSheet(
        (sheet, text) -> {
          Matcher found = DECLARATION.matcher(text);
          while (found.find()) {
            visitor.of(sheet, found.group(1), found.group(2).trim());
          }
        });
  }

  /// @param visitor receives the name of each sheet and its text without comments
  private static void forEachSheet(BiConsumer<String, String> visitor) {
    Predicate<Path> isTokens = sheet -> sheet.getFileName().toString().startsWith("tokens");
    try (Stream<Path> files = Files.walk(SHEETS)) {
      List<Path> sheets =
          files.filter(file -> file.toString().endsWith(".css")).filter(isTokens.negate()).toList();
      assertThat(sheets).hasSizeGreaterThan(20);
      for (Path sheet : sheets) {
        visitor.accept(
            SHEETS.relativize(sheet).toString(), COMMENT.matcher(read(sheet)).replaceAll(""));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String read(Path sheet) {
    try {
      return Files.readString(sheet);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
