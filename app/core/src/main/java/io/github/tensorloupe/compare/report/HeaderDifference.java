package io.github.tensorloupe.compare.report;

import module java.base;

import io.github.tensorloupe.compare.Side;
import io.github.tensorloupe.compare.TensorPair;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;

/// A difference between files other than metadata and tensor values, which explains why files with
/// equal tensors have different bytes.
///
/// @param property the name of the compared property
/// @param a the value in the base
/// @param b the value in the newer checkpoint
public record HeaderDifference(Sentence property, Sentence a, Sentence b) {

  private static final int MAX_PADDING_READ = 4096;
  private static final int MAX_ALIGNMENT = 4096;
  private static final int MAX_NOTES = 20;
  private static final int HASH_DIGITS = 12;
  private static final Sentence NONE = Sentence.of("–");

  private static final Set<FindingCode> NOTES =
      EnumSet.of(
          FindingCode.DUPLICATE_NAME,
          FindingCode.DUPLICATE_METADATA_KEY,
          FindingCode.LEADING_WHITESPACE,
          FindingCode.UNUSUAL_ENTRY,
          FindingCode.NON_SPACE_PADDING,
          FindingCode.UNKNOWN_FIELD);

  /// Returns the differences, the most significant first. Reads each header.
  ///
  /// @param pairs the pairs in the order of the base
  public static List<HeaderDifference> between(
      Side a, Side b, List<TensorPair> pairs, Cancellation cancellation) throws IOException {
    SequencedMap<Sentence, Sentence> ofB = facts(b, cancellation);
    List<HeaderDifference> differences = new ArrayList<>();
    for (Map.Entry<Sentence, Sentence> ofA : facts(a, cancellation).entrySet()) {
      Sentence property = ofA.getKey();
      if (!ofA.getValue().equals(ofB.get(property))) {
        differences.add(new HeaderDifference(property, ofA.getValue(), ofB.get(property)));
      }
    }
    order(b, pairs).ifPresent(differences::add);
    Set<Sentence> notesA = notes(a);
    Set<Sentence> notesB = notes(b);
    Sentence note = Sentence.of("Note on the header");
    Stream.concat(notesA.stream(), notesB.stream())
        .filter(text -> notesA.contains(text) != notesB.contains(text))
        .limit(MAX_NOTES)
        .map(
            text ->
                notesA.contains(text)
                    ? new HeaderDifference(note, text, NONE)
                    : new HeaderDifference(note, NONE, text))
        .forEach(differences::add);
    // If all facts are equal, the text may still differ in spaces, escapes or the order of members.
    for (int i = 0; differences.isEmpty() && i < a.checkpoint().files().size(); i++) {
      Sentence hashA = sha256(a.checkpoint().files().get(i));
      Sentence hashB = sha256(b.checkpoint().files().get(i));
      if (!hashA.equals(hashB) && a.metadata().equals(b.metadata())) {
        differences.add(new HeaderDifference(Sentence.of("SHA-256 of the header"), hashA, hashB));
      }
    }
    return differences;
  }

  private static Sentence sha256(TensorFile file) throws IOException {
    return Sentence.of("{0}…", file.identity().headSha256().substring(0, HASH_DIGITS));
  }

  private static SequencedMap<Sentence, Sentence> facts(Side side, Cancellation cancellation)
      throws IOException {
    List<TensorFile> files = side.checkpoint().files();
    long length = 0;
    long headers = 0;
    long padding = 0;
    int alignment = MAX_ALIGNMENT;
    for (TensorFile file : files) {
      cancellation.check();
      length += file.bytes().length();
      OptionalLong dataStart = file.reading().dataStart();
      if (dataStart.isPresent() && file.foreign().isEmpty()) {
        headers += dataStart.getAsLong() - Long.BYTES;
        padding += padding(file, dataStart.getAsLong());
        alignment = (int) Math.min(alignment, Long.lowestOneBit(dataStart.getAsLong()));
      }
    }
    SequencedMap<Sentence, Sentence> facts = new LinkedHashMap<>();
    facts.put(Sentence.of("Files"), Sentence.of("{0}", files.size()));
    facts.put(Sentence.of("Size of the files"), bytes(length));
    facts.put(Sentence.of("Header length"), bytes(headers));
    facts.put(Sentence.of("Padding of the header"), bytes(padding));
    facts.put(Sentence.of("Data starts at a multiple of"), bytes(alignment));
    return facts;
  }

  private static Sentence bytes(long count) {
    return Sentence.of("{0} {0#byte|bytes}", count);
  }

  private static int padding(TensorFile file, long dataStart) throws IOException {
    int count = (int) Math.min(MAX_PADDING_READ, dataStart - Long.BYTES);
    byte[] end = file.bytes().read(dataStart - count, count);
    int spaces = 0;
    while (spaces < count && end[count - 1 - spaces] == ' ') {
      spaces++;
    }
    return spaces;
  }

  private static Set<Sentence> notes(Side side) {
    return side.checkpoint().files().stream()
        .flatMap(file -> file.findings().stream())
        .filter(finding -> NOTES.contains(finding.code()))
        .map(Finding::sentence)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private static Optional<HeaderDifference> order(Side b, List<TensorPair> pairs) {
    Map<TensorRef, Integer> places = new HashMap<>();
    b.tensors().forEach(tensor -> places.put(tensor, places.size()));
    // Slices have no place in the order of whole tensors.
    List<TensorPair> paired =
        pairs.stream()
            .filter(pair -> pair.by().isPresent() && places.containsKey(pair.b().orElseThrow()))
            .toList();
    for (int i = 1; i < paired.size(); i++) {
      TensorPair previous = paired.get(i - 1);
      TensorPair pair = paired.get(i);
      if (places.get(pair.b().orElseThrow()) < places.get(previous.b().orElseThrow())) {
        return Optional.of(
            new HeaderDifference(
                Sentence.of("Order of the tensors"),
                inOrder(previous.a(), pair.a()),
                inOrder(pair.b(), previous.b())));
      }
    }
    return Optional.empty();
  }

  private static Sentence inOrder(Optional<TensorRef> first, Optional<TensorRef> second) {
    return Sentence.of(
        "{0} before {1}",
        TensorPair.shown(first.orElseThrow().info().name()),
        TensorPair.shown(second.orElseThrow().info().name()));
  }
}
