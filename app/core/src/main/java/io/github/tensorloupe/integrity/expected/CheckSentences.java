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
          "It has the promised length of {0} bytes.", count(expectedHash.expected()));
    }
    return switch (expectedHash.kind()) {
      case HUB_BLOB, HUB_TREE, HUB_DOWNLOAD ->
          Sentence.of("The download is intact: it is what the Hub promised.");
      case LFS_POINTER, LFS_OBJECT -> Sentence.of("The file is the one that Git LFS means.");
      case CHECKSUM_LIST -> Sentence.of("The file is the one that the checksum list means.");
      case SIDECAR -> Sentence.of("The file is the one that was noted.");
      case SSHS_MODEL_HASH, MODELSPEC_HASH ->
          Sentence.of("The data are the ones that the metadata were written for.");
      case SSHS_LEGACY_HASH ->
          Sentence.of("The file is as the trainer wrote it, its other metadata apart.");
      case INCOMPLETE_DOWNLOAD, BROKEN_LINK, HUB_REF -> Sentence.of("It is there.");
    };
  }

  /// A promise that is broken.
  static Sentence mismatch(ExpectedHash expectedHash) {
    if (expectedHash.measure() == Measure.LENGTH) {
      return Sentence.of(
          "The file does not have the promised length of {0} bytes: {1}.",
          count(expectedHash.expected()),
          expectedHash.kind() == ExpectedHashSource.LFS_POINTER
              ? Sentence.of("it is cut off, or only the pointer is here")
              : Sentence.of("it is cut off or another file; download it again"));
    }
    return switch (expectedHash.kind()) {
      case HUB_BLOB, HUB_TREE, HUB_DOWNLOAD ->
          Sentence.of(
              "The file is not what the Hub promised: it was damaged on its way or on the disk, or"
                  + " changed since. Delete it and download it again.");
      case LFS_POINTER ->
          Sentence.of(
              "This is not the file that the Git LFS pointer means; fetch it with \"git lfs"
                  + " pull\".");
      case LFS_OBJECT ->
          Sentence.of(
              "The file in Git LFS's store is damaged; delete it and run \"git lfs fetch\".");
      case CHECKSUM_LIST ->
          Sentence.of(
              "The file is not the one that the checksum list means: it is damaged, or was changed"
                  + " since the list was written.");
      case SIDECAR ->
          Sentence.of(
              "The file is not the one that was noted: its metadata were changed since, or it is"
                  + " damaged.");
      case SSHS_MODEL_HASH ->
          Sentence.of(
              "The data are not the ones that the metadata were written for: they were changed"
                  + " since, or are damaged.");
      case SSHS_LEGACY_HASH ->
          Sentence.of(
              "The entries that begin with ss_ were changed since, or another version of the"
                  + " library wrote the file. This alone is no sign of damage.");
      case MODELSPEC_HASH ->
          Sentence.of(
              "Neither the data as stored nor {0} nor {1} have this hash. Writers differ in what"
                  + " they hash, so this alone is no sign of damage.",
              TensorOrder.HEADER.phrase(), TensorOrder.NAME.phrase());
      case INCOMPLETE_DOWNLOAD, BROKEN_LINK, HUB_REF -> Sentence.of("It is not there.");
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
