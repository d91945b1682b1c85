package io.github.tensorloupe.format;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// Collects the warnings and infos about a header that the reference library accepts. Lists at most
/// [CappedFindings#LIMIT] of each kind.
final class HeaderWarnings {

  private static final int NAMED_FIELDS = 3;

  /// Repeated tensor names and metadata keys, with the range of the last entry.
  final SequencedMap<String, ByteRange> duplicateNames = new LinkedHashMap<>();

  final SequencedMap<String, ByteRange> duplicateKeys = new LinkedHashMap<>();

  private final CappedFindings unusual = new CappedFindings(FindingCode.UNUSUAL_ENTRY);
  private final List<String> firstUnknownFields = new ArrayList<>();
  private ByteRange firstUnknownRange;
  private int unknownFieldCount;

  void unusualEntry(String name, String description, ByteRange range) {
    unusual.note(
        "The tensor \"{0}\" has {1}, which only some readers accept.",
        FindingCode.UNUSUAL_ENTRY, name, range, name, Sentence.of(description));
  }

  void unknownField(String field, ByteRange range) {
    if (unknownFieldCount++ == 0) {
      firstUnknownRange = range;
    }
    if (firstUnknownFields.size() < NAMED_FIELDS && !firstUnknownFields.contains(field)) {
      firstUnknownFields.add(field);
    }
  }

  List<Finding> findings() {
    CappedFindings names = new CappedFindings(FindingCode.DUPLICATE_NAME);
    duplicateNames.forEach(
        (name, range) ->
            names.note(
                "The tensor \"{0}\" occurs more than once in the header; its last entry counts.",
                FindingCode.DUPLICATE_NAME, name, range, name));
    CappedFindings keys = new CappedFindings(FindingCode.DUPLICATE_METADATA_KEY);
    duplicateKeys.forEach(
        (key, range) ->
            keys.note(
                "The metadata key \"{0}\" occurs more than once; its last value counts.",
                FindingCode.DUPLICATE_METADATA_KEY, null, range, key));
    List<Finding> findings = new ArrayList<>(names.findings());
    findings.addAll(keys.findings());
    findings.addAll(unusual.findings());
    if (unknownFieldCount > 0) {
      findings.add(Finding.of(FindingCode.UNKNOWN_FIELD, unknownFieldMessage(), firstUnknownRange));
    }
    return findings;
  }

  private Sentence unknownFieldMessage() {
    List<String> shown =
        firstUnknownFields.stream().map(name -> "\"" + DisplayText.of(name) + "\"").toList();
    return unknownFieldCount == 1
        ? Sentence.of(
            "Tensor entries have a field that no reader uses, such as {0}.", shown.getFirst())
        : Sentence.of(
            "Tensor entries have {0} fields that no reader uses, such as {1}.",
            unknownFieldCount, String.join(", ", shown));
  }
}
