package io.github.tensorloupe.foreign.pickle;

import module java.base;

import io.github.tensorloupe.foreign.pickle.PickleGlobal.Risk;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.ForeignContent;
import io.github.tensorloupe.model.ForeignFormat;
import io.github.tensorloupe.model.Pickle;
import io.github.tensorloupe.model.RecognizedType;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;

/// Pickles that are not checkpoints, which are only described. Must follow the formats that use
/// pickles.
public final class PickleFormat implements ForeignFormat {

  @Override
  public Optional<ForeignContent> read(ByteSource file, byte[] head, Cancellation cancellation)
      throws IOException {
    OptionalInt protocol = Pickle.protocol(file, head);
    if (protocol.isEmpty()) {
      return Optional.empty();
    }
    PickleReading reading =
        PickleReading.analyze(PickleBytes.of(file, 0, file.length()), cancellation);
    if (protocol.getAsInt() == 0 && (reading.root().isEmpty() || reading.end() < file.length())) {
      return Optional.empty();
    }
    List<Sentence> parts = new ArrayList<>();
    parts.add(Sentence.of("a Python pickle of protocol {0}", protocol.getAsInt()));
    List<String> names = reading.globals().stream().map(PickleGlobal::qualifiedName).toList();
    if (!names.isEmpty()) {
      parts.add(Sentence.of("it names {0}", RecognizedType.first(names)));
    }
    reading.globals().stream()
        .filter(global -> global.risk() == Risk.DANGEROUS)
        .findFirst()
        .map(global -> RecognizedType.quoted(global.qualifiedName()))
        .map(name -> Sentence.of("do not load it: {0} can run anything", name))
        .ifPresent(parts::add);
    Sentence sentence = Sentence.of("This is {0}.", Sentence.joined("; ", parts));
    List<Finding> findings = new ArrayList<>();
    findings.add(Finding.of(FindingCode.WRONG_KIND, sentence, new ByteRange(0, file.length())));
    findings.addAll(reading.findings());
    return Optional.of(ForeignContent.unparsed(FileKind.PICKLE, findings));
  }
}
