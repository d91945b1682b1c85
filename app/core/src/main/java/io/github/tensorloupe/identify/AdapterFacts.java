package io.github.tensorloupe.identify;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.identify.NameGroup.Alike;
import io.github.tensorloupe.text.Sentence;

/// Rank and alpha of an adapter.
record AdapterFacts(Subject subject, RuleTable rules) {

  private static final String DIM_KEY = "ss_network_dim";
  private static final String ADAPTER_KEY = "lora_adapter_metadata";

  /// A rank that occurs.
  private record Rank(long rank, Alike alike) {}

  /// The facts about an adapter; of anything else, the unfounded claims of its metadata.
  List<Statement> statements(Kind kind) {
    List<Statement> statements = new ArrayList<>();
    List<Rank> ranks = kind.isAdapter() ? ranks() : List.of();
    rank(ranks).ifPresent(statements::add);
    if (!kind.isAdapter() || !ranks.isEmpty()) {
      contradiction(ranks).ifPresent(statements::add);
    }
    if (kind.isAdapter()) {
      alpha().ifPresent(statements::add);
    }
    return statements;
  }

  private List<Rank> ranks() {
    List<Rank> ranks = new ArrayList<>();
    for (Reading.Term term : rules.ranks) {
      for (NameGroup group : term.name().in(subject.names())) {
        for (Alike alike : group.members()) {
          if (alike.shape().rank() > term.place()) {
            ranks.add(new Rank(alike.shape().dimension(term.place()), alike));
          }
        }
      }
    }
    ranks.sort((a, b) -> Long.compareUnsigned(a.rank(), b.rank()));
    return ranks;
  }

  private Optional<Statement> rank(List<Rank> ranks) {
    if (ranks.isEmpty()) {
      return Optional.empty();
    }
    Rank lowest = ranks.getFirst();
    Rank highest = ranks.getLast();
    Evidence ofLowest = lowest.alike().evidence();
    if (lowest.rank() == highest.rank()) {
      return Optional.of(
          Statement.of(Topic.RANK, figure(lowest), lowest.rank(), List.of(ofLowest)));
    }
    return Optional.of(
        Statement.of(
            Topic.RANK,
            Sentence.of("{0} to {1}", figure(lowest), figure(highest)),
            List.of(ofLowest, highest.alike().evidence())));
  }

  /// A rank as one reads it, without separators.
  private static Sentence figure(Rank rank) {
    return Sentence.of("{0}", Long.toUnsignedString(rank.rank()));
  }

  /// A rank in the metadata that no pair of matrices has.
  private Optional<Statement> contradiction(List<Rank> ranks) {
    return subject
        .entry(DIM_KEY)
        .filter(entry -> entry.value().strip().matches("[0-9]+"))
        .filter(
            entry ->
                ranks.stream()
                    .noneMatch(
                        rank -> Long.toUnsignedString(rank.rank()).equals(entry.value().strip())))
        .map(
            entry -> {
              List<Evidence> evidence = new ArrayList<>(List.of(entry));
              ranks.stream()
                  .map(rank -> rank.alike().evidence())
                  .reduce((_, last) -> last)
                  .ifPresent(evidence::add);
              return Statement.of(
                  Topic.CONTRADICTION,
                  Sentence.of(
                      "The metadata say rank {0}, but no tensor has it.",
                      DisplayText.of(entry.value().strip())),
                  evidence);
            });
  }

  /// Loaders take alpha from the tensors; what the metadata say is told beside.
  private Optional<Statement> alpha() {
    Optional<Statement> claimed = claimedAlpha();
    List<Alike> alphas =
        new NamePattern("*.alpha")
            .in(subject.names()).stream().flatMap(group -> group.members().stream()).toList();
    if (alphas.isEmpty()) {
      return claimed;
    }
    long count = alphas.stream().mapToLong(alike -> alike.count).sum();
    Sentence stored = Sentence.of("in {0} {0#tensor|tensors}", count);
    List<Evidence> evidence = new ArrayList<>();
    evidence.add(alphas.getFirst().evidence());
    claimed.ifPresent(statement -> evidence.addAll(statement.evidence()));
    return Optional.of(
        Statement.of(
            Topic.ALPHA,
            claimed
                .map(told -> Sentence.of("{0}; {1} in the metadata", stored, told.sentence()))
                .orElse(stored),
            evidence));
  }

  private Optional<Statement> claimedAlpha() {
    Optional<Evidence.OfMetadata> kohya = subject.entry("ss_network_alpha");
    if (kohya.isPresent()) {
      return Optional.of(Statement.quoting(Topic.ALPHA, kohya.get().value(), List.of(kohya.get())));
    }
    Optional<Evidence.OfMetadata> config = subject.entry(ADAPTER_KEY);
    List<String> alphas =
        config
            .map(entry -> EmbeddedFacts.scalars(entry.value(), "lora_alpha"))
            .orElse(List.of())
            .stream()
            .distinct()
            .toList();
    return alphas.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Statement.quoting(Topic.ALPHA, String.join(", ", alphas), List.of(config.get())));
  }
}
