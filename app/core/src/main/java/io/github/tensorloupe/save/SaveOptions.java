package io.github.tensorloupe.save;

import module java.base;

/// Options of a save.
///
/// @param inPlaceFromBytes with `AUTO`, files are saved in place if a rewrite would copy at least
///   this number of bytes; 0 or more
/// @param reservedBytes room for later edits that a rewrite adds to a changed header, in bytes; 0
///   or more
/// @param requiredRoom room for later edits that the header must have, in bytes; causes a rewrite
///   if it is missing, even without changed metadata
/// @param alignment the file offset of the data buffer must be a multiple of this power of two from
///   8 to 4096; empty keeps the alignment. Causes a rewrite if necessary, even without changed
///   metadata
/// @param comparesData true to compare all copied data after a rewrite
public record SaveOptions(
    StrategyChoice strategy,
    long inPlaceFromBytes,
    int reservedBytes,
    int requiredRoom,
    OptionalInt alignment,
    Set<Permission> permissions,
    boolean comparesData) {

  /// An action that the user must allow.
  public enum Permission {
    /// A rewrite separates the file from its other names.
    SPLIT_LINKS,
    /// A save in place changes the file for its other names as well.
    EDIT_LINKS,
    /// A save changes a file of a Hugging Face cache.
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

  public SaveOptions withComparesData(boolean wanted) {
    return new SaveOptions(
        strategy, inPlaceFromBytes, reservedBytes, requiredRoom, alignment, permissions, wanted);
  }
}
