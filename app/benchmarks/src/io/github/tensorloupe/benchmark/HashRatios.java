package io.github.tensorloupe.benchmark;

import io.github.tensorloupe.integrity.hash.DigestPass;
import io.github.tensorloupe.integrity.hash.Digested;
import io.github.tensorloupe.integrity.hash.FileHashes;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;

/// Measures the speed of hashing a file in the page cache, relative to `sha256sum` and `openssl
/// dgst -sha256` as complete processes. Prints the median of interleaved pairs, so that other load
/// affects both. Hashing everything computes two digests, the tools compute one.
public final class HashRatios {

  private static final long DEFAULT_MEBIBYTES = 1024;

  private HashRatios() {}

  /// The file is deleted afterwards.
  ///
  /// @param options the number of pairs, at least 5 (default 7), and the size of the file in MiB
  /// @throws Exception if the file cannot be written or read, or a tool is missing
  public static void main(String[] options) throws Exception {
    int pairs = options.length > 0 ? Integer.parseInt(options[0]) : 7;
    long mebibytes = options.length > 1 ? Long.parseLong(options[1]) : DEFAULT_MEBIBYTES;
    Path folder = Files.createTempDirectory("hash");
    Path path = folder.resolve("large.safetensors");
    try {
      BenchmarkFile.writeFull(path, mebibytes << 20);
      compare(path, pairs);
    } finally {
      Files.deleteIfExists(path);
      Files.delete(folder);
    }
  }

  private static void compare(Path path, int pairs) throws Exception {
    Ratios ratios = new Ratios(Files.size(path), pairs);
    List<String> sha256sum = List.of("sha256sum", path.toString());
    List<String> openssl = List.of("openssl", "dgst", "-sha256", path.toString());
    List<String> program =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            "io.github.tensorloupe.desktop.shell.Launcher",
            "hash",
            "--json",
            path.toString());
    Callable<?> one = () -> sha256(path);
    Callable<?> all = () -> allHashes(path);
    ratios.print("SHA-256 against sha256sum", one, () -> Tools.output(sha256sum));
    ratios.print("SHA-256 against openssl", one, () -> Tools.output(openssl));
    ratios.print("all hashes against sha256sum", all, () -> Tools.output(sha256sum));
    ratios.print(
        "program, all hashes, against sha256sum",
        () -> Tools.output(program),
        () -> Tools.output(sha256sum));
    System.out.printf(
        Locale.ROOT,
        "%d processors; the tools and this give the same: %s%n",
        Runtime.getRuntime().availableProcessors(),
        Tools.output(sha256sum).startsWith(sha256(path)));
  }

  private static String sha256(Path path) throws IOException {
    try (TensorFile file = TensorFile.open(path)) {
      return DigestPass.of(file, Set.of(Digested.FILE_SHA256), Cancellation.NEVER, Progress.NONE)
          .get(Digested.FILE_SHA256);
    }
  }

  private static FileHashes allHashes(Path path) throws IOException {
    try (TensorFile file = TensorFile.open(path)) {
      return FileHashes.of(file, Cancellation.NEVER, Progress.NONE);
    }
  }
}
