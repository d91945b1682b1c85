/// Exports content of open files to files of other formats.
///
/// Main types: [io.github.tensorloupe.export.TensorExport],
/// [io.github.tensorloupe.export.FileExport] (texts, manifests, pictures),
/// [io.github.tensorloupe.export.IndexFile], [io.github.tensorloupe.export.SalvagePlan] (the intact
/// tensors of a damaged file), [io.github.tensorloupe.export.Draft] (a file that is renamed to its
/// target when it is complete).
///
/// All writers block the calling thread and follow these rules:
/// - Files are written atomically: as a draft next to the target, which is renamed when complete.
///   No step holds a complete tensor in memory.
/// - An existing file is replaced if `replaces` is true; for a link, its target is replaced.
///   Otherwise a [java.nio.file.FileAlreadyExistsException] is thrown.
/// - The files in `sources` and `open` are open or being read. They are never replaced.
/// - Write failures are [io.github.tensorloupe.model.SentenceException]s. Read failures are the
///   exceptions of [io.github.tensorloupe.model.ByteSource], including the exception for a file
///   that changed since it was opened. A cancelled call throws a
///   [java.util.concurrent.CancellationException]. After a failure, existing files are unchanged,
///   and only resumable drafts remain.
///
/// The only core package that uses `java.awt`, for writing pictures.
///
/// May use: `text`, `format`, `work`, `element`, `model`, `save`, `integrity.doctor`,
/// `integrity.manifest`, `analysis.slice`, `analysis.heatmap`.
package io.github.tensorloupe.export;
