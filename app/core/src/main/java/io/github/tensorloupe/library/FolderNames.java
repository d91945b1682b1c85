package io.github.tensorloupe.library;

import module java.base;

import io.github.tensorloupe.model.CheckpointFinder;
import io.github.tensorloupe.model.ShardSet;

/// The displayed names of checkpoints. The name of a file with a common name, such as
/// `model.safetensors`, starts with the name of its folder.
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

  /// @param file any file of the set
  /// @param stem the common prefix of the file names
  String ofShards(Path file, String stem) {
    String folder = ofFolder(file.toAbsolutePath().getParent());
    return stem.isEmpty() || COMMON_NAMES.contains(stem.toLowerCase(Locale.ROOT))
        ? folder
        : folder + "/" + stem;
  }

  String ofUnfinishedDownload(UnfinishedDownload download) {
    return download
        .targetName()
        .map(name -> ofFile(download.file().resolveSibling(name)))
        .orElseGet(() -> ofFolder(root.toAbsolutePath()));
  }

  /// Returns the name of a folder. If the parent folder is inside the root, the name starts with
  /// the name of the parent, which is the publisher in LM Studio and other programs.
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
