package io.github.tensorloupe.export;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.HeaderWriter;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.format.TensorSpec;
import io.github.tensorloupe.format.UnwritableHeaderException;
import io.github.tensorloupe.format.WrittenHeader;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Writes tensors of one or more files to a new safetensors file in the layout of the reference
/// library, then reads the file back and compares it with the sources.
final class SubsetExport {

  private final SequencedMap<String, TensorData> dataOfName = new LinkedHashMap<>();
  private final List<Sentence> notes = new ArrayList<>();
  private final WrittenHeader header;

  /// @param keepsMetadata true to copy the metadata of the first tensor's file
  /// @throws IOException if the tensors cannot be combined
  SubsetExport(List<TensorRef> tensors, boolean keepsMetadata) throws IOException {
    Map<String, TensorRef> known = LinkedHashMap.newLinkedHashMap(tensors.size());
    List<TensorSpec> specs = new ArrayList<>(tensors.size());
    for (TensorRef tensor : tensors) {
      TensorInfo info = tensor.info();
      TensorRef previous = known.put(info.name(), tensor);
      if (previous != null) {
        throw new SentenceException(
            "The tensor \"{0}\" is selected twice, from {1} and from {2}: names must be unique"
                + " in a file. Nothing was written.",
            TensorBytes.nameOf(tensor), TensorBytes.fileOf(previous), TensorBytes.fileOf(tensor));
      }
      dataOfName.put(info.name(), TensorBytes.of(tensor));
      specs.add(new TensorSpec(info.name(), info.dtype(), info.shape()));
    }
    try {
      header = header(tensors, specs, keepsMetadata ? metadata(tensors) : Optional.empty());
    } catch (UnwritableHeaderException e) {
      throw new SentenceException(e.sentence().then(Sentence.of("Nothing was written.")));
    }
  }

  private static WrittenHeader header(
      List<TensorRef> tensors, List<TensorSpec> specs, Optional<Metadata> metadata)
      throws UnwritableHeaderException {
    WrittenHeader header = HeaderWriter.write(specs, metadata);
    Optional<Metadata> valid = metadata.map(Metadata::withoutDataHashes);
    return valid.equals(metadata) || isDataOfSource(tensors, header)
        ? header
        : HeaderWriter.write(specs, valid);
  }

  private static boolean isDataOfSource(List<TensorRef> tensors, WrittenHeader header) {
    Map<String, Long> begins = new HashMap<>();
    header.header().tensors().forEach(info -> begins.put(info.name(), info.begin()));
    TensorFile source = tensors.getFirst().file();
    return source.dataLength().equals(OptionalLong.of(header.dataByteCount()))
        && tensors.stream()
            .allMatch(
                tensor ->
                    tensor.file().equals(source)
                        && tensor.info().begin() == begins.get(tensor.info().name()));
  }

  private Optional<Metadata> metadata(List<TensorRef> tensors) {
    List<TensorFile> files = tensors.stream().map(TensorRef::file).distinct().toList();
    if (files.isEmpty()) {
      return Optional.empty();
    }
    Optional<Metadata> first = files.getFirst().header().metadata();
    long others =
        files.stream().filter(file -> !entries(file).equals(entries(files.getFirst()))).count();
    if (others > 0) {
      notes.add(
          Sentence.of(
              "The metadata was copied from {0}; {1} {1#other file has|other files have} different"
                  + " metadata, which was not copied.",
              DisplayText.of(String.valueOf(files.getFirst().path().getFileName())), others));
    }
    return first;
  }

  private static Map<String, String> entries(TensorFile file) {
    return file.header().metadata().orElse(Metadata.EMPTY).entries();
  }

  /// Writes the complete file, reads it back, and compares it.
  ///
  /// @param progress reported in bytes: twice the size of the tensors
  ExportResult write(Draft draft, Cancellation cancellation, Progress progress) throws IOException {
    draft.write(ByteBuffer.wrap(header.bytes()));
    long work = 2 * header.dataByteCount();
    for (TensorInfo placed : header.header().tensors()) {
      TensorData data = dataOfName.get(placed.name());
      Progress ofAll = (done, _) -> progress.report(placed.begin() + done, work);
      draft.append(data.file(), data.range(), ofAll);
    }
    draft.finish();
    try {
      check(draft, cancellation, (done, _) -> progress.report(header.dataByteCount() + done, work));
      return draft.exported("safetensors", notes);
    } catch (IOException e) {
      // A changed source explains the difference.
      TensorExport.requireUnchanged(dataOfName.values().stream().map(TensorData::file));
      throw e;
    }
  }

  /// @param progress reported in bytes of the tensors
  private void check(Draft draft, Cancellation cancellation, Progress progress) throws IOException {
    ReadBack readBack = new ReadBack(draft, header);
    readBack.requireHeader();
    for (TensorInfo tensor : header.header().tensors()) {
      Progress ofAll = (done, total) -> progress.report(tensor.begin() + done, total);
      readBack.requireCopy(tensor, dataOfName.get(tensor.name()), cancellation, ofAll);
    }
  }
}
