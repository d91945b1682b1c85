package io.github.tensorloupe.library;

import module java.base;

import io.github.tensorloupe.model.CheckpointFinder;
import io.github.tensorloupe.model.ShardSet;

/// Gives names to what is found below a folder. Where a file is called what thousands of files are
/// called, its folder tells more.
///
/// @param root the folder that is looked through
record FolderNames(Path root) {

  private static final Set<String> USUAL_NAMES =
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
    return USUAL_NAMES.contains(first.toLowerCase(Locale.ROOT))
        ? ofFolder(file.toAbsolutePath().getParent()) + "/" + name
        : name;
  }

  String ofSet(Path index) {
    return ofShards(index, ShardSet.baseName(index));
  }

  /// The name of a set, by one of its files and the beginning of their names.
  String ofShards(Path file, String stem) {
    String folder = ofFolder(file.toAbsolutePath().getParent());
    return stem.isEmpty() || USUAL_NAMES.contains(stem.toLowerCase(Locale.ROOT))
        ? folder
        : folder + "/" + stem;
  }

  String ofLeftover(Leftover leftover) {
    return leftover
        .targetName()
        .map(name -> ofFile(leftover.file().resolveSibling(name)))
        .orElseGet(() -> ofFolder(root.toAbsolutePath()));
  }

  /// The name of a folder, with that of the one above it where this lies within the root too: LM
  /// Studio and others put the publisher there.
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
