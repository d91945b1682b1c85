package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.ShardSet;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;

/// The open files of a file, a set or a folder. Opening prints their errors.
final class OpenedFiles implements AutoCloseable {

  private final FileOpener opener;
  private final ErrorOutput errors;
  private final List<OpenedFile> files = new ArrayList<>();

  /// The paths of the opened files, which must not be overwritten.
  final Set<Path> paths = new TreeSet<>();

  private final List<ShardSet> sets = new ArrayList<>();

  final List<CheckpointPart> parts = new ArrayList<>();

  private final Location location;
  private ExitCode worst = ExitCode.FINE;

  /// The reports about refused and unreadable files, sets and folders.
  final List<Report> refusals = new ArrayList<>();

  private OpenedFiles(Location location, FileOpener opener, ErrorOutput errors) {
    this.location = location;
    this.opener = opener;
    this.errors = errors;
  }

  static OpenedFiles open(Location location, FileOpener opener, ErrorOutput errors) {
    return open(location, Target.at(location), opener, errors);
  }

  static OpenedFiles open(
      Location location, List<Target> targets, FileOpener opener, ErrorOutput errors) {
    OpenedFiles files = new OpenedFiles(location, opener, errors);
    files.paths.add(location.path());
    targets.forEach(files::open);
    return files;
  }

  private void open(Target target) {
    int before = files.size();
    if (target.set().isPresent()) {
      paths.add(target.location().path());
      sets.add(target.set().get());
    }
    target.report().ifPresent(this::add);
    target.files().forEach(this::open);
    if (files.size() > before) {
      parts.add(target.part(files().subList(before, files.size())));
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
      add(opened.report());
    } catch (IOException e) {
      add(opener.unreadable(file, e));
    }
  }

  private void add(Report report) {
    errors.printErrors(report);
    worst = worst.or(report.exitCode());
    if (!report.verdict().isGood()) {
      refusals.add(report);
    }
  }

  ExitCode exitCode() {
    return worst;
  }

  List<TensorFile> files() {
    return files.stream().map(OpenedFile::file).toList();
  }

  boolean haveHeader() {
    return files.stream().anyMatch(opened -> opened.file().reading().headerParsed());
  }

  Location locationOf(TensorRef tensor) {
    for (OpenedFile opened : files) {
      if (opened.file() == tensor.file()) {
        return opened.report().location();
      }
    }
    throw new NoSuchElementException();
  }

  static Stream<TensorRef> tensors(TensorFile file) {
    return file.header().tensors().stream().map(info -> new TensorRef(file, info));
  }

  /// Returns the tensors with the given names, in file order. The index chooses among several
  /// shards.
  ///
  /// @throws InputException if no tensor or several tensors have a name
  List<TensorRef> tensors(List<String> names) {
    if (files.isEmpty()) {
      throw new InputException(
          "No file of %s could be opened, so nothing was written.".formatted(location.text()));
    }
    Map<String, List<TensorRef>> tensorsByName = new LinkedHashMap<>();
    names.forEach(name -> tensorsByName.put(name, new ArrayList<>()));
    List<TensorRef> tensors = new ArrayList<>();
    for (OpenedFile opened : files) {
      for (TensorInfo info : opened.header().tensors()) {
        TensorRef tensor = new TensorRef(opened.file(), info);
        if (tensorsByName.containsKey(info.name()) && isChosen(tensor)) {
          tensorsByName.get(info.name()).add(tensor);
          tensors.add(tensor);
        }
      }
    }
    List<String> problems = new ArrayList<>();
    tensorsByName.forEach(
        (name, named) -> {
          String shown = DisplayText.of(name);
          if (named.isEmpty()) {
            String missing = "The tensor \"%s\" was not found in %s.";
            problems.add(missing.formatted(shown, location.text()));
          } else if (named.size() > 1) {
            List<String> places = named.stream().map(each -> locationOf(each).text()).toList();
            problems.add(
                "The tensor \"%s\" is in more than one file: %s; specify one of them."
                    .formatted(shown, String.join(", ", places)));
          }
        });
    if (!problems.isEmpty()) {
      throw new InputException(String.join(" ", problems) + " Nothing was written.");
    }
    return tensors;
  }

  /// Returns true unless the index of the file's set assigns the name to another shard that
  /// contains it.
  private boolean isChosen(TensorRef tensor) {
    String name = tensor.info().name();
    Path filePath = tensor.file().path();
    for (ShardSet set : sets) {
      Optional<String> shard = set.index().map(index -> index.weightMap().get(name));
      for (OpenedFile other : files) {
        Path path = other.file().path();
        if (shard.filter(path.getFileName().toString()::equals).isPresent()
            && !path.equals(filePath)
            && set.shards().containsAll(List.of(filePath, path))
            && other.header().tensor(name).isPresent()) {
          return false;
        }
      }
    }
    return true;
  }

  @Override
  public void close() {
    for (OpenedFile opened : files) {
      try {
        opened.close();
      } catch (IOException e) {
        errors.print(e);
      }
    }
  }
}
