package io.github.tensorloupe.desktop.pane.hash;

import module java.base;

import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.integrity.expected.Check;
import io.github.tensorloupe.integrity.expected.Check.Result;
import io.github.tensorloupe.integrity.expected.ExpectedHashSource;
import io.github.tensorloupe.integrity.expected.Verifier.Examination;
import io.github.tensorloupe.integrity.expected.Verifier.PendingChecks;
import io.github.tensorloupe.integrity.hash.FileHashes;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/// The overall result of comparing a file with its expected hashes.
enum VerifyOutcome {
  NOT_YET("not-yet", "neutral", Feather.CIRCLE),
  NONE_EXPECTED("none-expected", "neutral", Feather.MINUS_CIRCLE),
  UNKNOWN("unknown", "neutral", Feather.HELP_CIRCLE),
  /// A download from the Hub is intact.
  INTACT_DOWNLOAD("intact", "success", Feather.CHECK_CIRCLE),
  MATCH("match", "success", Feather.CHECK_CIRCLE),
  /// Only hashes in the file's own metadata differ, which many programs do not update.
  METADATA_DIFFER("metadata", "neutral", Feather.INFO),
  MISMATCH("mismatch", "danger", Feather.X_CIRCLE);

  private static final Set<ExpectedHashSource> OF_HUB =
      Set.of(
          ExpectedHashSource.HUB_BLOB,
          ExpectedHashSource.HUB_TREE,
          ExpectedHashSource.HUB_DOWNLOAD);

  private final String word;
  private final String style;
  private final Feather icon;

  VerifyOutcome(String word, String style, Feather icon) {
    this.word = word;
    this.style = style;
    this.icon = icon;
  }

  static VerifyOutcome of(Optional<Examination> examination) {
    return examination.map(each -> of(each.checks())).orElse(NOT_YET);
  }

  /// Returns the result before the file is hashed.
  static VerifyOutcome before(Optional<PendingChecks> outlook) {
    return outlook.filter(it -> Check.worst(it.checks()) == Result.MISMATCH).isPresent()
        ? MISMATCH
        : NOT_YET;
  }

  private static VerifyOutcome of(List<Check> checks) {
    List<Check> different =
        checks.stream().filter(check -> check.result() == Result.MISMATCH).toList();
    if (!different.stream().allMatch(VerifyOutcome::isInconclusive)) {
      return MISMATCH;
    }
    List<Check> matching = checks.stream().filter(Check::isFullMatch).toList();
    if (matching.stream().anyMatch(check -> OF_HUB.contains(check.kind()))) {
      return INTACT_DOWNLOAD;
    }
    if (!different.isEmpty()) {
      return METADATA_DIFFER;
    }
    if (!matching.isEmpty()) {
      return MATCH;
    }
    return checks.isEmpty() ? NONE_EXPECTED : UNKNOWN;
  }

  /// Returns true if a check is a mismatch that also occurs in intact files, because programs write
  /// different values into the metadata. Such a mismatch does not indicate damage.
  static boolean isInconclusive(Check check) {
    return check.result() == Result.MISMATCH
        && switch (check.kind()) {
          case SSHS_LEGACY_HASH, MODELSPEC_HASH -> true;
          case SSHS_MODEL_HASH -> check.expected().equals(Optional.of(FileHashes.EMPTY_SHA256));
          default -> false;
        };
  }

  String messageKey() {
    return "hash.outcome." + word;
  }

  String styleClass() {
    return "hash-outcome-" + style;
  }

  FontIcon icon() {
    return icon(icon, style);
  }

  /// @param style `neutral`, `success` or `danger`
  static FontIcon icon(Feather icon, String style) {
    return style.equals("neutral") ? Icons.of(icon) : Icons.of(icon, "icon-" + style);
  }
}
