package io.github.tensorloupe.identify;

import module java.base;

import io.github.tensorloupe.format.ShardIndex;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.work.Cancellation;

/// The tensors of a checkpoint, grouped by the form of their names. The cost of queries depends on
/// the number of forms (a few hundred), not on the number of tensors (up to half a million).
final class NameTable {

  /// The maximum number of forms, more than in any known model. Names of other forms are in the
  /// group [#REST].
  private static final int MAX_GROUPS = 20_000;

  /// The maximum total number of parts of all forms, because a form is entered once per part.
  static final int MAX_PARTS = 50_000;

  private static final int TENSORS_BETWEEN_CHECKS = 4096;

  /// The name of the group of all tensors beyond the limit.
  static final String REST = "";

  private final Map<String, NameGroup> groups = new LinkedHashMap<>();
  private final Map<String, List<NameGroup>> bySuffix = new HashMap<>();
  long absentCount;
  private int stepCount;
  private int partCount;

  private NameTable() {}

  /// Takes time linear in the number of tensors. Adds the names in the index of a set whose shards
  /// are missing or unreadable.
  static NameTable of(CheckpointPart part, Cancellation cancellation) {
    NameTable table = new NameTable();
    for (TensorFile file : part.files()) {
      for (TensorInfo info : file.header().tensors()) {
        table.step(cancellation);
        NameShape name = NameShape.of(info.name());
        table.group(name).add(file, info, name);
      }
    }
    part.index().ifPresent(index -> table.addAbsent(index, part.files(), cancellation));
    table.groups.values().forEach(table::enter);
    return table;
  }

  /// Keeps the count of absent tensors.
  NameTable only(Predicate<NameGroup> isWanted) {
    NameTable table = new NameTable();
    for (NameGroup group : groups.values()) {
      if (isWanted.test(group)) {
        table.groups.put(group.nameShape, group);
        table.enter(group);
      }
    }
    table.absentCount = absentCount;
    return table;
  }

  private void step(Cancellation cancellation) {
    if (stepCount++ % TENSORS_BETWEEN_CHECKS == 0) {
      cancellation.check();
    }
  }

  private void addAbsent(ShardIndex index, List<TensorFile> files, Cancellation cancellation) {
    Set<String> present =
        files.stream()
            .filter(file -> !file.header().tensors().isEmpty())
            .map(file -> file.path().getFileName().toString())
            .collect(Collectors.toSet());
    if (present.containsAll(index.tensorCounts().keySet())) {
      return;
    }
    for (Map.Entry<String, String> entry : index.weightMap().entrySet()) {
      step(cancellation);
      if (!present.contains(entry.getValue())) {
        NameShape name = NameShape.of(entry.getKey());
        group(name).addAbsent(entry.getKey(), name);
        absentCount++;
      }
    }
  }

  private NameGroup group(NameShape name) {
    NameGroup group = groups.get(name.text());
    if (group != null) {
      return group;
    }
    int parts = 1 + (int) name.text().chars().filter(c -> c == '.').count();
    boolean fits = groups.size() < MAX_GROUPS && partCount + parts <= MAX_PARTS;
    partCount += fits ? parts : 0;
    return groups.computeIfAbsent(fits ? name.text() : REST, NameGroup::new);
  }

  private void enter(NameGroup group) {
    String name = group.nameShape;
    int begin = 0;
    do {
      bySuffix.computeIfAbsent(name.substring(begin), _ -> new ArrayList<>(1)).add(group);
      begin = name.indexOf('.', begin) + 1;
    } while (begin > 0);
  }

  Collection<NameGroup> groups() {
    return groups.values();
  }

  /// Returns the groups whose form is equal to a suffix, or ends with a dot followed by the suffix.
  List<NameGroup> endingWith(String suffix) {
    return bySuffix.getOrDefault(suffix, List.of());
  }

  List<NameGroup> named(String nameShape) {
    NameGroup group = groups.get(nameShape);
    return group == null ? List.of() : List.of(group);
  }
}
