/// Open files, tensors and checkpoints. Reads only requested parts of files.
///
/// Main types: [io.github.tensorloupe.model.ByteSource] (bytes by position),
/// [io.github.tensorloupe.model.FileBytes] (a file on a disk),
/// [io.github.tensorloupe.model.FilePool] (many files, few of them open at a time),
/// [io.github.tensorloupe.model.TensorFile] (one file with its header and findings),
/// [io.github.tensorloupe.model.TensorData] (the bytes of one tensor),
/// [io.github.tensorloupe.model.Checkpoint] (a file, a shard set or a folder opened together),
/// [io.github.tensorloupe.model.CheckpointPart] (one of its sets or single files),
/// [io.github.tensorloupe.model.ConfigurationFiles] (the JSON files next to it),
/// [io.github.tensorloupe.model.CheckpointFinder] (the checkpoints in a folder),
/// [io.github.tensorloupe.model.FileKind], [io.github.tensorloupe.model.FileIdentity] (whether the
/// file at a path is still the same).
///
/// `FileTypes` recognizes files that are not safetensors, from a bounded number of bytes. It does
/// not unpack, load or execute content.
///
/// May use: `text`, `format`, `work`, `element`.
package io.github.tensorloupe.model;
