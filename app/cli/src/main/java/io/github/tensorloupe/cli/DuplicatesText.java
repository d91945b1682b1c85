package io.github.tensorloupe.cli;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.integrity.duplicates.DuplicateGroup;
import io.github.tensorloupe.integrity.duplicates.Duplicates;
import io.github.tensorloupe.integrity.duplicates.SharedName;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.text.Quantities;
import java.util.function.Function;

/// What `duplicates` tells a person: a line for each group, below it its tensors, then the sum.
record DuplicatesText(TextLines lines) implements DuplicatesPrinter {

  private static final int FILE_LIMIT = 200;
  private static final int MOST_NAMES = 20;

  @Override
  public void print(Location location, Duplicates duplicates, Function<TensorRef, String> file) {
    lines.line(lines.paint(Style.STRONG, TextLines.shown(location.text())));
    duplicates.groups().forEach(group -> print(group, file));
    for (SharedName shared : duplicates.sharedNames()) {
      lines.line(
          "  %s was left out when the file was written: it is %s"
              .formatted(
                  DisplayText.of(shared.dropped()), DisplayText.of(shared.kept().info().name())));
    }
    lines.line("  " + summary(duplicates));
    lines.flush();
  }

  private void print(DuplicateGroup group, Function<TensorRef, String> file) {
    String each = Quantities.bytes(group.byteCount());
    int count = group.tensors().size();
    String title =
        switch (group.filling()) {
          case VALUES ->
              "%d equal tensors of %s: %s wasted"
                  .formatted(count, each, Quantities.bytes(group.wastedBytes()));
          case CONSTANT -> "%d constant tensors of the same bytes, %s each".formatted(count, each);
          case ZEROS -> "%d tensors of zeros, %s each".formatted(count, each);
        };
    Style style = group.wastedBytes() > 0 ? Style.NOTABLE : Style.FAINT;
    lines.line("  " + lines.paint(style, title));
    for (TensorRef tensor : group.tensors().subList(0, Math.min(count, MOST_NAMES))) {
      lines.line(
          "    %s  %s %s  %s"
              .formatted(
                  DisplayText.of(tensor.info().name()),
                  tensor.info().dtype(),
                  DisplayText.of(tensor.info().shape().toString()),
                  DisplayText.of(file.apply(tensor), FILE_LIMIT)));
    }
    if (count > MOST_NAMES) {
      lines.line("    … and %d more; --json names them all".formatted(count - MOST_NAMES));
    }
  }

  private static String summary(Duplicates duplicates) {
    String unreadable =
        duplicates.unreadableCount() == 0
            ? ""
            : " %s could not be read."
                .formatted(Figures.count(duplicates.unreadableCount(), "tensor"));
    if (duplicates.groups().isEmpty()) {
      return "No two tensors hold the same bytes." + unreadable;
    }
    return "%s wasted in %s of equal tensors.%s"
        .formatted(
            Quantities.bytes(duplicates.wastedBytes()),
            Figures.count(duplicates.groups().size(), "group"),
            unreadable);
  }

  @Override
  public void printNothing(Location location) {}
}
