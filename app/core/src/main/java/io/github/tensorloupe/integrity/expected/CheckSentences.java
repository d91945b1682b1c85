package io.github.tensorloupe.integrity.expected;

import module java.base;

import io.github.tensorloupe.integrity.expected.ExpectedHash.Measure;
import io.github.tensorloupe.text.Sentence;

/// The sentences of checks.
final class CheckSentences {

  private CheckSentences() {}

  /// A promise that is kept.
  static Sentence match(ExpectedHash expectedHash) {
    if (expectedHash.measure() == Measure.LENGTH) {
      return Sentence.of(
          "It has the expected length of {0} bytes.", count(expectedHash.expected()));
    }
    return switch (expectedHash.kind()) {
      case HUB_BLOB, HUB_TREE, HUB_DOWNLOAD ->
          Sentence.of("The download is intact: it matches the Hub.");
      case LFS_POINTER, LFS_OBJECT -> Sentence.of("The file matches its Git LFS pointer.");
      case CHECKSUM_LIST -> Sentence.of("The file matches the checksum list.");
      case SIDECAR -> Sentence.of("The file matches the recorded hash.");
      case SSHS_MODEL_HASH, MODELSPEC_HASH ->
          Sentence.of("The data is what the metadata describes.");
      case SSHS_LEGACY_HASH ->
          Sentence.of("The file is as the trainer wrote it, apart from other metadata.");
      case INCOMPLETE_DOWNLOAD, BROKEN_LINK, HUB_REF -> Sentence.of("It exists.");
    };
  }

  /// A promise that is broken.
  static Sentence mismatch(ExpectedHash expectedHash) {
    if (expectedHash.measure() == Measure.LENGTH) {
      return Sentence.of(
          "The file does not have the expected length of {0} bytes: {1}.",
          count(expectedHash.expected()),
          expectedHash.kind() == ExpectedHashSource.LFS_POINTER
              ? Sentence.of("it is truncated, or only the pointer is here")
              : Sentence.of("it is truncated or another file; download it again"));
    }
    return switch (expectedHash.kind()) {
      case HUB_BLOB, HUB_TREE, HUB_DOWNLOAD ->
          Sentence.of(
              "The file does not match the Hub: it was damaged in transit or on disk, or has"
                  + " changed since. Delete it and download it again.");
      case LFS_POINTER ->
          Sentence.of(
              "The file does not match its Git LFS pointer; fetch it with \"git lfs pull\".");
      case LFS_OBJECT ->
          Sentence.of(
              "The file in Git LFS's store is damaged; delete it and run \"git lfs fetch\".");
      case CHECKSUM_LIST ->
          Sentence.of(
              "The file does not match the checksum list: it is damaged, or has changed since the"
                  + " list was written.");
      case SIDECAR ->
          Sentence.of(
              "The file does not match the recorded hash: its metadata has changed since, or it is"
                  + " damaged.");
      case SSHS_MODEL_HASH ->
          Sentence.of(
              "The data is not what the metadata describes: it has changed since, or is damaged.");
      case SSHS_LEGACY_HASH ->
          Sentence.of(
              "The entries that begin with ss_ have changed since, or another version of the"
                  + " library wrote the file. This alone is no sign of damage.");
      case MODELSPEC_HASH ->
          Sentence.of(
              "Neither the data as stored nor {0} nor {1} have this hash. Writers differ in what"
                  + " they hash, so this alone is no sign of damage.",
              TensorOrder.HEADER.phrase(), TensorOrder.NAME.phrase());
      case INCOMPLETE_DOWNLOAD, BROKEN_LINK, HUB_REF -> Sentence.of("It does not exist.");
    };
  }

  private static Object count(String decimal) {
    try {
      return Long.valueOf(decimal);
    } catch (NumberFormatException e) {
      return decimal;
    }
  }
}
