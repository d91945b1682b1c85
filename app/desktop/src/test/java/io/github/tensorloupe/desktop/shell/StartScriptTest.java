package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tensorloupe.testing.FinishedProcess;
import io.github.tensorloupe.testing.Sources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Runs the start script with a module that has the name of the program and prints its arguments.
@DisabledOnOs(OS.WINDOWS)
class StartScriptTest {

  private static final Path LAUNCH = Path.of("src", "main", "launch");

  private static final String PROBE =
      """
      package io.github.tensorloupe.desktop.shell;

      public class Launcher {
        public static void main(String[] arguments) {
          for (String argument : arguments) {
            System.out.println("<" + argument + ">" + java.nio.file.Files.isRegularFile(java.nio.file.Path.of(argument)));
          }
          System.out.println("heap " + (Runtime.getRuntime().maxMemory() >> 20));
          System.out.println("probe " + System.getProperty("probe"));
          System.out.println("pid " + ProcessHandle.current().pid());
          System.err.println("é");
          System.exit(7);
        }
      }
      """;

  @TempDir private static Path probe;
  @TempDir private Path folder;
  private Path script;
  private final Map<String, String> environment = new HashMap<>();

  @BeforeEach
  void assembleProgram() throws IOException {
    script = Files.createDirectory(folder.resolve("bin")).resolve("tensorloupe");
    Files.copy(LAUNCH.resolve("tensorloupe"), script);
    makeExecutable(script);
    Path lib = Files.createDirectory(folder.resolve("lib"));
    for (String options : List.of("java.options", "window.options")) {
      Files.copy(LAUNCH.resolve(options), lib.resolve(options));
    }
  }

  @BeforeAll
  static void compileProbe() throws IOException {
    new Sources(
            Map.of(
                "module-info",
                "module io.github.tensorloupe.desktop {}",
                "io.github.tensorloupe.desktop.shell.Launcher",
                PROBE))
        .compileModuleTo(probe);
  }

  private void installProbe() throws IOException {
    Path module = folder.resolve("lib", "probe");
    for (String file :
        List.of("module-info.class", "io/github/tensorloupe/desktop/shell/Launcher.class")) {
      Files.createDirectories(module.resolve(file).getParent());
      Files.copy(probe.resolve(file), module.resolve(file));
    }
    environment.put("JAVA_HOME", System.getProperty("java.home"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/bin/sh", "/bin/dash", "/bin/bash"})
  void deletedWorkingDirectoryIsASentence(String shell) throws Exception {
    assumeTrue(Files.exists(Path.of(shell)));
    installProbe();
    Path removed = Files.createDirectory(folder.resolve("gone"));
    String steps =
        "cd '%s' && rmdir '%s' && exec '%s' '%s'".formatted(removed, removed, shell, script);

    FinishedProcess process = run(List.of("/bin/sh", "-c", steps));

    assertThat(process.exitCode()).isEqualTo(2);
    assertThat(process.output()).isEmpty();
    assertThat(process.errors()).contains("the working directory is gone").doesNotContain("\tat ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/bin/sh", "/bin/dash", "/bin/bash"})
  void fileNamesArriveWithoutALocale(String shell) throws Exception {
    assumeTrue(Files.exists(Path.of(shell)));
    installProbe();
    Files.createFile(folder.resolve("模型.safetensors"));

    FinishedProcess process = run(List.of(shell, script.toString(), "模型.safetensors"));

    assertThat(process.output()).startsWith("<模型.safetensors>true\n");
    assertThat(process.errors()).endsWith("é\n");
  }

  @ParameterizedTest
  @CsvSource({"LC_ALL, C", "LC_CTYPE, POSIX", "LANG, C", "LANG, xx_XX.UTF-8", "LANG, C.UTF-8"})
  void fileNamesArriveWhateverTheLocale(String variable, String locale) throws Exception {
    installProbe();
    environment.put(variable, locale);
    Files.createFile(folder.resolve("模型.safetensors"));

    assertThat(run("模型.safetensors").output()).startsWith("<模型.safetensors>true\n");
  }

  @Test
  void argumentsAreNeitherSplitNorExpanded() throws Exception {
    installProbe();

    assertThat(run("a b", "", "*", "$HOME", "it's \"it\"", "--help").output())
        .startsWith(
            """
            <a b>false
            <>false
            <*>false
            <$HOME>false
            <it's "it">false
            <--help>false
            """);
  }

  @Test
  void exitCodeIsThatOfTheProgram() throws Exception {
    installProbe();

    assertThat(run().exitCode()).isEqualTo(7);
  }

  @Test
  void optionsReachTheVirtualMachine() throws Exception {
    installProbe();
    environment.put("TENSORLOUPE_JAVA_OPTIONS", "-Xmx64m -Dprobe=seen");

    // The maximum heap excludes one survivor space.
    assertThat(run().output()).containsPattern("heap 6[0-4]\n").contains("probe seen\n");
  }

  @ParameterizedTest
  @CsvSource({
    "TENSORLOUPE_JAVA_OPTIONS, -Xmx999999g",
    "TENSORLOUPE_JAVA_OPTIONS, -XX:+NoSuchOption",
    "TENSORLOUPE_JAVA_OPTIONS, --add-modules no.such.module",
    "JAVA_TOOL_OPTIONS, -XX:+NoSuchOption",
    "JDK_JAVA_OPTIONS, -Xmx1k",
    "_JAVA_OPTIONS, -Xmx999999g",
  })
  void failingJavaIsReportedWithTheUsageCode(String variable, String options) throws Exception {
    installProbe();
    environment.put(variable, options);

    FinishedProcess process = run("check", "a.safetensors");

    assertThat(process.exitCode()).isEqualTo(2);
    assertThat(process.output()).isEmpty();
    assertThat(process.errors()).startsWith("tensorloupe: Java does not start: ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/bin/sh", "/bin/dash", "/bin/bash"})
  @EnabledOnOs(OS.LINUX)
  void javaWithoutMemoryIsReportedWithTheUsageCode(String shell) throws Exception {
    assumeTrue(Files.exists(Path.of(shell)));
    installProbe();
    String steps = "ulimit -v 300000; exec '%s' '%s'".formatted(shell, script);

    FinishedProcess process = run(List.of("/bin/sh", "-c", steps));

    assertThat(process.exitCode()).isEqualTo(2);
    assertThat(process.output()).isEmpty();
    assertThat(process.errors()).startsWith("tensorloupe: Java does not start: ");
  }

  @Test
  void whatJavaSaysOfItsOptionsIsSaidOnce() throws Exception {
    installProbe();
    environment.put("JAVA_TOOL_OPTIONS", "-Dprobe=tool");

    FinishedProcess process = run();

    assertThat(process.exitCode()).isEqualTo(7);
    assertThat(process.output()).contains("probe tool\n");
    assertThat(process.errors()).containsOnlyOnce("JAVA_TOOL_OPTIONS");
  }

  @Test
  void theProgramTakesThePlaceOfTheScript() throws Exception {
    installProbe();
    environment.put("TENSORLOUPE_JAVA_OPTIONS", "-Xmx64m");

    // A signal to the script must reach the program, even a signal that cannot be caught.
    String own = run(List.of("/bin/sh", "-c", "echo $$; exec '%s'".formatted(script))).output();

    assertThat(own).containsPattern("^(\\d+)\n(.*\n)*pid \\1\n");
  }

  @Test
  void programIsFoundThroughLinksToTheScript() throws Exception {
    installProbe();
    Path elsewhere = Files.createDirectories(folder.resolve("else", "where"));
    Files.createSymbolicLink(elsewhere.resolve("absolute"), script);
    Path relative = elsewhere.resolve("relative");
    Files.createSymbolicLink(relative, Path.of("absolute"));

    assertThat(run(List.of(relative.toString())).exitCode()).isEqualTo(7);
  }

  @Test
  void ownVariablePrecedesJavaHome() throws Exception {
    environment.put("TENSORLOUPE_JAVA_HOME", fakeJava("own", "25.0.3").toString());
    environment.put("JAVA_HOME", fakeJava("home", "25").toString());

    assertThat(run().output()).isEqualTo("own\n");
  }

  @Test
  void installedProgramUsesItsBundledJava() throws Exception {
    Files.createDirectory(folder.resolve("lib", "app"));
    fakeJava("lib/runtime", "25.0.3");
    environment.put("JAVA_HOME", fakeJava("home", "25").toString());

    assertThat(run().output()).isEqualTo("lib/runtime\n");
  }

  @ParameterizedTest
  @CsvSource({
    "check, commands",
    "info a.safetensors, commands",
    "'', window",
    "screenshot a.safetensors, window",
    "a.safetensors, window",
    "folder/model, window",
    "--new-process a, window",
  })
  void kindOfStartChoosesTheCacheAndTheOptions(String arguments, String kind) throws Exception {
    Path java = fakeJava("home", "25").resolve("bin", "java");
    Files.writeString(java, "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
    environment.put("JAVA_HOME", folder.resolve("home").toString());

    String javaOptions = run(arguments.isEmpty() ? new String[0] : arguments.split(" ")).output();

    assertThat(javaOptions)
        .contains("/lib/%s.aot\n".formatted(kind))
        .contains("/lib/java.options\n");
    assertThat(javaOptions.contains("/lib/window.options\n")).isEqualTo(kind.equals("window"));
  }

  @Test
  void javaHomePrecedesThePath() throws Exception {
    environment.put("JAVA_HOME", fakeJava("home", "26-ea").toString());
    environment.put("PATH", fakeJava("path", "25").resolve("bin").toString());

    assertThat(run().output()).isEqualTo("home\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"24.0.2", "17.0.15", "1.8.0_402", "9", "unknown"})
  void olderJavaIsPassedOver(String version) throws Exception {
    environment.put("JAVA_HOME", fakeJava("home", version).toString());
    environment.put("PATH", fakeJava("path", "100.1").resolve("bin").toString());

    assertThat(run().output()).isEqualTo("path\n");
  }

  @Test
  void linkedJavaOnThePathIsCheckedByItsInstallation() throws Exception {
    Path java = fakeJava("linked", "25.0.3").resolve("bin", "java");
    Path commands = Files.createDirectory(folder.resolve("commands"));
    Files.createSymbolicLink(commands.resolve("java"), java);
    environment.put("PATH", commands + ":/usr/bin:/bin");

    assertThat(run().output()).isEqualTo("linked\n");
  }

  @Test
  void javaWithoutAReleaseFileIsRunForItsVersion() throws Exception {
    Path home = fakeJava("asked", "25.0.3");
    Files.delete(home.resolve("release"));
    environment.put("JAVA_HOME", home.toString());

    assertThat(run().output()).isEqualTo("asked\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "usr/lib/jvm/temurin",
        "opt/jdk",
        "opt/java/openjdk",
        "Library/Java/JavaVirtualMachines/temurin.jdk/Contents/Home",
        "home/.sdkman/candidates/java/current",
        "home/.jdks/temurin",
        "home/.asdf/installs/java/temurin"
      })
  void javaIsFoundInWellKnownFolders(String home) throws Exception {
    searchBelow(folder);
    environment.put("HOME", folder.resolve("home").toString());
    fakeJava(home, "25.0.3");

    assertThat(run().output()).isEqualTo(home + "\n");
  }

  @Test
  void withoutJavaThereIsOneSentenceAndTheUsageCode() throws Exception {
    searchBelow(folder);
    environment.put("PATH", fakeJava("usr/lib/jvm/old", "17").resolve("bin").toString());

    FinishedProcess process = run();

    assertThat(process.exitCode()).isEqualTo(2);
    assertThat(process.output()).isEmpty();
    assertThat(process.errors()).containsOnlyOnce("\n").contains("Java 25", "JAVA_HOME");
  }

  /// Creates a folder like a JDK whose `java` prints its name. It prints its version only without a
  /// `release` file.
  private Path fakeJava(String name, String version) throws IOException {
    Path home = folder.resolve(name);
    Files.createDirectories(home.resolve("bin"));
    Files.writeString(
        home.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"%s\"\n".formatted(version));
    Path java = home.resolve("bin", "java");
    Files.writeString(
        java,
        """
        #!/bin/sh
        if [ "$1" = -version ]; then
          [ -e '%s/release' ] || echo 'openjdk version "%s" 2026-01-01' >&2
        else
          echo %s
        fi
        """
            .formatted(home, version, name));
    makeExecutable(java);
    return home;
  }

  /// Makes the script search for Java below a folder instead of the root directory.
  private void searchBelow(Path root) throws IOException {
    String text = Files.readString(script);
    String moved = text.replaceAll("(?<= )/(?=(usr|opt|Library)/)", root + "/");
    assertThat(moved).isNotEqualTo(text);
    Files.writeString(script, moved);
  }

  private static void makeExecutable(Path file) throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private FinishedProcess run(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of(script.toString()));
    command.addAll(List.of(arguments));
    return run(command);
  }

  private FinishedProcess run(List<String> command) throws Exception {
    return FinishedProcess.of(folder, environment, command);
  }
}
