package io.github.tensorloupe.desktop.pane.hash;

import module java.base;

import io.github.tensorloupe.desktop.control.notice.Tone;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.hash.TensorTask.ContentRow;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.integrity.duplicates.DuplicateSearch;
import io.github.tensorloupe.integrity.duplicates.Duplicates;
import io.github.tensorloupe.integrity.duplicates.Duplicates.DuplicateGroup;
import io.github.tensorloupe.integrity.duplicates.Duplicates.SharedName;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.work.ParallelWork;

/// Finds tensors of the open document with equal bytes. Belongs to the FX thread.
final class EqualTensorsViewModel extends TensorTask {

  EqualTensorsViewModel(Selection selection, Jobs jobs, Messages messages) {
    super(selection, jobs, messages);
    selection.documentProperty().subscribe(_ -> clear());
  }

  /// Starts the search; does nothing while it runs or if nothing is open.
  void search() {
    start(
        document ->
            slot.start(
                messages.text("equal.job"),
                (cancellation, progress) ->
                    DuplicateSearch.run(
                        document.checkpoint().files(),
                        ParallelWork.backgroundThreadCount(),
                        cancellation,
                        progress),
                this::show,
                failure -> fail(messages.sentence(Failures.sentence(failure)), failure)));
  }

  private void show(Duplicates duplicates) {
    showSummary(duplicates);
    List<ContentRow> shown = new ArrayList<>();
    for (DuplicateGroup group : duplicates.groups()) {
      Tone tone = group.wastedBytes() > 0 ? Tone.WARNING : Tone.INFO;
      shown.add(new ContentRow.Heading(heading(group), tone));
      group.tensors().forEach(tensor -> shown.add(row(tensor)));
    }
    if (!duplicates.sharedNames().isEmpty()) {
      shown.add(new ContentRow.Heading(messages.text("equal.shared"), Tone.INFO));
      duplicates.sharedNames().forEach(shared -> shown.add(row(shared)));
    }
    rows.setAll(shown);
  }

  private void showSummary(Duplicates duplicates) {
    long wasted = duplicates.wastedBytes();
    String sentence =
        wasted > 0
            ? messages.text("equal.wasted", messages.bytes(wasted))
            : messages.text(duplicates.groups().isEmpty() ? "equal.none" : "equal.no-waste");
    if (duplicates.unreadableCount() > 0) {
      String count = messages.count(duplicates.unreadableCount());
      end(Tone.DANGER, sentence + " " + messages.text("equal.unreadable", count));
    } else {
      end(wasted > 0 ? Tone.WARNING : Tone.SUCCESS, sentence);
    }
  }

  private String heading(DuplicateGroup group) {
    String count = messages.count(group.tensors().size());
    String each = messages.bytes(group.byteCount());
    return switch (group.filling()) {
      case VALUES -> {
        String key = group.hasOneDtype() ? "equal.group" : "equal.group.dtypes";
        yield messages.text(key, count, each, messages.bytes(group.wastedBytes()));
      }
      case CONSTANT -> messages.text("equal.group.constant", count, each);
      case ZEROS -> messages.text("equal.group.zeros", count, each);
    };
  }

  private ContentRow row(TensorRef tensor) {
    String detail = tensor.info().dtype() + "  " + messages.shape(tensor.info().shape());
    if (selection.openDocument().orElseThrow().checkpoint().files().size() > 1) {
      detail += "  " + DisplayText.of(String.valueOf(tensor.file().path().getFileName()));
    }
    return new ContentRow.Named(shownName(tensor.info().name()), detail, Optional.of(tensor));
  }

  private ContentRow row(SharedName shared) {
    return new ContentRow.Named(
        shownName(shared.dropped()),
        messages.text("equal.shared.kept", shownName(shared.kept().info().name())),
        Optional.of(shared.kept()));
  }
}
