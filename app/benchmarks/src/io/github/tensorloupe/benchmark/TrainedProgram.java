package io.github.tensorloupe.benchmark;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A main class of the benchmarks with the jars and options of the built program. It has its own
/// AOT cache, so that its cost can be compared with the program, which also has one.
public final class TrainedProgram {

  /// The argument that makes a main class exit after everything that is measured.
  static final String TRAINING = "--training";

  private static final String PROGRAM =
      "io.github.tensorloupe.desktop/io.github.tensorloupe.desktop.shell.Launcher";

  private final Path lib;
  private final Path folder;
  private final String main;
  private final List<String> java = new ArrayList<>();

  /// Packs the classes of the benchmarks and creates the cache.
  ///
  /// @param program the built program (`bin/tensorloupe`)
  /// @param folder an empty folder for the jar, the cache, and the files that the program stores
  /// @param arguments the arguments of the training run, after [#TRAINING]
  /// @throws Exception if the training run fails
  public TrainedProgram(Path program, Path folder, Class<?> main, String... arguments)
      throws Exception {
    lib = program.toRealPath().getParent().resolveSibling("lib");
    this.folder = folder;
    this.main = main.getName();
    Path jar = folder.resolve("benchmarks.jar");
    pack(Path.of(main.getProtectionDomain().getCodeSource().getLocation().toURI()), jar);
    java.add("@" + lib.resolve("java.options"));
    java.add("@" + lib.resolve("window.options"));
    java.addAll(List.of("-Dglass.platform=Headless", "-Dprism.order=sw"));
    // On the class path, all classes are in the unnamed module.
    java.add("--enable-native-access=ALL-UNNAMED");
    java.addAll(
        List.of(
            "-cp",
            Stream.of(Stream.of(jar), jars(), testJars())
                .flatMap(each -> each)
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator))));
    List<String> training = new ArrayList<>(List.of(TRAINING));
    training.addAll(Arrays.asList(arguments));
    String cache = "-XX:AOTCacheOutput=" + folder.resolve("cache.aot");
    Process process =
        builder(List.of(cache, "-XX:TieredStopAtLevel=2"), training)
            .redirectOutput(folder.resolve("training.txt").toFile())
            .start();
    if (process.waitFor() != 0) {
      throw new IOException(
          "The training run failed: " + Files.readString(folder.resolve("messages.txt")));
    }
  }

  private Stream<Path> jars() throws IOException {
    try (Stream<Path> all = Files.list(lib)) {
      return all.filter(file -> file.toString().endsWith(".jar")).sorted().toList().stream();
    }
  }

  /// The benchmarks use windows of the tests.
  private static Stream<Path> testJars() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> entry.endsWith("-tests.jar"))
        .map(Path::of);
  }

  /// An AOT cache supports only classes from jars.
  private static void pack(Path classes, Path jar) throws IOException {
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream packed = new JarOutputStream(out);
        Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        packed.putNextEntry(new JarEntry(classes.relativize(file).toString().replace('\\', '/')));
        Files.copy(file, packed);
      }
    }
  }

  /// Deletes the settings and all other files that the program has stored in earlier starts.
  public void deleteSettings() throws IOException {
    try (DirectoryStream<Path> hiddenFiles = Files.newDirectoryStream(folder, ".*")) {
      for (Path each : hiddenFiles) {
        SparseModel.deleteFolder(each);
      }
    }
  }

  /// Returns a start with the cache.
  public ProcessBuilder start(List<String> arguments) {
    return builder(List.of("-XX:AOTCache=" + folder.resolve("cache.aot")), arguments);
  }

  private ProcessBuilder builder(List<String> options, List<String> arguments) {
    List<String> line = new ArrayList<>(options);
    line.addAll(java);
    line.add(main);
    line.addAll(arguments);
    return java(line);
  }

  /// Returns a start of the program itself with the options of its start script. With additional
  /// options, the script would first test whether Java starts.
  ProcessBuilder program(String option, Path file) {
    List<String> line = new ArrayList<>();
    line.add("-XX:AOTCache=" + lib.resolve("window.aot"));
    line.addAll(java.subList(0, java.indexOf("--enable-native-access=ALL-UNNAMED")));
    line.addAll(List.of(option, "--module-path", lib.toString(), "--module", PROGRAM));
    line.add(file.toString());
    return java(line);
  }

  private ProcessBuilder java(List<String> arguments) {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(line);
    builder.redirectError(folder.resolve("messages.txt").toFile());
    builder.environment().put("HOME", folder.toString());
    // Without a display, the program draws into an image.
    builder.environment().putIfAbsent("DISPLAY", ":none");
    builder.environment().put("MALLOC_ARENA_MAX", "2");
    builder.environment().keySet().removeIf(name -> name.startsWith("XDG_"));
    return builder;
  }
}
