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

/// Saves one file and prints what that took, in a virtual machine of its own.
final class MeasuredSave {

  private static final Path COUNTERS = Path.of("/proc/self/io");

  private MeasuredSave() {}

  /// Prints the strategy, the milliseconds from opening to saved, the bytes written, the bytes that
  /// the plan had foretold, and the most bytes of heap that were in use.
  ///
  /// @param arguments the file, and how many characters are added to its metadata
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

  /// What this process has asked the system to write so far, as Linux counts it; else 0.
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
