package io.github.tensorloupe.proof;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.pitest.mutationtest.commandline.MutationCoverageReport;

/// Inserts a sample of small faults into the classes of a module, one at a time, with PIT: negated
/// conditions, other constants and results, removed calls. Prints the number of faults that a test
/// detects, among the tests that execute the line, and lists the remaining faults.
///
/// Must be run in the folder of the module, after it has been built.
public final class MutationRun {

  private static final String ROOT = "io.github.tensorloupe.";

  /// Tests that start processes, which do not contain the fault.
  private static final List<String> ELSEWHERE =
      List.of(
          "*.CrashTest",
          "*.PowerCutTest",
          "*.InstanceTest",
          "*ProcessTest",
          "*.StartedProgramTest",
          "*.StartScriptTest",
          "*.DocsTest",
          "*.FinishedProcess");

  /// A virtual machine may run out of memory after many tests, independent of the fault.
  private static final Set<String> NOT_CAUGHT = Set.of("SURVIVED", "NO_COVERAGE", "MEMORY_ERROR");

  private static final String THREADS = "2";

  /// In milliseconds, in addition to the usual duration of the tests. The threads slow each other
  /// down, and a slow test must not be mistaken for an endless one.
  private static final String PATIENCE = "20000";

  private record Fault(
      String file, String type, String mutator, String method, String line, String status) {

    /// @param row file, class, mutator, method, line, status, test
    static Fault of(String row) {
      String[] cells = row.split(",");
      return new Fault(cells[0], cells[1], cells[2], cells[3], cells[4], cells[5]);
    }

    boolean isCaught() {
      return !NOT_CAUGHT.contains(status);
    }

    @Override
    public String toString() {
      return "%s:%s %s, %s in %s of %s"
          .formatted(
              file,
              line,
              status,
              mutator.substring(mutator.lastIndexOf('.') + 1),
              method,
              type.substring(ROOT.length()));
    }
  }

  private MutationRun() {}

  /// @param arguments the folder for the report, and the packages of the faults and tests (default:
  ///   all packages), such as `format` or `desktop.selection`
  public static void main(String[] arguments) throws IOException {
    Path report = Path.of(arguments[0]);
    List<String> packages = Stream.of(arguments).skip(1).toList();
    MutationCoverageReport.main(options(report, packages).toArray(String[]::new));
    List<Fault> faults;
    try (Stream<String> rows = Files.lines(report.resolve("mutations.csv"))) {
      faults = rows.map(Fault::of).toList();
    }
    faults.stream()
        .filter(fault -> !fault.status().equals("KILLED"))
        .sorted(Comparator.comparing(Fault::toString))
        .forEach(System.out::println);
    long caught = faults.stream().filter(Fault::isCaught).count();
    long endless = faults.stream().filter(fault -> fault.status().equals("TIMED_OUT")).count();
    System.out.printf(
        "%d of %d faults caught, %d of them by tests that did not end%n",
        caught, faults.size(), endless);
  }

  private static List<String> options(Path report, List<String> packages) {
    Path module = Path.of("").toAbsolutePath();
    String classes = module.resolve("target/classes").toString();
    String globs = packages.isEmpty() ? ROOT + "*" : joined(packages, ROOT, ".*");
    List<String> options = new ArrayList<>();
    options.addAll(List.of("--reportDir", report.toString(), "--outputFormats", "CSV"));
    options.addAll(List.of("--sourceDirs", module.resolve("src/main/java").toString()));
    options.addAll(List.of("--classPath", classes + "," + module.resolve("target/test-classes")));
    options.addAll(List.of("--mutableCodePaths", classes));
    options.addAll(List.of("--targetClasses", globs, "--targetTests", globs));
    options.addAll(List.of("--excludedTestClasses", String.join(",", ELSEWHERE)));
    options.addAll(List.of("--threads", THREADS, "--timeoutConst", PATIENCE));
    options.addAll(List.of("--skipFailingTests", "true", "--verbosity", "NO_SPINNER"));
    options.addAll(
        List.of(
            "--jvmArgs",
            String.join(
                ",",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-Xmx3g",
                "-Dglass.platform=Headless",
                "-Dprism.order=sw",
                "-Dquantum.norenderjobs=true",
                // Its assertions fail without render jobs.
                "-da:com.sun.javafx.tk.quantum.PaintCollector",
                "-Djavafx.animation.pulse=500",
                "-Dtestfx.setup.timeout=120000")));
    return options;
  }

  private static String joined(List<String> packages, String before, String suffix) {
    return String.join(",", packages.stream().map(each -> before + each + suffix).toList());
  }
}
