package io.github.tensorloupe.desktop.pane.hash.tensors;

import io.github.tensorloupe.desktop.pane.hash.tensors.ContentRow.Tone;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.integrity.manifest.FileChange;
import io.github.tensorloupe.integrity.manifest.ManifestReport;
import io.github.tensorloupe.integrity.manifest.TensorChange;
import io.github.tensorloupe.integrity.manifest.TensorChange.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// The lines that tell how a checkpoint differs from its manifest: tensors by what became of them,
/// what matters most first, then files.
record ManifestRows(Messages messages) {

  List<ContentRow> of(ManifestReport report) {
    List<ContentRow> rows = new ArrayList<>();
    Map<Kind, List<TensorChange>> byKind =
        report.tensors().stream().collect(Collectors.groupingBy(TensorChange::kind));
    boolean severalFiles = report.files().size() > 1;
    for (Kind kind : Kind.values()) {
      List<TensorChange> tensors = byKind.getOrDefault(kind, List.of());
      if (kind != Kind.EQUAL && !tensors.isEmpty()) {
        rows.add(
            new ContentRow.Heading(
                messages.text("manifest.kind." + kind.word(), Figures.count(tensors.size())),
                kind.isLoss() ? Tone.DANGER : Tone.WARNING));
        tensors.forEach(tensor -> rows.add(row(tensor, severalFiles)));
      }
    }
    List<FileChange> files =
        report.files().stream().filter(file -> file.kind() != FileChange.Kind.EQUAL).toList();
    if (!files.isEmpty()) {
      rows.add(new ContentRow.Heading(messages.text("manifest.files"), Tone.INFO));
      files.forEach(file -> rows.add(row(file)));
    }
    return rows;
  }

  private ContentRow row(TensorChange tensor, boolean severalFiles) {
    String detail = detail(tensor);
    String file = severalFiles ? DisplayText.of(tensor.file(), 200) : "";
    String gap = detail.isEmpty() || file.isEmpty() ? "" : "  ";
    return new ContentRow.Named(
        name(tensor.name()), detail + gap + file, tensor.is().map(is -> is.surveyed().tensor()));
  }

  private String detail(TensorChange tensor) {
    return switch (tensor.kind()) {
      case CHANGED -> changed(tensor);
      case RENAMED ->
          messages.text("manifest.was-named", name(tensor.was().orElseThrow().info().name()));
      case MOVED ->
          messages.text(
              "manifest.was-in",
              DisplayText.of(tensor.was().orElseThrow().file(), 200),
              Figures.count(tensor.was().orElseThrow().info().begin()));
      case CUT, UNREADABLE, MISSING, NEW, EQUAL -> "";
    };
  }

  private String changed(TensorChange tensor) {
    TensorInfo was = tensor.was().orElseThrow().info();
    TensorInfo is = tensor.is().orElseThrow().info();
    return was.dtype() == is.dtype() && was.shape().equals(is.shape())
        ? messages.text("manifest.other-bytes")
        : messages.text("manifest.was-type", was.dtype(), messages.shape(was.shape()));
  }

  private ContentRow row(FileChange file) {
    String word = file.kind().word();
    return new ContentRow.Named(
        DisplayText.of(file.name(), 200), messages.text("manifest.file." + word), Optional.empty());
  }

  private String name(String name) {
    return name.isEmpty() ? messages.text("equal.empty-name") : DisplayText.of(name, 300);
  }
}
