package io.github.tensorloupe.edit;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.text.Sentence;

/// The secrets and personal data in metadata, and the changes that remove them before sharing.
///
/// Tokens of common services, e-mail addresses, users in paths and computers are recognized by
/// their form; tokens, passwords and computers also by keys, including keys of embedded JSON.
///
/// @param changes the changes, in entry order
/// @param unsearchedKeys the keys of entries that are too long to be searched
public record PrivateData(List<Change> changes, List<String> unsearchedKeys)
    implements MetadataChange {

  /// Maximum length of the searched keys and values, in UTF-16 code units. More than an accepted
  /// header can hold.
  static final int MAX_CHARACTERS = 128_000_000;

  public enum Kind {
    SECRET("access tokens, keys or passwords"),
    EMAIL("e-mail addresses"),
    USER("names of users in paths"),
    COMPUTER("names or addresses of computers");

    private final String label;

    Kind(String label) {
      this.label = label;
    }

    /// Returns the name, as part of a sentence.
    public Sentence label() {
      return Sentence.of(label);
    }
  }

  /// The change of an entry.
  ///
  /// @param shownKey the key without private parts
  /// @param masked the new value, or empty if the entry is removed
  public record Change(String key, String shownKey, Set<Kind> kinds, Optional<String> masked) {

    public Change {
      kinds = Collections.unmodifiableSet(EnumSet.copyOf(kinds));
    }

    /// Returns the kinds and the change.
    public Sentence sentence() {
      List<Sentence> labels = kinds.stream().map(Kind::label).toList();
      return Sentence.of(
          masked.isPresent()
              ? "\"{0}\" contains {1}, which are masked."
              : "\"{0}\" is removed: it contains {1}.",
          DisplayText.of(shownKey),
          Sentence.joined(", ", labels));
    }
  }

  public PrivateData {
    changes = List.copyOf(changes);
    unsearchedKeys = List.copyOf(unsearchedKeys);
  }

  /// Searches metadata in linear time.
  ///
  /// @param loaderKeys entries that loaders require are masked instead of removed
  public static PrivateData of(Metadata metadata, LoaderKeys loaderKeys) {
    return of(metadata, loaderKeys, MAX_CHARACTERS);
  }

  static PrivateData of(Metadata metadata, LoaderKeys loaderKeys, long maxCharacters) {
    Set<String> unsearched = unsearched(metadata, maxCharacters);
    List<Change> changes = new ArrayList<>();
    List<String> unsearchedKeys = new ArrayList<>();
    metadata
        .entries()
        .forEach(
            (key, value) -> {
              if (unsearched.contains(key)) {
                unsearchedKeys.add(new PrivateMask("").text(DisplayText.of(key)));
              } else {
                change(key, value, loaderKeys).ifPresent(changes::add);
              }
            });
    return new PrivateData(changes, unsearchedKeys);
  }

  /// Returns the keys of the longest entries, without which the others do not exceed the limit.
  private static Set<String> unsearched(Metadata metadata, long maxCharacters) {
    long length = 0;
    for (Map.Entry<String, String> entry : metadata.entries().entrySet()) {
      length += length(entry);
    }
    if (length <= maxCharacters) {
      return Set.of();
    }
    Set<String> keys = new HashSet<>();
    List<Map.Entry<String, String>> longestFirst = new ArrayList<>(metadata.entries().entrySet());
    longestFirst.sort(Comparator.comparingLong(PrivateData::length).reversed());
    for (Map.Entry<String, String> entry : longestFirst) {
      if (length > maxCharacters) {
        keys.add(entry.getKey());
        length -= length(entry);
      }
    }
    return keys;
  }

  private static long length(Map.Entry<String, String> entry) {
    return (long) entry.getKey().length() + entry.getValue().length();
  }

  private static Optional<Change> change(String key, String value, LoaderKeys loaderKeys) {
    PrivateMask mask = new PrivateMask(value);
    String masked = mask.value(key, value);
    boolean isRemoved = mask.isMask(masked) && !loaderKeys.isNeeded(key, value);
    String shownKey = mask.text(key);
    boolean isKeyPrivate = !shownKey.equals(key);
    return mask.kinds().isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Change(
                key,
                shownKey,
                mask.kinds(),
                isRemoved || isKeyPrivate ? Optional.empty() : Optional.of(masked)));
  }

  /// Searches the metadata of a file.
  ///
  /// @return a finding for each kind with the keys of the entries, but not their values
  public static List<Finding> findings(Optional<Metadata> metadata) {
    return of(metadata.orElse(Metadata.EMPTY), new LoaderKeys(_ -> false)).findings();
  }

  /// Returns a finding for each kind with the keys of the entries, but not their values.
  List<Finding> findings() {
    List<Finding> findings = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      List<String> keys =
          changes.stream()
              .filter(change -> change.kinds.contains(kind))
              .map(Change::shownKey)
              .toList();
      if (!keys.isEmpty()) {
        Sentence sentence =
            Sentence.of(
                "The metadata contains {0} in {1}. Everyone who has the file can read them.",
                kind.label(), DisplayText.ofAll(keys));
        findings.add(Finding.of(FindingCode.METADATA_SECRET, sentence));
      }
    }
    unsearched()
        .map(sentence -> Finding.of(FindingCode.METADATA_SECRET, sentence))
        .map(finding -> finding.withConcern(Severity.INFO))
        .ifPresent(findings::add);
    return findings;
  }

  /// Returns the sentences about the changes and about entries that were not searched.
  public List<Sentence> sentences() {
    return Stream.concat(changes.stream().map(Change::sentence), unsearched().stream()).toList();
  }

  /// Returns the sentence about entries that were not searched; or empty if all were searched.
  public Optional<Sentence> unsearched() {
    return unsearchedKeys.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Sentence.of(
                "The metadata was searched for private data only in part: {0} is too long.",
                DisplayText.ofAll(unsearchedKeys)));
  }

  @Override
  public Metadata apply(Metadata before) {
    Map<String, String> after = new LinkedHashMap<>(before.entries());
    for (Change change : changes) {
      change.masked.ifPresentOrElse(
          masked -> after.put(change.key, masked), () -> after.remove(change.key));
    }
    return Metadata.of(after);
  }
}
