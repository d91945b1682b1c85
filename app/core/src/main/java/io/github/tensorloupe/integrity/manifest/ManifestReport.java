package io.github.tensorloupe.integrity.manifest;

import module java.base;

import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.integrity.manifest.Manifest.ListedFile;
import io.github.tensorloupe.integrity.manifest.Survey.SurveyedFile;
import io.github.tensorloupe.integrity.manifest.Survey.SurveyedTensor;
import io.github.tensorloupe.integrity.manifest.TensorChange.Is;
import io.github.tensorloupe.integrity.manifest.TensorChange.Kind;
import io.github.tensorloupe.integrity.manifest.TensorChange.Was;

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
    List<Was> before = new ArrayList<>();
    for (ListedFile file : manifest.files()) {
      file.tensors()
          .forEach(tensor -> before.add(new Was(file.name(), tensor.info(), tensor.hash())));
    }
    List<Is> now = new ArrayList<>();
    for (SurveyedFile file : survey.files()) {
      file.tensors().forEach(tensor -> now.add(new Is(file.name(), tensor)));
    }
    return new ManifestReport(
        files(manifest, survey, isLoneFile), new TensorMatching(before, now, isLoneFile).changes());
  }

  private static List<FileChange> files(Manifest manifest, Survey survey, boolean isLoneFile) {
    if (isLoneFile) {
      return List.of(
          new FileChange(
              Optional.of(manifest.files().getFirst()), Optional.of(survey.files().getFirst())));
    }
    Map<String, SurveyedFile> open = new LinkedHashMap<>();
    survey.files().forEach(file -> open.put(file.name(), file));
    List<FileChange> changes = new ArrayList<>();
    for (ListedFile file : manifest.files()) {
      Optional<SurveyedFile> is = Optional.ofNullable(open.remove(file.name()));
      changes.add(new FileChange(Optional.of(file), is));
    }
    open.values().forEach(file -> changes.add(new FileChange(Optional.empty(), Optional.of(file))));
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

  /// Finds for each tensor of a manifest the one that it is now: the one of its name in its file;
  /// else the one of its name, rather with its content, in another; else one with its content.
  private static final class TensorMatching {

    private final List<Was> before;
    private final Map<Was, Is> partners = new IdentityHashMap<>();

    /// Those that are no tensor of the manifest so far.
    private final Set<Is> rest;

    /// True if there is one file on either side: then it does not matter what it is called.
    private final boolean isLoneFile;

    TensorMatching(List<Was> before, List<Is> now, boolean isLoneFile) {
      this.before = before;
      this.rest = new LinkedHashSet<>(now);
      this.isLoneFile = isLoneFile;
    }

    List<TensorChange> changes() {
      pair(
          was -> Optional.of(List.of(file(was.file()), was.info().name())),
          is -> Optional.of(List.of(file(is.file()), is.info().name())));
      pair(
          was -> Optional.of(List.of(was.info().name(), was.hash())),
          is -> is.hash().map(hash -> List.of(is.info().name(), hash)));
      pair(was -> Optional.of(was.info().name()), is -> Optional.of(is.info().name()));
      pair(
          was -> content(was.info(), Optional.of(was.hash())), is -> content(is.info(), is.hash()));
      List<TensorChange> changes = new ArrayList<>();
      before.forEach(was -> changes.add(change(was, Optional.ofNullable(partners.get(was)))));
      rest.forEach(
          is -> changes.add(new TensorChange(Kind.NEW, Optional.empty(), Optional.of(is))));
      return changes;
    }

    private String file(String name) {
      return isLoneFile ? "" : name;
    }

    /// Empty tensors have no content by which they could be known again.
    private static Optional<Object> content(TensorInfo info, Optional<?> hash) {
      return info.byteCount() == 0
          ? Optional.empty()
          : hash.map(known -> List.of(known, info.dtype(), info.shape()));
    }

    private <K> void pair(
        Function<Was, Optional<? extends K>> keyBefore,
        Function<Is, Optional<? extends K>> keyNow) {
      Map<K, Deque<Is>> open = new HashMap<>();
      for (Is is : rest) {
        keyNow
            .apply(is)
            .ifPresent(key -> open.computeIfAbsent(key, _ -> new ArrayDeque<>()).add(is));
      }
      for (Was was : before) {
        if (!partners.containsKey(was)) {
          keyBefore
              .apply(was)
              .map(open::get)
              .map(Deque::poll)
              .ifPresent(
                  is -> {
                    partners.put(was, is);
                    rest.remove(is);
                  });
        }
      }
    }

    private TensorChange change(Was was, Optional<Is> is) {
      return new TensorChange(
          is.map(found -> kind(was, found)).orElse(Kind.MISSING), Optional.of(was), is);
    }

    private Kind kind(Was was, Is is) {
      return switch (is.surveyed().content()) {
        case SurveyedTensor.Cut _ -> Kind.CUT;
        case SurveyedTensor.Failed _ -> Kind.UNREADABLE;
        case SurveyedTensor.Hashed(var hash) -> {
          TensorInfo before = was.info();
          TensorInfo after = is.info();
          if (!hash.equals(was.hash())
              || before.dtype() != after.dtype()
              || !before.shape().equals(after.shape())) {
            yield Kind.CHANGED;
          }
          if (!before.name().equals(after.name())) {
            yield Kind.RENAMED;
          }
          boolean isSamePlace =
              before.begin() == after.begin() && file(was.file()).equals(file(is.file()));
          yield isSamePlace ? Kind.EQUAL : Kind.MOVED;
        }
      };
    }
  }
}
