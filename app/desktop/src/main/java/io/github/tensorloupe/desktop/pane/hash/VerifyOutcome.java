package io.github.tensorloupe.desktop.pane.hash;

import module java.base;

import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.integrity.expected.Check;
import io.github.tensorloupe.integrity.expected.Check.Result;
import io.github.tensorloupe.integrity.expected.Examination;
import io.github.tensorloupe.integrity.expected.ExpectedHashSource;
import io.github.tensorloupe.integrity.expected.PendingChecks;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/// The overall result of comparing a file with its expected hashes.
enum VerifyOutcome {
  /// The file is not hashed yet.
  NOT_YET("hash.outcome.not-yet", "hash-outcome-neutral", Feather.CIRCLE, ""),
  /// There are no expected hashes.
  NONE_EXPECTED("hash.outcome.none-expected", "hash-outcome-neutral", Feather.MINUS_CIRCLE, ""),
  /// No expected hash can be compared.
  UNKNOWN("hash.outcome.unknown", "hash-outcome-neutral", Feather.HELP_CIRCLE, ""),
  /// A download from the Hub is intact.
  INTACT_DOWNLOAD(
      "hash.outcome.intact", "hash-outcome-success", Feather.CHECK_CIRCLE, "icon-success"),
  /// All hashes match.
  MATCH("hash.outcome.match", "hash-outcome-success", Feather.CHECK_CIRCLE, "icon-success"),
  /// Only hashes in the file's own metadata differ, which many programs do not update.
  METADATA_DIFFER("hash.outcome.metadata", "hash-outcome-neutral", Feather.INFO, ""),
  /// A hash does not match.
  MISMATCH("hash.outcome.mismatch", "hash-outcome-danger", Feather.X_CIRCLE, "icon-danger");

  private final String messageKey;
  private final String styleClass;
  private final Feather icon;
  private final String iconClass;

  VerifyOutcome(String messageKey, String styleClass, Feather icon, String iconClass) {
    this.messageKey = messageKey;
    this.styleClass = styleClass;
    this.icon = icon;
    this.iconClass = iconClass;
  }

  static VerifyOutcome of(Optional<Examination> examination) {
    return examination.map(each -> of(each.checks())).orElse(NOT_YET);
  }

  /// The result before the file is hashed.
  static VerifyOutcome before(Optional<PendingChecks> outlook) {
    return outlook
        .filter(each -> Check.worst(each.checks()) == Result.MISMATCH)
        .map(_ -> MISMATCH)
        .orElse(NOT_YET);
  }

  private static VerifyOutcome of(List<Check> checks) {
    List<Check> different =
        checks.stream().filter(check -> check.result() == Result.MISMATCH).toList();
    if (!different.stream().allMatch(Check::isNoSignOfDamage)) {
      return MISMATCH;
    }
    List<Check> matching = checks.stream().filter(check -> check.result() == Result.MATCH).toList();
    if (matching.stream().anyMatch(VerifyOutcome::isOfHub)) {
      return INTACT_DOWNLOAD;
    }
    if (!different.isEmpty()) {
      return METADATA_DIFFER;
    }
    if (matching.isEmpty()) {
      return checks.isEmpty() ? NONE_EXPECTED : UNKNOWN;
    }
    return MATCH;
  }

  private static boolean isOfHub(Check check) {
    return check.kind() == ExpectedHashSource.HUB_BLOB
        || check.kind() == ExpectedHashSource.HUB_TREE
        || check.kind() == ExpectedHashSource.HUB_DOWNLOAD;
  }

  /// The message key of its sentence.
  String messageKey() {
    return messageKey;
  }

  /// The style class of its colors.
  String styleClass() {
    return styleClass;
  }

  FontIcon icon() {
    return iconClass.isEmpty() ? Icons.of(icon) : Icons.of(icon, iconClass);
  }
}
