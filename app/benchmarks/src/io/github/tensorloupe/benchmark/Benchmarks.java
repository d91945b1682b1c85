package io.github.tensorloupe.benchmark;

import java.util.Collection;
import java.util.Locale;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;

/// Runs the benchmarks. In addition to the report of JMH, prints the time of one operation and, for
/// benchmarks that count megabytes, the bytes per second.
public final class Benchmarks {

  /// The name of the counter of megabytes in a benchmark's state.
  static final String MEGABYTES = "megabytes";

  private Benchmarks() {}

  /// @param options the options of JMH, such as the names of the benchmarks to run
  /// @throws CommandLineOptionException if the options are wrong
  /// @throws RunnerException if a benchmark fails
  public static void main(String[] options) throws CommandLineOptionException, RunnerException {
    Collection<RunResult> results = new Runner(new CommandLineOptions(options)).run();
    System.out.printf(Locale.ROOT, "%n%-60s %12s %8s %10s%n", "", "ms/op", "±", "MB/s");
    for (RunResult result : results) {
      Result<?> time = result.getPrimaryResult();
      Result<?> perMegabyte = result.getSecondaryResults().get(MEGABYTES);
      System.out.printf(
          Locale.ROOT,
          "%-60s %12.3f %8.3f %10s%n",
          title(result.getParams()),
          time.getScore(),
          time.getScoreError(),
          perMegabyte == null
              ? ""
              : String.format(Locale.ROOT, "%.0f", 1000 / perMegabyte.getScore()));
    }
  }

  private static String title(BenchmarkParams parameters) {
    StringBuilder title = new StringBuilder(parameters.getBenchmark());
    title.delete(0, title.lastIndexOf(".", title.lastIndexOf(".") - 1) + 1);
    for (String key : parameters.getParamsKeys()) {
      title.append(' ').append(parameters.getParam(key));
    }
    return title.toString();
  }
}
