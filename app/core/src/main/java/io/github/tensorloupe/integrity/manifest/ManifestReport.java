package io.github.tensorloupe.integrity.manifest;

import module java.base;

import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.integrity.content.Content;
import io.github.tensorloupe.integrity.content.ContentHash;
import io.github.tensorloupe.integrity.manifest.Manifest.ListedFile;
import io.github.tensorloupe.integrity.manifest.TensorChange.Kind;
import io.github.tensorloupe.integrity.manifest.TensorChange.Place;

/// The changes of a checkpoint since a manifest of it was made. Immutable.
///
/// @param files what became of each file; another header is no difference by itself
/// @param tensors what became of each tensor: those of the manifest in its order, then the new ones
public record ManifestReport(List<FileChange> files, List<TensorChange> tensors) {

  public ManifestReport {
    files = List.copyOf(files);
    tensors = List.copyOf(tensors);
  }

  /// Compares what a manifest lists with what there is.
  public static ManifestReport of(Manifest manifest, Survey survey) {
    boolean isLoneFile = manifest.files().size() == 1 && survey.files().size() == 1;
    return new ManifestReport(
        files(manifest, survey, isLoneFile),
        new TensorMatching(places(manifest.files()), places(survey.files()), isLoneFile).changes());
  }

  private static List<Place> places(List<ListedFile> files) {
    return files.stream()
        .flatMap(file -> file.tensors().stream().map(tensor -> new Place(file, tensor)))
        .toList();
  }

  private static List<FileChange> files(Manifest manifest, Survey survey, boolean isLoneFile) {
    Function<ListedFile, String> key = isLoneFile ? _ -> "" : ListedFile::name;
    Map<String, ListedFile> open = new LinkedHashMap<>();
    survey.files().forEach(file -> open.put(key.apply(file), file));
    List<FileChange> changes = new ArrayList<>();
    for (ListedFile was : manifest.files()) {
      Optional<ListedFile> is = Optional.ofNullable(open.remove(key.apply(was)));
      changes.add(new FileChange(Optional.of(was), is));
    }
    open.values().forEach(is -> changes.add(new FileChange(Optional.empty(), Optional.of(is))));
    return changes;
  }

  /// Of how many tensors this became.
  public long count(Kind kind) {
    return tensors.stream().filter(tensor -> tensor.kind() == kind).count();
  }

  /// True if every tensor is what and where it was, and there are no others.
  public boolean isEqual() {
    return count(Kind.EQUAL) == tensors.size();
  }

  /// True if every content that the manifest lists is still there, wherever.
  public boolean isIntact() {
    return tensors.stream().noneMatch(tensor -> tensor.kind().isLoss());
  }

  /// True if the manifest is rather of another checkpoint than of this one before it was damaged:
  /// no file has kept its name, or none its header and no tensor its content.
  public boolean isOfAnother() {
    Set<String> names = new HashSet<>(namesBefore());
    names.retainAll(namesNow());
    boolean isNothingKept =
        tensors.stream().allMatch(tensor -> tensor.kind().isLoss() || tensor.kind() == Kind.NEW);
    return !isIntact()
        && (names.isEmpty()
            || isNothingKept && files.stream().noneMatch(FileChange::hasKeptItsHeader));
  }

  /// The names of the files that the manifest lists.
  public List<String> namesBefore() {
    return files.stream().flatMap(file -> file.was().stream()).map(ListedFile::name).toList();
  }

  /// The names of the files that are there.
  public List<String> namesNow() {
    return files.stream().flatMap(file -> file.is().stream()).map(ListedFile::name).toList();
  }

  /// Finds for each tensor of a manifest the one that it is now: the one of its name in its file;
  /// else the one of its name, rather with its content, in another; else one with its content.
  private static final class TensorMatching {

    private final List<Place> before;
    private final List<Place> now;
    private final Map<Place, Place> partners = new IdentityHashMap<>();

    /// Those of now that are one of the manifest.
    private final Set<Place> taken = Collections.newSetFromMap(new IdentityHashMap<>());

    /// True if there is one file on either side: then it does not matter what it is called.
    private final boolean isLoneFile;

    TensorMatching(List<Place> before, List<Place> now, boolean isLoneFile) {
      this.before = before;
      this.now = now;
      this.isLoneFile = isLoneFile;
    }

    List<TensorChange> changes() {
      pair(place -> List.of(file(place), place.info().name()));
      pair(place -> List.of(place.info().name(), place.tensor().content()));
      pair(place -> place.info().name());
      pair(TensorMatching::content);
      List<TensorChange> changes = new ArrayList<>();
      for (Place was : before) {
        Optional<Place> is = Optional.ofNullable(partners.get(was));
        Kind kind = is.map(found -> kind(was, found)).orElse(Kind.MISSING);
        changes.add(new TensorChange(kind, Optional.of(was), is));
      }
      rest()
          .map(is -> new TensorChange(Kind.NEW, Optional.empty(), Optional.of(is)))
          .forEach(changes::add);
      return changes;
    }

    private Stream<Place> rest() {
      return now.stream().filter(is -> !taken.contains(is));
    }

    private String file(Place place) {
      return isLoneFile ? "" : place.file().name();
    }

    private static Object content(Place place) {
      TensorInfo info = place.info();
      // Empty tensors have no content by which they could be known again.
      return info.byteCount() == 0
          ? new Object()
          : List.of(place.tensor().content(), info.dtype(), info.shape());
    }

    /// Takes those of one key for the same tensor, in their order.
    private void pair(Function<Place, Object> key) {
      Map<Object, Deque<Place>> open = new HashMap<>();
      rest().forEach(is -> open.computeIfAbsent(key.apply(is), _ -> new ArrayDeque<>()).add(is));
      for (Place was : before) {
        Deque<Place> same = partners.containsKey(was) ? null : open.get(key.apply(was));
        if (same != null && !same.isEmpty()) {
          taken.add(same.getFirst());
          partners.put(was, same.removeFirst());
        }
      }
    }

    private Kind kind(Place was, Place is) {
      return switch (is.tensor().content()) {
        case Content.Cut _ -> Kind.CUT;
        case Content.Unread _ -> Kind.UNREADABLE;
        case ContentHash hash -> {
          TensorInfo before = was.info();
          TensorInfo after = is.info();
          if (!hash.equals(was.tensor().content())
              || before.dtype() != after.dtype()
              || !before.shape().equals(after.shape())) {
            yield Kind.CHANGED;
          }
          if (!before.name().equals(after.name())) {
            yield Kind.RENAMED;
          }
          boolean isSamePlace = before.begin() == after.begin() && file(was).equals(file(is));
          yield isSamePlace ? Kind.EQUAL : Kind.MOVED;
        }
      };
    }
  }
}
