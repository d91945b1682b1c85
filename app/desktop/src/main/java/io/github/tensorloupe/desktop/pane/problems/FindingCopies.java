package io.github.tensorloupe.desktop.pane.problems;

import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.control.copy.JsonText;
import io.github.tensorloupe.desktop.control.copy.ShellText;
import io.github.tensorloupe.desktop.selection.LocatedFinding;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Finding;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javafx.scene.control.ListView;

/// The ways to copy a finding, and where it leads.
final class FindingCopies {

  private FindingCopies() {}

  /// The menu of the marked finding.
  static CopyMenu menu(ProblemsViewModel model, ListView<LocatedFinding> list, Messages messages) {
    Supplier<Optional<LocatedFinding>> marked =
        () -> Optional.ofNullable(list.getSelectionModel().getSelectedItem());
    return new CopyMenu(messages)
        .copies("problems.copy.sentence", text(marked, each -> each.finding().message()))
        .copies("problems.copy.code", text(marked, each -> each.finding().code().spelling()))
        .copies("problems.copy.json", text(marked, FindingCopies::json))
        .copies(
            "problems.copy.all",
            () ->
                list.getItems().stream().map(FindingCopies::row).collect(Collectors.joining("\n")))
        .copies("problems.copy.command", text(marked, FindingCopies::command))
        .line()
        .does(
            "problems.go",
            () -> marked.get().ifPresent(model::goTo),
            () -> marked.get().isPresent());
  }

  private static Supplier<String> text(
      Supplier<Optional<LocatedFinding>> marked, Function<LocatedFinding, String> text) {
    return () -> marked.get().map(text).orElse("");
  }

  /// Severity, code, tensor and sentence, parted by tabs.
  static String row(LocatedFinding located) {
    Finding finding = located.finding();
    return String.join(
        "\t",
        finding.severity().word(),
        finding.code().spelling(),
        finding.tensor().orElse(""),
        finding.message());
  }

  /// The object that the command line prints for a finding.
  static String json(LocatedFinding located) {
    Finding finding = located.finding();
    return "{\"code\":\"%s\",\"severity\":\"%s\",\"message\":%s,\"tensor\":%s,\"begin\":%s,\"end\":%s}"
        .formatted(
            finding.code().spelling(),
            finding.severity().word(),
            JsonText.of(finding.message()),
            finding.tensor().map(JsonText::of).orElse("null"),
            finding.range().map(ByteRange::begin).map(String::valueOf).orElse("null"),
            finding.range().map(ByteRange::end).map(String::valueOf).orElse("null"));
  }

  private static String command(LocatedFinding located) {
    return located
        .file()
        .map(file -> file.path().toAbsolutePath().normalize())
        .map(Path::toString)
        .map(path -> "tensorloupe check --values " + ShellText.of(path))
        .orElse("");
  }
}
