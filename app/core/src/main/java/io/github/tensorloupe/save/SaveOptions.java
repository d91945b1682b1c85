package io.github.tensorloupe.save;

import module java.base;

/// The options of a save.
///
/// @param strategy the requested strategy
/// @param inPlaceFromBytes the number of bytes copied by a rewrite from which `AUTO` saves in
///   place, 0 or more
/// @param reservedBytes the room in bytes that a rewrite adds to a changed header, 0 or more
/// @param requiredRoom the minimum room in bytes; missing room causes a rewrite, even if the
///   metadata is unchanged
/// @param alignment the alignment of the data buffer, a power of two from 8 to 4096, or empty to
///   preserve the alignment; causes a rewrite if necessary, even if the metadata is unchanged
/// @param permissions the actions allowed by the user
/// @param comparesData true to compare all copied data after a rewrite
public record SaveOptions(
    StrategyChoice strategy,
    long inPlaceFromBytes,
    int reservedBytes,
    int requiredRoom,
    OptionalInt alignment,
    Set<Permission> permissions,
    boolean comparesData) {

  /// An action that requires the user's permission.
  public enum Permission {
    /// A rewrite that separates the file from its other names (hard links).
    SPLIT_LINKS,
    /// An in-place save that also changes the other names (hard links) of the file.
    EDIT_LINKS,
    /// A save that changes a file in a Hugging Face cache.
    EDIT_CACHE
  }

  public static final SaveOptions DEFAULT =
      new SaveOptions(
          StrategyChoice.AUTO, 256L << 20, 4096, 0, OptionalInt.empty(), Set.of(), false);

  public SaveOptions {
    Objects.requireNonNull(strategy);
    permissions = Set.copyOf(permissions);
    if (inPlaceFromBytes < 0 || reservedBytes < 0 || requiredRoom < 0) {
      throw new IllegalArgumentException(
          "no byte counts: %d, %d, %d".formatted(inPlaceFromBytes, reservedBytes, requiredRoom));
    }
    int multiple = alignment.orElse(8);
    if (multiple != Math.clamp(multiple, 8, 4096) || Integer.bitCount(multiple) != 1) {
      throw new IllegalArgumentException("no alignment: " + multiple);
    }
  }

  public SaveOptions withStrategy(StrategyChoice other) {
    return new SaveOptions(
        other, inPlaceFromBytes, reservedBytes, requiredRoom, alignment, permissions, comparesData);
  }

  public SaveOptions withReservedBytes(int byteCount) {
    return new SaveOptions(
        strategy, inPlaceFromBytes, byteCount, requiredRoom, alignment, permissions, comparesData);
  }

  public SaveOptions withAlignment(OptionalInt bytes) {
    return new SaveOptions(
        strategy, inPlaceFromBytes, reservedBytes, requiredRoom, bytes, permissions, comparesData);
  }

  public boolean allows(Permission permission) {
    return permissions.contains(permission);
  }

  public SaveOptions with(Permission permission, boolean isAllowed) {
    Set<Permission> changed = new HashSet<>(permissions);
    changed.remove(permission);
    if (isAllowed) {
      changed.add(permission);
    }
    return new SaveOptions(
        strategy, inPlaceFromBytes, reservedBytes, requiredRoom, alignment, changed, comparesData);
  }

  public SaveOptions withComparesData(boolean isAllowed) {
    return new SaveOptions(
        strategy, inPlaceFromBytes, reservedBytes, requiredRoom, alignment, permissions, isAllowed);
  }
}
