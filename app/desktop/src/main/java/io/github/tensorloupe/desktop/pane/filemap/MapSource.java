package io.github.tensorloupe.desktop.pane.filemap;

import io.github.tensorloupe.desktop.selection.HealthMarks;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.NameTree;
import io.github.tensorloupe.model.TensorFile;
import java.util.List;

/// What a map is made from.
///
/// @param file that is shown
/// @param firstTensor the index of the file's first tensor in the checkpoint
/// @param tree of the checkpoint
/// @param marks what is wrong with the tensors of the checkpoint, as far as it is known
/// @param holes ranges of the file that hold nothing but zeros
record MapSource(
    TensorFile file, int firstTensor, NameTree tree, HealthMarks marks, List<ByteRange> holes) {}
