package io.github.tensorloupe.library;

import module java.base;

import io.github.tensorloupe.model.CheckpointFinder;
import io.github.tensorloupe.model.ShardSet;

/// Names of checkpoints in a folder and its subfolders. A file with a common name, such as
/// `model.safetensors`, has the name of its folder in front.
///
/// @param root the searched folder
record FolderNames(Path root) {

  private static final Set<String> COMMON_NAMES =
      Set.of(
          "model",
          "pytorch_model",
          "diffusion_pytorch_model",
          "adapter_model",
          "consolidated",
          "open_clip_model",
          "pytorch_lora_weights",
          "tf_model",
          "flax_model");

  String ofFile(Path file) {
    String name = file.getFileName().toString();
    String first = CheckpointFinder.stem(file).split("\\.", 2)[0];
    return COMMON_NAMES.contains(first.toLowerCase(Locale.ROOT))
        ? ofFolder(file.toAbsolutePath().getParent()) + "/" + name
        : name;
  }

  String ofSet(Path index) {
    return ofShards(index, ShardSet.baseName(index));
  }

  /// Returns the name of a set.
  ///
  /// @param file one of its files
  /// @param stem the common beginning of the file names
  String ofShards(Path file, String stem) {
    String folder = ofFolder(file.toAbsolutePath().getParent());
    return stem.isEmpty() || COMMON_NAMES.contains(stem.toLowerCase(Locale.ROOT))
        ? folder
        : folder + "/" + stem;
  }

  String ofLeftover(UnfinishedDownload leftover) {
    return leftover
        .targetName()
        .map(name -> ofFile(leftover.file().resolveSibling(name)))
        .orElseGet(() -> ofFolder(root.toAbsolutePath()));
  }

  /// Returns the name of a folder after the name of its parent folder, unless the parent is outside
  /// the root. In LM Studio and other programs the parent is the publisher.
  String ofFolder(Path folder) {
    Path absoluteRoot = root.toAbsolutePath().normalize();
    Path absolute = folder.normalize();
    if (absolute.equals(absoluteRoot) || !absolute.startsWith(absoluteRoot)) {
      return String.valueOf(absolute.getFileName() == null ? absolute : absolute.getFileName());
    }
    Path below = absoluteRoot.relativize(absolute);
    int count = below.getNameCount();
    return below.subpath(Math.max(0, count - 2), count).toString().replace('\\', '/');
  }
}
