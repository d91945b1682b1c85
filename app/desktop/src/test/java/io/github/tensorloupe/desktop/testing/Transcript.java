package io.github.tensorloupe.desktop.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import javafx.scene.input.Clipboard;
import javafx.stage.Window;
import org.testfx.api.FxRobot;

/// The changes of a window, step by step: for each step, the new lines of the [Outline]. A
/// comparison with a stored transcript finds unintended changes.
public final class Transcript {

  private static final Path EXPECTED_FOLDER = Path.of("src/test/resources/transcripts");
  private static final Path FOUND = Path.of("target/transcripts");
  private static final int MAX_ATTEMPTS = 100;

  /// A text that is shortened.
  private static final Pattern LONG = Pattern.compile("(“[^”]{100})[^”]+”");

  /// Times differ between runs.
  private static final Pattern TIME =
      Pattern.compile("(\\d{4}-\\d\\d-\\d\\d )?\\d\\d:\\d\\d(:\\d\\d)?|less than 1 s|\\b\\d+ s\\b");

  /// Length of the prefix that remains of a path if the line is cut after it.
  private static final int BEGINNING = 8;

  private final FxRobot robot;

  /// A path and the text after it. The line is cut at a position that depends on the length of the
  /// path, which differs between machines.
  private final Pattern path;

  private final List<String> lines = new ArrayList<>();

  /// The number of occurrences of each line, by step.
  private final Map<String, Map<String, Integer>> screens = new LinkedHashMap<>();

  /// Most lines of a screen are also on earlier screens.
  private final Map<String, String> normalizedLines = new HashMap<>();

  /// Starts with the current content of the window, which is not recorded, and an empty clipboard.
  ///
  /// @param folder the folder of the files, which differs between runs
  public Transcript(FxRobot robot, Path folder) {
    this.robot = robot;
    String beginning = Pattern.quote(folder.toString().substring(0, BEGINNING));
    String name = Pattern.quote(folder.getFileName().toString());
    path = Pattern.compile("[^ “”⏎]*(%s|%s)[^”⏎]*".formatted(beginning, name));
    robot.interact(() -> Clipboard.getSystemClipboard().clear());
    screens.put("at first", counts(outline()));
  }

  /// Performs an action in the window and records how the window then differs from the most similar
  /// earlier screen.
  ///
  /// @param name unique among the steps
  public void step(String name, Runnable action) {
    action.run();
    List<String> outline = outline();
    Map<String, Integer> counts = counts(outline);
    String like = mostSimilarScreen(counts);
    int removedCount = missingCount(counts, screens.get(like), Integer.MAX_VALUE);
    Map<String, Integer> unused = new HashMap<>(screens.get(like));
    List<String> added =
        outline.stream().filter(line -> unused.merge(line, -1, Integer::sum) < 0).toList();
    if (removedCount == 0 && added.isEmpty()) {
      addEqual(normalized(name), " = " + normalized(like));
    } else {
      lines.add(
          "# %s, like %s, -%d lines".formatted(normalized(name), normalized(like), removedCount));
      added.forEach(line -> lines.add("+" + line));
    }
    screens.put(name, counts);
  }

  /// Adds a step without changes. Consecutive steps with the same screen share a line.
  private void addEqual(String name, String screen) {
    String last = lines.isEmpty() ? "" : lines.getLast();
    if (last.startsWith("#") && last.endsWith(screen)) {
      lines.removeLast();
      lines.add(last.substring(0, last.length() - screen.length()) + ", " + name + screen);
    } else {
      lines.add("# " + name + screen);
    }
  }

  /// Fails if the stored transcript differs.
  public void assertMatchesStored(String name) throws IOException {
    String file = name + ".txt";
    Files.createDirectories(FOUND);
    Files.write(FOUND.resolve(file), lines);
    Path expected = EXPECTED_FOLDER.resolve(file);
    assertThat(lines)
        .as(
            "the window has changed; if this is intended, copy %s to %s",
            FOUND.resolve(file), expected)
        .isEqualTo(Files.exists(expected) ? Files.readAllLines(expected) : List.of());
  }

  /// Returns the outline after it has stopped changing.
  private List<String> outline() {
    List<String> before = look();
    for (int i = 0; i < MAX_ATTEMPTS; i++) {
      Pulses.settle();
      List<String> outline = look();
      if (outline.equals(before)) {
        return outline;
      }
      before = outline;
    }
    throw new AssertionError("the window keeps changing");
  }

  private List<String> look() {
    List<String> outline = new ArrayList<>();
    robot.interactNoWait(
        () -> {
          for (Window window : Window.getWindows()) {
            outline.addAll(Outline.of(window));
          }
          Optional.ofNullable(Clipboard.getSystemClipboard().getString())
              .ifPresent(text -> outline.add("clipboard " + Outline.quoted(text)));
        });
    return outline.stream()
        .map(line -> normalizedLines.computeIfAbsent(line, this::normalized))
        .toList();
  }

  /// Replaces the parts of a line that differ between runs.
  private String normalized(String line) {
    // First, because the folder may be inside the home folder.
    String lasting = path.matcher(line).replaceAll("PATH");
    lasting = lasting.replace(System.getProperty("user.home"), "HOME");
    lasting = TIME.matcher(lasting).replaceAll("TIME");
    return LONG.matcher(lasting).replaceAll("$1…”");
  }

  private static Map<String, Integer> counts(List<String> outline) {
    Map<String, Integer> counts = new HashMap<>();
    outline.forEach(line -> counts.merge(line, 1, Integer::sum));
    return counts;
  }

  /// Returns the first of the screens that lack the fewest of the lines.
  private String mostSimilarScreen(Map<String, Integer> lines) {
    String like = "";
    int minCount = Integer.MAX_VALUE;
    for (Map.Entry<String, Map<String, Integer>> screen : screens.entrySet()) {
      int count = missingCount(screen.getValue(), lines, minCount);
      if (count < minCount) {
        like = screen.getKey();
        minCount = count;
      }
    }
    return like;
  }

  /// Returns how many of the lines are not in an outline.
  ///
  /// @param limit counting ends here, because most screens differ in many lines
  private static int missingCount(
      Map<String, Integer> outline, Map<String, Integer> lines, int limit) {
    int count = 0;
    for (Map.Entry<String, Integer> line : lines.entrySet()) {
      count += Math.max(0, line.getValue() - outline.getOrDefault(line.getKey(), 0));
      if (count >= limit) {
        return limit;
      }
    }
    return count;
  }
}
