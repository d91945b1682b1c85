package io.github.tensorloupe.library;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.CheckpointFinder;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.IoFunction;

/// A repository (model, data set or space) in a Hugging Face cache. The folder `blobs` contains the
/// files, named by hash; `snapshots` contains a folder of links to blobs for each commit; `refs`
/// maps branches and tags to commits.
///
/// @param folder a folder for which [#isAt(Path)] returns true
/// @param candidateFinder finds all candidates in a folder and its subfolders
record HubRepository(Path folder, IoFunction<Path, List<Candidate>> candidateFinder) {

  private static final Pattern NAME = Pattern.compile("(?:models|(datasets|spaces))--(.+)");
  private static final String UNFINISHED_SUFFIX = ".incomplete";
  private static final String MAIN = "main";
  private static final int MAX_REF_BYTES = 200;
  private static final int MAX_REF_DEPTH = 4;

  static boolean isAt(Path folder) {
    return NAME.matcher(folder.getFileName().toString()).matches()
        && (Files.isDirectory(folder.resolve("snapshots"))
            || Files.isDirectory(folder.resolve("blobs")));
  }

  /// Returns the snapshot folder that contains or equals an absolute path, or empty if the path is
  /// outside all snapshots.
  static Optional<Path> snapshotOf(Path path) {
    for (Path at = path; at != null && at.getNameCount() > 2; at = at.getParent()) {
      Path snapshots = at.getParent();
      if (snapshots.getFileName().toString().equals("snapshots") && isAt(snapshots.getParent())) {
        return Optional.of(at);
      }
    }
    return Optional.empty();
  }

  /// Returns true if an absolute folder is in a repository: in its snapshots or blobs.
  static boolean isInCache(Path folder) {
    return snapshotOf(folder).isPresent()
        || folder.endsWith("blobs") && folder.getNameCount() > 1 && isAt(folder.getParent());
  }

  /// Sets the name and the revision of a candidate in a snapshot.
  static void name(Candidate candidate, Path snapshot) {
    Path repository = snapshot.getParent().getParent();
    String commit = snapshot.getFileName().toString();
    List<String> refs = List.of();
    try {
      refs = refsIn(repository).getOrDefault(commit, refs);
    } catch (IOException e) {
      // Without refs, the commit is still known.
    }
    candidate.name = nameOf(repository);
    candidate.revision = Optional.of(new Revision(commit, refs));
  }

  /// Returns the folders whose modification may change the candidates.
  static List<Path> watched(Path folder) {
    return List.of(folder.resolve("snapshots"), folder.resolve("blobs"), folder.resolve("refs"));
  }

  /// Returns the name of the repository in URLs; the names of models have no type prefix.
  private static String nameOf(Path folder) {
    Matcher parts = NAME.matcher(folder.getFileName().toString());
    if (!parts.matches()) {
      throw new IllegalArgumentException(folder + " is not a repository");
    }
    String name = parts.group(2).replaceFirst("--", "/");
    return parts.group(1) == null ? name : parts.group(1) + "/" + name;
  }

  List<Candidate> candidates() throws IOException {
    String name = nameOf(folder);
    Map<String, List<String>> refs = refsIn(folder);
    List<UnfinishedDownload> unfinished = unfinished();
    List<Candidate> all = new ArrayList<>();
    for (Path snapshot : snapshots(refs)) {
      String commit = snapshot.getFileName().toString();
      Revision revision = new Revision(commit, refs.getOrDefault(commit, List.of()));
      List<Candidate> candidates = candidateFinder.apply(snapshot);
      boolean isAlone = modelCount(candidates) == 1;
      for (Candidate each : candidates) {
        noteBrokenLinks(snapshot, each);
        Path path = each.path;
        boolean isWithin = path.startsWith(snapshot) && !path.equals(snapshot);
        String suffix = isWithin ? ": " + snapshot.relativize(path) : "";
        each.name = isAlone && !each.isOfOtherFormat ? name : name + suffix.replace('\\', '/');
        each.revision = Optional.of(revision);
      }
      all.addAll(candidates);
      // The commit of an unfinished blob is unknown. The first snapshot, normally `main`, is the
      // most probable one.
      addUnfinished(unfinished, all);
      unfinished = List.of();
    }
    addUnfinished(unfinished, all);
    return all;
  }

  private static long modelCount(List<Candidate> candidates) {
    return candidates.stream().filter(each -> !each.isOfOtherFormat).count();
  }

  private void addUnfinished(List<UnfinishedDownload> unfinished, List<Candidate> candidates) {
    if (unfinished.isEmpty()) {
      return;
    }
    Optional<Candidate> wanting =
        candidates.stream()
            .filter(each -> !each.isOfOtherFormat)
            .filter(each -> modelCount(candidates) == 1 || !each.missingFileMessages.isEmpty())
            .findFirst();
    if (wanting.isPresent()) {
      wanting.get().unfinishedDownloads.addAll(unfinished);
      return;
    }
    UnfinishedDownload largest =
        Collections.max(unfinished, Comparator.comparing(UnfinishedDownload::byteLength));
    Candidate candidate = new Candidate(nameOf(folder), largest.file(), List.of());
    candidate.unfinishedDownloads.addAll(unfinished);
    candidates.add(candidate);
  }

  private static void noteBrokenLinks(Path snapshot, Candidate candidate) {
    List<Path> broken = candidate.files.stream().filter(Files::notExists).toList();
    candidate.files.removeAll(broken);
    for (Path link : broken) {
      String shown = DisplayText.of(snapshot.relativize(link).toString());
      candidate.missingFileMessages.add(Sentence.of("{0} is a link to a missing blob.", shown));
    }
  }

  /// Returns the snapshots: first `main`, then snapshots with other refs, then all others; within
  /// each group, the newest first.
  List<Path> snapshots(Map<String, List<String>> refs) throws IOException {
    Path all = folder.resolve("snapshots");
    if (!Files.isDirectory(all)) {
      return List.of();
    }
    // The list is null for commits without refs.
    Comparator<List<String>> byNames =
        Comparator.comparing(names -> names == null ? 2 : names.contains(MAIN) ? 0 : 1);
    return CheckpointFinder.children(all).stream()
        .filter(Files::isDirectory)
        .sorted(
            Comparator.comparing((Path each) -> refs.get(each.getFileName().toString()), byNames)
                .thenComparing(each -> -each.toFile().lastModified()))
        .toList();
  }

  private List<UnfinishedDownload> unfinished() throws IOException {
    Path blobs = folder.resolve("blobs");
    List<UnfinishedDownload> unfinished = new ArrayList<>();
    if (!Files.isDirectory(blobs)) {
      return unfinished;
    }
    for (Path blob : CheckpointFinder.children(blobs)) {
      String blobName = blob.getFileName().toString();
      int dot = blobName.indexOf('.');
      if (blobName.endsWith(UNFINISHED_SUFFIX)
          && Files.notExists(blobs.resolve(blobName.substring(0, dot)))) {
        UnfinishedDownload.unfinished(blob, Optional.empty()).ifPresent(unfinished::add);
      }
    }
    return unfinished;
  }

  /// Returns the refs (branches, tags and pull requests) by commit.
  static Map<String, List<String>> refsIn(Path repository) throws IOException {
    Map<String, List<String>> refs = new HashMap<>();
    addRefs(repository.resolve("refs"), "", refs, 0);
    return refs;
  }

  private static void addRefs(Path folder, String prefix, Map<String, List<String>> refs, int depth)
      throws IOException {
    if (depth > MAX_REF_DEPTH || !Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    for (Path ref : CheckpointFinder.children(folder)) {
      String refName = prefix + ref.getFileName();
      if (Files.isDirectory(ref)) {
        addRefs(ref, refName + "/", refs, depth + 1);
      } else if (Files.isRegularFile(ref)) {
        try {
          if (Files.size(ref) <= MAX_REF_BYTES) {
            String commit = Files.readString(ref, StandardCharsets.ISO_8859_1).strip();
            refs.computeIfAbsent(commit, _ -> new ArrayList<>()).add(refName);
          }
        } catch (NoSuchFileException e) {
          // A client replaced the ref in the meantime.
        }
      }
    }
  }
}
