package io.github.tensorloupe.desktop.pane.convert;

import module java.base;
import module javafx.base;

import io.github.tensorloupe.convert.CastCounts;
import io.github.tensorloupe.convert.ChangeCheck;
import io.github.tensorloupe.convert.ConversionException;
import io.github.tensorloupe.convert.ConversionPlan;
import io.github.tensorloupe.convert.ConversionPlan.PlannedFile;
import io.github.tensorloupe.convert.ConversionWriter;
import io.github.tensorloupe.desktop.control.panel.StagedWork;
import io.github.tensorloupe.desktop.control.panel.StagedWork.RunResult;
import io.github.tensorloupe.desktop.control.panel.StagedWork.State;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.Job.JobOutcome;
import io.github.tensorloupe.desktop.job.JobSlot;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.save.FileOperations;
import java.nio.file.Path;

/// A conversion: options, plan, progress and result. Belongs to the FX thread; files are read and
/// written in the background.
final class ConvertViewModel {

  /// The steps that wait for the user.
  sealed interface Step {

    /// @param problem the reason why the options could not be planned
    record Options(SourceFacts facts, Optional<Failure> problem) implements Step {}

    /// Closed when another step replaces it.
    record Review(PlannedConversion planned) implements Step, AutoCloseable {

      @Override
      public void close() throws IOException {
        planned.close();
      }
    }

    /// @param source the path that the result is compared with
    /// @param check the agreement of a new adapter with its source, or empty
    record Written(
        Path source,
        Path result,
        String sentence,
        CastCounts counts,
        int skippedCount,
        Optional<ChangeCheck> check)
        implements Step {

      boolean isLossy() {
        return counts.isLossy() || skippedCount > 0;
      }
    }
  }

  final StagedWork<Step> work;
  final Path path;

  /// The operation with which the panel is shown.
  final Operation initial;

  final JobSlot<Spectra> spectra;
  private final PaneContext context;
  private final Messages messages;
  private final FileOperations operations;
  private Optional<SourceFacts> facts = Optional.empty();
  private Optional<Step.Review> open = Optional.empty();

  ConvertViewModel(PaneContext context, FileOperations operations, Path path, Operation initial) {
    this.context = context;
    this.operations = operations;
    this.path = path;
    this.initial = initial;
    messages = context.messages();
    work = new StagedWork<>(context.jobs());
    spectra = new JobSlot<>(context.jobs());
    work.stateProperty().subscribe(this::closeReplaced);
    work.onClosed(spectra::clear);
  }

  /// Reads the properties of the source.
  void start() {
    work.plan(
        messages.text("convert.reading"),
        (cancellation, progress) ->
            new Step.Options(SourceFacts.read(path, cancellation, progress), Optional.empty()));
  }

  private void closeReplaced(State<Step> now) {
    switch (now) {
      case State.Waiting<Step>(Step.Options(SourceFacts read, var _), var _) ->
          facts = Optional.of(read);
      // The user has stopped planning.
      case State.Unplanned<Step>(var failure) when failure.isEmpty() && facts.isPresent() ->
          context.jobs().later(this::showOptions);
      default -> {}
    }
    boolean isUsed =
        switch (now) {
          case State.Waiting<Step>(Step step, var _) -> step instanceof Step.Review;
          case State.Running<Step> _ -> true;
          case State.Idle<Step> _,
              State.Planning<Step> _,
              State.Unplanned<Step> _,
              State.Finished<Step> _ ->
              false;
        };
    if (!isUsed) {
      close();
    } else if (now instanceof State.Waiting<Step>(Step.Review review, var _)) {
      open = Optional.of(review);
    }
  }

  /// Closes the sources in the background, unless they are in use.
  void close() {
    Optional<Step.Review> closed = open;
    if (closed.isEmpty() || work.isRunning()) {
      return;
    }
    open = Optional.empty();
    context
        .jobs()
        .start(
            messages.text("command.close"),
            (_, _) -> {
              closed.get().close();
              return true;
            },
            _ -> {},
            failure -> context.showMessage().accept(messages.sentence(Failures.sentence(failure))))
        .unstoppable();
  }

  void showOptions() {
    facts.ifPresent(read -> work.show(new Step.Options(read, Optional.empty())));
  }

  /// Reports invalid options.
  void reject(String sentence) {
    work.show(new Step.Options(facts.orElseThrow(), Optional.of(Failure.ofMessage(sentence))));
  }

  /// Measures the spectra of the source, once.
  void measure() {
    if (!spectra.isRunning() && spectra.resultProperty().get().isEmpty()) {
      spectra.start(
          messages.text("adapter.job"),
          (cancellation, progress) -> Spectra.measure(path, cancellation, progress),
          _ -> {});
    }
  }

  void plan(ConversionChoices choices) {
    SourceFacts read = facts.orElseThrow();
    List<Path> openFiles = context.selection().openFiles();
    work.plan(
        messages.text("convert.planning"),
        (cancellation, progress) -> {
          try {
            return new Step.Review(
                PlannedConversion.of(read, choices, operations, openFiles, cancellation, progress));
          } catch (CancellationException e) {
            throw e;
          } catch (IOException | RuntimeException e) {
            return new Step.Options(read, Optional.of(failure(e)));
          }
        });
  }

  /// Returns the failure with the names of options in the window.
  private Failure failure(Exception cause) {
    if (cause instanceof ConversionException e) {
      Optional<String> text = messages.find("convert.refused." + e.reason().spelling());
      if (text.isPresent()) {
        return Failure.ofMessage(text.get(), cause);
      }
    }
    return Failures.of(cause);
  }

  /// @param replaces true if the user has confirmed that existing files are replaced
  void write(boolean replaces) {
    if (work.step().orElse(null) instanceof Step.Review(PlannedConversion planned)) {
      work.run(
              messages.text("convert.job"),
              messages.text("panel.stopped"),
              (cancellation, progress) -> {
                ConversionWriter.Result result =
                    planned.write(operations, replaces, cancellation, progress);
                Step.Written written = written(planned, result, planned.check());
                return RunResult.step(
                    written,
                    new JobOutcome.Done(written.sentence()),
                    Optional.of(written.result()));
              })
          .inBytes();
    }
  }

  private Step.Written written(
      PlannedConversion planned, ConversionWriter.Result result, Optional<ChangeCheck> check) {
    ConversionPlan plan = planned.plan();
    String size = messages.bytes(plan.files().stream().mapToLong(PlannedFile::byteCount).sum());
    String name = PathText.of(planned.result());
    String sentence =
        plan.files().size() == 1
            ? messages.text("convert.written", name, size)
            : messages.text(
                "convert.written.several", name, messages.count(plan.files().size()), size);
    Path source =
        planned
            .choices()
            .base()
            .or(() -> planned.choices().component().map(SourceFacts.Component::source))
            .orElse(path);
    return new Step.Written(
        source,
        planned.result(),
        messages.withWarnings(sentence, result.warnings()),
        result.total(),
        plan.skippedCount(),
        check);
  }
}
