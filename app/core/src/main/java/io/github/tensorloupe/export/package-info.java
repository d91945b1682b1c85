/// Files of other formats, written from what is open.
///
/// Main types: [io.github.tensorloupe.export.TensorExport],
/// [io.github.tensorloupe.export.FileExport] (texts, manifests, pictures, ranges of bytes),
/// [io.github.tensorloupe.export.IndexFile], [io.github.tensorloupe.export.Download] (files from
/// servers, copied and verified), [io.github.tensorloupe.export.SalvagePlan] (the intact tensors of
/// a damaged file).
///
/// All writers block the calling thread and keep this:
/// - A file is there as a whole or not at all: it is written beside its target and gets the name in
///   the end. Nothing needs as much memory as a tensor.
/// - What is there gives way where `replaces` is true, and behind a link what it leads to; else a
///   [java.nio.file.FileAlreadyExistsException] is thrown.
/// - `sources` and `open` are files that are being read or are open: none of them is ever written
///   to.
/// - Failures to write are sentences, [io.github.tensorloupe.model.SentenceException]; failures to
///   read are those of [io.github.tensorloupe.model.ByteSource], also for a file that changed since
///   it was opened; a cancelled call ends with a [java.util.concurrent.CancellationException]. What
///   was there still is then, and nothing else is left but what a download can go on with.
///
/// The only package of the core that uses `java.awt`, to write pictures.
///
/// May use: `text`, `format`, `work`, `element`, `model`, `save`, `remote`, `integrity.doctor`,
/// `integrity.manifest`, `analysis.slice`, `analysis.heatmap`.
package io.github.tensorloupe.export;
