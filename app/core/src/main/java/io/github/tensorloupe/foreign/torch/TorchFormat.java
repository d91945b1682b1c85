package io.github.tensorloupe.foreign.torch;

import module java.base;

import io.github.tensorloupe.foreign.pickle.MalformedPickleException;
import io.github.tensorloupe.foreign.pickle.PickleValue;
import io.github.tensorloupe.foreign.pickle.PickleWalk;
import io.github.tensorloupe.foreign.zip.ZipDirectory;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.ForeignContent;
import io.github.tensorloupe.model.ForeignContent.DataCheck;
import io.github.tensorloupe.model.ForeignFormat;
import io.github.tensorloupe.model.ForeignTensor;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.IoFunction;

/// The files of `torch.save`, and other pickles.
public final class TorchFormat implements ForeignFormat {

  /// The data of a file.
  ///
  /// @param data returns the data of a storage by its key, or empty if it is missing
  record Storages(Function<String, Optional<StorageData>> data, DataCheck check) {}

  @Override
  public Optional<ForeignContent> read(ByteSource file, byte[] head, Cancellation cancellation)
      throws IOException {
    Optional<ZipDirectory> directory = ZipDirectory.read(file, head, cancellation);
    Optional<ForeignContent> archive =
        directory.isPresent() ? TorchZip.read(directory.get(), cancellation) : Optional.empty();
    return archive.isPresent() ? archive : TorchLegacy.read(file, head, cancellation);
  }

  /// Lists the tensors of a pickle.
  ///
  /// @param findings the findings about the file, to which the finder adds
  /// @param finder finds the data of the tensors
  static ForeignContent content(
      FileKind kind,
      PickleValue root,
      List<Finding> findings,
      Cancellation cancellation,
      IoFunction<List<TorchTensors.NamedView>, Storages> finder)
      throws IOException {
    TorchTensors tensors = new TorchTensors();
    try {
      PickleWalk.visit(root, tensors, cancellation);
    } catch (MalformedPickleException e) {
      findings.add(
          Finding.of(
              e.code(),
              Sentence.of("The pickle exceeds a limit of this program: {0}.", e.sentence())));
      return ForeignContent.unparsed(kind, findings);
    }
    Storages storages = finder.apply(tensors.views());
    List<ForeignTensor> resolved = tensors.resolve(storages.data());
    findings.addAll(tensors.findings());
    return new ForeignContent(
        kind,
        kind.description(),
        true,
        resolved,
        tensors.noted(),
        tensors.containers(),
        tensors.metadata(),
        findings,
        storages.check());
  }
}
