package io.github.tensorloupe.analysis.health;

import module java.base;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.text.Sentence;

/// Findings of one kind, displayed as a single line such as "NaN in 14 tensors".
///
/// @param findingCount the number of findings, at least the number of members
/// @param tensorCount the number of distinct tensors with these findings, or 0 if the findings are
///   not about tensors
/// @param members the findings in their original order, or the first of them; at least one
/// @param <T> a finding, or an object that contains one
public record FindingGroup<T>(Kind kind, long findingCount, long tensorCount, List<T> members) {

  /// Orders groups by descending severity, then by descending number of findings.
  public static final Comparator<FindingGroup<?>> WORST_FIRST =
      Comparator.comparing((FindingGroup<?> group) -> group.kind.severity())
          .thenComparing(
              Comparator.comparingLong((FindingGroup<?> group) -> group.findingCount).reversed());

  public FindingGroup {
    members = List.copyOf(members);
    if (members.isEmpty() || findingCount < members.size()) {
      throw new IllegalArgumentException(members.size() + " of " + findingCount);
    }
  }

  /// Groups findings by kind. The groups are in [#WORST_FIRST] order; equal groups are in the order
  /// of their first members.
  ///
  /// @param finding returns the finding of an object
  /// @param tensor returns a key for the tensor of a finding (the tensor name, combined with the
  ///   file if there are several files), or empty if the finding is not about a tensor
  public static <T> List<FindingGroup<T>> of(
      List<T> all,
      Function<T, Finding> finding,
      Function<Finding, Kind> kind,
      Function<T, Optional<String>> tensor) {
    Map<Kind, List<T>> byKind =
        all.stream()
            .collect(
                Collectors.groupingBy(
                    finding.andThen(kind), LinkedHashMap::new, Collectors.toList()));
    List<FindingGroup<T>> groups = new ArrayList<>();
    byKind.forEach(
        (shared, members) -> {
          Set<String> tensors = new HashSet<>();
          long findings = 0;
          long omitted = 0;
          for (T member : members) {
            Optional<String> key = tensor.apply(member);
            long count = finding.apply(member).count();
            key.ifPresent(tensors::add);
            findings += count;
            omitted += key.isEmpty() ? count : 0;
          }
          // Each omitted finding is about another tensor.
          long tensorCount = tensors.isEmpty() ? 0 : tensors.size() + omitted;
          groups.add(new FindingGroup<>(shared, findings, tensorCount, members));
        });
    groups.sort(WORST_FIRST);
    return List.copyOf(groups);
  }

  /// Returns true if the group has more than one finding.
  public boolean hasSeveral() {
    return findingCount > 1;
  }

  /// Returns the displayed text, such as "NaN in 14 tensors".
  public Sentence title() {
    return kind.title(tensorCount, findingCount);
  }

  /// The code and severity that the findings of a group share.
  public record Kind(FindingCode code, Severity severity) {

    /// Returns the kind with the severity of the finding, as shown on the command line.
    public static Kind ofCode(Finding finding) {
      return new Kind(finding.code(), finding.severity());
    }

    /// Returns the kind with the concern of the finding as severity, as shown in the window.
    public static Kind ofConcern(Finding finding) {
      return new Kind(finding.code(), finding.concern());
    }

    private Sentence title(long tensors, long findings) {
      boolean isInitial = severity != code.severity();
      return switch (code) {
        case NAN -> Sentence.of("NaN in {0} {0#tensor|tensors}", tensors);
        case INF -> Sentence.of("Infinities in {0} {0#tensor|tensors}", tensors);
        case ZERO_PAGES -> Sentence.of("Zero-filled pages in {0} {0#tensor|tensors}", tensors);
        case ALL_ZERO ->
            isInitial
                ? Sentence.of(
                    "All values are 0 in {0} {0#tensor|tensors} (as initialized)", tensors)
                : Sentence.of("Only zeros in {0} {0#tensor|tensors}", tensors);
        case CONSTANT ->
            isInitial
                ? Sentence.of(
                    "All values are 1 in {0} {0#tensor|tensors} (as initialized)", tensors)
                : Sentence.of("The same value throughout {0} {0#tensor|tensors}", tensors);
        case INVALID_BOOL ->
            Sentence.of("Bytes other than 0 and 1 in {0} BOOL {0#tensor|tensors}", tensors);
        case EQUAL_ROWS -> Sentence.of("Equal rows in {0} {0#tensor|tensors}", tensors);
        case LAYER_OUTLIER ->
            Sentence.of("Scale unlike other layers in {0} {0#tensor|tensors}", tensors);
        case DUPLICATE_NAME ->
            Sentence.of("{0} tensor {0#name occurs|names occur} more than once", tensors);
        case DUPLICATE_METADATA_KEY ->
            Sentence.of("{0} metadata {0#key occurs|keys occur} more than once", findings);
        case METADATA_SECRET ->
            Sentence.of("{0} {0#kind|kinds} of private data in the metadata", findings);
        case PICKLE_DANGEROUS_GLOBAL ->
            Sentence.of("{0} {0#name|names} of code that can execute anything", findings);
        case PICKLE_UNKNOWN_GLOBAL ->
            Sentence.of("{0} unknown {0#class or function|classes or functions}", findings);
        case PICKLE_INERT_GLOBAL -> Sentence.of("{0} harmless {0#class|classes} of data", findings);
        case KERAS_CODE ->
            Sentence.of("{0} {0#part|parts} of the configuration with Python code", findings);
        case KERAS_MODULE ->
            Sentence.of("{0} unknown Python {0#module|modules} in the configuration", findings);
        case TORCH_PROGRAM -> Sentence.of("{0} {0#program|programs} of PyTorch", findings);
        case TENSOR_UNSUPPORTED ->
            Sentence.of("{0} {0#tensor|tensors} without an equivalent in safetensors", findings);
        case SHARED_TENSOR -> Sentence.of("{0} {0#tensor shares|tensors share} storage", findings);
        case MISALIGNED_DATA -> Sentence.of("Misaligned data in {0} {0#file|files}", findings);
        case LARGE_HEADER -> Sentence.of("Large headers in {0} {0#file|files}", findings);
        case MISSING_FORMAT -> Sentence.of("No format entry in {0} {0#file|files}", findings);
        case TRUNCATED -> Sentence.of("{0} truncated {0#file|files}", findings);
        case SHARD_MISSING -> Sentence.of("{0} {0#shard is|shards are} missing", findings);
        case SHARD_REFUSED -> Sentence.of("{0} {0#shard does|shards do} not load", findings);
        case TENSOR_NOT_IN_SHARD ->
            Sentence.of("{0} {0#tensor|tensors} of the index in no shard", findings);
        case TENSOR_NOT_IN_INDEX ->
            Sentence.of("{0} {0#tensor|tensors} missing in the index", findings);
        case TENSOR_IN_OTHER_SHARD ->
            Sentence.of("{0} {0#tensor|tensors} in another shard than indexed", findings);
        case TENSOR_IN_TWO_SHARDS ->
            Sentence.of("{0} {0#tensor|tensors} in more than one shard", findings);
        case SCALE_MISSING -> Sentence.of("{0} {0#scale is|scales are} missing", findings);
        default -> Sentence.of("{0} findings \"{1}\"", findings, code.spelling());
      };
    }
  }
}
