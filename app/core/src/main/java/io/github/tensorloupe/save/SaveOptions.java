package io.github.tensorloupe.save;

import module java.base;

/// The choices for a save.
///
/// @param inPlaceFromBytes from how many bytes that a rewrite would copy on `AUTO` writes in place;
///   0 or more
/// @param reservedBytes room for later edits that a rewrite leaves in a header that it changes, in
///   bytes; 0 or more
/// @param requiredRoom room for later edits that the header must have afterwards, in bytes; a
///   rewrite makes it where it is missing, also where no metadata has changed
/// @param alignment what the file offset of the data buffer must be a multiple of, a power of two
///   from 8 to 4096; empty keeps what it is. Data that stand elsewhere are moved by a rewrite, also
///   where no metadata has changed
/// @param comparesData true if a rewrite reads all of the copied data again and compares them
public record SaveOptions(
    StrategyChoice strategy,
    long inPlaceFromBytes,
    int reservedBytes,
    int requiredRoom,
    OptionalInt alignment,
    Set<Permission> permissions,
    boolean comparesData) {

  /// An action that a save takes only if it is allowed.
  public enum Permission {
    /// A rewrite may separate the file from its other names.
    SPLIT_LINKS,
    /// A save in place may change the file for its other names too.
    EDIT_LINKS,
    /// A file of a Hugging Face cache may be changed.
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
