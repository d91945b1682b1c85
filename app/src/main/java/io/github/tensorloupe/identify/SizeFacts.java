package io.github.tensorloupe.identify;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Quantities;
import io.github.tensorloupe.identify.NameGroup.Alike;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// How large a checkpoint is: weights, layers, dimensions, bytes.
final class SizeFacts {

  private static final int MAX_DTYPES = 4;

  private final Subject subject;
  private final RuleTable rules;
  private final List<Statement> statements = new ArrayList<>();

  SizeFacts(Subject subject, RuleTable rules) {
    this.subject = subject;
    this.rules = rules;
  }

  List<Statement> statements() {
    ParameterCount count = ParameterCount.of(subject.names(), rules);
    parameters(count);
    rules.readings().forEach(this::read);
    bytes(count);
    return statements;
  }

  private void parameters(ParameterCount count) {
    String value = both(count.parameters());
    if (!count.assumptions().isEmpty()) {
      value += "; " + String.join("; ", count.assumptions());
    }
    if (count.parameters() > 0) {
      statements.add(Statement.of(Topic.PARAMETERS, value, count.parameters(), count.packed()));
    }
    if (count.buffers() > 0) {
      statements.add(
          Statement.of(Topic.BUFFERS, both(count.buffers()), count.buffers(), List.of()));
    }
  }

  private static String both(long count) {
    return count < 10_000
        ? Quantities.count(count)
        : "%s (%s)".formatted(Quantities.shortCount(count), Quantities.count(count));
  }

  private void read(Topic topic, List<Reading> readings) {
    Optional<Reading.Result> result =
        readings.stream().flatMap(reading -> reading.read(subject).stream()).findFirst();
    result
        .filter(found -> isTelling(topic, found.number()))
        .ifPresent(
            found ->
                statements.add(
                    Statement.of(
                        topic,
                        Quantities.count(found.number()),
                        found.number(),
                        found.evidence())));
  }

  /// One head would be a norm over all heads together, and one query a key goes without saying.
  private static boolean isTelling(Topic topic, long number) {
    return number > 0
        && (number > 1
            || topic != Topic.HEADS && topic != Topic.QUERIES_PER_KEY && topic != Topic.KV_HEADS);
  }

  private void bytes(ParameterCount count) {
    Map<Dtype, Long> byDtype = new EnumMap<>(Dtype.class);
    for (NameGroup group : subject.names().groups()) {
      for (Alike alike : group.members()) {
        byDtype.merge(alike.dtype(), alike.byteCount(), Saturating::sum);
      }
    }
    long byteCount = byDtype.values().stream().reduce(0L, Saturating::sum);
    if (byteCount > 0) {
      statements.add(Statement.of(Topic.DTYPES, shares(byDtype, byteCount), List.of()));
    }
    if (byteCount == 0 && subject.names().absentCount() > 0) {
      return;
    }
    long unpacked = Saturating.product(count.parameters(), 2);
    boolean differs = unpacked > 0 && Math.abs((double) unpacked - byteCount) > 0.1 * byteCount;
    String value =
        Quantities.bytes(byteCount)
            + " as stored"
            + (differs ? ", %s with 16 bits a weight".formatted(Quantities.bytes(unpacked)) : "");
    statements.add(Statement.of(Topic.MEMORY, value, byteCount, List.of()));
  }

  private static String shares(Map<Dtype, Long> byDtype, long byteCount) {
    List<String> shares =
        byDtype.entrySet().stream()
            .filter(entry -> entry.getValue() > 0)
            .sorted(Map.Entry.<Dtype, Long>comparingByValue().reversed())
            .map(entry -> entry.getKey() + " " + share(entry.getValue(), byteCount))
            .toList();
    return String.join(", ", shares.subList(0, Math.min(MAX_DTYPES, shares.size())))
        + (shares.size() > MAX_DTYPES ? " …" : "");
  }

  private static String share(long part, long whole) {
    double percent = 100.0 * part / whole;
    if (part == whole) {
      return "100 %";
    }
    if (percent > 99.9) {
      return ">99.9 %";
    }
    return percent < 0.1 ? "<0.1 %" : String.format(Locale.ROOT, "%.1f %%", percent);
  }
}
