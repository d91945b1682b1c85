package io.github.tensorloupe.cli;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.library.HeaderMemory;
import io.github.tensorloupe.library.HealthMemory;
import io.github.tensorloupe.library.HubCaches;
import io.github.tensorloupe.library.LibraryEntry;
import io.github.tensorloupe.library.LibraryListener;
import io.github.tensorloupe.library.LibraryScan;
import io.github.tensorloupe.library.Place;
import io.github.tensorloupe.model.NaturalOrder;
import io.github.tensorloupe.storage.Folders;
import io.github.tensorloupe.storage.KnownHealth;
import io.github.tensorloupe.storage.LibraryFile;
import io.github.tensorloupe.storage.ScanCache;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Lists the checkpoints on this computer.
@Command(
    name = "library",
    description = {
      "List the checkpoints on this computer.",
      "",
      "Looks into the caches of the Hugging Face client and the folders that were added in the"
          + " window, or into the folders that are named. Reads headers only."
    })
final class LibraryCommand implements Callable<Integer> {

  /// Where to look if nothing is named, and what is known of values.
  ///
  /// @param environment variables that say where caches are
  /// @param folders where the program keeps files of its own
  record Sources(Map<String, String> environment, Folders folders) {

    static Sources ofThisProcess() {
      return new Sources(System.getenv(), Folders.ofThisProcess());
    }

    List<Place> places() throws IOException {
      List<Place> places = new ArrayList<>(HubCaches.of(environment));
      new LibraryFile(folders).folders().forEach(folder -> places.add(Place.folder(folder)));
      return places;
    }

    HealthMemory health() {
      return new KnownHealth(new ScanCache(folders));
    }
  }

  private final Surroundings surroundings;
  private final Sources sources;
  private final List<LibraryLine> lines = new ArrayList<>();
  private ExitCode worst = ExitCode.FINE;

  @Parameters(
      paramLabel = "PATH",
      arity = "0..*",
      description = "A folder to look through, or a file.")
  private List<Path> arguments = List.of();

  @Option(names = "--json", description = "Print JSON Lines: one object per checkpoint.")
  private boolean json;

  LibraryCommand(Surroundings surroundings, Sources sources) {
    this.surroundings = surroundings;
    this.sources = sources;
  }

  @Override
  public Integer call() {
    LibraryScan scan = new LibraryScan(new HeaderMemory(), sources.health());
    try {
      if (arguments.isEmpty()) {
        for (Place place : sources.places()) {
          look(scan, place, new Location(place.folder().toString(), place.folder()));
        }
      }
      for (Path argument : arguments) {
        look(scan, argument);
      }
    } catch (IOException e) {
      new Messages(surroundings.err()).tell(e);
      return ExitCode.FAILURE.number();
    }
    LibraryPrinter.of(surroundings, json).print(lines);
    lines.forEach(line -> worst = worst.or(line.exitCode()));
    return worst.number();
  }

  private void look(LibraryScan scan, Path argument) throws IOException {
    Path path = surroundings.workingDirectory().resolve(argument);
    Location location = new Location(argument.toString(), path);
    if (Files.isDirectory(path)) {
      look(scan, Place.folder(path), location);
    } else if (Files.exists(path)) {
      LibraryEntry entry = scan.inspect(path, Cancellation.NEVER);
      lines.add(new LibraryLine(entry, location, location));
    } else {
      tell(new NoSuchFileException(argument.toString()));
    }
  }

  private void look(LibraryScan scan, Place place, Location location) {
    List<LibraryEntry> found = new ArrayList<>();
    scan.run(
        List.of(place),
        new LibraryListener() {
          @Override
          public void found(LibraryEntry entry) {
            synchronized (found) {
              found.add(entry);
            }
          }

          @Override
          public void passedOver(Path folder, Finding why) {
            new Messages(surroundings.err()).tell(why.message());
            worst = ExitCode.FAILURE;
          }
        },
        Cancellation.NEVER,
        Progress.NONE);
    found.sort(Comparator.comparing(LibraryEntry::name, NaturalOrder.INSTANCE));
    found.forEach(
        entry -> lines.add(new LibraryLine(entry, location.descendant(entry.path()), location)));
  }

  private void tell(IOException failure) {
    new Messages(surroundings.err()).tell(failure);
    worst = ExitCode.FAILURE;
  }
}
