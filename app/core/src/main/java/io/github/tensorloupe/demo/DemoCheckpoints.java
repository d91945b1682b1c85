package io.github.tensorloupe.demo;

import module java.base;

import io.github.tensorloupe.model.WriteFailures;
import io.github.tensorloupe.save.FileOperations;

/// Writes the sample checkpoints: one that is healthy, and some that show what can be wrong.
public final class DemoCheckpoints {

  /// Goes up with every change of the samples, so that kept ones are written anew.
  private static final int VERSION = 1;

  private static final String HEALTHY = "healthy-sharded";
  private static final SequencedMap<String, String> DESCRIPTIONS = descriptions();

  private DemoCheckpoints() {}

  /// A checkpoint that was written.
  ///
  /// @param path a file, or the folder of a set of shards
  /// @param description what it shows, for a person
  public record Written(Path path, String description) {}

  private static SequencedMap<String, String> descriptions() {
    SequencedMap<String, String> texts = new LinkedHashMap<>();
    texts.put(HEALTHY, "a small language model in three shards with an index");
    texts.put("nan-and-inf.safetensors", "values that are hardly meant, in many dtypes");
    texts.put("truncated.safetensors", "a download that ended too early");
    texts.put("rich-metadata.safetensors", "a LoRA with all the metadata of a trainer");
    return texts;
  }

  /// Writes all samples into a folder. Nothing that is there is replaced: where one of the names is
  /// taken, nothing is written.
  ///
  /// @param folder made if it is not there
  /// @return what was written, the best one to look at first
  /// @throws IOException if a name is taken or the disk does not take it; the message is a sentence
  public static List<Written> write(Path folder) throws IOException {
    for (String name : DESCRIPTIONS.keySet()) {
      if (Files.exists(folder.resolve(name), LinkOption.NOFOLLOW_LINKS)) {
        throw new IOException(
            "%s is there already; nothing was written.".formatted(folder.resolve(name)));
      }
    }
    try {
      return moveIn(folder);
    } catch (IOException e) {
      throw WriteFailures.sentence("The samples", e);
    }
  }

  /// Writes elsewhere first, so that no half sample is left where writing fails.
  private static List<Written> moveIn(Path folder) throws IOException {
    Files.createDirectories(folder);
    Path draft = Files.createTempDirectory(folder, ".tensorloupe-demo-");
    List<Written> written = new ArrayList<>();
    try {
      for (Map.Entry<String, byte[]> file : files().entrySet()) {
        Path path = draft.resolve(file.getKey());
        Files.createDirectories(path.getParent());
        Files.write(path, file.getValue());
      }
      for (Map.Entry<String, String> each : DESCRIPTIONS.entrySet()) {
        Path path = folder.resolve(each.getKey());
        publish(draft.resolve(each.getKey()), path);
        written.add(new Written(path, each.getValue()));
      }
    } finally {
      deleteTree(draft);
    }
    return written;
  }

  /// Replaces nothing that another program has put there meanwhile: systems move no folder over
  /// anything but an empty one.
  private static void publish(Path draft, Path path) throws IOException {
    if (Files.isDirectory(draft)) {
      Files.move(draft, path);
    } else {
      FileOperations.ofThisComputer().publish(draft, path);
    }
  }

  private static SequencedMap<String, byte[]> files() {
    SequencedMap<String, byte[]> files = new LinkedHashMap<>();
    TransformerSample.files().forEach((name, bytes) -> files.put(HEALTHY + "/" + name, bytes));
    files.put("nan-and-inf.safetensors", DamagedSamples.withBadValues());
    files.put("truncated.safetensors", DamagedSamples.truncated());
    files.put("rich-metadata.safetensors", LoraSample.bytes());
    return files;
  }

  /// The sample to show to someone who has nothing to open, written if it is not there yet.
  ///
  /// @param cacheFolder a folder of this program, made if it is not there
  /// @return the index of the healthy checkpoint; the other samples are in the folder above its own
  /// @throws IOException if it is not there and cannot be written; the message is a sentence
  public static Path openable(Path cacheFolder) throws IOException {
    Path folder = cacheFolder.resolve("demo-" + VERSION);
    if (!isComplete(folder)) {
      deleteTree(folder);
      try {
        write(folder);
      } catch (IOException e) {
        // Another process may have been faster.
        if (!isComplete(folder)) {
          throw e;
        }
      }
    }
    return folder.resolve(HEALTHY).resolve(TransformerSample.INDEX);
  }

  private static boolean isComplete(Path folder) {
    Path healthy = folder.resolve(HEALTHY);
    return DESCRIPTIONS.keySet().stream().allMatch(name -> Files.exists(folder.resolve(name)))
        && TransformerSample.fileNames().stream()
            .allMatch(name -> Files.exists(healthy.resolve(name)));
  }

  private static void deleteTree(Path folder) throws IOException {
    if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    List<Path> paths;
    try (Stream<Path> walk = Files.walk(folder)) {
      paths = walk.toList();
    }
    for (Path path : paths.reversed()) {
      Files.deleteIfExists(path);
    }
  }
}
