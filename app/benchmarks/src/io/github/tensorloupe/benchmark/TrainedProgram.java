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

/// A main class of the benchmarks, with the jars and the options of the built program, and an AOT
/// cache of its own: what it takes can be compared with what the program takes, which has one too.
public final class TrainedProgram {

  /// The argument with which a main class ends by itself, once it has done all that is measured.
  static final String TRAINING = "--training";

  private static final String PROGRAM =
      "io.github.tensorloupe.desktop/io.github.tensorloupe.desktop.shell.Launcher";

  private final Path lib;
  private final Path folder;
  private final String main;
  private final List<String> java = new ArrayList<>();

  /// Packs the classes of the benchmarks, and fills the cache.
  ///
  /// @param program as it is built (`bin/tensorloupe`)
  /// @param folder an empty one, for the jar, the cache, and what the program keeps
  /// @param arguments of the training run, after [#TRAINING]
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
    // On the class path all is in one module without a name.
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

  /// The windows of the tests serve the benchmarks too.
  private static Stream<Path> testJars() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> entry.endsWith("-tests.jar"))
        .map(Path::of);
  }

  /// A cache takes classes from jars only.
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

  /// Deletes the settings and all else that the program has kept of its starts.
  public void forget() throws IOException {
    try (DirectoryStream<Path> kept = Files.newDirectoryStream(folder, ".*")) {
      for (Path each : kept) {
        SparseModel.deleteFolder(each);
      }
    }
  }

  /// A start with the cache.
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

  /// A start of the program itself, as its start script does it: that would try first whether Java
  /// starts with further options.
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
    // The program draws into a picture where there is none.
    builder.environment().putIfAbsent("DISPLAY", ":none");
    builder.environment().put("MALLOC_ARENA_MAX", "2");
    builder.environment().keySet().removeIf(name -> name.startsWith("XDG_"));
    return builder;
  }
}
