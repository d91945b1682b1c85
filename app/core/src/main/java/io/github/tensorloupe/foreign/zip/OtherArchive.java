package io.github.tensorloupe.foreign.zip;

import module java.base;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.ForeignContent;
import io.github.tensorloupe.model.ForeignFormat;
import io.github.tensorloupe.model.RecognizedType;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;

/// Archives that are not checkpoints. Only describes them and analyzes their pickles. Must follow
/// the formats that use archives.
public final class OtherArchive implements ForeignFormat {

  private static final Sentence ARCHIVE = Sentence.of("a zip archive");

  /// Descriptions of archives by a pattern for a characteristic file name. The first match applies.
  private static final List<Map.Entry<Pattern, Sentence>> CONTENTS =
      List.of(
          content(".*/constants\\.pkl", Sentence.of("a PyTorch program (TorchScript)")),
          content(
              "(.*/)?data\\.pkl", Sentence.of("a PyTorch checkpoint (.pt, .pth, .bin or .ckpt)")),
          content(".*\\.safetensors", Sentence.of("with safetensors files inside: unpack it")),
          content("model\\.weights\\.h5", Sentence.of("a Keras model (.keras)")),
          content("\\[Content_Types]\\.xml", Sentence.of("an office document")));

  private static Map.Entry<Pattern, Sentence> content(String name, Sentence description) {
    return Map.entry(Pattern.compile(name, Pattern.DOTALL), description);
  }

  @Override
  public Optional<ForeignContent> read(ByteSource file, byte[] head, Cancellation cancellation)
      throws IOException {
    Optional<ZipDirectory> directory =
        ZipDirectory.hasMagic(head)
            ? ZipDirectory.read(file, head, cancellation)
            : Optional.empty();
    if (directory.isEmpty()) {
      return Optional.empty();
    }
    ZipArchive archive = ZipArchive.open(directory.get(), cancellation);
    List<Finding> findings = new ArrayList<>();
    if (directory.get().isReadable()) {
      Sentence sentence = Sentence.of("This is {0}.", description(archive));
      ByteRange all = new ByteRange(0, file.length());
      findings.add(Finding.of(FindingCode.WRONG_KIND, sentence, all));
    }
    findings.addAll(archive.findings());
    new ArchivePickles(archive, findings, cancellation).analyze(archive.entries());
    return Optional.of(ForeignContent.unparsed(FileKind.ZIP, findings));
  }

  private static Sentence description(ZipArchive archive) {
    List<String> names = archive.entries().stream().map(ArchiveEntry::name).toList();
    if (names.isEmpty()) {
      return Sentence.of("a zip archive without any file");
    }
    Sentence kind =
        CONTENTS.stream()
            .filter(known -> names.stream().anyMatch(known.getKey().asMatchPredicate()))
            .findFirst()
            .map(known -> Sentence.joined(", ", List.of(ARCHIVE, known.getValue())))
            .orElse(ARCHIVE);
    return Sentence.of(
        "{0}; its {1} {1#file|files}: {2}", kind, names.size(), RecognizedType.first(names));
  }
}
