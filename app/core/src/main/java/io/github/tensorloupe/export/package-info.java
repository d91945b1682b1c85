/// Writes files of other formats from open files.
///
/// Main types: [io.github.tensorloupe.export.TensorExport],
/// [io.github.tensorloupe.export.FileExport] (texts, manifests, pictures, ranges of bytes),
/// [io.github.tensorloupe.export.IndexFile], [io.github.tensorloupe.export.SalvagePlan] (the intact
/// tensors of a damaged file), [io.github.tensorloupe.export.Draft] (a file that is renamed to its
/// target when it is complete).
///
/// All writers block the calling thread and follow these rules:
/// - A file is written completely or not at all: it is written next to its target and renamed at
///   the end. No step needs memory for a complete tensor.
/// - An existing file is replaced if `replaces` is true; if it is a link, the target of the link is
///   replaced. Otherwise a [java.nio.file.FileAlreadyExistsException] is thrown.
/// - `sources` and `open` are files that are being read or are open. They are never written to.
/// - Failures to write are an [io.github.tensorloupe.model.SentenceException]. Failures to read are
///   the exceptions of [io.github.tensorloupe.model.ByteSource], also for a file that changed since
///   it was opened. A cancelled call throws a [java.util.concurrent.CancellationException]. After a
///   failure, existing files are unchanged, and only drafts that can be resumed remain.
///
/// The only package of the core that uses `java.awt`, to write pictures.
///
/// May use: `text`, `format`, `work`, `element`, `model`, `save`, `integrity.doctor`,
/// `integrity.manifest`, `analysis.slice`, `analysis.heatmap`.
package io.github.tensorloupe.export;
