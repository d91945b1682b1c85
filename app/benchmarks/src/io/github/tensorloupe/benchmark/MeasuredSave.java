package io.github.tensorloupe.benchmark;

import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.save.SaveOptions;
import io.github.tensorloupe.save.SavePlan;
import io.github.tensorloupe.save.Saver;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/// Saves one file in a separate virtual machine and prints the cost.
final class MeasuredSave {

  private static final Path COUNTERS = Path.of("/proc/self/io");

  private MeasuredSave() {}

  /// Prints the strategy, the milliseconds from opening to saved, the bytes written, the bytes to
  /// write according to the plan, and the peak heap usage in bytes.
  ///
  /// @param arguments the file, and the number of characters to add to its metadata
  public static void main(String[] arguments) throws IOException {
    Path path = Path.of(arguments[0]);
    int addition = Integer.parseInt(arguments[1]);
    long writtenBefore = bytesWritten();
    long start = System.nanoTime();
    SavePlan plan = save(path, addition);
    long nanos = System.nanoTime() - start;
    System.out.printf(
        "%s %d %d %d %d%n",
        plan.strategy().spelling(),
        nanos / 1_000_000,
        bytesWritten() - writtenBefore,
        plan.bytesToWrite(),
        peakHeap());
  }

  private static SavePlan save(Path path, int addition) throws IOException {
    Saver saver = new Saver(FileOperations.ofThisComputer());
    SavePlan plan;
    try (TensorFile file = TensorFile.open(path)) {
      Metadata metadata = file.header().metadata().orElse(Metadata.EMPTY);
      Map<String, String> entries = new LinkedHashMap<>(metadata.entries());
      entries.merge("note", "x".repeat(addition), String::concat);
      plan = saver.plan(file, Metadata.of(entries), SaveOptions.DEFAULT);
    }
    saver.save(plan, Cancellation.NEVER, Progress.NONE);
    return plan;
  }

  /// Returns the bytes that this process has passed to the system for writing, as counted by Linux,
  /// or 0 on other systems.
  private static long bytesWritten() throws IOException {
    if (!Files.isReadable(COUNTERS)) {
      return 0;
    }
    return Files.readAllLines(COUNTERS).stream()
        .filter(line -> line.startsWith("wchar: "))
        .mapToLong(line -> Long.parseLong(line.substring("wchar: ".length())))
        .sum();
  }

  private static long peakHeap() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .map(MemoryPoolMXBean::getPeakUsage)
        .mapToLong(usage -> usage.getUsed())
        .sum();
  }
}
