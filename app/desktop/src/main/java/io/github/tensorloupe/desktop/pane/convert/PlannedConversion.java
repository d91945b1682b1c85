package io.github.tensorloupe.desktop.pane.convert;

import module java.base;

import io.github.tensorloupe.adapter.Adapter;
import io.github.tensorloupe.convert.AdapterOperation;
import io.github.tensorloupe.convert.AdapterPlanner;
import io.github.tensorloupe.convert.ChangeCheck;
import io.github.tensorloupe.convert.ConversionPlan;
import io.github.tensorloupe.convert.ConversionPlan.PlannedTensor;
import io.github.tensorloupe.convert.ConversionPlanner;
import io.github.tensorloupe.convert.ConversionPlanner.Source;
import io.github.tensorloupe.convert.ConversionWriter;
import io.github.tensorloupe.convert.LoraMerge;
import io.github.tensorloupe.convert.LoraMerge.Strength;
import io.github.tensorloupe.desktop.pane.convert.ConversionChoices.Weighted;
import io.github.tensorloupe.desktop.pane.convert.SourceFacts.Component;
import io.github.tensorloupe.export.WrittenException;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.ForeignTensor;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.ParallelWork;
import io.github.tensorloupe.work.Progress;
import java.nio.file.Path;

/// A plan with its open sources.
///
/// @param existing the files that would be replaced
/// @param freeBytes the free space on the disk of the target
/// @param protectedPaths the sources and other files that must not be replaced
/// @param before the tensors of the sources by name, if values are dequantized
/// @param adapters the adapters from which the result is made
/// @param sources the open files
record PlannedConversion(
    SourceFacts facts,
    ConversionChoices choices,
    ConversionPlan plan,
    List<Path> existing,
    long freeBytes,
    Set<Path> protectedPaths,
    Map<String, TensorRef> before,
    List<Strength> adapters,
    List<TensorFile> sources)
    implements AutoCloseable {

  /// The state of a tensor in the source.
  ///
  /// @param byteCount empty if the tensor is computed from several
  record Before(String dtype, OptionalLong byteCount) {}

  /// Opens the sources and plans a conversion. Writes nothing. Blocks.
  ///
  /// @param openFiles files that must not be replaced
  /// @param progress reported in modules or tensors, if the factors of an adapter are computed
  /// @throws IOException if the conversion is refused, or reading fails
  static PlannedConversion of(
      SourceFacts facts,
      ConversionChoices choices,
      FileOperations operations,
      List<Path> openFiles,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    Planning planning = new Planning(choices, cancellation, progress);
    try {
      ConversionPlan plan = planning.plan(facts.path());
      Set<Path> protectedPaths = planning.sourcePaths();
      protectedPaths.addAll(openFiles);
      ConversionWriter.check(operations, plan, protectedPaths, true);
      List<Path> existing = new ArrayList<>();
      for (Path path : plan.paths()) {
        if (operations.exists(path)) {
          existing.add(path);
        }
      }
      Map<String, TensorRef> before = new HashMap<>();
      if (choices.dequantizes()) {
        planning.sources.stream()
            .flatMap(source -> source.checkpoint().tensors().stream())
            .forEach(tensor -> before.putIfAbsent(tensor.info().name(), tensor));
      }
      Path parent = choices.target().toAbsolutePath().getParent();
      return new PlannedConversion(
          facts,
          choices,
          plan,
          existing,
          operations.freeByteCount(parent),
          protectedPaths,
          before,
          List.copyOf(planning.adapters),
          List.copyOf(planning.files));
    } catch (IOException | RuntimeException | Error e) {
      try {
        Checkpoint.closeAll(planning.files);
      } catch (IOException suppressed) {
        e.addSuppressed(suppressed);
      }
      throw e;
    }
  }

  /// Writes the files. Blocks.
  ///
  /// @throws IOException if writing fails; no new file is left
  ConversionWriter.Result write(
      FileOperations operations, boolean replaces, Cancellation cancellation, Progress progress)
      throws IOException {
    int threadCount = ParallelWork.defaultThreadCount();
    return ConversionWriter.write(
        operations, plan, protectedPaths, replaces, threadCount, cancellation, progress);
  }

  /// Compares a written adapter with its source, if the operation keeps its changes. Blocks.
  ///
  /// @throws WrittenException if reading fails
  Optional<ChangeCheck> check() throws WrittenException {
    return switch (choices.operation()) {
      case DIALECT, RESIZE, MERGE ->
          ChangeCheck.of(choices.adapterOperation(), adapters, plan.out());
      case CONVERT, DROP, INTO_BASE, EXTRACT -> Optional.empty();
    };
  }

  Before before(PlannedTensor tensor) {
    Optional<TensorRef> source = Optional.ofNullable(before.get(tensor.sourceName()));
    Optional<ForeignTensor> foreign = source.flatMap(each -> each.file().foreign(each.info()));
    if (source.isPresent()) {
      String dtype =
          foreign.map(ForeignTensor::sourceDtype).orElse(source.get().info().dtype().name());
      OptionalLong byteCount =
          source.get().data().stream().mapToLong(data -> data.range().byteCount()).findFirst();
      return new Before(dtype, byteCount);
    }
    OptionalLong byteCount =
        choices.operation().hasNewFactors()
            ? OptionalLong.empty()
            : OptionalLong.of(
                tensor.data().elementCount() * tensor.sourceDtype().bits() / Byte.SIZE);
    return new Before(tensor.sourceDtype().name(), byteCount);
  }

  /// Returns the path that opens the result: the file, the index of shards, or the folder of an
  /// adapter.
  Path result() {
    return plan.index().orElse(plan.isFolder() ? plan.out() : plan.files().getFirst().path());
  }

  @Override
  public void close() throws IOException {
    Checkpoint.closeAll(sources);
  }

  /// Opens the sources of a plan. Not thread-safe.
  private static final class Planning {

    private final ConversionChoices choices;
    private final Cancellation cancellation;
    private final Progress progress;
    private final List<TensorFile> files = new ArrayList<>();
    private final List<Source> sources = new ArrayList<>();
    private final List<Strength> adapters = new ArrayList<>();

    Planning(ConversionChoices choices, Cancellation cancellation, Progress progress) {
      this.choices = choices;
      this.cancellation = cancellation;
      this.progress = progress;
    }

    private ConversionPlan plan(Path path) throws IOException {
      return switch (choices.operation()) {
        case CONVERT, DROP ->
            planCheckpoint(choices.component().map(Component::source).orElse(path), List.of());
        case INTO_BASE -> planCheckpoint(choices.base().orElseThrow(), adapters(path));
        case DIALECT, RESIZE, MERGE ->
            AdapterPlanner.plan(
                choices.adapterOperation(),
                adapters(path),
                choices.options(),
                choices.target(),
                cancellation,
                progress);
        case EXTRACT -> {
          Source tuned = source(path);
          Source base = source(choices.base().orElseThrow());
          yield AdapterPlanner.plan(
              new AdapterOperation.Extract(choices.limit(), choices.dialect()),
              tuned,
              base,
              choices.options(),
              choices.target(),
              cancellation,
              progress);
        }
      };
    }

    private ConversionPlan planCheckpoint(Path path, List<Strength> adapters) throws IOException {
      List<Source> sources = List.of(source(path));
      LoraMerge merge = LoraMerge.of(sources, adapters, choices.skipsMissing());
      return ConversionPlanner.plan(
          sources, choices.options(), merge, choices.target(), cancellation);
    }

    private Source source(Path path) throws IOException {
      Checkpoint checkpoint = Checkpoint.open(path, cancellation, Progress.NONE);
      files.addAll(checkpoint.files());
      Source source = new Source(PathText.of(path), checkpoint);
      sources.add(source);
      return source;
    }

    private List<Strength> adapters(Path path) throws IOException {
      List<Strength> adapters = new ArrayList<>();
      adapters.add(adapter(new Weighted(path, choices.weight())));
      for (Weighted other : choices.others()) {
        adapters.add(adapter(other));
      }
      return adapters;
    }

    private Strength adapter(Weighted weighted) throws IOException {
      TensorFile file = TensorFile.open(Adapter.fileAt(weighted.path()));
      files.add(file);
      Strength adapter =
          new Strength(PathText.of(weighted.path()), Adapter.of(file), weighted.weight());
      adapters.add(adapter);
      return adapter;
    }

    private Set<Path> sourcePaths() {
      return Stream.concat(
              sources.stream().flatMap(Source::paths), adapters.stream().flatMap(Strength::paths))
          .collect(Collectors.toCollection(LinkedHashSet::new));
    }
  }
}
