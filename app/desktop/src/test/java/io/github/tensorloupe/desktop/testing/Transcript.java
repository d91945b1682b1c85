package io.github.tensorloupe.desktop.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javafx.scene.input.Clipboard;
import javafx.stage.Window;
import org.testfx.api.FxRobot;

/// The changes of a window, step by step: for each step the lines of the [Outline] that are new,
/// and how many are gone. A comparison with a transcript that was kept finds changes that nobody
/// meant.
public final class Transcript {

  private static final Path KEPT = Path.of("src/test/resources/transcripts");
  private static final Path FOUND = Path.of("target/transcripts");
  private static final int MOST_LOOKS = 100;

  /// A text of which the beginning is enough.
  private static final Pattern LONG = Pattern.compile("(“[^”]{100})[^”]+”");

  /// Times differ from run to run.
  private static final Pattern TIME =
      Pattern.compile("(\\d{4}-\\d\\d-\\d\\d )?\\d\\d:\\d\\d(:\\d\\d)?|less than 1 s|\\b\\d+ s\\b");

  /// So much of the beginning of a path is left where it is cut behind it.
  private static final int BEGINNING = 8;

  private final FxRobot robot;

  /// A path and what follows it. It is cut at a place that depends on its length, which differs
  /// from machine to machine.
  private final Pattern path;

  private final List<String> lines = new ArrayList<>();
  private final Map<String, List<String>> screens = new LinkedHashMap<>();

  /// Starts with what the window shows now, which is not written down, and an empty clipboard.
  ///
  /// @param folder where the files are, which differs from run to run
  public Transcript(FxRobot robot, Path folder) {
    this.robot = robot;
    String beginning = Pattern.quote(folder.toString().substring(0, BEGINNING));
    String name = Pattern.quote(folder.getFileName().toString());
    path = Pattern.compile("[^ “”⏎]*(%s|%s)[^”⏎]*".formatted(beginning, name));
    robot.interact(() -> Clipboard.getSystemClipboard().clear());
    screens.put("at first", outline());
  }

  /// Does something in the window, and writes down how it then differs from the earlier screen that
  /// is most like it.
  ///
  /// @param name unique among the steps
  public void step(String name, Runnable action) {
    action.run();
    List<String> shown = outline();
    String like =
        screens.keySet().stream()
            .min(Comparator.comparing(each -> difference(shown, screens.get(each)).count()))
            .orElseThrow();
    lines.add("# %s, like %s".formatted(lasting(name), lasting(like)));
    difference(shown, screens.get(like)).map(line -> "+" + line).forEach(lines::add);
    lines.add("-%d lines".formatted(difference(screens.get(like), shown).count()));
    screens.put(name, shown);
  }

  /// Fails where the transcript that was kept says something else.
  public void expectAsKept(String name) throws IOException {
    String file = name + ".txt";
    Files.createDirectories(FOUND);
    Files.write(FOUND.resolve(file), lines);
    Path kept = KEPT.resolve(file);
    assertThat(lines)
        .as("the window has changed; if that is meant, copy %s to %s", FOUND.resolve(file), kept)
        .isEqualTo(Files.exists(kept) ? Files.readAllLines(kept) : List.of());
  }

  /// The outline once it stands still.
  private List<String> outline() {
    List<String> before = List.of();
    for (int i = 0; i < MOST_LOOKS; i++) {
      List<String> outline = look();
      if (outline.equals(before)) {
        return outline;
      }
      before = outline;
    }
    throw new AssertionError("the window does not stand still");
  }

  private List<String> look() {
    List<String> outline = new ArrayList<>();
    Pulses.settle();
    robot.interact(
        () -> {
          for (Window window : Window.getWindows()) {
            outline.addAll(Outline.of(window));
          }
          Optional.ofNullable(Clipboard.getSystemClipboard().getString())
              .ifPresent(text -> outline.add("clipboard " + NodeWords.quoted(text)));
        });
    return outline.stream().map(this::lasting).toList();
  }

  /// A line without what differs from run to run.
  private String lasting(String line) {
    // First, for the folder may be below the home.
    String lasting = path.matcher(line).replaceAll("PATH");
    lasting = lasting.replace(System.getProperty("user.home"), "HOME");
    lasting = TIME.matcher(lasting).replaceAll("TIME");
    return LONG.matcher(lasting).replaceAll("$1…”");
  }

  /// The lines of one outline that another does not have, or has less often.
  private static Stream<String> difference(List<String> of, List<String> from) {
    Map<String, Integer> counts = new HashMap<>();
    from.forEach(line -> counts.merge(line, 1, Integer::sum));
    return of.stream().filter(line -> counts.merge(line, -1, Integer::sum) < 0);
  }
}
