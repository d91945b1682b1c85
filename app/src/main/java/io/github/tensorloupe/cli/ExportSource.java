package io.github.tensorloupe.cli;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorRef;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Everything that a path leads to, open: a file, the shards of a set, or the files of a folder.
/// What is wrong with any of it is told when it is opened.
final class ExportSource implements AutoCloseable {

  private final FileOpener opener;
  private final Messages messages;
  private final List<OpenedFile> files = new ArrayList<>();
  private final Set<Path> paths = new LinkedHashSet<>();
  private final Location location;
  private ExitCode worst = ExitCode.FINE;

  private ExportSource(Location location, FileOpener opener, Messages messages) {
    this.location = location;
    this.opener = opener;
    this.messages = messages;
  }

  /// Opens what there is.
  static ExportSource open(Location location, FileOpener opener, Messages messages) {
    ExportSource source = new ExportSource(location, opener, messages);
    source.paths.add(location.path());
    Target.at(location).forEach(source::open);
    return source;
  }

  private void open(Target target) {
    switch (target) {
      case Target.LoneFile(var file) -> open(file);
      case Target.ShardedSet set -> {
        paths.add(set.location().path());
        tell(set.reportWithoutShards());
        set.shards().forEach(this::open);
      }
      case Target.Dead(var report) -> tell(report);
    }
  }

  private void open(Location file) {
    // Two indexes may name the same shard.
    if (!paths.add(file.path()) && !file.equals(location)) {
      return;
    }
    try {
      OpenedFile opened = opener.open(file);
      files.add(opened);
      tell(opened.report());
    } catch (IOException e) {
      tell(opener.unreadable(file, e));
    }
  }

  private void tell(Report report) {
    messages.tellErrors(report);
    worst = worst.or(report.exitCode());
  }

  /// What the files mean for the exit code, whatever is done with them.
  ExitCode exitCode() {
    return worst;
  }

  /// Where a tensor's file is.
  Location locationOf(TensorRef tensor) {
    return files.stream()
        .filter(opened -> opened.file() == tensor.file())
        .map(opened -> opened.report().location())
        .findFirst()
        .orElseThrow();
  }

  /// Everything that must not be written to.
  Set<Path> paths() {
    return paths;
  }

  /// The tensors of these names, in the order of the files.
  ///
  /// @throws InputException if a name leads to none, or to more than one
  List<TensorRef> tensors(List<String> names) {
    if (files.isEmpty()) {
      throw new InputException(
          "Nothing of %s could be opened, so nothing was written.".formatted(location.text()));
    }
    Map<String, List<TensorRef>> found = new LinkedHashMap<>();
    Set<String> wanted = new LinkedHashSet<>(names);
    List<TensorRef> tensors = new ArrayList<>();
    for (OpenedFile opened : files) {
      for (TensorInfo info : opened.header().tensors()) {
        if (wanted.contains(info.name())) {
          TensorRef tensor = new TensorRef(opened.file(), info);
          tensors.add(tensor);
          found.computeIfAbsent(info.name(), _ -> new ArrayList<>()).add(tensor);
        }
      }
    }
    List<String> problems =
        wanted.stream()
            .flatMap(name -> problem(name, found.getOrDefault(name, List.of())))
            .toList();
    if (!problems.isEmpty()) {
      throw new InputException(String.join(" ", problems) + " Nothing was written.");
    }
    return tensors;
  }

  private Stream<String> problem(String name, List<TensorRef> found) {
    return switch (found.size()) {
      case 0 ->
          Stream.of(
              "There is no tensor \"%s\" in %s.".formatted(DisplayText.of(name), location.text()));
      case 1 -> Stream.empty();
      default ->
          Stream.of(
              "The tensor \"%s\" is in more than one file: %s; name the one that is meant."
                  .formatted(
                      DisplayText.of(name),
                      found.stream()
                          .map(tensor -> locationOf(tensor).text())
                          .collect(Collectors.joining(", "))));
    };
  }

  @Override
  public void close() {
    for (OpenedFile opened : files) {
      try {
        opened.close();
      } catch (IOException e) {
        messages.tell(e);
      }
    }
  }
}
