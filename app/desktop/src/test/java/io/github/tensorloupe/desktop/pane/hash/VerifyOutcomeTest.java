package io.github.tensorloupe.desktop.pane.hash;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import io.github.tensorloupe.integrity.expected.Check;
import io.github.tensorloupe.integrity.expected.Check.Result;
import io.github.tensorloupe.integrity.expected.ExpectedHashSource;
import io.github.tensorloupe.integrity.expected.Verifier.Examination;
import io.github.tensorloupe.integrity.hash.FileHashes;
import io.github.tensorloupe.text.Sentence;
import org.junit.jupiter.api.Test;

class VerifyOutcomeTest {

  private static final FileHashes HASHES =
      new FileHashes("0".repeat(64), Optional.empty(), Optional.empty(), Optional.empty());

  private static Check check(ExpectedHashSource kind, Result result, String expected) {
    return new Check(
        kind, "there", Optional.of(expected), Optional.of("f"), result, Sentence.of("It is so."));
  }

  private static Check check(ExpectedHashSource kind, Result result) {
    return check(kind, result, "e");
  }

  private static VerifyOutcome outcome(Check... checks) {
    return VerifyOutcome.of(Optional.of(new Examination(HASHES, List.of(checks))));
  }

  @Test
  void oneMismatchOutweighsAllMatches() {
    assertThat(
            outcome(
                check(ExpectedHashSource.HUB_BLOB, Result.MATCH),
                check(ExpectedHashSource.CHECKSUM_LIST, Result.MISMATCH)))
        .isEqualTo(VerifyOutcome.MISMATCH);
  }

  @Test
  void inconclusiveMetadataHashesAreNoDamage() {
    assertThat(
            outcome(
                check(ExpectedHashSource.MODELSPEC_HASH, Result.MISMATCH),
                check(ExpectedHashSource.SSHS_LEGACY_HASH, Result.MISMATCH)))
        .isEqualTo(VerifyOutcome.METADATA_DIFFER);
    assertThat(
            outcome(
                check(
                    ExpectedHashSource.SSHS_MODEL_HASH, Result.MISMATCH, FileHashes.EMPTY_SHA256)))
        .isEqualTo(VerifyOutcome.METADATA_DIFFER);
  }

  @Test
  void inconclusiveMetadataHashesDoNotAffectADownload() {
    assertThat(
            outcome(
                check(ExpectedHashSource.HUB_BLOB, Result.MATCH),
                check(ExpectedHashSource.SSHS_LEGACY_HASH, Result.MISMATCH)))
        .isEqualTo(VerifyOutcome.INTACT_DOWNLOAD);
  }

  @Test
  void otherHashOfTheDataMayBeDamage() {
    assertThat(outcome(check(ExpectedHashSource.SSHS_MODEL_HASH, Result.MISMATCH)))
        .isEqualTo(VerifyOutcome.MISMATCH);
  }

  @Test
  void onlyHubHashesConfirmADownload() {
    assertThat(outcome(check(ExpectedHashSource.HUB_DOWNLOAD, Result.MATCH)))
        .isEqualTo(VerifyOutcome.INTACT_DOWNLOAD);
    assertThat(outcome(check(ExpectedHashSource.CHECKSUM_LIST, Result.MATCH)))
        .isEqualTo(VerifyOutcome.MATCH);
  }

  @Test
  void missingExpectationDiffersFromUnknownResult() {
    assertThat(outcome()).isEqualTo(VerifyOutcome.NONE_EXPECTED);
    assertThat(outcome(check(ExpectedHashSource.MODELSPEC_HASH, Result.UNKNOWN)))
        .isEqualTo(VerifyOutcome.UNKNOWN);
    Check length =
        new Check(
            ExpectedHashSource.HUB_TREE,
            "there",
            Optional.of("3"),
            Optional.of("3"),
            Result.MATCH,
            Sentence.of("The length matches."),
            true);
    assertThat(outcome(length)).isEqualTo(VerifyOutcome.UNKNOWN);
    assertThat(VerifyOutcome.of(Optional.empty())).isEqualTo(VerifyOutcome.NOT_YET);
  }
}
