package io.github.tensorloupe.desktop.pane.hash;

import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.integrity.expected.Check;
import io.github.tensorloupe.integrity.expected.Check.Result;
import io.github.tensorloupe.integrity.expected.Examination;
import io.github.tensorloupe.integrity.expected.Outlook;
import io.github.tensorloupe.integrity.expected.PromiseKind;
import java.util.List;
import java.util.Optional;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/// What all promises about a file come to.
enum Outcome {
  /// The file has not been hashed.
  NOT_YET("hash.outcome.not-yet", "hash-outcome-neutral", Feather.CIRCLE, ""),
  /// Nobody promises anything.
  NO_PROMISE("hash.outcome.no-promise", "hash-outcome-neutral", Feather.MINUS_CIRCLE, ""),
  /// What is promised cannot be compared.
  UNKNOWN("hash.outcome.unknown", "hash-outcome-neutral", Feather.HELP_CIRCLE, ""),
  /// A download from the Hub is whole.
  INTACT_DOWNLOAD(
      "hash.outcome.intact", "hash-outcome-success", Feather.CHECK_CIRCLE, "icon-success"),
  /// All promises are kept.
  KEPT("hash.outcome.kept", "hash-outcome-success", Feather.CHECK_CIRCLE, "icon-success"),
  /// Only the file's own metadata say something else, as programs write now and then.
  METADATA_DIFFER("hash.outcome.metadata", "hash-outcome-neutral", Feather.INFO, ""),
  /// A promise is broken.
  BROKEN("hash.outcome.broken", "hash-outcome-danger", Feather.X_CIRCLE, "icon-danger");

  private final String messageKey;
  private final String styleClass;
  private final Feather icon;
  private final String iconClass;

  Outcome(String messageKey, String styleClass, Feather icon, String iconClass) {
    this.messageKey = messageKey;
    this.styleClass = styleClass;
    this.icon = icon;
    this.iconClass = iconClass;
  }

  static Outcome of(Optional<Examination> examination) {
    return examination.map(each -> of(each.checks())).orElse(NOT_YET);
  }

  /// What is known before the file is hashed.
  static Outcome before(Optional<Outlook> outlook) {
    return outlook
        .filter(each -> Check.worst(each.checks()) == Result.MISMATCH)
        .map(_ -> BROKEN)
        .orElse(NOT_YET);
  }

  private static Outcome of(List<Check> checks) {
    List<Check> broken =
        checks.stream().filter(check -> check.result() == Result.MISMATCH).toList();
    if (!broken.stream().allMatch(Check::isNoSignOfDamage)) {
      return BROKEN;
    }
    List<Check> kept = checks.stream().filter(check -> check.result() == Result.MATCH).toList();
    if (kept.stream().anyMatch(Outcome::isOfHub)) {
      return INTACT_DOWNLOAD;
    }
    if (!broken.isEmpty()) {
      return METADATA_DIFFER;
    }
    if (kept.isEmpty()) {
      return checks.isEmpty() ? NO_PROMISE : UNKNOWN;
    }
    return KEPT;
  }

  private static boolean isOfHub(Check check) {
    return check.kind() == PromiseKind.HUB_BLOB
        || check.kind() == PromiseKind.HUB_TREE
        || check.kind() == PromiseKind.HUB_DOWNLOAD;
  }

  /// The key of its sentence in the message bundle.
  String messageKey() {
    return messageKey;
  }

  /// The class of its colours.
  String styleClass() {
    return styleClass;
  }

  FontIcon icon() {
    return iconClass.isEmpty() ? Icons.of(icon) : Icons.of(icon, iconClass);
  }
}
