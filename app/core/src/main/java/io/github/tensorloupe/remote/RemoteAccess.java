package io.github.tensorloupe.remote;

import module java.base;

import io.github.tensorloupe.cache.CacheStore;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.remote.FetchBudget.Consent;

/// The access to addresses on servers. A program uses one instance, which shares connections and
/// cached blocks. Sends requests only when files are accessed. Thread-safe.
public final class RemoteAccess implements Closeable {

  private static final long MAX_MEMORY_BYTES = 128L << 20;
  private static final long MAX_DISK_BYTES = 2L << 30;

  final RemoteSettings settings;
  final Transport transport;
  final BlockCache blocks;

  public RemoteAccess(RemoteSettings settings) {
    this.settings = settings;
    this.transport = new Transport(settings);
    this.blocks =
        new BlockCache(
            Math.min(MAX_MEMORY_BYTES, Runtime.getRuntime().maxMemory() / 8),
            new CacheStore(settings::cache, MAX_DISK_BYTES));
  }

  /// Returns true if the text starts like a valid or invalid address.
  public static boolean looksLikeAddress(String typed) {
    return Stream.of(Address.HUB_PREFIX, "https://", "http://")
        .anyMatch(prefix -> typed.regionMatches(true, 0, prefix, 0, prefix.length()));
  }

  /// Returns an address without user, password and query, for display and logging. Returns any
  /// other string unchanged.
  public static String shown(String typed) {
    return looksLikeAddress(typed) ? Address.shown(typed) : typed;
  }

  /// Returns true if a displayed address has no hidden query, so that it can be opened again.
  public static boolean isWhole(String address) {
    return !address.endsWith(Address.HIDDEN_QUERY);
  }

  /// Returns the path of an address. Sends no request.
  ///
  /// @param typed the address, as entered by the user
  /// @param consent requested before many bytes are fetched
  /// @throws SentenceException if the address is invalid or not supported
  public Path path(String typed, Consent consent) throws SentenceException {
    Address address = Address.of(typed.strip(), settings.endpoint());
    return new RemoteFileSystem(this, address, consent).start();
  }

  /// Returns an equivalent path whose files are listed again. Returns paths of other file systems
  /// unchanged.
  ///
  /// @param consent the new consent, requested before many bytes are fetched
  public Path refreshed(Path path, Consent consent) {
    return path.getFileSystem() instanceof RemoteFileSystem remote && remote.access == this
        ? remote.refreshed(path, consent)
        : path;
  }

  /// Closes all connections. Open files can no longer be read.
  @Override
  public void close() {
    transport.close();
  }
}
