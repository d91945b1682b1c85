package io.github.tensorloupe.library;

import module java.base;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.model.ReadFailures;
import io.github.tensorloupe.model.ShardSet;
import io.github.tensorloupe.work.Cancellation;

/// Looks for checkpoints below folders by names alone. Each folder is looked at once, whatever
/// links lead to it. Belongs to one thread.
final class FolderWalk {

  /// Deeper than anybody keeps models, and an end to whatever goes on for ever.
  private static final int MAX_DEPTH = 16;

  private final Cancellation cancellation;
  private final BiConsumer<Path, Finding> passedOver;
  private final FolderStamps stamps;
  private final Set<Path> seen = new HashSet<>();
  private FolderNames names;

  /// @param passedOver receives folders that could not be looked through
  /// @param stamps remembers the folders that were looked at
  FolderWalk(Cancellation cancellation, BiConsumer<Path, Finding> passedOver, FolderStamps stamps) {
    this.cancellation = cancellation;
    this.passedOver = passedOver;
    this.stamps = stamps;
  }

  /// Looks at a folder and everything below it.
  void walk(Path root, Consumer<Candidate> sink) {
    names = new FolderNames(root);
    visitOrRepository(root, 0, List.of(), sink);
  }

  private void visitOrRepository(
      Path folder, int depth, List<LocalDownloads> downloads, Consumer<Candidate> sink) {
    cancellation.check();
    if (depth > MAX_DEPTH || !isNew(folder)) {
      return;
    }
    try {
      stamps.add(folder);
      if (folder.getFileName() != null && HubRepository.isAt(folder)) {
        HubRepository.watched(folder).forEach(stamps::add);
        HubRepository.candidates(folder, snapshot -> below(snapshot, depth)).forEach(sink);
      } else {
        visit(folder, depth, downloads, sink);
      }
    } catch (IOException e) {
      passedOver.accept(folder, ReadFailures.finding(e));
    }
  }

  private List<Candidate> below(Path folder, int depth) throws IOException {
    List<Candidate> found = new ArrayList<>();
    stamps.add(folder);
    visit(folder, depth, List.of(), found::add);
    return found;
  }

  private boolean isNew(Path folder) {
    try {
      return seen.add(folder.toRealPath());
    } catch (NoSuchFileException e) {
      passedOver.accept(
          folder,
          Finding.of(
              FindingCode.NOT_FOUND,
              "The folder is not there: it was moved or deleted, or its disk is not connected."));
      return false;
    } catch (IOException e) {
      passedOver.accept(folder, ReadFailures.finding(e));
      return false;
    }
  }

  private void visit(Path folder, int depth, List<LocalDownloads> outer, Consumer<Candidate> sink)
      throws IOException {
    FolderListing listing = FolderListing.of(folder);
    List<LocalDownloads> downloads = new ArrayList<>(outer);
    notesOn(folder).ifPresent(downloads::add);
    if (listing.isPipeline()) {
      List<Candidate> parts = new ArrayList<>();
      visit(folder, depth, listing, downloads, parts::add);
      if (!parts.isEmpty()) {
        sink.accept(Candidate.together(names.ofFolder(folder.toAbsolutePath()), folder, parts));
      }
    } else {
      visit(folder, depth, listing, downloads, sink);
    }
  }

  /// Notes that cannot be read keep nobody from the files beside them.
  private Optional<LocalDownloads> notesOn(Path folder) {
    try {
      return LocalDownloads.of(folder);
    } catch (IOException e) {
      passedOver.accept(folder, ReadFailures.finding(e));
      return Optional.empty();
    }
  }

  private void visit(
      Path folder,
      int depth,
      FolderListing listing,
      List<LocalDownloads> downloads,
      Consumer<Candidate> sink) {
    List<Leftover> leftovers = new ArrayList<>(listing.leftovers());
    downloads.forEach(each -> leftovers.addAll(each.leftoversFor(folder)));
    FolderCandidates.of(listing, leftovers, names)
        .forEach(candidate -> sink.accept(withRevision(candidate, downloads)));
    for (Path below : listing.folders()) {
      visitOrRepository(below, depth + 1, downloads, sink);
    }
  }

  private static Candidate withRevision(Candidate candidate, List<LocalDownloads> downloads) {
    Optional<Revision> revision =
        candidate.files().stream()
            .flatMap(file -> downloads.stream().flatMap(each -> each.revisionOf(file).stream()))
            .findFirst();
    return revision.map(candidate::at).orElse(candidate);
  }

  /// What is at one path; the parts of a folder are taken together.
  ///
  /// @param path a file, an index or a folder, there or not
  Candidate at(Path path) {
    Candidate candidate = withoutRepository(path);
    return HubRepository.around(path.toAbsolutePath())
        .map(repository -> repository.name(candidate))
        .orElse(candidate);
  }

  private Candidate withoutRepository(Path path) {
    Path absolute = path.toAbsolutePath().normalize();
    names = new FolderNames(absolute.getParent() == null ? absolute : absolute.getParent());
    if (Files.isDirectory(path)) {
      List<Candidate> parts = new ArrayList<>();
      visitOrRepository(path, 0, List.of(), parts::add);
      return Candidate.together(names.ofFolder(absolute), path, parts);
    }
    if (ShardSet.isIndexName(path)) {
      return FolderCandidates.of(FolderListing.ofIndex(path), List.of(), names).getFirst();
    }
    return Candidate.of(names.ofFile(path), path, List.of(path));
  }
}
