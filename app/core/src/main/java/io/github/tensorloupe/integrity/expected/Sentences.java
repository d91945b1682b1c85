package io.github.tensorloupe.integrity.expected;

import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.text.Quantities;
import java.nio.file.Path;
import java.util.Optional;

/// What checks say to a person.
final class Sentences {

  private Sentences() {}

  /// A promise that is kept.
  static String match(Promise promise) {
    if (promise.measure() == Measure.LENGTH) {
      return "It has the promised length of %s bytes.".formatted(count(promise.expected()));
    }
    return switch (promise.kind()) {
      case HUB_BLOB, HUB_TREE, HUB_DOWNLOAD ->
          "The download is intact: it is what the Hub promised.";
      case LFS_POINTER, LFS_OBJECT -> "The file is the one that Git LFS means.";
      case CHECKSUM_LIST -> "The file is the one that the checksum list means.";
      case SIDECAR -> "The file is the one that was noted.";
      case SSHS_MODEL_HASH -> "The data are the ones that the metadata were written for.";
      case SSHS_LEGACY_HASH -> "The file is as the trainer wrote it, its other metadata apart.";
      case MODELSPEC_HASH -> "The data are the ones that the metadata were written for.";
      case INCOMPLETE_DOWNLOAD, BROKEN_LINK, HUB_REF -> "It is there.";
    };
  }

  /// The hash of tensors in an order that is not the one in which they are stored.
  static String match(TensorOrder order) {
    return "It is the hash of %s: the data are the ones that it was written for."
        .formatted(order.phrase());
  }

  /// A promise that is broken.
  static String mismatch(Promise promise) {
    if (promise.measure() == Measure.LENGTH) {
      return "The file does not have the promised length of %s bytes: %s."
          .formatted(
              count(promise.expected()),
              promise.kind() == PromiseKind.LFS_POINTER
                  ? "it is cut off, or only the pointer is here"
                  : "it is cut off or another file; download it again");
    }
    return switch (promise.kind()) {
      case HUB_BLOB, HUB_TREE, HUB_DOWNLOAD ->
          "The file is not what the Hub promised: it was damaged on its way or on the disk, or"
              + " changed since. Delete it and download it again.";
      case LFS_POINTER ->
          "This is not the file that the Git LFS pointer means; fetch it with \"git lfs pull\".";
      case LFS_OBJECT ->
          "The file in Git LFS's store is damaged; delete it and run \"git lfs fetch\".";
      case CHECKSUM_LIST ->
          "The file is not the one that the checksum list means: it is damaged, or was changed"
              + " since the list was written.";
      case SIDECAR ->
          "The file is not the one that was noted: its metadata were changed since, or it is"
              + " damaged.";
      case SSHS_MODEL_HASH ->
          "The data are not the ones that the metadata were written for: they were changed since,"
              + " or are damaged.";
      case SSHS_LEGACY_HASH ->
          "The entries that begin with ss_ were changed since, or another version of the library"
              + " wrote the file. This alone is no sign of damage.";
      case MODELSPEC_HASH ->
          "Neither the data as stored nor %s nor %s have this hash. Writers differ in what they"
                  .formatted(TensorOrder.HEADER.phrase(), TensorOrder.NAME.phrase())
              + " hash, so this alone is no sign of damage.";
      case INCOMPLETE_DOWNLOAD, BROKEN_LINK, HUB_REF -> "It is not there.";
    };
  }

  static String ofNothing() {
    return "This is the SHA-256 of no bytes at all: the program that wrote it hashed nothing. It"
        + " says nothing about the file.";
  }

  /// A pointer where the file should be.
  ///
  /// @param content what may be the file that it stands for
  static String pointerAlone(Optional<Path> content) {
    if (content.isEmpty()) {
      return "Only the Git LFS pointer is here, not the file; fetch it with \"git lfs pull\".";
    }
    return content.get().toString().contains(".git")
        ? "Only the Git LFS pointer is here; the file is in Git LFS's store: \"git lfs checkout\""
            + " puts it in its place."
        : "Only the Git LFS pointer is here; %s has the length of the file that it stands for."
            .formatted(PathText.of(content.get().getFileName()));
  }

  static String notAHash() {
    return "What stands there is no hash of the expected form, so it promises nothing.";
  }

  static String undefined() {
    return "This hash is not defined for the file as it is, so there is nothing to compare.";
  }

  static String otherFile() {
    return "This is about another file.";
  }

  static String stateDictOrder() {
    return "None of the known ways gives this hash. Trainers hash tensors in the order of their"
        + " memory, which the file does not keep, so nothing can be said.";
  }

  private static String count(String decimal) {
    try {
      return Quantities.count(Long.parseLong(decimal));
    } catch (NumberFormatException e) {
      return decimal;
    }
  }
}
