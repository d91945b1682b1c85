package io.github.tensorloupe.foreign.torch;

import module java.base;

import io.github.tensorloupe.foreign.pickle.PickleGlobal;
import io.github.tensorloupe.foreign.pickle.PickleGlobal.Risk;
import io.github.tensorloupe.foreign.pickle.PickleReading;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.ForeignContent;
import io.github.tensorloupe.model.RecognizedType;
import io.github.tensorloupe.text.Sentence;

/// A pickle that is not a checkpoint, which is only described.
final class PlainPickle {

  private PlainPickle() {}

  /// Describes a pickle, or returns empty if the file appears to be another text.
  ///
  /// @param protocol the protocol, or 0 for a text
  /// @param first the pickle at the beginning of the file
  static Optional<ForeignContent> read(ByteSource file, int protocol, PickleReading first) {
    PickleReading reading = first.withTrailingData();
    if (protocol == 0 && (reading.root().isEmpty() || reading.end() < file.length())) {
      return Optional.empty();
    }
    List<Sentence> parts = new ArrayList<>();
    parts.add(Sentence.of("a Python pickle of protocol {0}", protocol));
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
