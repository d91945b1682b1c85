package io.github.tensorloupe.foreign.torch;

import module java.base;

import io.github.tensorloupe.foreign.pickle.MalformedPickleException;
import io.github.tensorloupe.foreign.pickle.PickleValue;
import io.github.tensorloupe.foreign.pickle.PickleWalk;
import io.github.tensorloupe.foreign.zip.ZipArchive;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.ForeignContent;
import io.github.tensorloupe.model.ForeignContent.DataCheck;
import io.github.tensorloupe.model.ForeignFormat;
import io.github.tensorloupe.model.ForeignTensor;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;

/// The files of `torch.save`.
public final class TorchFormat implements ForeignFormat {

  /// The data of a file.
  ///
  /// @param data returns the data of a storage by its key, or empty if it is missing
  record Storages(Function<String, Optional<StorageData>> data, DataCheck check) {}

  /// Finds the data of tensors.
  @FunctionalInterface
  interface StorageFinder {
    Storages find(List<TorchTensors.NamedView> tensors) throws IOException;
  }

  @Override
  public Optional<ForeignContent> read(ByteSource file, byte[] head, Cancellation cancellation)
      throws IOException {
    Optional<ZipArchive> archive = ZipArchive.read(file, head, cancellation);
    return archive.isPresent()
        ? TorchZip.read(archive.get(), cancellation)
        : TorchLegacy.read(file, head, cancellation);
  }

  static ForeignContent unparsed(FileKind kind, List<Finding> findings) {
    return ForeignContent.unparsed(kind, kind.description(), findings);
  }

  /// Lists the tensors of a pickle.
  ///
  /// @param findings the findings about the file, to which the finder adds
  static ForeignContent content(
      FileKind kind,
      PickleValue root,
      List<Finding> findings,
      Cancellation cancellation,
      StorageFinder finder)
      throws IOException {
    TorchTensors tensors = new TorchTensors();
    try {
      PickleWalk.visit(root, tensors, cancellation);
    } catch (MalformedPickleException e) {
      findings.add(
          Finding.of(
              e.code(),
              Sentence.of("The pickle exceeds a limit of this program: {0}.", e.sentence())));
      return unparsed(kind, findings);
    }
    Storages storages = finder.find(tensors.views());
    List<ForeignTensor> resolved = tensors.resolve(storages.data());
    findings.addAll(tensors.findings());
    return new ForeignContent(
        kind, kind.description(), true, resolved, tensors.metadata(), findings, storages.check());
  }
}
