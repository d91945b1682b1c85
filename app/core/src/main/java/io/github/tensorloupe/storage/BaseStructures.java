package io.github.tensorloupe.storage;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.github.tensorloupe.adapter.BaseTensor;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.model.Sha256;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// The names and shapes of the tensors of bases that adapters were held against, so that this can
/// be done again while their drive is away. Thread-safe; blocks the calling thread.
///
/// Each base has a file in the folder for what can be found out again. The ones that were seen last
/// stay. What cannot be read or written is not remembered, which is no failure.
public final class BaseStructures {

  static final int MOST_BASES = 20;

  /// Enough for half a million tensors.
  static final int MOST_BYTES = 4 << 20;

  private static final String FOLDER = "bases";
  private static final byte[] MAGIC = "TLbases\n".getBytes(StandardCharsets.US_ASCII);

  /// To be raised whenever the format changes.
  private static final int VERSION = 1;

  private static final ObjectMapper JSON = new ObjectMapper();

  /// A base that is remembered.
  ///
  /// @param path where it was
  public record Seen(Path path, FileTime when) {}

  private final Folders folders;

  public BaseStructures(Folders folders) {
    this.folders = folders;
  }

  /// The tensors of a base, which is remembered from now on; where it has gone, as they are
  /// remembered. The files of those that are returned are closed.
  ///
  /// @param path a file, an index or a folder
  /// @throws IOException if it cannot be read and is not remembered
  public List<BaseTensor> tensorsAt(Path path, Cancellation cancellation) throws IOException {
    try (Checkpoint base = open(path, cancellation)) {
      return BaseTensor.of(base);
    } catch (IOException e) {
      return recallInstead(path, e);
    }
  }

  /// Opens a base, which is remembered from now on.
  ///
  /// @param path a file, an index or a folder
  /// @return to be closed by the caller
  /// @throws IOException if it cannot be read or loaders refuse a file of it
  public Checkpoint open(Path path, Cancellation cancellation) throws IOException {
    Checkpoint base = Checkpoint.open(path, cancellation, Progress.NONE);
    Optional<Sentence> refusal =
        base.files().stream()
            .filter(TensorFile::isRefused)
            .flatMap(file -> file.findings().stream())
            .filter(finding -> finding.severity() == Severity.ERROR)
            .map(Finding::sentence)
            .findFirst();
    if (refusal.isPresent()) {
      base.close();
      throw new SentenceException(refusal.get());
    }
    keep(base);
    return base;
  }

  /// Remembers a base, if all of it is there.
  public void keep(Checkpoint base) {
    Optional<Path> folder = folder();
    boolean isWhole = !base.isBroken() && base.parts().stream().allMatch(CheckpointPart::isWhole);
    if (folder.isEmpty() || !isWhole || base.tensors().isEmpty()) {
      return;
    }
    try {
      byte[] packed = packed(base);
      if (packed.length <= MOST_BYTES) {
        Files.createDirectories(folder.get());
        WholeFile.write(fileOf(folder.get(), base.path()), false, out -> out.write(packed));
        for (Path file : newestFirst(folder.get()).stream().skip(MOST_BASES).toList()) {
          Files.deleteIfExists(file);
        }
      }
    } catch (IOException | UncheckedIOException e) {
      // It is read again as long as it is there.
    }
  }

  private static byte[] packed(Checkpoint base) throws IOException {
    ArrayNode tensors = JSON.createArrayNode();
    for (BaseTensor tensor : BaseTensor.of(base)) {
      ArrayNode node = tensors.addArray().add(tensor.name());
      Arrays.stream(tensor.shape().dimensions()).forEach(node::add);
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.write(MAGIC);
    out.writeInt(VERSION);
    out.writeUTF(absolute(base.path()).toString());
    try (OutputStream zipped = new GZIPOutputStream(out)) {
      JSON.writeValue(zipped, tensors);
    }
    return bytes.toByteArray();
  }

  /// The bases that are remembered, the one that was seen last first.
  public List<Seen> all() {
    List<Seen> all = new ArrayList<>();
    for (Path file : folder().map(BaseStructures::newestFirst).orElse(List.of())) {
      try (DataInputStream in = open(file)) {
        Path path = path(in);
        all.add(new Seen(path, Files.getLastModifiedTime(file)));
      } catch (IOException e) {
        // It is damaged, and will be replaced.
      }
    }
    return all;
  }

  /// The tensors of a base that could not be opened, as they were when it was seen last.
  ///
  /// @param failure is thrown if the base is there, for then it is another one, or damaged; or is
  ///   not remembered
  public List<BaseTensor> recallInstead(Path path, IOException failure) throws IOException {
    Optional<List<BaseTensor>> seen = Files.exists(path) ? Optional.empty() : recall(path);
    return seen.orElseThrow(() -> failure);
  }

  /// The tensors of a base as they were when it was seen last; empty where it is not remembered.
  public Optional<List<BaseTensor>> recall(Path path) {
    Optional<Path> file = folder().map(folder -> fileOf(folder, path));
    if (file.isEmpty() || !Files.isRegularFile(file.get())) {
      return Optional.empty();
    }
    try (DataInputStream in = open(file.get())) {
      if (!path(in).equals(absolute(path))) {
        return Optional.empty();
      }
      List<BaseTensor> tensors = new ArrayList<>();
      for (JsonNode each : JSON.readTree(new GZIPInputStream(in).readAllBytes())) {
        long[] dimensions = new long[each.size() - 1];
        Arrays.setAll(dimensions, i -> each.get(i + 1).longValue());
        String name = each.get(0).textValue();
        tensors.add(new BaseTensor(name, Shape.of(dimensions), Optional.empty()));
      }
      return Optional.of(tensors);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private Optional<Path> folder() {
    return folders.cache().map(folder -> folder.resolve(FOLDER));
  }

  private static Path absolute(Path path) {
    return path.toAbsolutePath().normalize();
  }

  private static Path fileOf(Path folder, Path base) {
    return folder.resolve(Sha256.hex(absolute(base).toString()) + ".base");
  }

  private static DataInputStream open(Path file) throws IOException {
    return new DataInputStream(new BufferedInputStream(Files.newInputStream(file)));
  }

  /// @throws IOException if what is before the tensors is something else
  private static Path path(DataInputStream in) throws IOException {
    if (!Arrays.equals(in.readNBytes(MAGIC.length), MAGIC) || in.readInt() != VERSION) {
      throw new IOException("no structure of this version");
    }
    return PathText.path(in.readUTF()).orElseThrow(() -> new IOException("no path"));
  }

  private static List<Path> newestFirst(Path folder) {
    Map<Path, FileTime> times = new HashMap<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.base")) {
      for (Path file : files) {
        times.put(file, Files.getLastModifiedTime(file));
      }
    } catch (IOException | DirectoryIteratorException e) {
      return List.of();
    }
    return times.entrySet().stream()
        .sorted(Map.Entry.<Path, FileTime>comparingByValue().reversed())
        .map(Map.Entry::getKey)
        .toList();
  }
}
