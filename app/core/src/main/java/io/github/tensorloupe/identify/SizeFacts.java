package io.github.tensorloupe.identify;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Saturating;
import io.github.tensorloupe.identify.NameGroup.SimilarMembers;
import io.github.tensorloupe.text.ByteSize;
import io.github.tensorloupe.text.Quantities;
import io.github.tensorloupe.text.Sentence;

final class SizeFacts {

  private static final int MAX_DTYPES = 4;
  private static final int MAX_PLACES = 4;

  private final Networks networks;
  private final RuleTable rules;

  /// True if the tensors are slices, whose shapes are not the shapes of the model.
  private final boolean areSlices;

  private final List<Statement> statements = new ArrayList<>();

  SizeFacts(Networks networks, RuleTable rules, boolean areSlices) {
    this.networks = networks;
    this.rules = rules;
    this.areSlices = areSlices;
  }

  List<Statement> statements() {
    ParameterCount count = networks.parameters();
    if (!areSlices) {
      parameters(count);
    }
    rules.readings.forEach(this::read);
    keepOneCountOfLayers();
    bytes(count);
    return statements;
  }

  private void parameters(ParameterCount count) {
    if (count.isUnknown) {
      Sentence sentence =
          count.isUndecoded
              ? Sentence.of("unknown: the weights are quantized by a method that is not decoded")
              : Sentence.of(
                  "unknown: several group sizes fit the shapes, and config.json names none");
      statements.add(Statement.of(Topic.PARAMETERS, sentence, count.packedEvidence));
    } else if (count.parameters > 0) {
      List<Sentence> parts = new ArrayList<>(List.of(both(count.parameters)));
      parts.addAll(count.assumptions);
      Sentence sentence = Sentence.joined("; ", parts);
      statements.add(
          Statement.of(Topic.PARAMETERS, sentence, count.parameters, count.packedEvidence));
    }
    if (count.buffers > 0) {
      statements.add(Statement.of(Topic.BUFFERS, both(count.buffers), count.buffers, List.of()));
    }
  }

  private static Sentence both(long count) {
    String exact = Quantities.formatCount(count);
    return count < 10_000
        ? Sentence.of("{0}", exact)
        : Sentence.of("{0} ({1})", Quantities.shortCount(count), exact);
  }

  private void read(Topic topic, List<SizeRule> readings) {
    // The VAE of a diffusion checkpoint determines its latent channels.
    RuleInput network = topic == Topic.LATENT_CHANNELS ? networks.whole : networks.main();
    Stream<List<SizeRule.Result>> all =
        readings.stream()
            .filter(reading -> !areSlices || reading.term().isCount())
            .map(reading -> reading.read(network));
    List<SizeRule.Result> results =
        all.filter(each -> !each.isEmpty()).findFirst().orElse(List.of());
    if (results.stream().map(SizeRule.Result::number).distinct().count() > 1) {
      statements.add(ofSeveral(topic, results));
    } else if (!results.isEmpty() && isMeaningful(topic, results.getFirst().number())) {
      statements.add(ofOne(topic, results.getFirst()));
    }
  }

  private Statement ofOne(Topic topic, SizeRule.Result result) {
    if (networks.kindOfTensors().is(Kind.Trait.ADAPTER) && topic == Topic.LAYERS) {
      // An adapter may change only some layers, so the number of layers of the model is unknown.
      Sentence layers = numbers(result.indexes());
      return Statement.of(Topic.ADAPTED_LAYERS, layers, result.number(), result.evidence());
    }
    Sentence count = Sentence.of("{0}", Quantities.formatCount(result.number()));
    if (topic == Topic.EXPERTS || result.isContiguous()) {
      return Statement.of(topic, count, result.number(), result.evidence());
    }
    Sentence partial = Sentence.of("{0} in this file: {1}", count, numbers(result.indexes()));
    return Statement.of(topic, partial, result.evidence());
  }

  // Networks with different values have no common value.
  private static Statement ofSeveral(Topic topic, List<SizeRule.Result> results) {
    List<Sentence> numbers = new ArrayList<>();
    List<Evidence> evidence = new ArrayList<>();
    for (SizeRule.Result result : results) {
      String place = DisplayText.of(result.place().replaceFirst("\\.$", ""));
      numbers.add(Sentence.of("{0} in {1}", Quantities.formatCount(result.number()), place));
      evidence.addAll(result.evidence());
    }
    List<Sentence> shown = numbers.subList(0, Math.min(MAX_PLACES, numbers.size()));
    return Statement.of(topic, Sentence.joined(", ", shown), evidence);
  }

  /// Formats numbers as ranges: `0 to 3, 8, 10 to 11`.
  private static Sentence numbers(BitSet indexes) {
    List<Object> ranges = Sentence.ranges(indexes, Integer::toString);
    return ranges.size() <= MAX_PLACES
        ? Sentence.joined(", ", ranges)
        : Sentence.of("{0} …", Sentence.joined(", ", ranges.subList(0, MAX_PLACES)));
  }

  /// Keeps separate counts for encoder and decoder only if they differ.
  private void keepOneCountOfLayers() {
    Map<Topic, String> counts = new EnumMap<>(Topic.class);
    statements.forEach(statement -> counts.putIfAbsent(statement.topic(), statement.value()));
    String encoder = counts.get(Topic.ENCODER_LAYERS);
    String decoder = counts.get(Topic.DECODER_LAYERS);
    boolean areDifferent = encoder != null && decoder != null && !encoder.equals(decoder);
    statements.removeIf(
        statement ->
            switch (statement.topic()) {
              case LAYERS -> areDifferent;
              case ENCODER_LAYERS, DECODER_LAYERS -> !areDifferent;
              default -> false;
            });
  }

  // A count of 1 head is probably a norm over all heads, and 1 query per key is the default.
  private static boolean isMeaningful(Topic topic, long number) {
    return switch (topic) {
      case HEADS, QUERIES_PER_KEY, KV_HEADS -> number > 1;
      default -> number > 0;
    };
  }

  private void bytes(ParameterCount count) {
    Map<Dtype, Long> byDtype = new EnumMap<>(Dtype.class);
    SequencedMap<String, Long> byType = new LinkedHashMap<>();
    for (NameGroup group : networks.all.names().groups()) {
      for (SimilarMembers subgroup : group.members()) {
        if (subgroup.blockType().isPresent()) {
          byType.merge(subgroup.blockType().get(), subgroup.byteCount, Saturating::sum);
        } else {
          byDtype.merge(subgroup.dtype(), subgroup.byteCount, Saturating::sum);
        }
      }
    }
    byDtype.forEach((dtype, bytes) -> byType.put(dtype.name(), bytes));
    byType.values().removeIf(bytes -> bytes == 0);
    long byteCount = byType.values().stream().reduce(0L, Saturating::sum);
    if (byteCount > 0) {
      List<Map.Entry<String, Long>> sorted = new ArrayList<>(byType.entrySet());
      sorted.sort(Map.Entry.<String, Long>comparingByValue().reversed());
      statements.add(Statement.quoting(Topic.PRECISION, precision(sorted, byteCount)));
      statements.add(Statement.quoting(Topic.DTYPES, shares(sorted, byteCount)));
    }
    if (byteCount == 0 && networks.all.names().absentCount > 0) {
      return;
    }
    long unpacked = count.isUnknown || areSlices ? 0 : Saturating.product(count.parameters, 2);
    boolean differs = unpacked > 0 && Math.abs((double) unpacked - byteCount) > 0.1 * byteCount;
    ByteSize stored = new ByteSize(byteCount);
    Sentence value = Sentence.of("{0} as stored", stored);
    if (differs) {
      ByteSize in16Bits = new ByteSize(unpacked);
      value = Sentence.of("{0} as stored, {1} with 16 bits a weight", stored, in16Bits);
    }
    statements.add(Statement.of(Topic.MEMORY, value, byteCount, List.of()));
  }

  /// Returns the dtypes or block types of 95 % of the bytes, which usually omits norms and biases.
  private static String precision(List<Map.Entry<String, Long>> sorted, long byteCount) {
    List<String> names = new ArrayList<>();
    double left = 0.95 * byteCount;
    for (Map.Entry<String, Long> entry : sorted) {
      if (left > 0) {
        names.add(entry.getKey());
      }
      left -= entry.getValue();
    }
    return names.stream().limit(MAX_DTYPES - 1).collect(Collectors.joining(" + "))
        + (names.size() >= MAX_DTYPES ? " …" : "");
  }

  private static String shares(List<Map.Entry<String, Long>> sorted, long byteCount) {
    return sorted.stream()
            .limit(MAX_DTYPES)
            .map(entry -> entry.getKey() + " " + share(entry.getValue(), byteCount))
            .collect(Collectors.joining(", "))
        + (sorted.size() > MAX_DTYPES ? " …" : "");
  }

  private static String share(long part, long whole) {
    double percent = 100.0 * part / whole;
    if (part < whole && percent > 99.9) {
      return ">99.9 %";
    }
    if (percent < 0.1) {
      return "<0.1 %";
    }
    return part == whole ? "100 %" : String.format(Locale.ROOT, "%.1f %%", percent);
  }
}
