package io.github.tensorloupe.desktop.shell;

import module java.base;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.session.Session;
import io.github.tensorloupe.desktop.session.StartupPlan;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.text.Sentence;

/// The notices about documents that could not be opened as expected. Belongs to the FX thread.
///
/// @param failures failures to read stored files; each has a `doing`
record StartupNotices(List<Failure> failures, Messages messages) {

  /// The log has all names.
  private static final int MAX_NAMES = 10;

  StartupNotices {
    failures = List.copyOf(failures);
  }

  /// Reports the problems of a start in its last tab, which shows the library or a restored
  /// document.
  void report(StartupPlan start, Workspace last) {
    String sentence = sentence(start);
    if (last.state.document().isEmpty()) {
      last.view.showOnStartPage(sentence);
    } else if (!sentence.isEmpty()) {
      last.warn(failure(messages.text("session.incomplete"), sentence));
    }
    failures.forEach(last::warn);
  }

  /// Returns the failure to open more documents than the maximum number of windows.
  static Failure tooMany(int count, Messages messages) {
    return failure(
        messages.text("windows.full", messages.count(count)),
        messages.text("windows.full.sentence", messages.count(Session.MAX_WINDOWS)));
  }

  private static Failure failure(String doing, String sentence) {
    return new Failure(doing, Sentence.of(sentence), Failure.Disk.UNCHANGED, Optional.empty());
  }

  /// Returns a message about documents that were not restored, or empty if all were.
  String sentence(StartupPlan start) {
    if (start.gaveUp()) {
      return messages.text(
          "session.not-restored", messages.text(Command.REOPEN_CLOSED.messageKey()));
    }
    List<Path> missing = start.missing();
    String names =
        missing.stream().limit(MAX_NAMES).map(PathText::of).collect(Collectors.joining(", "));
    return switch (missing.size()) {
      case 0 -> "";
      case 1 -> messages.text("session.gone", names);
      default -> {
        String listed = missing.size() > MAX_NAMES ? names + " …" : names;
        yield messages.text("session.gone.many", messages.count(missing.size()), listed);
      }
    };
  }
}
