package io.github.tensorloupe.identify;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.identify.Evidence.OfMetadata;
import io.github.tensorloupe.identify.NameGroup.SimilarMembers;
import io.github.tensorloupe.text.Sentence;

/// Finds the rank and alpha of an adapter.
record AdapterFacts(RuleInput subject, RuleTable rules, List<Statement> statements) {

  private static final Pattern FUSED_EXPERTS =
      Pattern.compile("\\.experts\\.(base_layer\\.)*lora_A\\.");

  private record Rank(long rank, Evidence evidence) {

    boolean isMultipleOf(Rank other) {
      return other.rank != 0 && Long.remainderUnsigned(rank, other.rank) == 0;
    }

    @Override
    public String toString() {
      return Long.toUnsignedString(rank);
    }
  }

  /// For other kinds of checkpoints, only reports a rank in the metadata as a contradiction.
  void find(boolean isAdapter) {
    List<Rank> ranks = isAdapter ? ranks() : List.of();
    if (!ranks.isEmpty()) {
      addRank(ranks.getFirst(), ranks.getLast());
    }
    if (!isAdapter || !ranks.isEmpty()) {
      subject.entry("ss_network_dim").ifPresent(claim -> checkRank(claim, ranks));
    }
    if (isAdapter) {
      addAlpha();
    }
  }

  private List<Rank> ranks() {
    List<Rank> ranks = new ArrayList<>();
    List<Rank> ofExperts = new ArrayList<>();
    for (SizeRule.Term term : rules.ranks) {
      for (SimilarMembers subgroup : subject.members(term.name())) {
        if (subgroup.shape().rank() > term.place()) {
          Rank rank = new Rank(subgroup.shape().dimension(term.place()), subgroup.evidence());
          (isOfFusedExperts(rank.evidence) ? ofExperts : ranks).add(rank);
        }
      }
    }
    // The factors of fused experts contain the rank once for each expert.
    if (ofExperts.stream().anyMatch(each -> ranks.stream().noneMatch(each::isMultipleOf))) {
      ranks.addAll(ofExperts);
    }
    ranks.sort((a, b) -> Long.compareUnsigned(a.rank, b.rank));
    return ranks;
  }

  private static boolean isOfFusedExperts(Evidence evidence) {
    return evidence instanceof Evidence.OfTensor(var tensor)
        && FUSED_EXPERTS.matcher(tensor.info().name()).find();
  }

  private void addRank(Rank lowest, Rank highest) {
    Sentence figure = Sentence.of("{0}", lowest.toString());
    Sentence range = Sentence.of("{0} to {1}", lowest.toString(), highest.toString());
    statements.add(
        lowest.rank == highest.rank
            ? Statement.of(Topic.RANK, figure, lowest.rank, List.of(lowest.evidence))
            : Statement.of(Topic.RANK, range, List.of(lowest.evidence, highest.evidence)));
  }

  private void checkRank(OfMetadata claim, List<Rank> ranks) {
    String rank = claim.value().strip();
    if (rank.matches("[0-9]+") && ranks.stream().noneMatch(each -> each.toString().equals(rank))) {
      List<Evidence> evidence =
          ranks.isEmpty() ? List.of(claim) : List.of(claim, ranks.getLast().evidence);
      Sentence sentence =
          Sentence.of("The metadata say rank {0}, but no tensor has it.", DisplayText.of(rank));
      statements.add(Statement.of(Topic.CONTRADICTION, sentence, evidence));
    }
  }

  /// Adds the alpha of the tensors, which loaders use, and the alpha in the metadata.
  private void addAlpha() {
    Optional<Statement> claimed = claimedAlpha();
    List<SimilarMembers> alphas = subject.members(new NamePattern("*.alpha"));
    if (alphas.isEmpty()) {
      claimed.ifPresent(statements::add);
      return;
    }
    long count = alphas.stream().mapToLong(each -> each.count).sum();
    List<Evidence> evidence = new ArrayList<>(List.of(alphas.getFirst().evidence()));
    Sentence sentence =
        claimed
            .map(
                fact ->
                    Sentence.of(
                        "{0} (metadata; stored in {1} {1#tensor|tensors})", fact.sentence(), count))
            .orElse(Sentence.of("stored in {0} {0#tensor|tensors}", count));
    claimed.ifPresent(fact -> evidence.addAll(fact.evidence()));
    statements.add(Statement.of(Topic.ALPHA, sentence, evidence));
  }

  private Optional<Statement> claimedAlpha() {
    Optional<OfMetadata> kohya = subject.entry("ss_network_alpha");
    if (kohya.isPresent()) {
      return Optional.of(Statement.quoting(Topic.ALPHA, kohya.get().value(), kohya.get()));
    }
    Optional<OfMetadata> config = subject.entry("lora_adapter_metadata");
    List<String> alphas =
        config.map(fact -> EmbeddedFacts.scalars(fact.value(), "lora_alpha")).orElse(List.of());
    String all = String.join(", ", new LinkedHashSet<>(alphas));
    return config
        .filter(_ -> !alphas.isEmpty())
        .map(fact -> Statement.quoting(Topic.ALPHA, all, fact));
  }
}
