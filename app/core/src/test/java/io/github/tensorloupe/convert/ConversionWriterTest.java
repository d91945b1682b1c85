package io.github.tensorloupe.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tensorloupe.adapter.Adapter;
import io.github.tensorloupe.convert.ConversionException.Reason;
import io.github.tensorloupe.convert.ConversionOptions.CastRule;
import io.github.tensorloupe.convert.ConversionPlanner.Source;
import io.github.tensorloupe.export.ExportFaults;
import io.github.tensorloupe.export.WrittenException;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.testing.Intercepted;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConversionWriterTest {

  private static final int SHARD_BYTES = 5_000;

  @TempDir private Path folder;

  private Path source;
  private byte[] original;

  @BeforeEach
  void write() throws IOException {
    Random random = new Random(5);
    TensorFiles tensors = new TensorFiles().metadata("format", "pt");
    for (int i = 0; i < 4; i++) {
      float[] values = new float[1000];
      for (int k = 0; k < values.length; k++) {
        values[k] = random.nextFloat();
      }
      tensors.floats("layer." + i, values);
    }
    source = tensors.write(folder.resolve("source.safetensors"));
    original = Files.readAllBytes(source);
  }

  private static ConversionOptions options(boolean isSharded, Dtype... dtype) {
    ConversionOptions copy = ConversionOptions.COPY;
    return new ConversionOptions(
        copy.includes(),
        copy.excludes(),
        copy.root(),
        copy.renaming(),
        Stream.of(dtype).map(each -> new CastRule(Optional.empty(), each)).toList(),
        false,
        false,
        false,
        isSharded ? OptionalLong.of(SHARD_BYTES) : OptionalLong.empty(),
        copy.alignment(),
        copy.metadata(),
        false);
  }

  private ConversionWriter.Result convert(
      Path from,
      Path to,
      ConversionOptions options,
      FileOperations files,
      Cancellation cancellation)
      throws IOException {
    return convert(from, to, options, files, false, cancellation);
  }

  private static ConversionWriter.Result convert(
      Path from,
      Path to,
      ConversionOptions options,
      FileOperations files,
      boolean replaces,
      Cancellation cancellation)
      throws IOException {
    try (Checkpoint checkpoint = Checkpoint.open(from, Cancellation.NEVER, Progress.NONE)) {
      List<Source> sources = List.of(new Source(from.toString(), checkpoint));
      ConversionPlan plan =
          ConversionPlanner.plan(sources, options, LoraMerge.NONE, to, Cancellation.NEVER);
      List<Path> paths = new ArrayList<>(List.of(from));
      checkpoint.files().forEach(file -> paths.add(file.path()));
      return ConversionWriter.write(files, plan, paths, replaces, 2, cancellation, Progress.NONE);
    }
  }

  private void convert(Path from, Path to, ConversionOptions options) throws IOException {
    convert(from, to, options, FileOperations.ofThisComputer(), Cancellation.NEVER);
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(each -> each.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void splittingAndJoiningGivesTheOriginalBytes() throws IOException {
    Path shards = Files.createDirectory(folder.resolve("shards"));
    convert(source, shards.resolve("model.safetensors"), options(true));
    Path joined = folder.resolve("joined.safetensors");

    convert(shards.resolve("model.safetensors.index.json"), joined, options(false));

    assertThat(Files.readAllBytes(joined)).isEqualTo(original);
    assertThat(Files.readAllBytes(source)).isEqualTo(original);
  }

  @Test
  void castThereAndBackIsStable() throws IOException {
    Path once = folder.resolve("once.safetensors");
    Path wide = folder.resolve("wide.safetensors");
    Path twice = folder.resolve("twice.safetensors");
    convert(source, once, options(false, Dtype.BF16));
    convert(once, wide, options(false, Dtype.F32));

    convert(wide, twice, options(false, Dtype.BF16));

    assertThat(twice).hasSameBinaryContentAs(once);
  }

  @Test
  void everyFaultLeavesNoFileOrAllFiles() throws IOException {
    ConversionOptions sharded = options(true, Dtype.F16);
    ExportFaults counting = new ExportFaults(folder);
    Path target = folder.resolve("model.safetensors");
    convert(source, target, sharded, counting.files(), Cancellation.NEVER);
    List<String> complete = names();
    assertThat(complete).hasSize(4);
    deleteNew();
    int steps = counting.steps().size();
    assertThat(steps).isGreaterThan(20);
    for (int failing = 0; failing < steps; failing++) {
      int step = failing;
      ExportFaults faults =
          new ExportFaults(
              folder,
              (index, _) -> {
                if (index == step) {
                  throw new IOException("injected");
                }
              });
      try {
        convert(source, target, sharded, faults.files(), Cancellation.NEVER);
        assertThat(names()).isEqualTo(complete);
      } catch (IOException e) {
        assertThat(names()).as("%d: %s", step, e).allMatch(this::isOldOrDraft);
        assertThat(names()).noneMatch(name -> name.matches("model.*\\.(safetensors|json)"));
      }
      assertThat(Files.readAllBytes(source)).isEqualTo(original);
      deleteNew();
    }
  }

  /// Returns the contents of the files with the names of the target.
  private Map<String, String> checkpoints() throws IOException {
    Map<String, String> contents = new TreeMap<>();
    for (String name : names()) {
      if (name.startsWith("model")) {
        contents.put(name, Files.readString(folder.resolve(name), StandardCharsets.ISO_8859_1));
      }
    }
    return contents;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void everyFaultRestoresTheReplacedFilesOrLeavesAllNewFiles(boolean hasExchange)
      throws IOException {
    Path target = folder.resolve("model.safetensors");
    convert(source, target, options(true, Dtype.F16));
    Map<String, String> old = checkpoints();
    ConversionOptions other = options(true, Dtype.BF16);
    ExportFaults counting = new ExportFaults(folder);
    convert(source, target, other, files(counting, hasExchange), true, Cancellation.NEVER);
    Map<String, String> complete = checkpoints();
    assertThat(complete).hasSize(3).isNotEqualTo(old).containsOnlyKeys(old.keySet());
    for (int failing = 0; failing < counting.steps().size(); failing++) {
      deleteNew();
      convert(source, target, options(true, Dtype.F16));
      int step = failing;
      ExportFaults faults =
          new ExportFaults(
              folder,
              (index, _) -> {
                if (index == step) {
                  throw new IOException("injected");
                }
              });
      try {
        convert(source, target, other, files(faults, hasExchange), true, Cancellation.NEVER);
        assertThat(checkpoints()).isEqualTo(complete);
      } catch (WrittenException e) {
        assertThat(checkpoints()).as("%d: %s", step, e).isEqualTo(complete);
      } catch (IOException e) {
        assertThat(checkpoints()).as("%d: %s", step, e).isEqualTo(old);
      }
    }
  }

  private static FileOperations files(ExportFaults faults, boolean hasExchange) {
    return Intercepted.calls(
        FileOperations.class,
        faults.files(),
        (name, _, call) -> name.equals("exchange") && !hasExchange ? (Object) false : call.run());
  }

  @Test
  void replacementOfACompressedSourceIsNoticed() throws IOException {
    ByteArrayOutputStream array = new ByteArrayOutputStream();
    array.writeBytes(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, 70, 0});
    String header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }";
    array.writeBytes("%-69s\n".formatted(header).getBytes(StandardCharsets.US_ASCII));
    array.writeBytes(new byte[8]);
    Path arrays = folder.resolve("arrays.npz");
    Path other = folder.resolve("other.npz");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(arrays))) {
      zip.putNextEntry(new ZipEntry("a.npy"));
      zip.write(array.toByteArray());
    }
    Files.copy(arrays, other);
    ExportFaults faults =
        new ExportFaults(
            folder,
            (_, name) -> {
              if (name.equals("force") && Files.exists(other)) {
                Files.move(other, arrays, StandardCopyOption.REPLACE_EXISTING);
              }
            });
    Path target = folder.resolve("model.safetensors");

    assertThatThrownBy(
            () -> convert(arrays, target, options(false), faults.files(), Cancellation.NEVER))
        .isInstanceOfSatisfying(
            ConversionException.class,
            e -> assertThat(e.reason()).isEqualTo(Reason.SOURCE_CHANGED));

    assertThat(target).doesNotExist();
  }

  @Test
  void replacedFilesThatCannotBeRestoredAreNamed() throws IOException {
    Path target = folder.resolve("model.safetensors");
    convert(source, target, options(true, Dtype.F16));
    AtomicInteger swaps = new AtomicInteger();
    ExportFaults faults =
        new ExportFaults(
            folder,
            (_, name) -> {
              if (name.equals("exchange") && swaps.incrementAndGet() > 1) {
                throw new IOException("injected");
              }
            });

    assertThatThrownBy(
            () ->
                convert(
                    source,
                    target,
                    options(true, Dtype.BF16),
                    faults.files(),
                    true,
                    Cancellation.NEVER))
        .hasMessageContaining("model-00001-of-00002.safetensors is written, but the old file is ");

    assertThat(names().stream().filter(name -> name.contains("00001-of-00002"))).hasSize(2);
  }

  @Test
  void replacedFileThatChangesMeanwhileIsNamedOnce() throws IOException {
    Path target = folder.resolve("model.safetensors");
    convert(source, target, options(false));
    ExportFaults faults =
        new ExportFaults(
            folder,
            (_, name) -> {
              if (name.equals("write")) {
                Files.write(target, new byte[1], StandardOpenOption.APPEND);
              }
            });

    assertThatThrownBy(
            () ->
                convert(
                    source,
                    target,
                    options(false, Dtype.F16),
                    faults.files(),
                    true,
                    Cancellation.NEVER))
        .hasMessage(
            target
                + " cannot be written: another program changed it in the meantime. It was not"
                + " replaced.");
  }

  @Test
  void failureDeletesNothingInAnotherFolderWithThePath() throws IOException {
    Path parent = Files.createDirectory(folder.resolve("parent"));
    Path moved = folder.resolve("moved");
    Path name = Path.of("model-00001-of-00002.safetensors");
    ExportFaults faults =
        new ExportFaults(
            parent,
            (_, step) -> {
              if (step.equals("publish") && Files.exists(parent.resolve(name))) {
                Files.move(parent, moved);
                Files.createDirectory(parent);
                Files.createLink(parent.resolve(name), moved.resolve(name));
                throw new IOException("injected");
              }
            });
    Path target = parent.resolve("model.safetensors");

    assertThatThrownBy(
            () ->
                convert(
                    source, target, options(true, Dtype.F16), faults.files(), Cancellation.NEVER))
        .hasMessageContaining("injected");

    assertThat(parent.resolve(name)).exists();
    assertThat(moved).isEmptyDirectory();
  }

  /// A draft may remain if the disk also refuses to delete it.
  private boolean isOldOrDraft(String name) {
    return name.equals("source.safetensors") || !name.startsWith("model");
  }

  private void deleteNew() throws IOException {
    for (String name : names()) {
      if (!name.equals("source.safetensors")) {
        Files.delete(folder.resolve(name));
      }
    }
  }

  @Test
  void cancellationLeavesNoFile() throws IOException {
    Path target = folder.resolve("model.safetensors");
    assertThatThrownBy(
            () ->
                convert(
                    source,
                    target,
                    options(true, Dtype.F16),
                    FileOperations.ofThisComputer(),
                    () -> true))
        .isInstanceOf(CancellationException.class);
    assertThat(names()).containsExactly("source.safetensors");
  }

  @Test
  void sourceThatChangesMeanwhileLeavesNoFile() throws IOException {
    ExportFaults counting = new ExportFaults(folder);
    Path target = folder.resolve("model.safetensors");
    convert(source, target, options(true, Dtype.F16), counting.files(), Cancellation.NEVER);
    deleteNew();
    int firstRename = counting.steps().indexOf("publish");
    for (int changing = 0; changing < firstRename; changing++) {
      int step = changing;
      ExportFaults changes =
          new ExportFaults(
              folder,
              (index, _) -> {
                if (index == step) {
                  Files.write(source, new byte[1], StandardOpenOption.APPEND);
                }
              });

      assertThatThrownBy(
              () ->
                  convert(
                      source,
                      target,
                      options(true, Dtype.F16),
                      changes.files(),
                      Cancellation.NEVER))
          .as("step %d", step)
          .isInstanceOfSatisfying(
              ConversionException.class,
              e -> assertThat(e.reason()).isEqualTo(Reason.SOURCE_CHANGED));

      assertThat(names()).containsExactly("source.safetensors");
      Files.write(source, original);
    }
    assertThat(firstRename).isGreaterThan(5);
  }

  /// Writes a file whose bytes are copied in five pieces of 16 MiB.
  private Path writeLarge() throws IOException {
    int byteCount = 80 << 20;
    String header =
        "{\"t\":{\"dtype\":\"U8\",\"shape\":[%1$d],\"data_offsets\":[0,%1$d]}}"
            .formatted(byteCount);
    return TensorFiles.raw(folder.resolve("large.safetensors"), header, byteCount);
  }

  @Test
  void bytesAreForcedToTheDiskWhileOthersAreCopied() throws IOException {
    CompletableFuture<Void> forced = new CompletableFuture<>();
    AtomicInteger copies = new AtomicInteger();
    ExportFaults watched =
        new ExportFaults(
            folder,
            (_, name) -> {
              if (name.equals("force")) {
                forced.complete(null);
              } else if (name.equals("copyFrom") && copies.incrementAndGet() == 5) {
                assertThat(forced).succeedsWithin(Duration.ofSeconds(30));
              }
            });
    Path target = folder.resolve("model.safetensors");

    convert(writeLarge(), target, options(false), watched.files(), Cancellation.NEVER);

    assertThat(copies).hasValue(5);
    assertThat(target).exists();
  }

  @Test
  void oneFailureToForceLeavesNoFile() throws IOException {
    AtomicInteger forces = new AtomicInteger();
    ExportFaults faults =
        new ExportFaults(
            folder,
            (_, name) -> {
              if (name.equals("force") && forces.getAndIncrement() == 0) {
                throw new IOException("injected");
              }
            });
    Path large = writeLarge();
    Path target = folder.resolve("model.safetensors");

    assertThatThrownBy(
            () -> convert(large, target, options(false), faults.files(), Cancellation.NEVER))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("injected");

    assertThat(names()).containsExactly("large.safetensors", "source.safetensors");
  }

  @Test
  void nothingIsPublishedIfOneNameIsTaken() throws IOException {
    Path taken = folder.resolve("model-00002-of-00002.safetensors");
    Files.writeString(taken, "x");
    assertThatThrownBy(
            () -> convert(source, folder.resolve("model.safetensors"), options(true, Dtype.F16)))
        .isInstanceOfSatisfying(
            ConversionException.class, e -> assertThat(e.reason()).isEqualTo(Reason.OUT_EXISTS));
    assertThat(names()).containsExactly("model-00002-of-00002.safetensors", "source.safetensors");
    assertThat(taken).hasContent("x");
  }

  @Test
  void newFolderIsDeletedIfTheDiskIsFull() throws IOException {
    FileOperations full =
        Intercepted.calls(
            FileOperations.class,
            FileOperations.ofThisComputer(),
            (name, _, call) -> name.equals("freeByteCount") ? (Object) 0L : call.run());
    Path adapter =
        new TensorFiles()
            .tensor("m.lora_A.weight", Dtype.F32, new byte[8], 1, 2)
            .tensor("m.lora_B.weight", Dtype.F32, new byte[12], 3, 1)
            .write(folder.resolve("adapter.safetensors"));
    Path out = folder.resolve("peft");
    try (TensorFile file = TensorFile.open(adapter)) {
      ConversionPlan plan =
          AdapterPlanner.plan(
              new AdapterOperation.Rename(AdapterOperation.Dialect.PEFT),
              List.of(new LoraMerge.Strength("adapter", Adapter.of(file), 1)),
              ConversionOptions.COPY,
              out,
              Cancellation.NEVER,
              Progress.NONE);

      assertThatThrownBy(
              () ->
                  ConversionWriter.write(
                      full, plan, List.of(adapter), false, 2, Cancellation.NEVER, Progress.NONE))
          .isInstanceOfSatisfying(
              ConversionException.class, e -> assertThat(e.reason()).isEqualTo(Reason.NO_SPACE));
    }
    assertThat(out).doesNotExist();
  }

  @Test
  void otherNumberOfMagnitudesDoesNotFit() throws IOException {
    Path base =
        new TensorFiles()
            .tensor("m.weight", Dtype.F32, new byte[24], 3, 2)
            .write(folder.resolve("base.safetensors"));
    Path adapter =
        new TensorFiles()
            .tensor("m.lora_A.weight", Dtype.F32, new byte[8], 1, 2)
            .tensor("m.lora_B.weight", Dtype.F32, new byte[12], 3, 1)
            .tensor("m.lora_magnitude_vector", Dtype.F32, new byte[8], 2)
            .write(folder.resolve("adapter.safetensors"));
    try (Checkpoint checkpoint = Checkpoint.open(base, Cancellation.NEVER, Progress.NONE);
        TensorFile file = TensorFile.open(adapter)) {
      List<Source> sources = List.of(new Source("base", checkpoint));
      List<LoraMerge.Strength> adapters =
          List.of(new LoraMerge.Strength("adapter", Adapter.of(file), 1));

      assertThatThrownBy(() -> LoraMerge.of(sources, adapters, false))
          .isInstanceOfSatisfying(
              ConversionException.class,
              e -> assertThat(e.reason()).isEqualTo(Reason.LORA_DOES_NOT_FIT));
    }
  }
}
