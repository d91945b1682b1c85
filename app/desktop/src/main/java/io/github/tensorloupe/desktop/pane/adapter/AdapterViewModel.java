package io.github.tensorloupe.desktop.pane.adapter;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.adapter.Adapter;
import io.github.tensorloupe.adapter.AdapterModule;
import io.github.tensorloupe.adapter.AdapterScan;
import io.github.tensorloupe.adapter.AdapterSummary;
import io.github.tensorloupe.adapter.BaseFit;
import io.github.tensorloupe.adapter.BaseNames;
import io.github.tensorloupe.adapter.BaseTensor;
import io.github.tensorloupe.adapter.FitReason;
import io.github.tensorloupe.adapter.MeasuredModule;
import io.github.tensorloupe.adapter.ModuleFigures;
import io.github.tensorloupe.adapter.ModuleNotes;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.JobSlot;
import io.github.tensorloupe.desktop.job.Work;
import io.github.tensorloupe.desktop.pane.BaseStructures;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.selection.NetworkPosition;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.nio.file.Path;

/// Measures the modules of the open adapter when the pane is first shown, and again when a base is
/// chosen. Belongs to the FX thread.
final class AdapterViewModel {

  /// The modules with their figures.
  ///
  /// @param modules in the order of the network
  /// @param base the checkpoint that the modules were compared with
  /// @param isRemembered true if the base could not be opened and its remembered structure was used
  /// @param reason the reason why the modules do not fit the base
  /// @param rememberedBases the paths of the remembered bases
  /// @param namedBase the base model that the adapter names, if it is on this computer
  record Measured(
      List<MeasuredModule> modules,
      AdapterSummary summary,
      ModuleNotes notes,
      Optional<Path> base,
      boolean isRemembered,
      Optional<FitReason> reason,
      List<Path> rememberedBases,
      Optional<Path> namedBase) {

    Optional<MeasuredModule> moduleOf(TensorRef tensor) {
      return modules.stream()
          .filter(each -> each.module().factors().containsValue(tensor))
          .findFirst();
    }
  }

  final BooleanProperty active = new SimpleBooleanProperty();
  final ObjectProperty<Optional<Measured>> measured = new SimpleObjectProperty<>(Optional.empty());

  /// A progress or error message; empty if the figures are available.
  final StringProperty note = new SimpleStringProperty("");

  private final PaneContext context;
  private final Selection selection;
  private final Messages messages;
  private final JobSlot<Measured> measuring;
  private Optional<Adapter> wanted = Optional.empty();
  private Optional<Path> base = Optional.empty();

  Supplier<List<Path>> library = List::of;
  Function<String, Optional<Path>> caches = _ -> Optional.empty();

  AdapterViewModel(PaneContext context) {
    this.context = context;
    selection = context.selection();
    messages = context.messages();
    measuring = new JobSlot<>(context.jobs());
    selection.adapterProperty().subscribe(_ -> update());
    active.subscribe(_ -> update());
    measuring.onStop(this::stopped);
  }

  private void update() {
    Optional<Adapter> now = selection.adapterProperty().get();
    if (now.orElse(null) != wanted.orElse(null)) {
      measuring.clear();
      measured.set(Optional.empty());
      wanted = Optional.empty();
    }
    if (now.isEmpty()) {
      note.set(messages.text("adapter.none"));
    }
    if (active.get() && now.isPresent() && wanted.isEmpty()) {
      wanted = now;
      measure(now.get());
    }
  }

  /// Returns the checkpoints to choose a base from: the base that the adapter names, library models
  /// and remembered bases, without the open files.
  List<Path> bases() {
    Optional<Measured> known = measured.get();
    return Stream.of(
            known.flatMap(Measured::namedBase).stream(),
            library.get().stream(),
            known.stream().flatMap(it -> it.rememberedBases().stream()))
        .flatMap(paths -> paths)
        .filter(path -> selection.openFiles().stream().noneMatch(path::equals))
        .distinct()
        .toList();
  }

  void choose(Optional<Path> chosen) {
    base = chosen;
    selection.adapterProperty().get().ifPresent(this::measure);
  }

  private void measure(Adapter adapter) {
    note.set(messages.text("adapter.measuring"));
    measuring
        .start(
            messages.text("adapter.job"),
            new Measuring(adapter, base, context.bases(), new NamedBase(library.get(), caches)),
            result -> {
              note.set("");
              measured.set(Optional.of(result));
              storeRanks(adapter, result.modules());
            },
            failure -> fail(adapter, messages.sentence(Failures.sentence(failure))))
        .withMessage(this::verdict);
  }

  private String verdict() {
    return measured.get().map(it -> messages.sentence(it.summary().verdict())).orElse("");
  }

  private void stopped() {
    wanted = Optional.empty();
    base = measured.get().flatMap(Measured::base);
    note.set(messages.text("adapter.stopped"));
  }

  private void fail(Adapter adapter, String why) {
    if (base.isEmpty()) {
      note.set(why);
      return;
    }
    String text = messages.text("adapter.base.failed", PathText.of(base.get()), why);
    base = measured.get().flatMap(Measured::base);
    if (measured.get().isPresent()) {
      note.set(text);
    } else {
      // The base was chosen for another adapter.
      context.showMessage().accept(text);
      measure(adapter);
    }
  }

  private void storeRanks(Adapter adapter, List<MeasuredModule> modules) {
    context
        .jobs()
        .start(
            messages.text("scan.job.keep"),
            (_, _) -> {
              double rank = MeasuredModule.medianEffectiveRank(modules).orElse(Double.NaN);
              context.ranks().storeEffectiveRank(adapter.file().identity(), rank);
              return true;
            },
            _ -> {},
            failure -> context.showMessage().accept(messages.sentence(Failures.sentence(failure))));
  }

  private record Measuring(
      Adapter adapter, Optional<Path> base, BaseStructures structures, NamedBase named)
      implements Work<Measured> {

    @Override
    public Measured run(Cancellation cancellation, Progress progress) throws IOException {
      if (base.isEmpty()) {
        List<MeasuredModule> modules =
            AdapterScan.onAllProcessors()
                .modules(adapter, Optional.empty(), cancellation, progress);
        return measured(modules, false, Optional.empty());
      }
      try (Checkpoint open = structures.open(base.get(), cancellation)) {
        return in(BaseTensor.of(open), Optional.of(open), cancellation, progress);
      } catch (IOException e) {
        List<BaseTensor> remembered = structures.loadOrThrow(base.get(), e);
        return in(remembered, Optional.empty(), cancellation, progress);
      }
    }

    private Measured in(
        List<BaseTensor> tensors,
        Optional<Checkpoint> open,
        Cancellation cancellation,
        Progress progress)
        throws IOException {
      BaseNames names = new BaseNames(tensors);
      List<MeasuredModule> modules =
          AdapterScan.onAllProcessors()
              .modules(adapter, Optional.of(names), cancellation, progress);
      List<CheckpointPart> parts = open.map(Checkpoint::parts).orElse(List.of());
      return measured(modules, open.isEmpty(), FitReason.of(adapter, modules, names, parts));
    }

    private Measured measured(
        List<MeasuredModule> modules, boolean isRemembered, Optional<FitReason> reason) {
      return new Measured(
          NetworkPosition.inOrder(modules),
          AdapterSummary.of(adapter, modules, base.isPresent()),
          ModuleNotes.of(modules, base.isPresent()),
          base,
          isRemembered,
          reason,
          structures.all().stream().map(BaseStructures.StoredBase::path).toList(),
          adapter.baseModel().flatMap(named::find));
    }
  }

  /// Formats the figures of a module. Unknown figures are empty texts.
  record ModuleTexts(Messages messages, ModuleNotes notes) {

    private static final int NAME_CHARACTERS = 200;

    String name(MeasuredModule measured) {
      return DisplayText.of(measured.module().name(), NAME_CHARACTERS);
    }

    String kind(MeasuredModule measured) {
      return messages.sentence(measured.module().kind().label());
    }

    String rank(MeasuredModule measured) {
      OptionalInt rank = measured.module().rank();
      return rank.isPresent() ? messages.count(rank.getAsInt()) : "";
    }

    String note(MeasuredModule measured) {
      return notes.of(measured).stream().map(messages::sentence).collect(Collectors.joining(", "));
    }

    String description(MeasuredModule measured) {
      AdapterModule module = measured.module();
      ModuleFigures figures = measured.figures();
      List<String> what = new ArrayList<>(List.of(kind(measured)));
      if (module.rank().isPresent()) {
        what.add(messages.text("adapter.rank", rank(measured)));
      }
      add(what, "adapter.effective", figures.effectiveRank());
      add(what, "adapter.stable", figures.stableRank());
      module
          .scaleFrom()
          .ifPresent(
              from ->
                  add(
                      what,
                      "adapter.scale." + Messages.word(from),
                      module.scale().orElse(Double.NaN)));
      List<String> sizes = new ArrayList<>();
      module.shape().map(messages::shape).ifPresent(sizes::add);
      add(sizes, "adapter.norm", measured.norm());
      add(sizes, "adapter.spectral", figures.spectralNorm());
      List<String> lines = new ArrayList<>(List.of(name(measured)));
      lines.add(String.join("  ·  ", what));
      lines.add(String.join("  ·  ", sizes));
      measured.fit().map(this::base).ifPresent(lines::add);
      lines.add(note(measured));
      return lines.stream().filter(line -> !line.isEmpty()).collect(Collectors.joining("\n"));
    }

    private String base(BaseFit fit) {
      String tensor = DisplayText.of(fit.tensor().name(), NAME_CHARACTERS);
      List<String> texts = new ArrayList<>();
      texts.add(messages.text("adapter.changes", tensor, messages.shape(fit.tensor().shape())));
      if (Double.isFinite(fit.relativeChange())) {
        texts.add(messages.text("adapter.by", messages.share(fit.relativeChange())));
      }
      return String.join("  ·  ", texts);
    }

    private void add(List<String> parts, String key, double figure) {
      if (Double.isFinite(figure)) {
        parts.add(messages.text(key, messages.rounded(figure)));
      }
    }
  }
}
