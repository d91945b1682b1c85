package io.github.tensorloupe.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Compares the results of command lines with recorded ones: exit code, standard output, standard
/// error and written files, as text and as JSON. [GoldenText] describes the format of the records.
///
/// `mvn -pl app/cli -am test -Dtest=GoldenOutputTest -Dsurefire.failIfNoSpecifiedTests=false
/// -Dtensorloupe.golden=record` rewrites the records, except for data sets that are not on this
/// machine. Read the difference before you commit it.
@DisabledOnOs(OS.WINDOWS)
class GoldenOutputTest {

  private static final Path FOLDER = Path.of("src/test/resources/io/github/tensorloupe/cli/golden");

  private static final boolean IS_RECORDING =
      "record".equals(System.getProperty("tensorloupe.golden"));

  /// Longer results are shortened.
  private static final int MAX_BYTES = 24_000;

  @TempDir private Path temp;

  private final Locale locale = Locale.getDefault();

  /// The folders of data sets that no command has changed.
  private final Map<String, GoldenRun> runs = new HashMap<>();

  /// A golden file.
  ///
  /// @param name the commands
  /// @param dataSet see [GoldenInputs]
  private record Golden(String name, String dataSet, boolean isJson, List<String> commands) {

    String fileName() {
      return name + "." + dataSet + (isJson ? ".json" : "") + ".txt";
    }
  }

  private static List<Golden> all() {
    List<Golden> all = new ArrayList<>();
    for (String dataSet : GoldenCommands.DATA_SETS) {
      GoldenCommands.READING.forEach((name, commands) -> addBoth(all, name, dataSet, commands));
    }
    GoldenCommands.BY_NAME.forEach(
        (name, commands) -> {
          String[] parts = name.split("\\.");
          addBoth(all, parts[0], parts[1], commands);
        });
    GoldenCommands.ONE_FORM.forEach(
        (name, commands) -> {
          String[] parts = name.split("\\.");
          all.add(new Golden(parts[0], parts[1], false, commands));
        });
    return all;
  }

  private static void addBoth(
      List<Golden> all, String name, String dataSet, List<String> commands) {
    all.add(new Golden(name, dataSet, false, commands));
    List<String> json = commands.stream().map(GoldenOutputTest::withJson).toList();
    all.add(new Golden(name, dataSet, true, json));
  }

  /// Returns the command with `--json` as its first option.
  private static String withJson(String command) {
    return command.replaceFirst("^((metadata|index|manifest) )?[a-z]+", "$0 --json");
  }

  /// The order of the options in the help depends on the locale.
  @BeforeEach
  void setLocale() {
    Locale.setDefault(Locale.ENGLISH);
  }

  @AfterEach
  void resetLocale() {
    Locale.setDefault(locale);
  }

  @TestFactory
  Stream<DynamicTest> resultsAreThoseOnRecord() {
    return all().stream().map(each -> dynamicTest(each.fileName(), () -> run(each)));
  }

  @Test
  void eachRecordHasItsCommands() throws IOException {
    Set<String> names = new TreeSet<>();
    all().forEach(each -> assertThat(names.add(each.fileName())).as(each.fileName()).isTrue());
    try (Stream<Path> files = Files.list(FOLDER)) {
      for (Path file : files.toList()) {
        String name = file.getFileName().toString();
        if (IS_RECORDING && !names.contains(name)) {
          Files.delete(file);
        } else {
          assertThat(names).contains(name);
        }
      }
    }
  }

  private void run(Golden golden) throws IOException {
    GoldenRun run = runs.remove(golden.dataSet());
    if (run == null) {
      run = new GoldenRun(temp.resolve(golden.dataSet()));
      GoldenInputs.write(golden.dataSet(), run.folder());
      run.begin();
    }
    try {
      for (String command : golden.commands()) {
        run.run(command, golden.isJson());
      }
      if (IS_RECORDING) {
        record(golden, run);
      } else {
        compare(golden, run);
      }
    } finally {
      if (run.end()) {
        runs.put(golden.dataSet(), run);
      }
    }
  }

  private static void record(Golden golden, GoldenRun run) throws IOException {
    int shortening = 0;
    GoldenText text = run.text(shortening);
    while (text.byteCount() > MAX_BYTES && shortening < Integer.SIZE / 2) {
      text = run.text(++shortening);
    }
    Files.createDirectories(FOLDER);
    Files.write(
        FOLDER.resolve(golden.fileName()),
        text.lines().stream().map(GoldenText.Line::text).toList());
  }

  private static void compare(Golden golden, GoldenRun run) throws IOException {
    Path file = FOLDER.resolve(golden.fileName());
    List<String> expected = Files.readAllLines(file);
    List<GoldenText.Line> found = run.text(GoldenText.shortening(expected)).lines();
    String command = "";
    for (int i = 0; i < Math.max(expected.size(), found.size()); i++) {
      String expectedLine = i < expected.size() ? expected.get(i) : "(end of the record)";
      GoldenText.Line foundLine =
          i < found.size() ? found.get(i) : new GoldenText.Line("(end of the results)", "");
      if (foundLine.text().startsWith("$ ")) {
        command = foundLine.text();
      }
      if (!expectedLine.equals(foundLine.text())) {
        fail(
            "%s:%d: %s%nexpected: %s%nfound:    %s%nfound in full:%n%s"
                .formatted(
                    file.getFileName(),
                    i + 1,
                    command,
                    expectedLine,
                    foundLine.text(),
                    foundLine.whole()));
      }
    }
  }
}
