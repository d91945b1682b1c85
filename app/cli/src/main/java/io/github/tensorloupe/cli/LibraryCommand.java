package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.cache.LibraryCache;
import io.github.tensorloupe.cache.ScanCache;
import io.github.tensorloupe.cli.TextPrinter.Table;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.library.HubCaches;
import io.github.tensorloupe.library.LibraryEntry;
import io.github.tensorloupe.library.LibraryEntry.State;
import io.github.tensorloupe.library.LibraryFolder;
import io.github.tensorloupe.library.LibraryListener;
import io.github.tensorloupe.library.LibraryScan;
import io.github.tensorloupe.library.Revision;
import io.github.tensorloupe.model.NaturalOrder;
import io.github.tensorloupe.storage.Folders;
import io.github.tensorloupe.storage.UserFiles;
import io.github.tensorloupe.text.Quantities;
import io.github.tensorloupe.text.Spelled;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(name = "library")
final class LibraryCommand extends ResultCommand {

  private static final int MAX_DTYPES = 3;

  private record Line(LibraryEntry entry, Location location, Location place) {

    ExitCode exitCode() {
      return switch (entry.state()) {
        case COMPLETE -> entry.problem().isEmpty() ? ExitCode.FINE : ExitCode.FINDINGS;
        case INCOMPLETE, INCONSISTENT, REFUSED -> ExitCode.FINDINGS;
        case UNREADABLE -> ExitCode.FAILURE;
      };
    }
  }

  private final List<Line> lines = new ArrayList<>();
  private ExitCode worst = ExitCode.FINE;

  @Parameters(paramLabel = "PATH", arity = "0..*")
  private List<Path> arguments = List.of();

  @Override
  ExitCode run() throws IOException {
    Folders folders = environment.folders();
    LibraryScan scan =
        new LibraryScan(
            LibraryCache.headers(folders),
            new ScanCache(folders),
            opener::traces,
            opener::mayHaveTraces,
            false);
    if (arguments.isEmpty()) {
      List<LibraryFolder> places = new ArrayList<>(HubCaches.of(environment.variables()));
      UserFiles.libraryFolders(folders).forEach(each -> places.add(LibraryFolder.folder(each)));
      for (LibraryFolder place : places) {
        search(scan, place, new Location(place.folder().toString(), place.folder()));
      }
    }
    for (Path argument : arguments) {
      search(scan, locate(argument));
    }
    for (Line line : lines) {
      printJson(json(line));
      worst = worst.or(line.exitCode());
    }
    printText(this::print);
    return worst;
  }

  private void search(LibraryScan scan, Location argument) throws IOException {
    Path path = argument.path();
    if (Files.isDirectory(path)) {
      search(scan, LibraryFolder.folder(path), argument);
    } else if (!Files.notExists(path)) {
      lines.add(new Line(scan.inspect(path, Cancellation.NEVER), argument, argument));
    } else {
      errors.print(new NoSuchFileException(argument.text()));
      worst = ExitCode.FAILURE;
    }
  }

  private void search(LibraryScan scan, LibraryFolder place, Location location) {
    List<LibraryEntry> entries = new ArrayList<>();
    scan.run(
        List.of(place),
        new LibraryListener() {
          @Override
          public void onEntry(LibraryEntry entry) {
            synchronized (entries) {
              entries.add(entry);
            }
          }

          @Override
          public void onUnreadableFolder(Path folder, Finding finding) {
            errors.print(finding.message());
            worst = ExitCode.FAILURE;
          }
        },
        Cancellation.NEVER,
        Progress.NONE);
    // The scan finds entries in arbitrary order.
    entries.sort(
        Comparator.comparing(LibraryEntry::name, NaturalOrder.INSTANCE)
            .thenComparing(LibraryEntry::path));
    entries.forEach(
        entry -> lines.add(new Line(entry, location.descendant(entry.path()), location)));
  }

  private static JsonObject json(Line line) {
    LibraryEntry entry = line.entry();
    return new JsonObject(line.location())
        .with("name", new Location(entry.name(), entry.path()).text())
        .with("place", line.place().text())
        .with("byteLength", entry.contents().byteLength())
        .with("fileCount", entry.contents().fileCount())
        .with("tensorCount", entry.contents().tensorCount())
        .with("dtypes", entry.contents().dtypes().stream().map(Dtype::name))
        .with("state", entry.state())
        .with("message", entry.message().isEmpty() ? null : entry.message())
        .with("commit", entry.revision().map(Revision::commit))
        .with("refs", entry.revision().map(Revision::refs).orElse(List.of()))
        // The commands check and stats distinguish NaN and infinities.
        .with("health", entry.health().isBroken() ? "broken" : entry.health());
  }

  private void print(TextPrinter text) {
    if (lines.isEmpty()) {
      text.line("No checkpoints found.");
      return;
    }
    Table table = new Table("NAME STATE >SIZE >TENSORS DTYPES PATH".split(" "));
    List<String[]> rows = lines.stream().map(LibraryCommand::cells).toList();
    rows.forEach(table::measure);
    text.line(text.paint(Style.FAINT, table.titles()));
    for (int i = 0; i < rows.size(); i++) {
      Line line = lines.get(i);
      text.line(table.row(rows.get(i)));
      if (!line.entry().message().isEmpty()) {
        Style style = line.entry().state() == State.INCOMPLETE ? Style.NOTABLE : Style.BAD;
        text.line("  " + text.paint(style, TextPrinter.shown(line.entry().message())));
      }
    }
  }

  private static String[] cells(Line line) {
    LibraryEntry entry = line.entry();
    List<Dtype> dtypes = entry.contents().dtypes();
    String shown = String.join(" ", dtypes.stream().limit(MAX_DTYPES).map(Dtype::name).toList());
    return new String[] {
      DisplayText.of(entry.name()),
      Spelled.of(entry.state()),
      Quantities.bytes(entry.contents().byteLength()),
      Quantities.formatCount(entry.contents().tensorCount()),
      dtypes.size() > MAX_DTYPES ? shown + " …" : shown,
      TextPrinter.shown(line.location().text())
    };
  }
}
