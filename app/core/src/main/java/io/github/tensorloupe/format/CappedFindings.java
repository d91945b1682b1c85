package io.github.tensorloupe.format;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// A list of at most [#LIMIT] findings, and a count of the omitted ones.
public final class CappedFindings {

  public static final int LIMIT = 200;

  private final FindingCode overflowCode;
  private final List<Finding> listed = new ArrayList<>();
  private final SequencedMap<String, FindingCode> tensors = new LinkedHashMap<>();
  private long omittedCount;

  public CappedFindings(FindingCode overflowCode) {
    this.overflowCode = overflowCode;
  }

  /// Adds a finding, or only counts it if the list is full.
  ///
  /// @param tensor the name of the affected tensor, or null
  /// @param range the affected bytes, as file offsets, or null
  /// @param arguments the arguments of the sentence; strings and shapes are escaped for display
  public void note(
      String sentence, FindingCode code, String tensor, ByteRange range, Object... arguments) {
    if (tensor != null) {
      tensors.putIfAbsent(tensor, code);
    }
    if (listed.size() == LIMIT) {
      omittedCount++;
      return;
    }
    List<Object> shown = new ArrayList<>();
    for (Object each : arguments) {
      shown.add(
          each instanceof String || each instanceof Shape ? DisplayText.of(each.toString()) : each);
    }
    Sentence message = new Sentence(sentence, shown);
    listed.add(new Finding(code, message, Optional.ofNullable(tensor), Optional.ofNullable(range)));
  }

  /// Adds a finding, or only counts it if the list is full.
  public void add(Finding finding) {
    finding.tensor().ifPresent(tensor -> tensors.putIfAbsent(tensor, finding.code()));
    if (listed.size() == LIMIT) {
      omittedCount++;
    } else {
      listed.add(finding);
    }
  }

  /// Returns all tensors with findings, including omitted ones, and the code of their first
  /// finding.
  public SequencedMap<String, FindingCode> tensors() {
    return Collections.unmodifiableSequencedMap(tensors);
  }

  public List<Finding> findings() {
    List<Finding> all = new ArrayList<>(listed);
    if (omittedCount > 0) {
      // Omitted findings with several codes cannot be added to the count of any of these codes.
      long count = overflowCode == FindingCode.MORE_FINDINGS ? 1 : omittedCount;
      Sentence sentence =
          Sentence.of("{0} more findings of this kind are not listed.", omittedCount);
      all.add(Finding.ofOmitted(overflowCode, sentence, count));
    }
    return all;
  }
}
