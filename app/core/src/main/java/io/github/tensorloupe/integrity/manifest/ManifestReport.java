package io.github.tensorloupe.integrity.manifest;

import module java.base;

import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.integrity.content.Content;
import io.github.tensorloupe.integrity.content.ContentHash;
import io.github.tensorloupe.integrity.content.ContentKey;
import io.github.tensorloupe.integrity.manifest.Manifest.ListedFile;
import io.github.tensorloupe.integrity.manifest.Manifest.ListedTensor;
import io.github.tensorloupe.integrity.manifest.ManifestReport.TensorChange.Kind;
import io.github.tensorloupe.integrity.manifest.ManifestReport.TensorChange.Place;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.text.Spelled;
import io.github.tensorloupe.work.Cancellation;

/// The differences between a checkpoint and an earlier manifest.
///
/// @param tensors the change of each tensor: the tensors of the manifest in order, then new tensors
public record ManifestReport(List<FileChange> files, List<TensorChange> tensors) {

  /// The change of a file.
  ///
  /// @param old the file in the manifest, or empty for a new file
  /// @param current the current file, or empty for a missing file
  public record FileChange(Optional<ListedFile> old, Optional<ListedFile> current) {

    public enum Kind implements Spelled {
      MISSING,
      NEW,
      /// The header differs, possibly only in the metadata.
      HEADER_CHANGED,
      LENGTH_CHANGED,
      EQUAL
    }

    public Kind kind() {
      if (old.isEmpty() || current.isEmpty()) {
        return current.isEmpty() ? Kind.MISSING : Kind.NEW;
      }
      if (!hasSameHeader()) {
        return Kind.HEADER_CHANGED;
      }
      return old.get().byteLength() == current.get().byteLength()
          ? Kind.EQUAL
          : Kind.LENGTH_CHANGED;
    }

    boolean hasSameHeader() {
      return old.isPresent()
          && current.isPresent()
          && old.get().head().equals(current.get().head());
    }

    public String name() {
      return current.or(() -> old).orElseThrow().name();
    }
  }

  /// The change of a tensor.
  ///
  /// @param old the tensor in the manifest, or empty for a new tensor
  /// @param current the current tensor, or empty for a missing tensor
  public record TensorChange(Kind kind, Optional<Place> old, Optional<Place> current) {

    /// The kind of change, in descending order of importance.
    public enum Kind implements Spelled {
      /// Different bytes, dtype or shape.
      CHANGED,
      CUT,
      UNREADABLE,
      /// No current tensor has the name or the content.
      MISSING,
      RENAMED,
      /// Unchanged, but in another file or at other data offsets.
      MOVED,
      NEW,
      EQUAL;

      public boolean isLoss() {
        return compareTo(MISSING) <= 0;
      }
    }

    public record Place(ListedFile file, ListedTensor tensor) {

      public TensorInfo info() {
        return tensor.info();
      }

      /// Returns the open tensor, or empty for a tensor in a manifest.
      public Optional<TensorRef> open() {
        return file.open().map(open -> new TensorRef(open, info()));
      }
    }

    private Place place() {
      return current.or(() -> old).orElseThrow();
    }

    public String name() {
      return place().info().name();
    }

    public String file() {
      return place().file().name();
    }
  }

  /// Compares a checkpoint with an earlier manifest.
  ///
  /// @param cancellation checked for each tensor
  public static ManifestReport of(Manifest before, Manifest now, Cancellation cancellation) {
    // Single files are matched regardless of their names.
    boolean isLoneFile = before.files().size() == 1 && now.files().size() == 1;
    Function<ListedFile, String> name = file -> isLoneFile ? "" : file.name();
    return new ManifestReport(
        files(new Matching<>(before.files(), now.files(), cancellation), name),
        tensors(new Matching<>(places(before.files()), places(now.files()), cancellation), name));
  }

  private static List<Place> places(List<ListedFile> files) {
    return files.stream()
        .flatMap(file -> file.tensors().stream().map(tensor -> new Place(file, tensor)))
        .toList();
  }

  private static List<FileChange> files(
      Matching<ListedFile> files, Function<ListedFile, String> name) {
    files.pair(file -> name.apply(file) + "/" + file.head());
    files.pair(name);
    return files.changes(FileChange::new);
  }

  /// Matches each tensor of the manifest with a current tensor: by name in the same file, otherwise
  /// by name in another file, otherwise by content. Of several tensors with the same name, prefers
  /// one with equal content.
  private static List<TensorChange> tensors(
      Matching<Place> tensors, Function<ListedFile, String> fileName) {
    Function<Place, String> file = place -> fileName.apply(place.file());
    Function<Place, String> path = place -> file.apply(place) + "/" + place.info().name();
    tensors.pair(place -> path.apply(place) + "/" + place.tensor().content());
    tensors.pair(path);
    tensors.pair(place -> place.info().name() + "/" + place.tensor().content());
    tensors.pair(place -> place.info().name());
    tensors.pair(ManifestReport::content);
    return tensors.changes(
        (old, current) -> {
          Kind kind = old.isEmpty() ? Kind.NEW : Kind.MISSING;
          if (old.isPresent() && current.isPresent()) {
            kind = kind(old.get(), current.get(), file);
          }
          return new TensorChange(kind, old, current);
        });
  }

  private static Object content(Place place) {
    TensorInfo info = place.info();
    // Empty tensors cannot be identified by content.
    return info.byteCount() == 0
        ? new Object()
        : new ContentKey(info.dtype(), info.shape(), Optional.of(place.tensor().content()));
  }

  private static Kind kind(Place old, Place current, Function<Place, String> file) {
    return switch (current.tensor().content()) {
      case Content.Truncated _ -> Kind.CUT;
      case Content.Shared _, Content.Unread _ -> Kind.UNREADABLE;
      case ContentHash hash -> {
        TensorInfo before = old.info();
        TensorInfo after = current.info();
        if (!hash.equals(old.tensor().content())
            || before.dtype() != after.dtype()
            || !before.shape().equals(after.shape())) {
          yield Kind.CHANGED;
        }
        if (!before.name().equals(after.name())) {
          yield Kind.RENAMED;
        }
        boolean isSamePlace =
            before.begin() == after.begin() && file.apply(old).equals(file.apply(current));
        yield isSamePlace ? Kind.EQUAL : Kind.MOVED;
      }
    };
  }

  public long count(Kind kind) {
    return tensors.stream().filter(tensor -> tensor.kind() == kind).count();
  }

  public boolean isEqual() {
    return count(Kind.EQUAL) == tensors.size();
  }

  /// Returns true if the checkpoint still contains the content of every tensor in the manifest.
  public boolean isIntact() {
    return tensors.stream().noneMatch(tensor -> tensor.kind().isLoss());
  }

  /// Returns true if the manifest probably describes another checkpoint, not an earlier state of
  /// this checkpoint: no file name is unchanged, or no header and no tensor content is unchanged.
  public boolean describesOtherCheckpoint() {
    Set<String> names = new HashSet<>(oldNames());
    names.retainAll(currentNames());
    boolean isAllContentLost =
        tensors.stream().allMatch(tensor -> tensor.kind().isLoss() || tensor.kind() == Kind.NEW);
    return !isIntact()
        && (names.isEmpty()
            || isAllContentLost && files.stream().noneMatch(FileChange::hasSameHeader));
  }

  public List<String> oldNames() {
    return files.stream().flatMap(file -> file.old().stream()).map(ListedFile::name).toList();
  }

  public List<String> currentNames() {
    return files.stream().flatMap(file -> file.current().stream()).map(ListedFile::name).toList();
  }

  private static final class Matching<T> {

    private final List<T> oldItems;
    private final List<T> currentItems;
    private final Cancellation cancellation;
    private final Map<T, T> partners = new IdentityHashMap<>();
    private final Set<T> matched = Collections.newSetFromMap(new IdentityHashMap<>());

    Matching(List<T> oldItems, List<T> currentItems, Cancellation cancellation) {
      this.oldItems = oldItems;
      this.currentItems = currentItems;
      this.cancellation = cancellation;
    }

    private Stream<T> rest() {
      return currentItems.stream()
          .peek(_ -> cancellation.check())
          .filter(current -> !matched.contains(current));
    }

    /// Pairs the remaining elements with equal keys, in order.
    ///
    /// @param key returns the key; a key with names or shapes must be comparable, because crafted
    ///   ones can have equal hash codes, for which a `HashMap` is fast only if keys are comparable
    void pair(Function<? super T, ?> key) {
      Map<Object, Deque<T>> open = new HashMap<>();
      rest()
          .forEach(
              current ->
                  open.computeIfAbsent(key.apply(current), _ -> new ArrayDeque<>()).add(current));
      for (T old : oldItems) {
        cancellation.check();
        Deque<T> same = partners.containsKey(old) ? null : open.get(key.apply(old));
        if (same != null && !same.isEmpty()) {
          matched.add(same.getFirst());
          partners.put(old, same.removeFirst());
        }
      }
    }

    <C> List<C> changes(BiFunction<Optional<T>, Optional<T>, C> change) {
      List<C> changes = new ArrayList<>();
      for (T old : oldItems) {
        changes.add(change.apply(Optional.of(old), Optional.ofNullable(partners.get(old))));
      }
      rest().forEach(current -> changes.add(change.apply(Optional.empty(), Optional.of(current))));
      return changes;
    }
  }
}
